//! The outfit: Items to put on, Items to replace, and Items for Cheats.

use super::best::best_of;
use super::thought::Thought;
use crate::deck::compiled::{Grants, Reads, Whom};
use crate::deck::language::Load;
use crate::deck::{Deck, Slot};
use crate::game::{Choice, Verb};
use crate::ids::{CardId, CardSet, Seat, WIDEST};
use crate::strategy::worth::cards;

/// Worth of a point of strength.
pub(super) const STRENGTH: i16 = 4;

/// Cards whose strength out of combat depends on more than the cards in play and the character of their player.
pub(super) fn shifting(deck: &Deck) -> CardSet<WIDEST> {
    use Reads::{Curses, Disadvantages, Fight, Gender, Level, Matching, Nothing, Traits};
    let shifts = |whom, reads| match reads {
        Nothing | Traits(_) | Disadvantages(_) | Curses | Level | Gender | Matching(_) => whom == Whom::Other,
        // A change of equipment asks out of combat.
        Fight => false,
        _ => true,
    };
    cards(deck, deck.masks.all, |card| {
        deck.adds(card.strength).iter().any(|adds| deck.modifier_reads_any(adds, shifts))
    })
}

impl<const W: usize> Thought<'_, W> {
    /// Puts on the best idle Item of these. If another Item occupies its slot, turns that one sideways first.
    pub(super) fn dressing(&self, cards: CardSet<W>) -> Option<Choice> {
        let big = self.view.hand() & self.view.deck().masks.big;
        let too_big = big.only_if(!self.view.has_room_for_big());
        let outfit = self.view.usable_items((cards & self.idle_items()).without(too_big));
        if outfit.is_empty() { None } else { self.dressing_in(outfit) }
    }

    /// Like `dressing`, for Items that the player can carry and use once their slot is free.
    fn dressing_in(&self, outfit: CardSet<W>) -> Option<Choice> {
        let taken = self.view.taken_slots();
        let blocked = outfit & taken;
        if !blocked.is_empty() {
            let worn = self.items_in_slots(self.me());
            // The slot is freed first; the better Item is put on at the next question.
            if let Some(outdone) = blocked.iter().find_map(|card| self.outdone_by(card, worn)) {
                return Some(Choice::card(Verb::Unequip, outdone));
            }
        }
        let best = best_of(outfit.without(taken), -1, |card| self.fitness(card));
        let verb = |card| if self.view.hand().contains(card) { Verb::Wear } else { Verb::Equip };
        best.map(|card| Choice::card(verb(card), card))
    }

    /// The score of an Item to put on.
    fn fitness(&self, card: CardId) -> i32 {
        let wear = i32::from(self.brain.worth.wear(card));
        if wear < 0 || !self.brain.weights.by_position { wear } else { self.outfit_gain(card, CardSet::EMPTY).0 }
    }

    /// What it brings to put on an Item in place of others: their worth with the strength that they add now in place of their usual one, and
    /// that strength.
    fn outfit_gain(&self, new: CardId, old: CardSet<W>) -> (i32, i16) {
        let deck = self.view.deck();
        let unusual = |card: CardId| {
            i32::from(self.brain.worth.wear(card)) - i32::from(STRENGTH) * i32::from(deck.card(card).steady_strength)
        };
        let more = self.view.strength_wearing(new, old) - self.view.strength(self.me());
        (i32::from(STRENGTH) * i32::from(more) + unusual(new) - old.iter().map(unusual).sum::<i32>(), more)
    }

    /// Has a companion carry the best of these Items for which the player has no room, or an enhancer from hand.
    #[inline(never)]
    pub(super) fn loading(&self, cards: CardSet<W>) -> Option<Choice> {
        let deck = self.view.deck();
        let companions = self.view.table(self.me()) & deck.masks.carriers;
        let (mut for_items, mut for_enhancers) = (self.meant_for(companions), CardSet::EMPTY);
        for load in companions.iter().filter_map(|companion| self.view.free_load(companion)) {
            match load {
                Load::Item => for_items = deck.masks.items,
                Load::Enhancer => for_enhancers = deck.masks.enhancers,
            }
        }
        if for_items.is_empty() && for_enhancers.is_empty() {
            return None;
        }
        let too_big = deck.masks.big.only_if(!self.view.has_room_for_big());
        let items = self.view.usable_items(cards & for_items & self.idle_items()) & (self.view.taken_slots() | too_big);
        let enhancers = (cards & self.view.hand() & for_enhancers).filter(|card| deck.card(card).bonus > 0);
        let worth = |card: CardId| i32::from(self.brain.worth.wear(card)).max(i32::from(deck.card(card).bonus));
        let best = best_of(items | enhancers, 0, worth);
        best.map(|card| Choice::card(Verb::Load, card))
    }

    /// Items that say that they may be given to one of these companions.
    fn meant_for(&self, companions: CardSet<W>) -> CardSet<W> {
        let given = self.view.deck().given.iter().filter(|(_, to)| to.meets(&companions));
        given.map(|&(card, _)| card).collect()
    }

    /// Items in hand or carried.
    fn idle_items(&self) -> CardSet<W> {
        let masks = &self.view.deck().masks;
        let mine = self.view.hand() | self.view.table(self.me());
        (mine & masks.wearables).without(self.view.used())
    }

    /// The weakest of the player's `worn` Items in the slot of `idle`, if replacing it gains strength. An Item that lets
    /// the player carry a Big one stays: without it, the others would be put on again.
    fn outdone_by(&self, idle: CardId, worn: CardSet<W>) -> Option<CardId> {
        let (displaced, lost) = self.displaced_by(self.me(), idle, worn)?;
        let deck = self.view.deck();
        let big = deck.card(idle).big || self.view.character(self.me()).big > 1;
        let needed = big && displaced.iter().any(|card| deck.card(card).grants.extra_big > 0);
        let least = || displaced.iter().min_by_key(|&card| self.brain.worth.wear(card));
        if !self.brain.weights.by_position {
            return if self.brain.worth.wear(idle) > lost && !needed { least() } else { None };
        }
        let (gain, more) = self.outfit_gain(idle, displaced);
        if more >= 0 && gain > 0 && !needed { least() } else { None }
    }

    /// The Items of a player that take up slots.
    pub(super) fn items_in_slots(&self, seat: Seat) -> CardSet<W> {
        (self.view.table(seat) & self.view.used()).without(self.view.cheated() | self.view.borne(seat))
    }

    /// The `worn` Items that a player must put away for a new one, and their worth.
    pub(super) fn displaced_by(&self, seat: Seat, new: CardId, worn: CardSet<W>) -> Option<(CardSet<W>, i16)> {
        let deck = self.view.deck();
        let new = deck.card(new);
        let held = worn & deck.masks.slots[new.slot? as usize];
        let worth = |card: CardId| self.brain.worth.wear(card);
        let least = held.iter().min_by_key(|&card| worth(card))?;
        let grip = self.view.character(seat).grants.has(Grants::SURE_GRIP);
        // An Item for two hands displaces all Items for one, unless a grip lets it do with one.
        let both_hands = !grip && new.slot == Some(Slot::Hand) && new.hands > deck.card(least).hands;
        let displaced = if both_hands { held } else { CardSet::one(least) };
        Some((displaced, displaced.iter().map(worth).sum()))
    }

    /// The score of an Item to wear; negative if it does not help.
    pub(super) fn wearing(&self, card: CardId) -> i32 {
        match self.brain.worth.wear(card) {
            0.. => 100 + i32::from(self.brain.worth.wear(card)),
            _ => -1,
        }
    }

    /// The score of a Cheat for the best unused Item.
    pub(super) fn cheating(&self) -> i32 {
        let idle = self.idle_items().iter().map(|card| self.brain.worth.wear(card)).max().unwrap_or(0);
        if idle >= 8 { i32::from(idle) } else { -1 }
    }
}
