//! Death: the cards that are kept, and looting of the body.

use crate::deck::language::rules::{Genders, LootBodyWhen, LootDestination, RoleSwap};
use crate::game::state::agenda::Frame;
use crate::game::state::zone::Zone;
use crate::game::table::event::{Event, RollWhy};
use crate::game::table::recorder::Recorder;
use crate::game::{Menu, Players, Question, Table, Verb, ask};
use crate::ids::{BySeat, CardId, CardSet, Seat, SeatSet};

impl<const W: usize, R: Recorder, P: Players<W>> Table<'_, W, R, P> {
    /// death-01, death-02, curse-09, loot-body-01, loot-body-06: a player keeps lasting Curses, the Level and the cards whose kind says so, such
    /// as identities and powers. The hand and all other cards are laid out for the other players.
    pub(in crate::game) fn die(&mut self, seat: Seat) {
        if !self.alive(seat) {
            return;
        }
        self.record(Event::Died { seat });
        self.game.living.remove(seat);
        self.game.have_died.insert(seat);
        self.game.awaiting_deal.insert(seat);
        if self.fighting(seat) && !self.fight.fleeing && self.fight.helper == Some(seat) {
            self.dismiss_helper();
        }
        if self.deck.rules.role_swap != RoleSwap::Off && !self.aside(self.deck).is_empty() {
            self.then(Frame::SwapRole { seat });
        }
        self.lay_out_body(seat);
        if !self.loots_later(seat) {
            self.begin_looting(seat);
        }
    }

    /// E-08, E-16: the rules may postpone the looting of a runner's body until all runners have run, in the order of death.
    fn loots_later(&mut self, dead: Seat) -> bool {
        let later =
            self.deck.rules.loot_body_when == LootBodyWhen::AfterFlee && self.fight.running && self.fight.fleeing;
        // Directly above the end of the combat, so below the bodies of players who died before: those are looted first
        // (E-16).
        later && self.game.agenda.put_above(Frame::EndCombat {}, Frame::BeginLooting { dead })
    }

    /// loot-body-02: settles the order of the looters; looting follows, and what nobody takes is discarded.
    pub(in crate::game) fn begin_looting(&mut self, dead: Seat) {
        self.then(Frame::DiscardBody { dead });
        let (order, left) = self.loot_order(dead);
        self.then(Frame::LootBody { dead, order, left });
    }

    /// death-02, loot-body-01: lays out the hand and all cards in play that are not kept, face up and separate from other bodies.
    fn lay_out_body(&mut self, seat: Seat) {
        let kept = self.deck.masks.kept_at_death;
        self.move_cards(self.tables[seat] & self.deck.masks.discarded_at_death, Zone::Discard);
        let hand = self.hands[seat];
        self.game.promised = self.promised.without(hand | self.tables[seat].without(kept));
        for card in hand {
            self.record(Event::Move { card, from: Zone::Hand(seat), to: Zone::Body(seat) });
        }
        // Cheats are moved before their Items; otherwise they would be discarded with them.
        let cheats = self.tables[seat] & self.deck.masks.cheats;
        let rest = self.tables[seat].without(kept | cheats);
        for card in cheats.iter().chain(rest) {
            self.move_from(card, Zone::Table(seat), Zone::Body(seat));
        }
        let body = self.hands[seat];
        // A body lies face up, and stays known in the hand of the looter.
        self.game.known |= body;
        self.game.fresh = self.fresh.without(body);
    }

    /// loot-body-02, loot-body-03, loot-body-07: the living players, highest Level first; a die breaks ties.
    fn loot_order(&mut self, dead: Seat) -> (u16, u8) {
        let mut rest = self.living().without(dead);
        let mut order = LootOrder::default();
        while let Some(highest) = rest.iter().map(|seat| self.level(seat)).max() {
            let tied = rest.filter(|seat| self.level(seat) == highest);
            rest = rest.filter(|seat| self.level(seat) < highest);
            self.settle_tie(tied, &mut order);
        }
        (order.seats, order.count)
    }

    /// loot-body-03, E-13: each of the tied players rolls once; higher rolls come first, and players with equal rolls roll again.
    fn settle_tie(&mut self, tied: SeatSet, order: &mut LootOrder) {
        if tied.len() == 1 {
            tied.iter().for_each(|seat| order.add(seat));
            return;
        }
        let mut dice = BySeat::<u8>::default();
        for seat in tied.iter() {
            dice[seat] = self.roll(seat, RollWhy::LootOrder);
        }
        // Groups with equal dice settle among themselves before the next lower die adds its players.
        for die in (1..=6).rev() {
            let equal = tied.filter(|seat| dice[seat] == die);
            if !equal.is_empty() {
                self.settle_tie(equal, order);
            }
        }
    }

    /// loot-body-02, loot-body-04, loot-body-05, death-03: each living player in order takes one card, as long as cards
    /// are left.
    pub(in crate::game) fn loot_body(&mut self, dead: Seat, order: u16, left: u8) {
        let body = self.hands[dead];
        if left == 0 || body.is_empty() {
            return;
        }
        let seat = Seat((order & 7) as u8);
        let next = Frame::LootBody { dead, order: order >> 3, left: left - 1 };
        if !self.alive(seat) {
            return self.then(next);
        }
        let choice = ask!(self, seat, Question::LootBody, Menu::cards(body));
        // Before the card moves: what it brings comes before the next looter.
        self.then(next);
        let to = self.loot_zone(seat, choice.card);
        self.move_from(choice.card, Zone::Body(dead), to);
        if to == Zone::Hand(seat) {
            self.make_known(choice.card);
            self.receive(seat, CardSet::one(choice.card));
        }
    }

    /// loot-body-04, E-14: a looted card is taken into the looter's hand. If the rules say so, an Item that the looter can carry is put
    /// into play.
    fn loot_zone(&self, seat: Seat, card: CardId) -> Zone {
        let in_play = self.deck.rules.loot_destination == LootDestination::AsReceived
            && self.deck.masks.items.contains(card)
            && self.position().can_carry(seat, card);
        if in_play { Zone::Table(seat) } else { Zone::Hand(seat) }
    }

    /// death-09, E-21: the dead player may exchange their Role for one that nobody has, at random or by choice.
    pub(in crate::game) fn swap_role(&mut self, seat: Seat) {
        let aside = self.aside(self.deck);
        let chosen = self.deck.rules.role_swap == RoleSwap::Choose;
        let choice = ask!(
            self,
            seat,
            Question::SwapRole,
            Menu::cards(if chosen { aside } else { CardSet::EMPTY }).with_if(!chosen, Verb::Accept).with(Verb::Pass)
        );
        if choice.verb == Verb::Pass {
            return;
        }
        let old = self.tables[seat] & self.deck.masks.roles;
        match choice.verb {
            Verb::Pick => self.move_from(choice.card, Zone::Aside, Zone::Table(seat)),
            _ => self.deal_role(seat),
        }
        self.move_cards(old, Zone::Aside);
        if self.deck.gendered && self.deck.rules.genders == Genders::Dealt {
            self.then(Frame::RoleSide { seat });
        }
    }

    /// E-21: the player chooses the side of the new Role, and with it the gender.
    pub(in crate::game) fn role_side(&mut self, seat: Seat) {
        let choice = ask!(self, seat, Question::RoleSide, Menu::of(Verb::Accept).with(Verb::Pass));
        if choice.verb == Verb::Accept {
            self.change_gender(seat);
        }
    }

    /// loot-body-04: discards the cards that no player took.
    pub(in crate::game) fn discard_body(&mut self, dead: Seat) {
        let rest = self.hands[dead];
        self.move_cards(rest, Zone::Discard);
    }
}

/// Seats in order, 3 bits each.
#[derive(Default)]
struct LootOrder {
    // At most five looters with 3 bits each.
    seats: u16,
    count: u8,
}

impl LootOrder {
    fn add(&mut self, seat: Seat) {
        self.seats |= u16::from(seat.0) << (3 * self.count);
        self.count += 1;
    }
}
