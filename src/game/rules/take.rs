//! Taking cards from players and from discard piles.

use crate::deck::DeckSide;
use crate::deck::compiled::FilterRef;
use crate::game::state::agenda::{Frame, Scene};
use crate::game::state::zone::Zone;
use crate::game::table::recorder::Recorder;
use crate::game::{Menu, Players, Question, Table, Verb, ask};
use crate::ids::{CardId, CardSet, Seat, SeatSet};

impl<const W: usize, R: Recorder, P: Players<W>> Table<'_, W, R, P> {
    /// Chooses the player whose Item is taken, if several have one.
    pub(in crate::game) fn take_item_from(&mut self, from: SeatSet, filter: FilterRef, scene: Scene) {
        let owners = from.without(scene.you);
        let (position, spared) = (self.position(), self.spared_by_curses(scene));
        let able = owners.filter(|owner| !position.takeable(scene.you, owner, filter, spared).is_empty());
        let choice = ask!(self, scene.you, Question::AimAt, Menu::seats(able));
        if choice.verb == Verb::Player {
            self.then(Frame::TakeItem { from: choice.seat(), filter, scene });
        }
    }

    /// ally-03: the taken Item is put into play by the taker, sideways; the taken companion may replace another one.
    pub(in crate::game) fn take_item(&mut self, from: Seat, filter: FilterRef, scene: Scene) {
        let takeable = self.position().takeable(scene.you, from, filter, self.spared_by_curses(scene));
        let choice = ask!(self, scene.you, Question::TakeItem, Menu::cards(takeable));
        if choice.verb != Verb::Pick {
            return;
        }
        let card = choice.card;
        if self.deck.masks.traits.contains(card) && !self.position().has_place(scene.you, card) {
            self.then(Frame::ReplaceWhich { seat: scene.you, card });
        } else {
            self.move_card(card, Zone::Table(scene.you));
        }
    }

    /// combat-10: takes an Item of another player with which the players win.
    pub(in crate::game) fn take_winning_item(&mut self, scene: Scene) {
        let seat = scene.you;
        let choice = ask!(self, seat, Question::TakeItem, Menu::cards(self.position().winning_items(seat)));
        if choice.verb != Verb::Pick {
            return;
        }
        if self.position().wins_with(seat, choice.card) {
            self.put_to_use(seat, choice.card);
        } else {
            self.then(Frame::MakeRoom { card: choice.card, seat });
        }
    }

    /// combat-10: a taken Item is in use at once; a one-shot lies on the table and can be played.
    fn put_to_use(&mut self, seat: Seat, card: CardId) {
        self.move_card(card, Zone::Table(seat));
        if !self.deck.card(card).once {
            self.turn_item(seat, card, true);
        }
    }

    /// combat-10: discards one of the player's own Items to make room for the Item that is taken.
    pub(in crate::game) fn make_room(&mut self, card: CardId, seat: Seat) {
        let choice = ask!(self, seat, Question::LoseItem, Menu::cards(self.position().making_room(seat, card)));
        if choice.verb == Verb::Pick {
            self.discard_card(choice.card);
            self.put_to_use(seat, card);
        }
    }

    /// The cards of a hand that an effect can take.
    fn takeable_hand(&self, owner: Seat, side: Option<DeckSide>) -> CardSet<W> {
        side.map_or(self.hands[owner], |side| self.hands[owner] & self.deck.masks.back(side))
    }

    /// Chooses the player from whose hand a card is taken.
    pub(in crate::game) fn take_hand_from(
        &mut self,
        from: SeatSet,
        looking: bool,
        side: Option<DeckSide>,
        scene: Scene,
    ) {
        let owners = from.without(scene.you);
        let able = owners.filter(|owner| !self.takeable_hand(owner, side).is_empty());
        let choice = ask!(self, scene.you, Question::AimAt, Menu::seats(able));
        if choice.verb != Verb::Player {
            return;
        }
        let from = choice.seat();
        if looking {
            self.then(Frame::TakeHandCard { from, side, scene });
        } else {
            let hand = self.takeable_hand(from, side);
            let taken = self.at_random(from, hand);
            self.forget_hand(from);
            self.take_to_hand(scene.you, CardSet::one(taken.card));
        }
    }

    /// Takes a chosen card from a hand that the taker has looked at.
    pub(in crate::game) fn take_hand_card(&mut self, from: Seat, side: Option<DeckSide>, scene: Scene) {
        let choice = ask!(self, scene.you, Question::TakeHandCard, Menu::cards(self.takeable_hand(from, side)));
        if choice.verb == Verb::Pick {
            self.forget_hand(from);
            self.take_to_hand(scene.you, CardSet::one(choice.card));
        }
    }

    /// deck-12: a card has left a hand face down. The other players no longer know which of the known cards are still in it.
    pub(in crate::game) fn forget_hand(&mut self, seat: Seat) {
        let hand = self.hands[seat];
        self.game.known = self.known.without(hand);
    }

    fn take_to_hand(&mut self, seat: Seat, cards: CardSet<W>) {
        self.move_cards(cards, Zone::Hand(seat));
        self.receive(seat, cards);
    }

    /// deck-02: takes the top card of a discard pile, or any card with `search`. Only a card effect can do so. The top card is the one
    /// before payment: a card that pays for the effect is not taken.
    pub(in crate::game) fn take_discarded(&mut self, side: DeckSide, search: bool, scene: Scene) {
        match self.game.discard_below(side, scene.paid.of(side)) {
            Some(_) if search => self.then(Frame::TakeDiscard { door: side == DeckSide::Door, scene }),
            Some(top) => self.take_from_pile(scene, top),
            None => {}
        }
    }

    /// deck-02: takes any card of the pile.
    pub(in crate::game) fn take_discard(&mut self, door: bool, scene: Scene) {
        let back = self.deck.masks.back(if door { DeckSide::Door } else { DeckSide::Treasure });
        let choice = ask!(self, scene.you, Question::TakeDiscard, Menu::cards(self.discard & back));
        if choice.verb == Verb::Pick {
            self.take_from_pile(scene, choice.card);
        }
    }

    /// special-01: a card that takes effect as it is drawn also does so if it is taken from the discards.
    fn take_from_pile(&mut self, scene: Scene, card: CardId) {
        self.take_to_hand(scene.you, CardSet::one(card));
        self.make_known(card);
        self.note_drawn(scene.you, CardSet::one(card));
    }
}
