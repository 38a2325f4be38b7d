//! Trades: Items that are worth more to another player.

use super::thought::Thought;
use crate::game::{Choice, Menu, Moment, Verb};
use crate::ids::{CardId, CardSet, Seat};

/// Maximum number of offers per turn.
const OFFERS: u8 = 2;

/// The exchange of two Items.
#[derive(Clone, Copy)]
struct Exchange {
    mine: CardId,
    theirs: CardId,
    with: Seat,
}

impl<const W: usize> Thought<'_, W> {
    /// Opens a trade from which both players gain.
    pub(super) fn trading(&self, moment: Moment) -> Option<Choice> {
        let trade = Choice::plain(Verb::Trade);
        let offers = self.brain.weights.trade_gain > 0
            && self.view.offers() < OFFERS
            && !self.leads(self.me())
            && self.exchange().is_some();
        (offers && self.view.is_open(moment, trade)).then_some(trade)
    }

    /// Chooses the partner of the best exchange.
    pub(super) fn trade_with(&self, menu: &Menu<W>) -> Choice {
        let with = self.exchange().map(|exchange| exchange.with).filter(|seat| menu.players().contains(*seat));
        with.map_or_else(|| super::pick::first(menu), |seat| menu.number(seat.0))
    }

    /// Picks the two Items of the exchange.
    pub(super) fn trade_terms(&self, menu: &Menu<W>) -> Choice {
        if menu.says(Verb::Done) {
            return Choice::plain(Verb::Done);
        }
        let cards = self.exchange().map(|exchange| [exchange.mine, exchange.theirs]);
        let next = cards.and_then(|cards| cards.into_iter().find(|card| menu.offered().contains(*card)));
        next.map_or(Choice::plain(Verb::Abandon), |card| menu.card(card))
    }

    /// Accepts a trade whose Items improve its outfit by more than it gives, unless the partner is about to win.
    pub(super) fn trade_reply(&self) -> Choice {
        let picked = self.view.picked();
        let table = self.view.table(self.me());
        let (given, taken) = (picked & table, picked.without(table));
        let gains = if self.brain.weights.trade_gain == 0 {
            let worth = |cards: CardSet<W>| cards.iter().map(|card| self.brain.worth.keep(card)).sum::<i16>();
            worth(taken) > worth(given)
        } else {
            self.gain(taken, given) >= self.brain.weights.trade_gain.into() && !self.leads(self.view.active())
        };
        Choice::plain(if gains { Verb::Accept } else { Verb::Refuse })
    }

    /// What the player gains by these cards for those: of the Items that improve its outfit, only the best counts.
    fn gain(&self, taken: CardSet<W>, given: CardSet<W>) -> i32 {
        let beside = |cards: CardSet<W>| cards.iter().map(|card| i32::from(self.beside_its_use(card))).sum::<i32>();
        let worn = (given & self.view.used()).iter().map(|card| i32::from(self.brain.worth.wear(card).max(0)));
        let won = taken.iter().map(|card| self.improvement(self.me(), card)).max().unwrap_or(0);
        i32::from(won) - worn.sum::<i32>() + beside(taken) - beside(given)
    }

    /// The worth of an Item to a player who does not wear it: as a one-shot, or its price.
    fn beside_its_use(&self, card: CardId) -> i16 {
        let deck = self.view.deck();
        let price = (deck.card(card).gold / 100) as i16;
        if deck.masks.wearables.contains(card) { price } else { self.brain.worth.keep(card) }
    }

    /// The exchange with the largest gain for this player from which the partner gains too.
    fn exchange(&self) -> Option<Exchange> {
        let (me, mine) = (self.me(), self.surplus(self.me()));
        if mine.is_empty() {
            return None;
        }
        let least = self.brain.weights.trade_gain;
        // One below the least gain, because `best_of` and this loop ask for more than the mark.
        let mut best = (least - 1, None);
        for with in self.view.living().without(me).iter().filter(|seat| !self.leads(*seat)) {
            let price = |card| self.beside_its_use(card);
            // Both sides must be able to use what they receive.
            let gain = |seat, taken, given| match self.improvement(seat, taken) {
                0 => -1,
                improvement => improvement + price(taken) - price(given),
            };
            for theirs in self.surplus(with).filter(|theirs| self.improvement(me, theirs) > 0) {
                for mine in mine.iter().filter(|&mine| gain(with, mine, theirs) >= least) {
                    let gain = gain(me, theirs, mine);
                    if gain > best.0 {
                        best = (gain, Some(Exchange { mine, theirs, with }));
                    }
                }
            }
        }
        best.1
    }

    /// Whether a rival is so close to the win that it gets no help.
    fn leads(&self, seat: Seat) -> bool {
        self.view.level(seat) >= self.brain.weights.hinder_level
    }

    /// Items that a player has in play without using them.
    fn surplus(&self, seat: Seat) -> CardSet<W> {
        let masks = &self.view.deck().masks;
        // Only Items in play are traded (trade-01), and Big ones may not fit the other side.
        (self.view.table(seat) & masks.tradeable & masks.wearables).without(self.view.used() | masks.big)
    }

    /// The worth that an Item adds to a player's Items in use.
    pub(super) fn improvement(&self, seat: Seat, card: CardId) -> i16 {
        if !self.view.may_use(seat, card) {
            return 0;
        }
        let wear = self.brain.worth.wear(card);
        let gain = if self.view.taken_slots_of(seat).contains(card) {
            self.displaced_by(seat, card, self.items_in_slots(seat)).map_or(0, |(_, lost)| wear - lost)
        } else {
            wear
        };
        gain.max(0)
    }
}
