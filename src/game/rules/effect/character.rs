//! Changes of a character: Level, identity, gender, lasting Curses.

use crate::deck::compiled::FilterRef;
use crate::deck::language::{LevelMark, Which};
use crate::deck::{DeckSide, Play};
use crate::game::state::agenda::{Paid, Scene};
use crate::game::state::zone::Zone;
use crate::game::table::event::{Event, LevelWhy};
use crate::game::table::recorder::Recorder;
use crate::game::{Menu, Players, Question, Table, Verb, ask};
use crate::ids::Seat;

impl<const W: usize, R: Recorder, P: Players<W>> Table<'_, W, R, P> {
    pub(super) fn fall_to(&mut self, seat: Seat, mark: LevelMark) {
        let lowest = self.living().iter().map(|seat| self.seats[seat].level).min();
        let to = match mark {
            LevelMark::Lowest => lowest.unwrap_or(1),
            LevelMark::At(level) => level.max(1),
        };
        if to < self.seats[seat].level {
            self.set_level(seat, to, LevelWhy::Card);
        }
    }

    /// badstuff-01: the Bad Stuff or the Curse of a discarded card happens to the player, as if the card had caught or struck them. The card
    /// stays where it is.
    pub(super) fn suffer(&mut self, side: DeckSide, cards: FilterRef, which: Which, scene: Scene) {
        let cards = &self.deck.filters[usize::from(cards.0)].cards;
        let Some(card) = self.game.discarded(side, cards, which) else { return };
        self.record(Event::Suffered { seat: scene.you, card });
        let info = self.deck.card(card);
        let program = if info.play == Play::Monster { info.bad_stuff } else { info.curse };
        self.carry_out(program, Scene { source: card, roll: 0, paid: Paid::default(), ..scene });
    }

    /// curse-08, combine-01: replaces the identities in play with the identity that was discarded last before this effect. Without
    /// an identity in play, nothing happens; without a discarded one, the identities in play are lost.
    pub(super) fn change_identity(&mut self, seat: Seat, group: u8) {
        let identities = self.deck.groups[usize::from(group)].cards;
        let held = self.tables[seat] & identities;
        if held.is_empty() {
            return;
        }
        // Before the discard, so that the card found is not one of those that are lost now.
        let newest = self.newest_discard(identities);
        self.move_cards(held, Zone::Discard);
        if let Some(card) = newest {
            self.move_card(card, Zone::Table(seat));
        }
    }

    /// gender-02: the character becomes of the other gender. Items may start or stop counting because of it.
    pub(in crate::game) fn change_gender(&mut self, seat: Seat) {
        match self.females.contains(seat) {
            true => self.game.females.remove(seat),
            false => self.game.females.insert(seat),
        }
        self.game.changed_gender.insert(seat);
        self.record(Event::Gender { seat, gender: self.gender(seat) });
        self.refresh(seat);
    }

    /// curse-03, J-03: removes a lasting Curse of the type that the card means.
    pub(in crate::game) fn lift_curse(&mut self, curses: u8, scene: Scene) {
        let curses = self.tables[scene.you] & self.deck.curse_types[usize::from(curses)];
        let choice = ask!(self, self.decider(scene), Question::LiftCurse, Menu::cards(curses));
        if choice.verb == Verb::Pick {
            self.discard_card(choice.card);
        }
    }
}
