//! Curses: their victims, protection from them, and their effects.

use crate::deck::compiled::Grants;
use crate::deck::language::Lasting;
use crate::game::legality::Position;
use crate::game::state::agenda::{Frame, Paid, Scene};
use crate::game::state::zone::Zone;
use crate::game::table::event::{CurseFailure, Event};
use crate::game::table::recorder::Recorder;
use crate::game::{Menu, Moment, Players, Question, Table, Verb, ask};
use crate::ids::{CardId, Seat, SeatSet};

impl<const W: usize> Position<'_, W> {
    /// J-03, interfere-05: whether a card in play protects a player from Curses of this type drawn when opening the door, or from other
    /// players'. It does not protect from the player's own Curses.
    pub(in crate::game) fn protected(self, curse: CardId, victim: Seat, actor: Seat, door: bool) -> bool {
        if self.warded(curse, victim) {
            return true;
        }
        if !door && actor == victim {
            return false;
        }
        let proof = if door { Grants::DOOR_CURSE_PROOF } else { Grants::CURSE_PROOF };
        let deck = self.deck;
        let protects = |card: CardId| deck.card(card).grants.has(proof) && self.means_type_of(card, curse);
        self.game.seats[victim].grants.has(proof)
            && (deck.curse_types.len() == 1 || (self.game.tables[victim] & self.game.active_cards).iter().any(protects))
    }

    /// J-03: whether a card in play protects a player from Curses with a tag of this one, from the door and from other players.
    fn warded(self, curse: CardId, victim: Seat) -> bool {
        let (deck, counting) = (self.deck, self.game.tables[victim] & self.game.active_cards);
        let wards = |&(card, tags): &(CardId, u16)| {
            tags & deck.card(curse).tags != 0 && counting.contains(card) && self.means_type_of(card, curse)
        };
        deck.wards.iter().any(wards)
    }

    /// J-03: whether a card means Curses of the type of this one.
    fn means_type_of(self, card: CardId, curse: CardId) -> bool {
        let of = |card: CardId| self.deck.set_of(self.deck.title(card)).curses;
        self.deck.curse_types.len() == 1 || of(card) == of(curse)
    }
}

impl<const W: usize, R: Recorder, P: Players<W>> Table<'_, W, R, P> {
    /// curse-02, interfere-05, death-03: a Curse from hand may be played on any living player, including its owner.
    pub(in crate::game) fn curse_aim(&mut self, seat: Seat, card: CardId) {
        let choice = ask!(self, seat, Question::AimAt, Menu::seats(self.living()));
        let victim = if choice.verb == Verb::Player { choice.seat() } else { seat };
        self.curse_lands(card, victim, seat, false);
    }

    /// curse-01, A-10: before a Curse takes effect, asks the players who can cancel it.
    pub(in crate::game) fn curse_lands(&mut self, card: CardId, victim: Seat, actor: Seat, door: bool) {
        self.record(Event::CurseLands { card, victim, actor, door });
        // A protected victim needs no round: `round_goes_on` ends it at once.
        self.game.curse_cancelled = self.position().protected(card, victim, actor, door);
        (self.game.landing, self.game.cursed) = (card, victim);
        self.then(Frame::CurseStrikes { card, victim, actor, door });
        self.then_interrupts(Moment::CurseLands);
    }

    /// curse-03, curse-05, curse-08, door-03: the Curse takes effect. It stays with its victim or is discarded; as much of its
    /// effect as possible happens at once.
    pub(in crate::game) fn curse_strikes(&mut self, card: CardId, victim: Seat, actor: Seat, door: bool) {
        self.game.landing = CardId::NONE;
        let info = self.deck.card(card);
        let cancelled = std::mem::take(&mut self.game.curse_cancelled);
        if cancelled || !self.alive(victim) {
            let why = self.why_curse_fails(card, victim, actor, door);
            self.record(Event::CurseFails { card, why });
            self.discard_played(card);
            return;
        }
        if info.lasts.is_some() {
            self.delay(card, victim);
            self.move_from(card, Zone::Played, Zone::Table(victim));
            self.part_from_helper(victim);
        } else {
            self.then(Frame::DiscardPlayed { card });
        }
        self.carry_out(info.curse, Scene { source: card, you: victim, actor, roll: 0, paid: Paid::default() });
    }

    /// conflict-01, interfere-05: the Curse that is about to take effect turns to one of these players, as if played by the player who
    /// turns it. The new victim is protected by its own cards, and all may answer again.
    pub(in crate::game) fn turn_curse(&mut self, to: SeatSet, scene: Scene) {
        let card = self.landing;
        if card == CardId::NONE || self.curse_cancelled || !self.alive(scene.you) {
            return;
        }
        let others = to.without(scene.you).without(self.cursed).and(self.living());
        let choice = ask!(self, scene.you, Question::AimAt, Menu::seats(others));
        if choice.verb != Verb::Player {
            return;
        }
        let (victim, actor) = (choice.seat(), scene.actor);
        self.record(Event::CurseTurned { card, victim, actor });
        (self.game.cursed, self.game.curse_cancelled) = (victim, self.position().protected(card, victim, actor, false));
        self.game.agenda.turn_curse(card, victim, actor);
    }

    /// curse-05: a Curse that forbids help ends the help in the running combat.
    pub(in crate::game) fn part_from_helper(&mut self, victim: Seat) {
        let grants = self.seats[victim].grants;
        let parts = match (self.fight.main, self.fight.helper) {
            (main, _) if main == victim => grants.has(Grants::NO_HELP),
            (_, Some(helper)) if helper == victim => grants.has(Grants::NO_HELPING),
            _ => false,
        };
        if parts && self.fight.undecided() {
            self.dismiss_helper();
        }
    }

    /// I-04: a Curse for the next turn counts in the victim's current turn or waits for the next one, depending on the
    /// rules.
    fn delay(&mut self, card: CardId, victim: Seat) {
        let info = self.deck.card(card);
        let next_turn = info.lasts == Some(Lasting::NextTurn);
        // A turn that has begun can no longer be skipped.
        let waits = !self.deck.rules.next_turn_now || info.grants.has(Grants::SKIP_TURN);
        if next_turn && victim == self.active && waits {
            self.game.fresh.insert(card);
        }
    }

    fn why_curse_fails(&self, card: CardId, victim: Seat, actor: Seat, door: bool) -> CurseFailure {
        match self.alive(victim) {
            false => CurseFailure::VictimDead,
            true if self.position().protected(card, victim, actor, door) => CurseFailure::Protected,
            true => CurseFailure::Cancelled,
        }
    }
}
