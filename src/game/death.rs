//! Death: what is kept, and how the body is looted.

use super::event::{Event, Recorder, RollWhy, Zone};
use super::frame::Frame;
use super::{Question, Table, Verb, ask};
use crate::ids::{CardSet, Seat, SeatSet};

impl<const W: usize, R: Recorder> Table<'_, W, R> {
    /// death-01, death-02, curse-09, loot-body-01: identities, powers, the multi-identity card, Curses that stay and
    /// the Level are kept; hand and all else are laid out for the others.
    pub(super) fn die(&mut self, seat: Seat) {
        if !self.alive(seat) {
            return;
        }
        self.record(Event::Died { seat });
        self.game.living.remove(seat);
        self.seats[seat].awaits_deal = true;
        if self.fighting(seat) && !self.fight.fleeing && self.fight.helper == Some(seat) {
            self.dismiss_helper();
        }
        let masks = &self.deck.masks;
        let kept = masks.identities | masks.powers | masks.multi | masks.curses;
        let hand = self.hands[seat];
        let body = hand | self.tables[seat].without(kept);
        self.promised = self.promised.without(body);
        self.then(Frame::DiscardBody {});
        self.move_cards(body, Zone::Open);
        let (order, left) = self.loot_order(seat);
        self.then(Frame::LootBody { order, left });
    }

    /// loot-body-02, loot-body-03, loot-body-07: the living, highest Level first, ties by the die.
    fn loot_order(&mut self, dead: Seat) -> (u32, u8) {
        let mut rest = self.living().without(dead);
        let (mut order, mut count) = (0u32, 0u8);
        while !rest.is_empty() {
            let highest = rest.iter().map(|seat| self.level(seat)).max();
            let tied: SeatSet = rest.iter().filter(|&seat| Some(self.level(seat)) == highest).collect();
            let next = if tied.len() > 1 {
                self.highest_roller(tied, RollWhy::LootOrder)
            } else {
                tied.iter().next().unwrap_or_default()
            };
            order |= u32::from(next.0) << (3 * count);
            count += 1;
            rest.remove(next);
        }
        (order, count)
    }

    /// loot-body-02, loot-body-04, loot-body-05: each takes one card to hand while there are any.
    pub(super) fn loot_body(&mut self, order: u32, left: u8) {
        if left == 0 || self.open.is_empty() {
            return;
        }
        let seat = Seat((order & 7) as u8);
        let open = self.open;
        let choice = ask!(self, seat, Question::LootBody, { self.offer_all(Verb::Pick, open) });
        self.then(Frame::LootBody { order: order >> 3, left: left - 1 });
        self.move_card(choice.card, Zone::Hand(seat));
        self.make_known(choice.card);
        self.receive(seat, CardSet::one(choice.card));
    }

    /// loot-body-04: what nobody took is discarded.
    pub(super) fn discard_body(&mut self) {
        let rest = self.open;
        self.move_cards(rest, Zone::Discard);
    }
}
