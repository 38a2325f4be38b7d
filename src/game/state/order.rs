//! `PileOrder`: the card at each index of the two decks, ten bits per index.

#[cfg(debug_assertions)]
use std::ops::Range;

use crate::ids::{CardId, CardSet};

/// The stored order of both decks. Ten bits can name any card of the widest deck.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::game) struct PileOrder<const W: usize> {
    low: [[u8; 64]; W],
    // Two bits for each of 64 cards.
    high: [[u8; 16]; W],
}

impl<const W: usize> Default for PileOrder<W> {
    fn default() -> Self {
        PileOrder { low: [[0; 64]; W], high: [[0; 16]; W] }
    }
}

impl<const W: usize> PileOrder<W> {
    /// Whether eight bits can name every card.
    // A constant: the tables of one set have no code for the high bits.
    const SMALL: bool = CardSet::<W>::CAPACITY <= 256;

    /// The card at an index.
    #[inline]
    pub(in crate::game) fn at(&self, place: u16) -> CardId {
        let place = usize::from(place);
        let low = self.low[place / 64][place % 64];
        if Self::SMALL {
            return CardId(u16::from(low));
        }
        let high = self.high[place / 64][place % 64 / 4] >> (2 * (place % 4)) & 3;
        CardId(u16::from(low) | u16::from(high) << 8)
    }

    /// Whether another order has the same cards at some indices.
    #[cfg(debug_assertions)]
    pub(in crate::game) fn agrees(&self, other: &Self, places: Range<u16>) -> bool {
        let low = usize::from(places.start)..usize::from(places.end);
        self.low.as_flattened()[low.clone()] == other.low.as_flattened()[low]
            && (Self::SMALL || self.high == other.high || places.clone().all(|place| self.at(place) == other.at(place)))
    }

    /// Stores cards at consecutive indices, from `start` on.
    pub(in crate::game) fn lay(&mut self, start: u16, cards: impl Iterator<Item = CardId>) {
        if Self::SMALL {
            let places = &mut self.low.as_flattened_mut()[usize::from(start)..];
            places.iter_mut().zip(cards).for_each(|(place, card)| *place = card.0 as u8);
        } else {
            (start..).zip(cards).for_each(|(place, card)| self.put(place, card));
        }
    }

    /// Stores a card at an index.
    #[inline]
    pub(in crate::game) fn put(&mut self, place: u16, card: CardId) {
        let place = usize::from(place);
        self.low.as_flattened_mut()[place] = card.0 as u8;
        if Self::SMALL {
            return;
        }
        let high = &mut self.high.as_flattened_mut()[place / 4];
        let shift = 2 * (place % 4);
        *high = *high & !(3 << shift) | ((card.0 >> 8) as u8) << shift;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_card_fits_every_place() {
        let mut order = PileOrder::<16>::default();
        for place in 0..1024 {
            order.put(place, CardId(1023 - place));
        }
        order.put(513, CardId(7));
        assert!((0..1024).all(|place| order.at(place).0 == if place == 513 { 7 } else { 1023 - place }));
    }
}
