//! `Appraiser`: computes worths for a deck. Each file of this folder covers one kind of worth.

use crate::deck::Deck;

/// Maximum worth or cost of an effect.
pub(super) const MAX_WORTH: i32 = 1_000;

/// Converts a worth to its stored form. Sums use a wider type, so the cards of a deck cannot overflow it.
pub(super) fn stored(worth: i32) -> i16 {
    // Ten times the bound of one effect is within 16 bits.
    worth.clamp(-10 * MAX_WORTH, 10 * MAX_WORTH) as i16
}

/// Computes worths for a deck.
pub(super) struct Appraiser<'d> {
    pub(super) deck: &'d Deck,
    /// Whether all operations of a use count, not only the first.
    pub(super) whole: bool,
    /// Added worth of a card taken from a hand or a discard pile.
    pub(super) taken: i32,
    /// Whether an Item in use is also worth what its lasting uses bring.
    pub(super) lasting: bool,
    /// Whether a card drawn by a use counts with its average worth, and strength below 0 for a side of choice as strength for the other
    /// side.
    pub(super) by_position: bool,
    /// Added worth of an identity in hand.
    pub(super) identity: i32,
    /// Added worth of an enhancer in hand.
    pub(super) enhancer: i32,
}
