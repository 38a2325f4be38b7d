//! `Tables`: a deck with card sets of its own width, and the live tables on which games are played with it.
//!
//! Decks and players have the widest card sets. Only live tables and their counts have narrow ones, so the code around them
//! does not depend on the width.

use super::draw_odds::Expected;
use super::plan::Plan;
use super::witness::{Watch, Witness};
use super::worker::{Work, Worker};
use crate::deck::Deck;
use crate::game::Game;
use crate::ids::{CardSet, by_width};
use crate::strategy::Strategy;

/// A deck with card sets of its own width.
pub(in crate::run) trait Tables: Send + Sync {
    /// A table on which the games of a plan are counted. Draws of `watched` cards are recorded, and draws are tallied if wins
    /// are `expected`; `pairs` says whether pairs of
    /// cards in opening hands are.
    fn worker<'a>(
        &'a self,
        plan: &'a Plan,
        players: &'a [Strategy],
        watched: CardSet,
        expected: Option<&'a Expected>,
        pairs: bool,
    ) -> Box<dyn Work + 'a>;

    /// A table on which games are compared.
    fn witness<'a>(&'a self, players: &'a [Strategy]) -> Box<dyn Watch + 'a>;
}

/// Narrows a deck for the tables of a run.
// The only place of a run where the width of its tables is chosen.
pub(in crate::run) fn tables(deck: &Deck) -> Box<dyn Tables> {
    by_width!(deck.cards.len(), W => Box::new(deck.narrowed::<W>()))
}

/// Bytes of the state of a game on such a table, for a deck with this number of cards.
pub(crate) fn state_bytes(cards: usize) -> usize {
    by_width!(cards, W => size_of::<Game<W>>())
}

impl<const W: usize> Tables for Deck<CardSet<W>> {
    fn worker<'a>(
        &'a self,
        plan: &'a Plan,
        players: &'a [Strategy],
        watched: CardSet,
        expected: Option<&'a Expected>,
        pairs: bool,
    ) -> Box<dyn Work + 'a> {
        Box::new(Worker::new(plan, self, players, watched.narrow(), expected, pairs))
    }

    fn witness<'a>(&'a self, players: &'a [Strategy]) -> Box<dyn Watch + 'a> {
        Box::new(Witness::new(self, players))
    }
}
