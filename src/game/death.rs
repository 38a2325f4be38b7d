//! Death: what is kept, and how the body is looted.

use super::event::{Event, Recorder, RollWhy, Zone};
use super::frame::Frame;
use super::{Menu, Players, Question, Table, ask};
use crate::ids::{BySeat, CardSet, Seat, SeatSet};

impl<const W: usize, R: Recorder, P: Players> Table<'_, W, R, P> {
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
    fn loot_order(&mut self, dead: Seat) -> (u16, u8) {
        let mut rest = self.living().without(dead);
        let mut order = Order::default();
        while let Some(highest) = rest.iter().map(|seat| self.level(seat)).max() {
            let tied: SeatSet = rest.iter().filter(|&seat| self.level(seat) == highest).collect();
            rest = rest.iter().filter(|&seat| self.level(seat) < highest).collect();
            self.settle_tie(tied, &mut order);
        }
        (order.seats, order.count)
    }

    /// loot-body-03, E-13: each of those tied rolls once, higher before lower; equal rolls roll again.
    fn settle_tie(&mut self, tied: SeatSet, order: &mut Order) {
        if tied.len() == 1 {
            tied.iter().for_each(|seat| order.add(seat));
            return;
        }
        let mut dice = BySeat::<u8>::default();
        for seat in tied.iter() {
            dice[seat] = self.roll(seat, RollWhy::LootOrder);
        }
        for die in (1..=6).rev() {
            let equal: SeatSet = tied.iter().filter(|&seat| dice[seat] == die).collect();
            if !equal.is_empty() {
                self.settle_tie(equal, order);
            }
        }
    }

    /// loot-body-02, loot-body-04, loot-body-05: each takes one card to hand while there are any.
    pub(super) fn loot_body(&mut self, order: u16, left: u8) {
        if left == 0 || self.open.is_empty() {
            return;
        }
        let seat = Seat((order & 7) as u8);
        let open = self.open;
        let choice = ask!(self, seat, Question::LootBody, Menu::cards(open));
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

/// Seats in order, 3 bits each.
#[derive(Default)]
struct Order {
    seats: u16,
    count: u8,
}

impl Order {
    fn add(&mut self, seat: Seat) {
        self.seats |= u16::from(seat.0) << (3 * self.count);
        self.count += 1;
    }
}
