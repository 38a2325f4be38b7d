//! Sets of cards of the widest type.

use crate::deck::compiled::{Card, Deck};
use crate::ids::{CardSet, WIDEST};

/// The cards of a set that pass a test, as a set of the widest type.
pub(in crate::strategy) fn cards(deck: &Deck, among: CardSet, passes: impl Fn(&Card) -> bool) -> CardSet<WIDEST> {
    among.iter().filter(|&card| passes(deck.card(card))).collect()
}
