//! Reports which parts of cards count, to recorders that want to know.

use super::recorder::{Part, Recorder};
use crate::deck::compiled::{Grants, Span};
use crate::game::{Players, Table};
use crate::ids::{CardId, CardSet, Seat};

impl<const W: usize, R: Recorder, P: Players<W>> Table<'_, W, R, P> {
    /// The strength of the monsters and of the fighters' cards, and the fighters' grants, as a fight is decided.
    #[inline(always)]
    pub(in crate::game) fn count_fight_parts(&mut self) {
        if !self.recorder.counts_parts() {
            return;
        }
        let main = self.fight.main;
        for place in 0..self.fight.foes().len() {
            self.count_strength(main, self.fight.foes()[place].card);
        }
        for seat in self.fight.fighters().iter() {
            for card in self.position().strengthening(seat) {
                self.count_strength(seat, card);
            }
            self.count_grants(seat);
        }
    }

    /// The flee modifiers of the monster and of the runner's cards.
    #[inline(always)]
    pub(in crate::game) fn count_flee_parts(&mut self, seat: Seat, monster: CardId) {
        if self.recorder.counts_parts() {
            let cards: CardSet<W> = self.tables[seat] & self.active_cards;
            let cursed = self.position().cursed_cards(seat);
            for card in cards.without(cursed) | CardSet::one(monster) {
                self.recorder.counts(seat, card, Part::SteadyFlee);
                self.count_modifiers(seat, card, self.deck.card(card).flee, Part::Flee);
            }
        }
    }

    /// The grants of a player's cards.
    #[inline(always)]
    pub(in crate::game) fn count_grants(&mut self, seat: Seat) {
        if self.recorder.counts_parts() {
            for card in self.tables[seat] & self.active_cards {
                let info = self.deck.card(card);
                if info.grants != Grants::default() || info.room > 0 {
                    self.recorder.counts(seat, card, Part::Grants);
                }
            }
        }
    }

    /// The strength of a card without condition, and its conditional modifiers that add something.
    fn count_strength(&mut self, seat: Seat, card: CardId) {
        let span = self.deck.card(card).strength;
        self.recorder.counts(seat, card, Part::Steady);
        self.count_modifiers(seat, card, span, Part::Strength);
    }

    fn count_modifiers(&mut self, seat: Seat, card: CardId, span: Span, part: fn(u8) -> Part) {
        for place in 0..span.len as u8 {
            if self.position().is_effective(card, span, place, seat) {
                self.recorder.counts(seat, card, part(place));
            }
        }
    }
}
