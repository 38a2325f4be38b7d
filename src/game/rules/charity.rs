//! Charity: reduces the hand to the limit at the end of a player's own turn.

use crate::game::state::agenda::Frame;
use crate::game::state::zone::Zone;
use crate::game::table::event::Event;
use crate::game::table::recorder::Recorder;
use crate::game::{Menu, Players, Question, Table, ask};
use crate::ids::{CardId, CardSet, Seat, SeatSet};

impl<const W: usize, R: Recorder, P: Players<W>> Table<'_, W, R, P> {
    /// charity-01, charity-05, deck-09: only the active player gives cards away, and only those in excess of the limit.
    pub(in crate::game) fn charity(&mut self) {
        let seat = self.active;
        let excess = self.seats[seat].held - self.position().hand_limit(seat);
        if excess > 0 && self.alive(seat) {
            self.game.served = SeatSet::EMPTY;
            self.then(Frame::EndTurn {});
            self.then(Frame::CharityGift { left: excess as u16, card: CardId::NONE });
        } else {
            self.end_turn();
        }
    }

    /// charity-02, charity-03, charity-04, charity-06: each card goes to a living player of the lowest Level, distributed as evenly
    /// as possible. The giver chooses the cards and their receivers. If the giver has the lowest Level, the card is discarded.
    pub(in crate::game) fn charity_gift(&mut self, left: u16, card: CardId) {
        let seat = self.active;
        let card = if card.is_some() {
            card
        } else {
            let choice = ask!(self, seat, Question::CharityCard, Menu::cards(self.hands[seat]));
            // The chosen card becomes part of the frame: when the second question is answered, the first must not be
            // asked again.
            self.take_up(Frame::CharityGift { left, card: choice.card });
            choice.card
        };
        let lowest = self.lowest_living();
        if lowest.contains(seat) {
            self.record(Event::Charity { seat, to: None, card });
            self.move_from(card, Zone::Hand(seat), Zone::Discard);
        } else {
            let choice = ask!(self, seat, Question::CharityTo, Menu::seats(self.next_served(lowest)));
            self.give_charity(seat, choice.seat(), card);
        }
        if left > 1 {
            self.then(Frame::CharityGift { left: left - 1, card: CardId::NONE });
        } else {
            self.open_charity_receipts();
        }
    }

    fn give_charity(&mut self, seat: Seat, to: Seat, card: CardId) {
        self.record(Event::Charity { seat, to: Some(to), card });
        self.forget_hand(seat);
        self.move_from(card, Zone::Hand(seat), Zone::Hand(to));
        self.game.served.insert(to);
        self.game.fresh.insert(card);
    }

    /// charity-02, charity-06, level-01: living players of the lowest Level.
    pub(in crate::game) fn lowest_living(&self) -> SeatSet {
        let living = self.living();
        let lowest = living.iter().map(|seat| self.level(seat)).min();
        living.filter(|seat| Some(self.level(seat)) == lowest)
    }

    /// charity-03: shares may differ by at most one card: no player gets another card before the others have as many.
    fn next_served(&mut self, lowest: SeatSet) -> SeatSet {
        let next = lowest.not_in(self.served);
        if !next.is_empty() {
            return next;
        }
        self.game.served = SeatSet::EMPTY;
        lowest
    }

    /// timing-05: opens a window in which the gifts may be played at once, as far as they may be played on another player's turn.
    fn open_charity_receipts(&mut self) {
        let fresh = self.fresh;
        // Marks of cards in play are those of Curses, which stay. Marks of hand cards return where the card may be
        // played.
        self.game.fresh = fresh & self.in_play();
        for seat in (0..self.players()).map(Seat) {
            let cards: CardSet<W> = fresh & self.hands[seat];
            self.receive(seat, cards);
        }
    }
}
