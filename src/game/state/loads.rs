//! Loads: the cards that companions carry.

use crate::deck::Deck;
use crate::deck::language::Load;
use crate::ids::{CardId, CardSet};

/// The companions that carry cards: the first `count` entries are a companion and a card that it carries.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::game) struct Loads<const W: usize> {
    count: u8,
    // `4 * W` entries, one for every 16 cards of a full deck; the compiler of decks checks that all companions fit.
    pairs: [[(CardId, CardId); 4]; W],
}

impl<const W: usize> Loads<W> {
    /// No companion carries a card.
    pub(in crate::game) const NONE: Self = Loads { count: 0, pairs: [[(CardId::NONE, CardId::NONE); 4]; W] };

    /// The companions that carry a card, each with that card.
    #[inline]
    pub(in crate::game) fn pairs(&self) -> &[(CardId, CardId)] {
        &self.pairs.as_flattened()[..usize::from(self.count)]
    }

    /// All cards that companions carry.
    #[inline]
    pub(in crate::game) fn cards(&self) -> CardSet<W> {
        if self.count == 0 { CardSet::EMPTY } else { self.carried() }
    }

    #[inline(never)]
    fn carried(&self) -> CardSet<W> {
        self.pairs().iter().map(|&(_, card)| card).collect()
    }

    /// The cards that a companion carries.
    pub(in crate::game) fn of(&self, bearer: CardId) -> CardSet<W> {
        self.pairs().iter().filter(|pair| pair.0 == bearer).map(|&(_, card)| card).collect()
    }

    /// The companion that carries a card.
    pub(in crate::game) fn bearer(&self, card: CardId) -> Option<CardId> {
        self.pairs().iter().find(|pair| pair.1 == card).map(|&(bearer, _)| bearer)
    }

    /// What a companion may carry by its kind; `None` if it carries such a card already.
    #[inline]
    pub(in crate::game) fn free(&self, deck: &Deck<CardSet<W>>, bearer: CardId) -> Option<Load> {
        let (_, load) = *deck.carriers.iter().find(|&&(carrier, _)| carrier == bearer)?;
        self.of(bearer).iter().all(|card| deck.is_meant_for(card, bearer)).then_some(load)
    }

    /// A companion carries this card from now on.
    pub(in crate::game) fn add(&mut self, bearer: CardId, card: CardId) {
        self.pairs.as_flattened_mut()[usize::from(self.count)] = (bearer, card);
        self.count += 1;
    }

    /// No companion carries this card any longer.
    pub(in crate::game) fn remove(&mut self, card: CardId) {
        if let Some(place) = self.pairs().iter().position(|pair| pair.1 == card) {
            self.count -= 1;
            let (pairs, last) = (self.pairs.as_flattened_mut(), usize::from(self.count));
            pairs[place] = pairs[last];
            // Equal games must be equal in the free places too.
            pairs[last] = (CardId::NONE, CardId::NONE);
        }
    }
}
