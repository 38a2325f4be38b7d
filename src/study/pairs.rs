//! Pairs: the same games with two decks.

use super::control::Control;
use super::table::Setup;
use crate::report::manifest::signature_words;
use crate::report::{DeckEntry, Manifest, Role, Study};
use crate::run::{Before, GameSums, Pairing, Pairs, RunControl, RunError};

/// Two decks with the same plan.
#[derive(Clone, Copy)]
pub(crate) struct TwoDecks<'a> {
    pub(crate) before: &'a Setup,
    pub(crate) after: &'a Setup,
}

impl TwoDecks<'_> {
    /// Plays all pairs.
    pub(crate) fn play(self, before: Before<'_>, control: &mut Control<'_>) -> Result<Pairs, RunError> {
        let stop = control.stop_flag();
        let pairing = self.pairing(before, false, control.thread_count());
        pairing.play(RunControl { stop, on_progress: &mut |games| control.played(games) })
    }

    /// Two arms that play the plan. `tallied` says whether their counts are kept.
    pub(crate) fn pairing<'p>(&'p self, before: Before<'p>, tallied: bool, threads: usize) -> Pairing<'p> {
        Pairing { plan: &self.before.plan, before, after: self.after.arm(), threads, tallied }
    }

    /// The inputs of these pairs, and how they were played. `sums` are those of both decks together, apart from the number
    /// of games.
    pub(crate) fn manifest(
        self,
        study: Study,
        sums: GameSums,
        interrupted: bool,
        threads: usize,
        seconds: f64,
    ) -> Manifest {
        let (before, after) = (self.before, self.after);
        let decks = [(before, Role::Before), (after, Role::After)];
        let decks = decks.map(|(setup, role)| DeckEntry { role: Some(role), ..DeckEntry::of(&setup.deck) });
        let (plan, GameSums { games, unfinished, signature }) = (&before.plan, sums);
        let seatings = plan.seatings().len() as u64;
        let manifest = Manifest {
            games,
            blocks: games / seatings,
            seatings,
            unfinished,
            interrupted,
            signature: signature_words(signature),
            ..Manifest::of(study, decks.into(), before.seated(), plan.players(), plan.seed())
        };
        manifest.timed(games, threads, seconds)
    }
}
