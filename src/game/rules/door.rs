//! Opening the door, looking for trouble, looting the room.

use crate::deck::compiled::{FilterRef, Grants};
use crate::deck::language::rules::DrawnUnfought;
use crate::deck::language::{Chooser, Window};
use crate::deck::{DeckSide, Play};
use crate::game::state::agenda::{Frame, Paid, Scene};
use crate::game::state::zone::Zone;
use crate::game::table::event::DrawWhy;
use crate::game::table::recorder::Recorder;
use crate::game::{Choice, Menu, Moment, Players, Question, Table, Verb, ask};
use crate::ids::{CardId, Seat};

impl<const W: usize, R: Recorder, P: Players<W>> Table<'_, W, R, P> {
    /// door-01, turn-06, death-03: the active player draws one Door card face up, without a choice; the rest of the turn follows. Dead
    /// players do not open the door.
    pub(in crate::game) fn kick_open_the_door(&mut self) {
        let seat = self.active;
        if !self.alive(seat) {
            return self.end_turn();
        }
        // Below everything that the door brings, however many steps that takes.
        self.then(self.round_from(Moment::BeforeCharity));
        if self.seats[seat].grants.has(Grants::DRAWS_DISCARDS) {
            self.then(Frame::OpenDiscard {});
        } else {
            self.draw_behind_the_door();
        }
    }

    fn draw_behind_the_door(&mut self) {
        let drawn = self.draw(DeckSide::Door, self.active, DrawWhy::Kick, Zone::Played, true);
        self.door_opens(drawn);
    }

    /// door-01: a player with the right to do so may take the top discard instead of drawing, for a card from hand.
    pub(in crate::game) fn open_discard(&mut self) {
        let seat = self.active;
        let top = self.discard_top(DeckSide::Door).filter(|_| !self.hands[seat].is_empty());
        let Some(top) = top else { return self.draw_behind_the_door() };
        let menu = Menu::of(Verb::Pass).with_if(true, Verb::Accept);
        let choice = ask!(self, seat, Question::OpenDiscard, menu);
        if choice.verb != Verb::Accept {
            return self.draw_behind_the_door();
        }
        self.move_card(top, Zone::Played);
        self.door_opens(Some(top));
        let scene = Scene { source: top, you: seat, actor: seat, roll: 0, paid: Paid::default() };
        self.then(Frame::LoseHandCard { left: 1, filter: FilterRef::EVERY_CARD, by: Chooser::You, scene });
    }

    /// door-02, door-03, door-04: the kind of the opened card decides what follows.
    fn door_opens(&mut self, drawn: Option<CardId>) {
        match drawn.map(|card| (card, self.deck.card(card).play)) {
            Some((card, Play::Monster)) => self.meet_behind_the_door(card),
            Some((card, Play::Curse)) => {
                // Below the effect of the card: phases two and three come after it.
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

    /// turn-04, turn-05: puts phases two and three on the agenda. They follow after all effects of the opened card.
    fn then_look_and_loot(&mut self) {
        self.then(Frame::LookForTrouble {});
        self.then(self.round_from(Moment::AfterDoor));
    }

    /// door-02, monster-01: a monster drawn when opening the door must be fought, without any preparation.
    fn meet_behind_the_door(&mut self, card: CardId) {
        self.game.marks.meet();
        if self.deck.rules.drawn_unfought == DrawnUnfought::Choose {
            // Below the fight, so that it is examined when the fight is over.
            self.then(Frame::IfUnfought {});
        }
        self.begin_combat(card);
    }

    /// if the fight at the door ended without a kill because no monster was left, it was not fought: phases two and three
    /// follow, unless a card lets the player loot the room instead.
    pub(in crate::game) fn if_unfought(&mut self) {
        let emptied = self.fight.won && self.fight.foe_count == 0 && !self.fight.has_kills();
        if (self.fight.avoided || emptied) && !self.fight.loots_after {
            self.game.marks.forget_meeting();
            self.then_look_and_loot();
        }
    }

    /// door-03: a Curse drawn when opening the door affects the player who opened it.
    fn curse_from_the_door(&mut self, card: CardId) {
        let seat = self.active;
        self.curse_lands(card, seat, seat, true);
    }

    /// special-01: a card that takes effect as it is drawn. If it has no effect then, and cannot be played later, it is discarded.
    pub(in crate::game) fn takes_effect(&mut self, seat: Seat, card: CardId) {
        let there = self.hands[seat].contains(card) || self.open.contains(card) || self.played.contains(card);
        if !self.alive(seat) || !there {
            return;
        }
        if !self.position().use_open(seat, card, 0, Window::Drawn) {
            if self.deck.uses(card)[0].windows.only(Window::Drawn) {
                self.discard_card(card);
            }
            return;
        }
        // Noted before the play, which takes the card out of the known ones. Whether its effect draws face up depends
        // on it.
        let shown = !self.hands[seat].contains(card) || self.known.contains(card);
        self.play(seat, Choice::card(Verb::Play, card));
        if shown {
            self.game.known.insert(card);
        }
    }

    /// door-04, door-05: any other card is taken into hand, or played at once if it may be played.
    pub(in crate::game) fn kicked_card(&mut self, card: CardId) {
        let seat = self.active;
        if self.deck.masks.usable[Window::Drawn as usize].contains(card) {
            return self.takes_effect(seat, card);
        }
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

    /// trouble-01, trouble-02, trouble-03: a player who met no monster at the door may fight one from hand, or else loots the room.
    pub(in crate::game) fn look_for_trouble(&mut self) {
        let seat = self.active;
        if self.marks.met() || !self.alive(seat) {
            return;
        }
        let barred = self.seats[seat].grants.has(Grants::NO_TROUBLE);
        let monsters = (self.hands[seat] & self.deck.masks.monsters).only_if(!barred);
        let choice = ask!(self, seat, Question::LookForTrouble, Menu::cards_to(Verb::Fight, monsters).with(Verb::Pass));
        if choice.verb == Verb::Fight {
            self.game.marks.meet();
            self.shift(choice.card, Zone::Hand(seat), Zone::Played);
            self.begin_combat(choice.card);
        } else {
            self.then_loot();
        }
    }

    /// door-01, conflict-01: a card lets the active player open another door, out of combat and before Charity. The phases of the turn stay as
    /// they are: after a monster behind it, nobody looks for trouble or loots.
    pub(in crate::game) fn open_another_door(&mut self) {
        let seat = self.active;
        let frames = self.game().agenda().frames();
        let in_phases = frames.iter().any(|frame| matches!(frame, Frame::Round { moment, .. } if moment.own_turn()));
        // A combat would discard a Curse that has not struck yet.
        let lands = self.landing != CardId::NONE;
        if self.fight.running || lands || !self.alive(seat) || !in_phases {
            return;
        }
        let drawn = self.draw(DeckSide::Door, seat, DrawWhy::Kick, Zone::Played, true);
        match drawn.map(|card| (card, self.deck.card(card).play)) {
            Some((card, Play::Monster)) => {
                self.game.marks.meet();
                self.begin_combat(card);
            }
            Some((card, Play::Curse)) => self.curse_from_the_door(card),
            Some((card, _)) => self.then(Frame::KickedCard { card }),
            None => {}
        }
    }

    /// loot-01: a card lets the active player loot the room, after the fight if one is running.
    pub(in crate::game) fn loot_by_card(&mut self) {
        if self.fight.running {
            self.game.fight.loots_after = true;
        } else {
            self.then_loot();
        }
    }

    /// looting the room follows, which the player may decline if the rules allow it.
    pub(in crate::game) fn then_loot(&mut self) {
        if self.deck.rules.loot_optional {
            self.then(Frame::LootTheRoom {});
        } else {
            self.loot_the_room();
        }
    }

    /// the active player loots the room or declines.
    pub(in crate::game) fn loot_or_not(&mut self) {
        let seat = self.active;
        if !self.alive(seat) || self.seats[seat].grants.has(Grants::NO_LOOT) {
            return;
        }
        let choice = ask!(self, seat, Question::LootTheRoom, Menu::of(Verb::Accept).with(Verb::Pass));
        if choice.verb == Verb::Accept {
            self.loot_the_room();
        }
    }

    /// loot-01, loot-02, loot-03, door-06, variant-02: a player who met no monster draws a hidden Door card, which has no effect
    /// when drawn; in the listening variant, a Treasure.
    pub(in crate::game) fn loot_the_room(&mut self) {
        let seat = self.active;
        if !self.alive(seat) || self.seats[seat].grants.has(Grants::NO_LOOT) {
            return;
        }
        let side = if self.deck.rules.listen_at_the_door { DeckSide::Treasure } else { DeckSide::Door };
        self.draw_hidden(side, seat, DrawWhy::Loot);
    }
}
