//! Kick open the door, look for trouble, loot the room.

use crate::deck::compiled::Grants;
use crate::deck::{DeckSide, Play};
use crate::game::state::zone::Zone;
use crate::game::table::agenda::Frame;
use crate::game::table::event::{DrawWhy, Recorder};
use crate::game::{Choice, Menu, Moment, Players, Question, Table, Verb, ask};
use crate::ids::CardId;

impl<const W: usize, R: Recorder, P: Players<W>> Table<'_, W, R, P> {
    /// door-01, death-03: one Door card, face up, without choice, then the rest of the turn; the dead open no door.
    pub(in crate::game) fn kick_open_the_door(&mut self) {
        let seat = self.active;
        if !self.alive(seat) {
            return self.end_turn();
        }
        self.then(self.round_from(Moment::BeforeCharity));
        let drawn = self.draw(DeckSide::Door, seat, DrawWhy::Kick, Zone::Played, true);
        match drawn.map(|card| (card, self.deck.card(card).play)) {
            Some((card, Play::Monster)) => self.meet_behind_the_door(card),
            Some((card, Play::Curse)) => {
                self.then_look_and_loot();
                self.curse_from_the_door(card);
            }
            Some((card, _)) => {
                self.then_look_and_loot();
                self.then(Frame::KickedCard { card });
            }
            None => self.then_look_and_loot(),
        }
    }

    /// turn-04: phases two and three, after the plays that the door may have led to.
    fn then_look_and_loot(&mut self) {
        self.then(Frame::LookForTrouble {});
        self.then(self.round_from(Moment::AfterDoor));
    }

    /// door-02, monster-01: a monster behind the door must be fought, and nothing can be arranged before.
    fn meet_behind_the_door(&mut self, card: CardId) {
        self.game.met = true;
        self.begin_combat(card);
    }

    /// door-03: a Curse drawn when opening the door affects the player who opened it.
    fn curse_from_the_door(&mut self, card: CardId) {
        let seat = self.active;
        self.curse_lands(card, seat, seat, true);
    }

    /// door-04, door-05: any other card is taken into hand or played at once, if it may be.
    pub(in crate::game) fn kicked_card(&mut self, card: CardId) {
        let seat = self.active;
        let choice = ask!(self, seat, Question::KickedCard, {
            self.options.push(Choice::card(Verb::Keep, card));
            self.offer_card(seat, card);
        });
        if choice.verb == Verb::Keep {
            self.shift(card, Zone::Played, Zone::Hand(seat));
            self.make_known(card);
        } else {
            self.play(seat, choice);
        }
    }

    /// trouble-01, trouble-02, trouble-03: without a monster at the door, one from hand may be fought; if not, the room is looted.
    pub(in crate::game) fn look_for_trouble(&mut self) {
        let seat = self.active;
        if self.met || !self.alive(seat) {
            return;
        }
        let monsters = self.hands[seat] & self.deck.masks.monsters;
        let choice = ask!(self, seat, Question::LookForTrouble, Menu::cards_to(Verb::Fight, monsters).with(Verb::Pass));
        if choice.verb == Verb::Fight {
            self.game.met = true;
            self.shift(choice.card, Zone::Hand(seat), Zone::Played);
            self.begin_combat(choice.card);
        } else {
            self.loot_the_room();
        }
    }

    /// loot-01, loot-02, loot-03, door-06, variant-02: who met no monster draws a hidden Door card, which does not
    /// strike; in the listening variant a Treasure.
    fn loot_the_room(&mut self) {
        let seat = self.active;
        if self.seats[seat].grants.has(Grants::NO_LOOT) {
            return;
        }
        let side = if self.deck.rules.listen_at_the_door { DeckSide::Treasure } else { DeckSide::Door };
        self.draw_hidden(side, seat, DrawWhy::Loot);
    }
}
