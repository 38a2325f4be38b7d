//! Items: who may use them, put them on and carry them.

use super::Position;
use crate::deck::Slot;
use crate::deck::compiled::{FilterRef, Grants};
use crate::ids::{CardId, CardSet, Seat};

impl<const W: usize> Position<'_, W> {
    /// item-10: whether the restricted Items that count are still exactly those that the character may use.
    pub(in crate::game) fn restrictions_stand(self, seat: Seat) -> bool {
        let game = self.game;
        let masks = &self.deck.masks;
        let restricted = (game.tables[seat] & game.used & masks.restricted & masks.wearables).without(game.cheated);
        // Equal sets mean that no Item starts or stops counting, so the sums over Items need no recount.
        restricted & game.active_cards == self.usable_items(seat, restricted)
    }

    /// item-10: the given Items that the character may use.
    #[inline(always)]
    pub(in crate::game) fn usable_items(self, seat: Seat, items: CardSet<W>) -> CardSet<W> {
        let open = items.without(self.game.barred[seat]);
        if open.meets(&self.deck.rights.others) { self.tested_items(seat, open) } else { open }
    }

    #[inline(never)]
    fn tested_items(self, seat: Seat, mut items: CardSet<W>) -> CardSet<W> {
        for card in items & self.deck.rights.others {
            if !self.may_use(seat, card) {
                items.remove(card);
            }
        }
        items
    }

    /// item-10: whether the character may use an Item.
    pub(in crate::game) fn may_use(self, seat: Seat, card: CardId) -> bool {
        !(self.game.barred[seat].contains(card) && self.deck.masks.items.contains(card))
            && (!self.deck.rights.others.contains(card)
                || self.holds_beside(self.deck.card(card).usable_by, seat, seat, card))
    }

    /// item-08: whether the slot that an Item needs is free.
    pub(in crate::game) fn slot_free(self, seat: Seat, card: CardId) -> bool {
        !self.taken_slots(seat).contains(card)
    }

    /// item-08: Items whose slot is not free.
    #[inline]
    pub(in crate::game) fn taken_slots(self, seat: Seat) -> CardSet<W> {
        let (masks, sums) = (&self.deck.masks, &self.game.seats[seat]);
        // More hands than there are may be in use until the excess is settled. No Item needs more than two hands.
        let free = self.hands(seat).saturating_sub(sums.hands).min(2);
        let enough = if sums.grants.has(Grants::SURE_GRIP) { self.hands_by_grip(seat) } else { free };
        // The high half has the taken slots. Its three lowest bits are armor, headgear and footgear; hands are counted
        // instead.
        let taken = sums.slots >> 4 & 7;
        let full = if self.deck.slot_rooms.is_empty() { taken } else { taken & self.full_slots(seat) };
        masks.unwearable[usize::from(enough)][usize::from(full)]
    }

    /// item-08: the slots without room for one more Item, for a player whose cards may give further room.
    #[inline(never)]
    fn full_slots(self, seat: Seat) -> u8 {
        let full = |slot: usize| u8::from(self.slot_items(seat, slot).len() >= self.slot_room(seat, slot)) << slot;
        (0..3).map(full).sum()
    }

    /// item-08: the number of Items of a slot, other than hands, that a player may have in use.
    pub(in crate::game) fn slot_room(self, seat: Seat, slot: usize) -> usize {
        let givers = self.game.tables[seat] & self.game.active_cards & self.deck.masks.slot_givers;
        let gives = self.deck.slot_rooms.iter().filter(|(card, of)| *of as usize == slot && givers.contains(*card));
        1 + gives.count()
    }

    /// item-08, item-09: the Items in use that take up a slot.
    fn slot_items(self, seat: Seat, slot: usize) -> CardSet<W> {
        let game = self.game;
        let worn = game.tables[seat] & game.used & self.deck.masks.slots[slot];
        worn.without(game.cheated | game.exempt_loads(self.deck, seat))
    }

    /// item-08: the Items of the first slot that holds more of them than it may.
    #[inline]
    pub(in crate::game) fn crowded_slot(self, seat: Seat) -> CardSet<W> {
        if self.deck.slot_rooms.is_empty() { CardSet::EMPTY } else { self.items_of_crowded_slot(seat) }
    }

    #[inline(never)]
    fn items_of_crowded_slot(self, seat: Seat) -> CardSet<W> {
        let crowded = |slot: &usize| self.slot_items(seat, *slot).len() > self.slot_room(seat, *slot);
        (0..3).find(crowded).map_or(CardSet::EMPTY, |slot| self.slot_items(seat, slot))
    }

    /// item-08: the number of hands; never negative.
    #[inline]
    fn hands(self, seat: Seat) -> u8 {
        (2 + self.game.seats[seat].grants.extra_hands).max(0) as u8
    }

    /// item-08: the number of free hands of a player with `sure_grip`, who can hold any Item in one hand: 2 if a hand is free, otherwise 0.
    #[inline(never)]
    fn hands_by_grip(self, seat: Seat) -> u8 {
        let has_free = self.hands_gripped(seat) < self.hands(seat);
        // With the grip an Item for two hands needs one, so one free hand is as good as two.
        u8::from(has_free) * 2
    }

    /// item-08: the number of hands that hold no Item.
    pub(in crate::game) fn free_hands(self, seat: Seat) -> u8 {
        let sums = &self.game.seats[seat];
        let used = if sums.grants.has(Grants::SURE_GRIP) { self.hands_gripped(seat) } else { sums.hands };
        self.hands(seat).saturating_sub(used)
    }

    /// The number of hands in use if each Item needs only one.
    fn hands_gripped(self, seat: Seat) -> u8 {
        // Items that do not fit although one hand and all other slots are free: those for two hands.
        let (game, two_handed) = (self.game, self.deck.masks.unwearable[1][0]);
        let held = game.tables[seat] & game.used & two_handed;
        let second_hands = held.without(game.cheated | game.exempt_loads(self.deck, seat)).len() as u8;
        game.seats[seat].hands - second_hands
    }

    /// item-08: the Items of which one must be turned sideways if too many hands, or too many Items of a slot, are in use.
    pub(in crate::game) fn excess_items(self, seat: Seat) -> CardSet<W> {
        let crowded = self.crowded_slot(seat);
        if self.has_excess_hands(seat) || crowded.is_empty() {
            let held = self.game.tables[seat] & self.game.used & self.deck.masks.slots[Slot::Hand as usize];
            held.without(self.game.cheated | self.game.exempt_loads(self.deck, seat))
        } else {
            crowded
        }
    }

    /// item-08: whether more hands are in use than there are.
    #[inline]
    pub(in crate::game) fn has_excess_hands(self, seat: Seat) -> bool {
        let sums = &self.game.seats[seat];
        let limit = self.hands(seat);
        sums.hands > limit && (!sums.grants.has(Grants::SURE_GRIP) || self.hands_gripped(seat) > limit)
    }

    /// item-02, item-09, item-10: whether an Item could be in use. A Cheat on the Item overrides slots and restrictions.
    pub(in crate::game) fn can_use_item(self, seat: Seat, card: CardId) -> bool {
        let info = self.deck.card(card);
        let fits = || self.slot_free(seat, card) && self.may_use(seat, card);
        !info.once && (self.game.cheated.contains(card) || fits())
    }

    /// item-02, item-03: whether an Item from hand could be put on.
    pub(in crate::game) fn can_wear(self, seat: Seat, card: CardId) -> bool {
        self.can_carry(seat, card) && self.can_use_item(seat, card)
    }

    /// item-03, item-04: whether an Item could be carried.
    pub(in crate::game) fn can_carry(self, seat: Seat, card: CardId) -> bool {
        !self.deck.card(card).big || self.has_room_for_big(seat)
    }

    /// Cards of one player that another player could take: Items to carry, and cards of a character for which there is
    /// room, or which may replace another one. The effect cannot touch the `spared` cards.
    pub(in crate::game) fn takeable(
        self,
        taker: Seat,
        from: Seat,
        filter: FilterRef,
        spared: CardSet<W>,
    ) -> CardSet<W> {
        let cards = self.items_except(from, filter, spared);
        let items = cards & self.deck.masks.items;
        let items = items.filter(|card| self.can_carry(taker, card));
        items | (cards & self.deck.masks.traits).filter(|card| self.trait_fits(taker, card))
    }

    /// item-03, item-04, item-07: whether one more Big Item could be carried.
    #[inline]
    pub(in crate::game) fn has_room_for_big(self, seat: Seat) -> bool {
        i16::from(self.game.seats[seat].big) < self.big_limit(seat)
    }

    /// item-03, item-04: how many Big Items a player may carry; never negative.
    #[inline]
    pub(in crate::game) fn big_limit(self, seat: Seat) -> i16 {
        match *self.deck.rules.big_limit {
            // No deck has so many cards, so callers need no case for "no limit".
            0 => i16::MAX,
            limit => (i16::from(limit) + i16::from(self.game.seats[seat].grants.extra_big)).max(0),
        }
    }
}
