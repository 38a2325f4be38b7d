//! The turn: its beginning, its phases in order, and its end.

use crate::deck::DeckSide;
use crate::deck::compiled::Grants;
use crate::deck::language::rules::InterruptOrder;
use crate::deck::language::{Happening, Lasting};
use crate::game::state::agenda::Frame;
use crate::game::state::offers::Offers;
use crate::game::state::spent::Spent;
use crate::game::state::turn_marks::TurnMarks;
use crate::game::table::event::{DrawWhy, Event};
use crate::game::table::recorder::Recorder;
use crate::game::{Bound, Moment, Players, Table};
use crate::ids::{CardSet, Seat, SeatSet};

impl<const W: usize, R: Recorder, P: Players<W>> Table<'_, W, R, P> {
    /// turn-01, turn-02, turn-04: a turn begins as soon as the last one has ended. The phases follow in order. A card may skip the turn: only
    /// its Charity is left.
    pub(in crate::game) fn begin_turn(&mut self) {
        if self.turn == *self.deck.rules.max_turns {
            return self.stop_at(Bound::Turns);
        }
        self.game.turn += 1;
        let (seat, turn) = (self.active, self.turn);
        self.record(Event::TurnBegins { seat, turn });
        self.record_standings();
        self.count_grants(seat);
        self.game.marks = TurnMarks::default();
        self.game.actions = 0;
        self.game.steps = 0;
        self.game.spent = Spent::NOTHING;
        self.revive_the_dead();
        if self.seats[seat].grants.has(Grants::SKIP_TURN) {
            return self.then(Frame::Charity {});
        }
        // From the last step to the first (E-18): the deal, opening plays, listening at the door, triggers, then the
        // round.
        self.then(self.round_from(Moment::StartOfTurn));
        // A card played from the new hand may have such a trigger as well, so a revival adds the step before its hand is
        // known.
        let triggers = self.tables[seat].meets(&self.deck.masks.triggered[Happening::TurnStart as usize]);
        if triggers || self.awaiting_deal.contains(seat) {
            self.then(Frame::TurnTriggers {});
        }
        if self.deck.rules.listen_at_the_door {
            self.then(Frame::ListenAtTheDoor {});
        }
        if self.awaiting_deal.contains(seat) {
            self.then(Frame::RevivalDeal {});
        }
    }

    fn record_standings(&mut self) {
        if self.recorder.detailed() {
            for seat in self.game().seats_from(self.active) {
                let (level, strength) = (self.seats[seat].level, self.position().resting_strength(seat));
                self.record(Event::Stands { seat, level, strength });
            }
        }
    }

    /// death-06, death-07: dead players get a new character when the next player's turn begins.
    fn revive_the_dead(&mut self) {
        let dead = SeatSet::all(self.players()).not_in(self.living);
        for seat in dead.iter() {
            self.game.living.insert(seat);
            // Excesses of the dead have waited for this (death-03).
            self.game.unsettled.insert(seat);
            self.record(Event::Revived { seat });
        }
    }

    /// death-08: on a player's first turn after a revival, the player is dealt a new hand from each deck and makes plays as at the
    /// start of the game.
    pub(in crate::game) fn revival_deal(&mut self) {
        let seat = self.active;
        self.game.awaiting_deal.remove(seat);
        self.then(Frame::Opening { seat, left: 0, revival: true });
        self.deal_hand(seat, DrawWhy::Revival);
    }

    /// variant-01: draws a hidden Door card at the start of the turn.
    pub(in crate::game) fn listen_at_the_door(&mut self) {
        let seat = self.active;
        if self.alive(seat) {
            self.draw_hidden(DeckSide::Door, seat, DrawWhy::Listen);
        }
    }

    /// Runs the triggers for the beginning of the active player's turn.
    pub(in crate::game) fn turn_triggers(&mut self) {
        let seat = self.active;
        self.fire(Happening::TurnStart, seat);
    }

    /// A round of all seats, clockwise from the active player.
    pub(in crate::game) fn round_from(&self, moment: Moment) -> Frame {
        Frame::Round { moment, asked: self.active, passed: 0 }
    }

    /// A-01, combat-14: puts a round of interrupts on the agenda. The rules determine who is asked first.
    pub(in crate::game) fn then_interrupts(&mut self, moment: Moment) {
        let asked = match self.deck.rules.interrupt_order {
            InterruptOrder::ActiveFirst => self.active,
            InterruptOrder::LeftOfActive => self.active.left(self.players()),
            InterruptOrder::Random => Seat(self.game.keys.chance(usize::from(self.players())) as u8),
        };
        self.then(Frame::Round { moment, asked, passed: 0 });
    }

    /// turn-02: after Charity the turn passes to the left. Curses that last for this turn are discarded.
    pub(in crate::game) fn end_turn(&mut self) {
        let seat = self.active;
        self.discard_spent_curses(seat, Lasting::NextTurn);
        self.game.seats.0.iter_mut().for_each(|player| player.offers = Offers::default());
        let next = seat.left(self.players());
        self.game.active = next;
        // Curses on the next turn begin to count.
        self.refresh_curses(next);
        // Last, because the marks show which Curses on the next turn were received in this one and stay.
        self.game.fresh = CardSet::EMPTY;
        self.then(Frame::BeginTurn {});
    }

    /// curse-03: discards Curses of this duration after they have taken effect.
    #[inline]
    pub(in crate::game) fn discard_spent_curses(&mut self, seat: Seat, lasts: Lasting) {
        if self.tables[seat].meets(&self.deck.masks.timed) {
            self.discard_timed(seat, lasts);
        }
    }

    #[inline(never)]
    fn discard_timed(&mut self, seat: Seat, lasts: Lasting) {
        for card in self.tables[seat] & self.deck.masks.timed {
            if self.deck.card(card).lasts == Some(lasts) && !self.fresh.contains(card) {
                self.end_lasting(seat, card);
            }
        }
    }
}
