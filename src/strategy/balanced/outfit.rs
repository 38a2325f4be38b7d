//! The outfit: what to put on, what has to make way for it, what to cheat with.

use super::Thought;
use crate::deck::Slot;
use crate::game::{Choice, Verb};
use crate::ids::{CardId, CardSet};

impl<const W: usize> Thought<'_, W> {
    /// The best idle Item is put on; before that, what stands in the way of one is turned sideways.
    pub(super) fn dressing(&self) -> Option<Choice> {
        let idle = self.fitting_items();
        let blocked = idle & self.view.taken_slots();
        let outdone = blocked.iter().find_map(|card| self.outdone_by(card));
        let unequip = outdone.map(|card| Choice::card(Verb::Unequip, card));
        unequip.or_else(|| self.best_worn(idle.without(blocked)))
    }

    /// Idle Items against which nothing stands but perhaps their slot.
    fn fitting_items(&self) -> CardSet<W> {
        let masks = &self.view.deck().masks;
        let mut idle = self.idle_items();
        if idle.meets(&masks.big) && !self.view.has_room_for_big() {
            idle = idle.without(self.view.hand() & masks.big);
        }
        self.view.usable_items(idle)
    }

    /// The one of these Items that does most good is put on.
    fn best_worn(&self, items: CardSet<W>) -> Option<Choice> {
        let mut best = (-1, None);
        for card in items {
            let wear = self.brain.worth.wear(card);
            best = if wear > best.0 { (wear, Some(card)) } else { best };
        }
        let verb = |card| if self.view.hand().contains(card) { Verb::Wear } else { Verb::Equip };
        best.1.map(|card| Choice::card(verb(card), card))
    }

    /// Items in hand or lying sideways.
    fn idle_items(&self) -> CardSet<W> {
        let masks = &self.view.deck().masks;
        let mine = self.view.hand() | self.view.table(self.me());
        (mine & masks.wearables).without(self.view.used())
    }

    /// What would have to make way for `idle`, if that gains strength: the least of what its slot holds.
    fn outdone_by(&self, idle: CardId) -> Option<CardId> {
        let deck = self.view.deck();
        let worn = (self.view.table(self.me()) & self.view.used()).without(self.view.cheated());
        let new = deck.card(idle);
        let held = worn & deck.masks.slots[new.slot? as usize];
        let least = held.iter().min_by_key(|&card| self.brain.worth.wear(card))?;
        let both_hands = new.slot == Some(Slot::Hand) && new.hands > deck.card(least).hands;
        let lost: i16 = if both_hands {
            held.iter().map(|card| self.brain.worth.wear(card)).sum()
        } else {
            self.brain.worth.wear(least)
        };
        let needed = deck.card(least).grants.extra_big > 0 && (new.big || self.view.character(self.me()).big > 1);
        (self.brain.worth.wear(idle) > lost && !needed).then_some(least)
    }

    /// An Item that does its user any good.
    pub(super) fn wearing(&self, card: CardId) -> i32 {
        match self.brain.worth.wear(card) {
            0.. => 100 + i32::from(self.brain.worth.wear(card)),
            _ => -1,
        }
    }

    /// A Cheat is for an Item that lies idle.
    pub(super) fn cheating(&self) -> i32 {
        let idle = self.idle_items().iter().map(|card| self.brain.worth.wear(card)).max().unwrap_or(0);
        if idle >= 8 { i32::from(idle) } else { -1 }
    }
}
