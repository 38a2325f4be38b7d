//! Selling: a level for Items that are missed least.

use super::Thought;
use crate::game::{Choice, Verb};
use crate::ids::{CardId, CardSet};

impl<const W: usize> Thought<'_, W> {
    /// Whether a sale for the next level is on offer and the strength lost by it is bearable.
    pub(super) fn sale_pays(&self) -> bool {
        if !self.options.iter().any(|option| option.verb == Verb::Sell) {
            return false;
        }
        let deck = self.view.deck();
        let price = i32::from(deck.rules.gold_per_level);
        let bearable = i32::from(4 * self.weights.sale_loss);
        let items = (self.view.hand() | self.view.table(self.me())) & deck.masks.items;
        let mut gold = i32::from(self.view.character(self.me()).grants.sale_bonus);
        let mut costly = Ranking::default();
        for card in items {
            match (self.missed(card), deck.card(card).gold) {
                (_, 0) => {}
                (0, worth) => gold += i32::from(worth),
                (loss, worth) if i32::from(loss) <= bearable => costly.insert(loss, worth),
                _ => {}
            }
        }
        gold >= price || costly.loss_for(price - gold) <= bearable
    }

    /// The Item with the least loss for its price.
    fn least_missed(&self, items: CardSet<W>) -> Option<CardId> {
        let deck = self.view.deck();
        let priced = items.iter().filter(|&card| deck.card(card).gold > 0);
        priced.min_by_key(|&card| 1000 * i32::from(self.missed(card)) / i32::from(deck.card(card).gold))
    }

    /// What is lost with an Item: all of its worth in use, part of it when it lies idle.
    fn missed(&self, card: CardId) -> i16 {
        if self.view.used().contains(card) {
            self.worth.wear(card).max(0)
        } else if self.view.deck().card(card).once {
            self.worth.keep(card).max(0) * 2 / 3
        } else if self.view.slot_free(card) && self.view.could_use(card) {
            self.worth.wear(card).max(0)
        } else {
            0
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

/// Items by loss for their price, the least first.
#[derive(Default)]
struct Ranking {
    len: usize,
    entries: [(i32, i16, u16); 24],
}

impl Ranking {
    fn insert(&mut self, loss: i16, gold: u16) {
        let key = 1000 * i32::from(loss) / i32::from(gold);
        let mut place = self.len.min(self.entries.len() - 1);
        self.len = (self.len + 1).min(self.entries.len());
        while place > 0 && self.entries[place - 1].0 > key {
            self.entries[place] = self.entries[place - 1];
            place -= 1;
        }
        self.entries[place] = (key, loss, gold);
    }

    /// What is lost by selling for at least `gold`, the least missed first.
    fn loss_for(&self, mut gold: i32) -> i32 {
        let mut lost = 0;
        for (_, loss, worth) in &self.entries[..self.len] {
            if gold <= 0 {
                break;
            }
            lost += i32::from(*loss);
            gold -= i32::from(*worth);
        }
        if gold > 0 { i32::MAX } else { lost }
    }
}
