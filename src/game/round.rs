//! Rounds: seats are asked in turn, from the active player leftwards, until all have passed in a row.

use super::event::{Event, Recorder};
use super::frame::Frame;
use super::{Choice, Moment, Question, Table, Verb};
use crate::deck::language::Window;
use crate::deck::rules::TradeWindow;
use crate::ids::Seat;

impl Moment {
    /// Whether the active player's own affairs are open.
    pub fn own_turn(self) -> bool {
        matches!(self, Moment::StartOfTurn | Moment::AfterDoor | Moment::BeforeCharity)
    }
}

impl<const W: usize, R: Recorder> Table<'_, W, R> {
    /// combat-14, combat-15, combat-16, turn-03, timing-04: each seat in turn makes one play or passes; any play
    /// opens the round again, and it is over when all have passed in a row. The active player goes on with its own
    /// affairs until it is done.
    pub(super) fn round(&mut self, moment: Moment, asked: Seat, passes: u8) {
        let choice = match self.answer.take() {
            Some(choice) => choice,
            None => return self.ask_around(moment, asked, passes),
        };
        let left = asked.left(self.players());
        if choice.verb == Verb::Pass {
            self.ask_around(moment, left, passes + 1);
            return;
        }
        let goes_on = moment.own_turn() && asked == self.active;
        self.actions += u16::from(goes_on);
        if moment == Moment::Combat && choice.verb != Verb::Ask {
            self.fight.asks = 0;
        }
        self.then(Frame::Round { moment, asked: if goes_on { asked } else { left }, passes: 0 });
        self.play(asked, choice);
    }

    /// Finds the next seat with something to play and asks it; seats without are passed over.
    fn ask_around(&mut self, moment: Moment, mut asked: Seat, mut passes: u8) {
        if !self.round_goes_on(moment) {
            return;
        }
        if R::DETAILED && passes == 0 && moment == Moment::Combat {
            let (players, monsters) = self.position().totals();
            self.record(Event::Totals { players, monsters });
        }
        while passes < self.players() {
            if self.alive(asked) {
                self.options.clear();
                self.offer_plays(moment, asked);
                if self.options().len() > 1 {
                    self.frame = Frame::Round { moment, asked, passes };
                    self.pose(asked, Question::Round(moment));
                    return;
                }
                self.note_forced(asked, Question::Round(moment), Choice::PASS);
            }
            passes += 1;
            asked = asked.left(self.players());
        }
    }

    /// A round is called off when what it is about is gone.
    fn round_goes_on(&self, moment: Moment) -> bool {
        let fight = &self.fight;
        match moment {
            Moment::Combat => fight.running && self.alive(fight.main),
            Moment::BeforeRoll | Moment::AfterRoll => {
                !fight.escape && fight.runner.is_some_and(|(seat, _)| self.alive(seat))
            }
            Moment::CurseLands => !self.curse_cancelled,
            _ => self.alive(self.active),
        }
    }

    /// timing-04, flee-13: what a seat may play at this moment; passing first.
    fn offer_plays(&mut self, moment: Moment, seat: Seat) {
        self.options.push(Choice::PASS);
        match moment {
            Moment::Combat => self.offer_combat_plays(seat),
            Moment::BeforeRoll => {
                self.offer_uses(seat, Window::BeforeRoll);
                self.offer_curses(seat);
                self.offer_standing_discards(seat);
            }
            Moment::AfterRoll => self.offer_uses(seat, Window::AfterRoll),
            Moment::CurseLands => self.offer_uses(seat, Window::Curse),
            _ if seat == self.active => self.offer_own_affairs(seat),
            _ => self.offer_off_turn_plays(seat),
        }
        let trading = !matches!(moment, Moment::AfterRoll | Moment::CurseLands);
        if trading && self.deck.rules.trades == TradeWindow::AnyTime && seat != self.active && !self.fighting(seat) {
            self.offer_trades(seat);
        }
    }

    /// special-01, curse-02, identity-04: off the own turn, what may be played at any time.
    fn offer_off_turn_plays(&mut self, seat: Seat) {
        let masks = &self.deck.masks;
        let table = self.tables[seat];
        if (self.hands[seat] | table).meets(&masks.any_time_cards) {
            self.offer_uses(seat, Window::AnyTime);
            self.offer_curses(seat);
        }
        if table.meets(&masks.restricted) {
            self.offer_standing_discards(seat);
        }
    }
}
