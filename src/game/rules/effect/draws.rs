//! Cards drawn and exchanged by effects.

use crate::deck::DeckSide;
use crate::deck::compiled::Grants;
use crate::game::state::agenda::{Frame, Scene};
use crate::game::state::zone::Zone;
use crate::game::table::event::DrawWhy;
use crate::game::table::recorder::Recorder;
use crate::game::{Menu, Players, Question, Table, Verb, ask};
use crate::ids::CardSet;

impl<const W: usize, R: Recorder, P: Players<W>> Table<'_, W, R, P> {
    pub(super) fn draw_by_card(&mut self, side: DeckSide, count: i16, face_up: bool, scene: Scene) {
        // Amounts can be sums of many cards. No effect needs more than 99 of anything, so frames store such numbers in
        // a byte.
        let count = count.clamp(0, 99);
        if face_up && self.seats[scene.you].grants.has(Grants::DRAWS_DISCARDS) {
            let door = side == DeckSide::Door;
            let left = count as u8;
            return self.then(Frame::DrawShown { seat: scene.you, door, left, reward: false, shared: false });
        }
        let to = Zone::Hand(scene.you);
        let drawn: CardSet<W> =
            // Both the pile and its discards may be used up: then fewer cards are drawn.
            (0..count).map_while(|_| self.draw(side, scene.you, DrawWhy::Card, to, face_up)).collect();
        self.receive(scene.you, drawn);
    }

    /// help-05: what a Treasure draws while Treasures are drawn face up for two players is shared with them.
    pub(super) fn draw_to_share(&mut self, side: DeckSide, count: i16, scene: Scene) {
        let (door, left) = (side == DeckSide::Door, count.clamp(0, 99) as u8);
        self.then(Frame::DrawShown { seat: scene.you, door, left, reward: false, shared: true });
    }

    /// Begins an exchange of cards, if the player has enough.
    pub(super) fn start_exchange(&mut self, side: DeckSide, count: u8, scene: Scene) {
        if self.exchangeable(side, scene).len() >= usize::from(count) {
            self.then(Frame::Exchange { left: count, count, door: side == DeckSide::Door, scene });
        }
    }

    /// The cards that a player can exchange for new ones with the same back.
    fn exchangeable(&self, side: DeckSide, scene: Scene) -> CardSet<W> {
        self.position().payable(scene.you, scene.source) & self.deck.masks.back(side)
    }

    /// Discards cards from hand or from play one by one, then draws as many.
    pub(in crate::game) fn exchange(&mut self, left: u8, count: u8, door: bool, scene: Scene) {
        let side = if door { DeckSide::Door } else { DeckSide::Treasure };
        if left == 0 {
            return self.draw_by_card(side, i16::from(count), false, scene);
        }
        let choice = ask!(self, scene.you, Question::Payment, Menu::cards(self.exchangeable(side, scene)));
        self.then(Frame::Exchange { left: left - 1, count, door, scene });
        if choice.verb == Verb::Pick {
            self.move_own(scene.you, choice.card, Zone::Discard);
        }
    }
}
