//! Selling: a level for Items that are missed least.

use super::{Thought, Worth};
use crate::game::{Choice, Verb};
use crate::ids::{CardId, CardSet};

/// What is lost with an Item that is needed: all of its worth in use, most of what a one-shot is worth.
pub(super) fn loss(worth: &Worth, card: CardId, once: bool) -> i16 {
    if once { worth.keep(card).max(0) * 2 / 3 } else { worth.wear(card).max(0) }
}

impl<const W: usize> Thought<'_, W> {
    /// A sale that brings a level for what can be spared.
    pub(super) fn selling(&self) -> Option<Choice> {
        (self.sale_is_bearable() && self.view.can_sell()).then_some(Choice::plain(Verb::Sell))
    }

    /// Whether Items enough for a level could be spared, none of them for less than what its loss may be.
    fn sale_is_bearable(&self) -> bool {
        let deck = self.view.deck();
        let price = u32::from(deck.rules.gold_per_level);
        let bonus = u32::from(self.view.character(self.me()).grants.sale_bonus);
        if bonus + self.view.gold() < price || !self.can_rise() {
            return false;
        }
        let items = (self.view.hand() | self.view.table(self.me())) & deck.masks.items;
        let spare = items & self.brain.spare.narrow();
        let gold = |card| u32::from(deck.card(card).gold);
        let spared: u32 = spare.iter().map(gold).sum();
        let idle = items.without(spare | self.view.used() | deck.masks.once);
        let at_most: u32 = idle.iter().map(gold).sum();
        bonus + spared + at_most >= price && {
            let unneeded: u32 = idle.iter().filter(|&card| !self.is_needed(card)).map(gold).sum();
            bonus + spared + unneeded >= price
        }
    }

    /// The Item with the least loss for its price.
    fn least_missed(&self, items: CardSet<W>) -> Option<CardId> {
        let deck = self.view.deck();
        let priced = items.iter().filter(|&card| deck.card(card).gold > 0);
        priced.min_by_key(|&card| 1000 * i32::from(self.missed(card)) / i32::from(deck.card(card).gold))
    }

    /// What is lost with an Item.
    fn missed(&self, card: CardId) -> i16 {
        if self.is_needed(card) { loss(&self.brain.worth, card, self.view.deck().card(card).once) } else { 0 }
    }

    /// Whether an Item does its owner any good: a one-shot, or one that is or could be in use.
    fn is_needed(&self, card: CardId) -> bool {
        self.view.used().contains(card)
            || self.view.deck().card(card).once
            || self.view.slot_free(card) && self.view.may_use(card)
    }

    /// Item by Item until a level is paid for.
    pub(super) fn sale(&self) -> Choice {
        if let Some(done) = self.options.iter().find(|option| option.verb == Verb::Done) {
            return *done;
        }
        let offered: CardSet<W> =
            self.options.iter().filter(|option| option.verb == Verb::Pick).map(|option| option.card).collect();
        match self.least_missed(offered) {
            Some(card) => Choice::card(Verb::Pick, card),
            None => Choice::plain(Verb::Abandon),
        }
    }
}
