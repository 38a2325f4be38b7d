//! Pairs: the same games with two decks.

use std::ops::Range;

use super::control::Control;
use super::table::Setup;
use crate::report::manifest::signature_words;
use crate::report::{DeckEntry, Manifest, Role, Study};
use crate::run::{Before, Pairing, Pairs, RunControl, RunError};

/// Two decks with the same plan.
#[derive(Clone, Copy)]
pub(crate) struct TwoDecks<'a> {
    pub(crate) before: &'a Setup,
    pub(crate) after: &'a Setup,
}

impl TwoDecks<'_> {
    /// Plays the pairs of these blocks. `tallied` says whether their counts are kept.
    pub(crate) fn play(
        self,
        before: Before<'_>,
        tallied: bool,
        blocks: Range<u64>,
        control: &mut Control<'_>,
    ) -> Result<Pairs, RunError> {
        let plan = &self.before.plan;
        let pairing = Pairing { plan, before, after: self.after.arm(), threads: control.thread_count(), tallied };
        let stop = control.stop_flag();
        pairing.play_range(blocks, RunControl { stop, on_progress: &mut |games| control.played(games) })
    }

    /// The inputs of these pairs, and how they were played.
    pub(crate) fn manifest(self, study: Study, pairs: &Pairs, threads: usize, seconds: f64) -> Manifest {
        let (before, after) = (self.before, self.after);
        let decks = [(before, Role::Before), (after, Role::After)];
        let decks = decks.map(|(setup, role)| DeckEntry { role: Some(role), ..DeckEntry::of(&setup.deck) });
        let (plan, games) = (&before.plan, pairs.before.len() as u64);
        let seatings = plan.seatings().len() as u64;
        let both = || pairs.before.iter().chain(&pairs.after);
        // Signatures are hashes; their sum wraps.
        let signature = both().fold(0_u64, |sum, game| sum.wrapping_add(game.signature));
        let manifest = Manifest {
            games,
            blocks: games / seatings,
            seatings,
            unfinished: both().filter(|game| game.winners.is_empty()).count() as u64,
            interrupted: pairs.interrupted,
            signature: signature_words(signature),
            ..Manifest::of(study, decks.into(), before.seated(), plan.players(), plan.seed())
        };
        manifest.timed(games, threads, seconds)
    }
}
