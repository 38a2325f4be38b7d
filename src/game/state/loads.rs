//! Loads: the cards that companions carry.

use crate::deck::Deck;
use crate::deck::language::Load;
use crate::deck::rules::CarriedItems;
use crate::game::Game;
use crate::ids::{CardId, CardSet, Seat};

/// The card that each companion carries, in the order of `Deck::carriers`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::game) struct Loads<const W: usize>([[CardId; 4]; W]);

impl<const W: usize> Loads<W> {
    /// No companion carries a card.
    pub(in crate::game) const NONE: Self = Loads([[CardId::NONE; 4]; W]);

    /// All cards that companions carry.
    #[inline]
    pub(in crate::game) fn cards(&self) -> CardSet<W> {
        if *self == Loads::NONE { CardSet::EMPTY } else { self.carried() }
    }

    #[inline(never)]
    fn carried(&self) -> CardSet<W> {
        self.0.as_flattened().iter().copied().filter(|card| card.is_some()).collect()
    }

    /// Whether a companion carries a card.
    #[inline]
    fn hold(&self, card: CardId) -> bool {
        *self != Loads::NONE && self.0.as_flattened().contains(&card)
    }

    /// The companions that carry a card, each with that card.
    pub(in crate::game) fn pairs<'a>(&'a self, deck: &'a Deck<W>) -> impl Iterator<Item = (CardId, CardId)> + 'a {
        let pairs = deck.carriers.iter().zip(self.0.as_flattened());
        pairs.filter(|(_, card)| card.is_some()).map(|(&(bearer, _), &card)| (bearer, card))
    }

    /// What a companion may carry; `None` if it carries a card already.
    #[inline]
    pub(in crate::game) fn free(&self, deck: &Deck<W>, bearer: CardId) -> Option<Load> {
        let place = deck.carriers.iter().position(|&(carrier, _)| carrier == bearer)?;
        (!self.0.as_flattened()[place].is_some()).then_some(deck.carriers[place].1)
    }

    /// The card that a companion carries.
    pub(in crate::game) fn of(&self, deck: &Deck<W>, bearer: CardId) -> Option<CardId> {
        self.pairs(deck).find(|pair| pair.0 == bearer).map(|(_, card)| card)
    }

    /// The companion that carries a card.
    pub(in crate::game) fn bearer(&self, deck: &Deck<W>, card: CardId) -> Option<CardId> {
        self.pairs(deck).find(|pair| pair.1 == card).map(|(bearer, _)| bearer)
    }

    /// A companion carries this card from now on, or none.
    pub(in crate::game) fn put(&mut self, deck: &Deck<W>, bearer: CardId, card: CardId) {
        let place = deck.carriers.iter().position(|&(carrier, _)| carrier == bearer);
        if let Some(place) = place {
            self.0.as_flattened_mut()[place] = card;
        }
    }
}

impl<const W: usize> Game<W> {
    /// ally-08: the cards in play of a player that its companions carry.
    #[inline]
    pub(in crate::game) fn borne(&self, seat: Seat) -> CardSet<W> {
        self.loads.cards() & self.tables[seat]
    }

    /// H-06: the Items in play of a player that count against no limit because companions carry them, if the rules say so.
    #[inline]
    pub(in crate::game) fn exempt_loads(&self, deck: &Deck<W>, seat: Seat) -> CardSet<W> {
        if deck.rules.carried_items == CarriedItems::Exempt { self.borne(seat) } else { CardSet::EMPTY }
    }

    /// Whether a companion carries an Item in play.
    #[inline]
    pub(in crate::game) fn is_borne(&self, card: CardId) -> bool {
        self.loads.hold(card)
    }

    /// item-09, H-06: whether an Item in play does not count against the limits of slots, hands and Big Items.
    #[inline]
    pub(in crate::game) fn is_exempt(&self, deck: &Deck<W>, card: CardId) -> bool {
        let exempt = !deck.carriers.is_empty() && deck.rules.carried_items == CarriedItems::Exempt;
        self.cheated.contains(card) || exempt && self.is_borne(card)
    }
}
