//! Selling: a level for Items that are missed least.

use super::Thought;
use crate::game::{Choice, Verb};
use crate::ids::{CardId, CardSet};

impl<const W: usize> Thought<'_, W> {
    /// Items to sell for the next level, if the strength lost is bearable.
    pub(super) fn sale_plan(&self) -> Option<CardSet<W>> {
        if !self.options.iter().any(|option| matches!(option.verb, Verb::Sell | Verb::Pick)) {
            return None;
        }
        let deck = self.view.deck();
        let price = i32::from(deck.rules.gold_per_level);
        let bonus = i32::from(self.view.character(self.me()).grants.sale_bonus);
        let mut left = (self.view.hand() | self.view.table(self.me())) & deck.masks.items;
        let (mut plan, mut gold, mut loss) = (CardSet::EMPTY, bonus, 0);
        while gold < price {
            let card = self.least_missed(left)?;
            left.remove(card);
            plan.insert(card);
            gold += i32::from(deck.card(card).gold);
            loss += self.missed(card);
            if loss > 4 * self.weights.sale_loss {
                return None;
            }
        }
        Some(plan)
    }

    /// The Item with the least loss for its price.
    fn least_missed(&self, items: CardSet<W>) -> Option<CardId> {
        let deck = self.view.deck();
        let priced = items.iter().filter(|&card| deck.card(card).gold > 0);
        priced.min_by_key(|&card| 1000 * i32::from(self.missed(card)) / i32::from(deck.card(card).gold))
    }

    /// What is lost with an Item: all of its worth in use, part of it when it lies idle.
    fn missed(&self, card: CardId) -> i16 {
        let used = self.view.used().contains(card);
        let once = self.view.deck().card(card).once;
        match (used, once) {
            (true, _) => self.worth.wear(card).max(0),
            (false, true) => self.worth.keep(card).max(0) * 2 / 3,
            (false, false) => i16::from(self.view.could_use(card) && self.view.slot_free(card)) * self.worth.wear(card).max(0),
        }
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
