//! Cards from hand that effects move to other players or show to them.

use crate::deck::compiled::CountOrAll;
use crate::deck::language::Who;
use crate::game::state::agenda::{Frame, Scene};
use crate::game::state::zone::Zone;
use crate::game::table::recorder::Recorder;
use crate::game::{Menu, Players, Question, Table, Verb, ask};
use crate::ids::{CardSet, Seat, SeatSet};

impl<const W: usize, R: Recorder, P: Players<W>> Table<'_, W, R, P> {
    /// The affected player gives this number of cards from hand to a player.
    pub(super) fn give_cards(&mut self, to: Who, count: CountOrAll, scene: Scene) {
        let held = self.hands[scene.you].len();
        let left = match count {
            CountOrAll::All => held,
            CountOrAll::Amount(amount) => usize::from(self.amount(amount, scene).clamp(0, 99) as u8).min(held),
        };
        if left > 0 {
            self.then(Frame::GiveTo { to: self.who(to, scene), left: left as u8, scene });
        }
    }

    /// conflict-01, deck-08: chooses who gets the cards.
    pub(in crate::game) fn give_to(&mut self, to: SeatSet, left: u8, scene: Scene) {
        if !self.alive(scene.you) {
            return;
        }
        let choice = ask!(self, scene.you, Question::AimAt, Menu::seats(to.without(scene.you).and(self.living())));
        if choice.verb == Verb::Player {
            self.then(Frame::GiveCard { to: choice.seat(), left, scene });
        }
    }

    /// conflict-01, deck-08: gives one card from hand, and the others after it. The other players no longer know which of the known cards are
    /// left.
    pub(in crate::game) fn give_card(&mut self, to: Seat, left: u8, scene: Scene) {
        let hand = self.hands[scene.you];
        // The hand of a dead player is a body, from which nobody gives.
        if left == 0 || hand.is_empty() || !self.alive(scene.you) || !self.alive(to) {
            return;
        }
        let choice = ask!(self, scene.you, Question::LoseHandCard, Menu::cards(hand));
        if left > 1 {
            self.then(Frame::GiveCard { to, left: left - 1, scene });
        }
        if choice.verb == Verb::Pick {
            self.forget_hand(scene.you);
            self.move_own(scene.you, choice.card, Zone::Hand(to));
            self.receive(to, CardSet::one(choice.card));
        }
    }

    /// conflict-01: a player shows the hand to all others.
    pub(super) fn reveal_hand(&mut self, seat: Seat) {
        for card in self.hands[seat] {
            self.make_known(card);
        }
    }

    /// conflict-01, deck-08: two players exchange their hands.
    pub(in crate::game) fn exchange_hands_with(&mut self, with: SeatSet, scene: Scene) {
        if !self.alive(scene.you) {
            return;
        }
        let others = with.without(scene.you).and(self.living());
        let choice = ask!(self, scene.you, Question::AimAt, Menu::seats(others));
        if choice.verb != Verb::Player {
            return;
        }
        let (you, other) = (scene.you, choice.seat());
        let (own, theirs) = (self.hands[you], self.hands[other]);
        self.move_cards(own, Zone::Hand(other));
        self.move_cards(theirs, Zone::Hand(you));
        self.receive(other, own);
        self.receive(you, theirs);
    }
}
