//! `Zone`: the places where a card can be.

use crate::ids::Seat;

/// A place where a card can be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Zone {
    /// Face-down in its draw pile.
    Pile,
    /// On its discard pile.
    Discard,
    /// In a player's hand.
    Hand(Seat),
    /// In play before a player.
    Table(Seat),
    /// Played and not yet discarded: monsters of the fight, cards played into it, a card that is taking effect.
    Played,
    /// Laid out face up and being shared.
    Open,
    /// A Role that no player has.
    Aside,
    /// Left by a dead player, laid out face up and being looted.
    Body(Seat),
}
