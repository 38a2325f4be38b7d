//! `Taste`: what the worth of cards depends on besides their texts.

use std::collections::BTreeMap;

use crate::deck::Deck;
use crate::ids::CardId;

/// What the worth of cards depends on besides their texts.
#[derive(Clone, Copy, Debug, Default)]
pub struct Taste<'a> {
    /// Whether all operations of a use count, not only the first.
    pub whole_uses: bool,
    /// Whether cards are also worth what cards with such properties proved to be worth.
    pub proven: bool,
    /// Added worth of a card taken from a hand or a discard pile.
    pub taken: i16,
    /// Whether an Item in use is also worth what its lasting uses bring.
    pub lasting_uses: bool,
    /// Added worth of an identity in hand.
    pub identity: i16,
    /// Added worth of an enhancer in hand.
    pub enhancer: i16,
    /// Least added worth of a monster that the player could pay with.
    pub monster: i16,
    /// Least added worth of a card that brings a monster, if the player could pay with it.
    pub wandering: i16,
    /// Whether a card drawn by a use counts with its average worth, and strength below 0 for a side of choice as strength for the other
    /// side.
    pub by_position: bool,
    /// Added worth of each card that the player learned; empty if it learned nothing.
    pub learned: &'a [i32],
    /// Added worth of the cards of each selection, see [`Deck::selected`].
    pub added: Option<&'a BTreeMap<String, i16>>,
}

impl Taste<'_> {
    /// Least worth of each card that the player could pay with. `keep`: their worth in hand.
    pub(super) fn least_prices(&self, deck: &Deck, keep: &[i16]) -> Vec<i16> {
        let added = |card: CardId| match card {
            card if deck.masks.monsters.contains(card) => self.monster,
            card if deck.masks.wandering.contains(card) => self.wandering,
            _ => 0,
        };
        deck.masks.all.iter().map(|card| keep[card.index()].saturating_add(added(card))).collect()
    }

    /// Added worth of each card.
    pub(super) fn added(&self, deck: &Deck) -> Vec<i32> {
        let mut sums = self.learned.to_vec();
        sums.resize(deck.cards.len(), 0);
        for (selection, more) in self.added.into_iter().flatten() {
            deck.selected(selection).iter().for_each(|card| sums[card.index()] += i32::from(*more));
        }
        sums
    }
}
