//! The outfit: what to put on, what has to make way for it, what to cheat with.

use super::Thought;
use crate::deck::Slot;
use crate::game::{Choice, Verb};
use crate::ids::{CardId, CardSet};

impl<const W: usize> Thought<'_, W> {
    /// The best idle Item of these is put on; before that, what stands in the way of one is turned sideways.
    pub(super) fn dressing(&self, cards: CardSet<W>) -> Option<Choice> {
        let masks = &self.view.deck().masks;
        let too_big = (self.view.hand() & masks.big).only_if(!self.view.has_room_for_big());
        let idle = (cards & self.idle_items()).without(too_big);
        let taken = self.view.taken_slots();
        let mut best = (-1, None);
        for card in self.view.usable_items(idle) {
            if taken.contains(card) {
                if let Some(outdone) = self.outdone_by(card) {
                    return Some(Choice::card(Verb::Unequip, outdone));
                }
            } else if self.brain.worth.wear(card) > best.0 {
                best = (self.brain.worth.wear(card), Some(card));
            }
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
