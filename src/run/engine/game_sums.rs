//! `GameSums`: what is summed over games without a tally.

use serde::{Deserialize, Serialize};

use super::signature::Signature;
use crate::deck::Deck;
use crate::game::{Event, Outcome, Recorder};

/// The number of games, and what identifies them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct GameSums {
    /// Number of games.
    pub games: u64,
    /// Number of games without a winner.
    pub unfinished: u64,
    /// Sum of the signatures of the games; equal runs have equal sums.
    pub signature: u64,
}

impl GameSums {
    /// Adds a game with these events.
    pub(in crate::run) fn add_game(&mut self, deck: &Deck, outcome: Outcome, events: &[Event]) {
        let mut signature = Signature::new(deck);
        events.iter().for_each(|event| signature.record(*event));
        let unfinished = outcome.winners.is_empty().into();
        self.merge(GameSums { games: 1, unfinished, signature: signature.take() });
    }

    /// Adds the sums of other games.
    pub(in crate::run) fn merge(&mut self, other: GameSums) {
        self.games += other.games;
        self.unfinished += other.unfinished;
        self.signature = self.signature.wrapping_add(other.signature);
    }
}
