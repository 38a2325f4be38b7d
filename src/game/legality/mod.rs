//! Queries of a state: conditions, strength, legal plays. They never change a game.

pub(super) mod condition;
pub(super) mod items;
pub(super) mod limits;
pub(super) mod open;
pub(super) mod plays;
pub(super) mod strength;
pub(super) mod view;

use super::{Game, Players, Recorder, Table, View};
use crate::deck::Deck;

/// A deck and a state, for queries of legality and strength.
#[derive(Clone, Copy)]
pub(in crate::game) struct Position<'a, const W: usize> {
    pub(in crate::game) deck: &'a Deck<W>,
    pub(in crate::game) game: &'a Game<W>,
}

impl<'a, const W: usize> From<View<'a, W>> for Position<'a, W> {
    fn from(view: View<'a, W>) -> Self {
        view.position()
    }
}

impl<const W: usize, R: Recorder, P: Players<W>> Table<'_, W, R, P> {
    /// The deck and the state, for queries.
    #[inline]
    pub(in crate::game) fn position(&self) -> Position<'_, W> {
        Position { deck: self.deck, game: self.game() }
    }
}
