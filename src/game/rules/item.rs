//! Items: playing them, turning them, cheating with them, and playing cards on receipt.

use crate::deck::language::Window;
use crate::game::state::agenda::Frame;
use crate::game::state::zone::Zone;
use crate::game::table::event::Event;
use crate::game::table::recorder::Recorder;
use crate::game::{Choice, Menu, Players, Question, Table, Verb, ask};
use crate::ids::{CardId, CardSet, Seat};

impl<const W: usize, R: Recorder, P: Players<W>> Table<'_, W, R, P> {
    /// item-02: puts an Item into play, in use.
    pub(in crate::game) fn wear(&mut self, seat: Seat, card: CardId) {
        self.game.used.insert(card);
        self.move_own(seat, card, Zone::Table(seat));
        self.record(Event::Turned { card, seat, used: true });
    }

    /// item-03: puts an Item into play, sideways.
    pub(in crate::game) fn carry(&mut self, seat: Seat, card: CardId) {
        self.move_own(seat, card, Zone::Table(seat));
    }

    /// item-10: turns an Item. An Item in use is upright; a carried Item is sideways.
    pub(in crate::game) fn turn_item(&mut self, seat: Seat, card: CardId, used: bool) {
        self.record(Event::Turned { card, seat, used });
        self.recount_turned(seat, card, used);
    }

    /// item-12: turns an Item sideways; one that a companion carries is laid down.
    pub(in crate::game) fn lay_down(&mut self, seat: Seat, card: CardId) {
        if self.is_borne(card) {
            self.unload(seat, card);
        } else {
            self.turn_item(seat, card, false);
        }
    }

    /// item-09: chooses the Item for a Cheat, which lets its owner use the Item regardless of the limits.
    pub(in crate::game) fn cheat_item(&mut self, seat: Seat, card: CardId) {
        let choice = ask!(self, seat, Question::CheatItem, Menu::cards(self.position().cheatable(seat)));
        let item = choice.card;
        self.move_card(card, Zone::Table(seat));
        // Before the Item comes into play, because it then counts against no limit.
        self.game.cheated.insert(item);
        self.record(Event::Cheated { card: item, on: true });
        if self.hands[seat].contains(item) {
            self.move_card(item, Zone::Table(seat));
        }
        self.turn_item(seat, item, true);
    }

    /// timing-05, reward-05, reward-07, loot-04: cards that a player receives on another player's turn may be played at once.
    pub(in crate::game) fn receive(&mut self, seat: Seat, cards: CardSet<W>) {
        if seat != self.active {
            self.open_receipt(seat, cards);
        }
    }

    /// opens the receipt window for the playable cards among these, if the rules have this window.
    pub(in crate::game) fn open_receipt(&mut self, seat: Seat, cards: CardSet<W>) {
        let masks = &self.deck.masks;
        let playable = cards & (masks.own_plays | masks.any_time_plays);
        if !playable.is_empty() && self.deck.rules.receipt_window {
            self.game.fresh |= playable;
            // Several cards received together share one window.
            if self.agenda.frames().last() != Some(&Frame::Receipt { seat }) {
                self.then(Frame::Receipt { seat });
            }
        }
    }

    /// timing-05: the receipt window closes when its player passes. In a combat, it allows only plays that are legal there.
    pub(in crate::game) fn receipt(&mut self, seat: Seat) {
        let fresh = self.fresh & self.hands[seat];
        if fresh.is_empty() || !self.alive(seat) {
            return;
        }
        let choice = ask!(self, seat, Question::Receipt, { self.offer_fresh(seat, fresh) });
        if choice.verb == Verb::Pass {
            self.game.fresh = self.fresh.without(fresh);
        } else {
            self.then(Frame::Receipt { seat });
            self.play(seat, choice);
        }
    }

    fn offer_fresh(&mut self, seat: Seat, fresh: CardSet<W>) {
        self.options.push(Choice::PASS);
        let fighting = self.fighting(seat);
        if !fighting {
            for card in fresh & self.deck.masks.own_plays {
                self.offer_card(seat, card);
            }
            if fresh.meets(&self.deck.masks.traits) {
                self.offer_trait_discards(seat);
            }
        }
        for card in fresh & self.deck.masks.usable[Window::AnyTime as usize] {
            self.offer_uses_of(seat, card, Window::AnyTime);
        }
        if fighting {
            for card in fresh & self.deck.masks.any_time_traits {
                self.offer_card(seat, card);
            }
        }
        self.offer_all(Verb::Play, fresh & self.deck.masks.curses);
    }
}
