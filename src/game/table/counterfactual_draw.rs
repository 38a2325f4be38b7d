//! `CounterfactualDraw`: the same game with one drawn card swapped for another card.

use crate::deck::{Card, Deck};
use crate::ids::CardId;
use crate::random::{below, mix};

/// Exchanges one drawn card, just before it is drawn, with a card of the same pile that has another title.
///
/// Each of the other cards in the pile with another title is equally likely. The exchanged card stays in the pile and
/// may be drawn later.
#[derive(Clone, Copy, Debug)]
pub struct CounterfactualDraw<'d> {
    cards: &'d [Card],
    key: u64,
    /// Number of draws until the exchange, including the exchanged one; 0 if no exchange is left.
    wait: u32,
    partner: Option<CardId>,
}

impl<'d> CounterfactualDraw<'d> {
    /// Exchanges the `draw`th card drawn from now on, counted from 1. `key` selects the other card.
    pub fn new<S>(deck: &'d Deck<S>, draw: u32, key: u64) -> Self {
        CounterfactualDraw { cards: &deck.cards, key, wait: draw, partner: None }
    }

    /// Makes no exchange.
    pub fn none<S>(deck: &'d Deck<S>) -> Self {
        CounterfactualDraw::new(deck, 0, 0)
    }

    /// The card that was drawn instead; `None` before the draw, or if no card had another title.
    pub(crate) fn partner(&self) -> Option<CardId> {
        self.partner
    }

    /// The index in the pile of the card that is swapped with the top card, if this draw is the one to exchange. `pile` has the cards
    /// of the draw pile, top first.
    pub(crate) fn swap(&mut self, mut pile: impl Iterator<Item = CardId> + Clone) -> Option<u16> {
        let now = self.wait == 1;
        self.wait = self.wait.saturating_sub(1);
        if !now {
            return None;
        }
        let title = |card: CardId| self.cards[card.index()].title;
        let top = pile.next().map(title);
        let mut others = (1..).zip(pile).filter(|&(_, card)| Some(title(card)) != top);
        let count = others.clone().count();
        // A key of its own: the game after the exchange uses the same random numbers as before.
        let (place, partner) = others.nth(below(mix(self.key), count as u32) as usize)?;
        self.partner = Some(partner);
        Some(place)
    }
}
