//! A position: what queries of legality and strength examine.

use crate::deck::Deck;
use crate::game::state::game::Game;
use crate::ids::CardSet;

/// A deck and a state, for queries of legality and strength.
#[derive(Clone, Copy)]
pub(in crate::game) struct Position<'a, const W: usize> {
    pub(in crate::game) deck: &'a Deck<CardSet<W>>,
    pub(in crate::game) game: &'a Game<W>,
}
