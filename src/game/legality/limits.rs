//! Limits on the cards that a player has in play.

use super::Position;
use crate::deck::Slot;
use crate::deck::compiled::Group;
use crate::ids::{CardSet, Seat};

impl<const W: usize> Position<'_, W> {
    /// Whether a player's cards in play exceed a limit.
    #[inline]
    pub(in crate::game) fn over_limits(self, seat: Seat) -> bool {
        let sums = &self.game.seats[seat];
        sums.ranks > sums.level
            || self.overburdened(seat)
            // A single card exceeds no slot. This spares most players the search through the slots.
            || self.slotted(seat).holds_several() && !self.excess_identities(seat).is_empty()
    }

    /// The limit that a player exceeds, and the cards that count against it.
    pub(in crate::game) fn exceeded(self, seat: Seat) -> Option<(&'static str, CardSet<W>)> {
        // In the order in which `settle_seat` settles them.
        let (sums, table) = (&self.game.seats[seat], self.game.tables[seat]);
        let excess = self.excess_identities(seat);
        if sums.ranks > sums.level {
            Some(("Ranks above the Level", table & self.deck.masks.powers))
        } else if !excess.is_empty() {
            Some(("more cards than their slot holds", excess))
        } else if i16::from(sums.big) > self.big_limit(seat) {
            Some(("more Big Items than can be carried", self.counted_big(seat)))
        } else if self.has_excess_hands(seat) {
            Some((
                "more hands in use than there are",
                table & self.game.used & self.deck.masks.slots[Slot::Hand as usize],
            ))
        } else {
            let crowded = self.crowded_slot(seat);
            (!crowded.is_empty()).then_some(("more Items in a slot than it holds", crowded))
        }
    }

    /// Whether a player carries more Big Items, or has more hands or slots in use, than its limits allow.
    #[inline]
    pub(in crate::game) fn overburdened(self, seat: Seat) -> bool {
        let sums = &self.game.seats[seat];
        (i16::from(sums.big) > self.big_limit(seat)) | self.has_excess_hands(seat) | !self.crowded_slot(seat).is_empty()
    }

    /// identity-05, identity-06, ally-02, style-02, style-04, G-01: the number of cards of a slot that a player may have in play.
    #[inline]
    pub(in crate::game) fn room(self, seat: Seat, group: &Group<CardSet<W>>) -> usize {
        let table = self.game.tables[seat];
        let wider = table & group.wideners;
        let more =
            if wider.is_empty() { 0 } else { wider.iter().map(|card| usize::from(self.deck.card(card).room)).sum() };
        // `max_multi` counts the identity for which no other card makes room.
        let beside = if table.meets(&group.rooms) { *self.deck.rules.max_multi - 1 } else { 0 };
        usize::from(group.limit) + usize::from(beside) + more
    }

    /// charity-01: the number of cards that a player may keep in hand; never negative.
    #[inline]
    pub(in crate::game) fn hand_limit(self, seat: Seat) -> i16 {
        (i16::from(self.deck.rules.hand_limit) + i16::from(self.game.seats[seat].grants.hand_limit)).max(0)
    }

    #[inline]
    fn slotted(self, seat: Seat) -> CardSet<W> {
        self.game.tables[seat] & self.deck.masks.slotted
    }

    /// identity-05, identity-06, ally-02, G-04, G-06: the cards of the first slot that holds more cards than its limit allows.
    pub(in crate::game) fn excess_identities(self, seat: Seat) -> CardSet<W> {
        let held = self.slotted(seat);
        let over = self.deck.groups.iter().find(|group| (held & group.counted).len() > self.room(seat, group));
        over.map_or(CardSet::EMPTY, |group| held & group.counted)
    }

    /// item-03: Big Items that count against the limit.
    pub(in crate::game) fn counted_big(self, seat: Seat) -> CardSet<W> {
        (self.game.tables[seat] & self.deck.masks.big)
            .without(self.game.cheated | self.game.exempt_loads(self.deck, seat))
    }
}
