//! Pairs: the same games with two decks.

use super::control::Control;
use super::table::Setup;
use crate::deck::content_hash;
use crate::report::{DeckEntry, PairsManifest};
use crate::run::{Before, Pairing, Pairs, RunControl, RunError};

/// Two decks with the same plan.
#[derive(Clone, Copy)]
pub(crate) struct TwoDecks<'a> {
    pub(crate) before: &'a Setup,
    pub(crate) after: &'a Setup,
}

impl TwoDecks<'_> {
    /// Plays the pairs of the plan until there are `enough`.
    pub(crate) fn play(
        self,
        before: Before<'_>,
        control: &mut Control<'_>,
        enough: &mut dyn FnMut(&Pairs) -> bool,
    ) -> Result<Pairs, RunError> {
        let plan = &self.before.plan;
        control.expect(plan.games());
        let pairing = Pairing { plan, before, after: self.after.arm(), threads: control.thread_count() };
        pairing.play(RunControl { stop: control.stop_flag(), on_progress: &mut |games| control.played(games), enough })
    }

    /// The inputs of these pairs, and how they were played.
    pub(crate) fn manifest(self, pairs: &Pairs, threads: usize, seconds: f64) -> PairsManifest {
        let (plan, seatings) = (&self.before.plan, self.before.plan.seatings().len());
        PairsManifest {
            version: env!("CARGO_PKG_VERSION").to_owned(),
            command: Vec::new(),
            seed: plan.seed(),
            games: pairs.before.len() as u64,
            blocks: (pairs.before.len() / seatings) as u64,
            seatings,
            players: plan.players(),
            before: deck_entry(self.before),
            after: deck_entry(self.after),
            strategies: self.before.seated(),
            interrupted: pairs.interrupted,
            threads,
            duration_seconds: seconds,
        }
    }
}

fn deck_entry(Setup { deck, .. }: &Setup) -> DeckEntry {
    DeckEntry {
        sets: deck.sets.iter().map(|set| set.id.clone()).collect(),
        base: deck.base_id().to_owned(),
        hash: content_hash(deck),
        rules: deck.rules.clone(),
    }
}
