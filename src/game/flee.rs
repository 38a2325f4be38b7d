//! Running away: who runs from what, the roll, and what follows.

use super::condition::Position;
use super::event::{Event, FightEnd, Recorder, RollWhy};
use super::frame::{Frame, Scene};
use super::{Moment, Players, Question, Table, ask};
use crate::deck::language::{FightRule, Happening};
use crate::ids::{CardId, Seat};

impl<const W: usize> Position<'_, W> {
    /// flee-02, flee-03: the die, what the runner's cards add, and what this monster's text adds.
    fn flee_total(self, seat: Seat, card: CardId) -> i16 {
        let info = self.deck.card(card);
        let monster = i16::from(info.steady_flee) + self.conditional(info.flee, seat);
        i16::from(self.game.fight.die) + self.flee_bonus(seat) + monster
    }

    /// flee-02: whether a total is enough, unless there is no getting away from this monster.
    fn gets_away(self, card: CardId, total: i16) -> bool {
        let held = self.deck.card(card).fight.contains(FightRule::NoEscape);
        !held && total >= i16::from(self.deck.rules.flee_target)
    }

    /// Whether the present roll is good enough as it stands.
    pub(super) fn would_escape(self) -> bool {
        let fight = &self.game.fight;
        fight.runner.is_some_and(|(seat, place)| {
            let card = fight.foes()[usize::from(place)].card;
            fight.escape || self.gets_away(card, self.flee_total(seat, card))
        })
    }
}

impl<const W: usize, R: Recorder, P: Players> Table<'_, W, R, P> {
    /// flee-01, flee-08, multi-04: everybody on the losing side runs from every monster, the main player first.
    pub(super) fn flight(&mut self) {
        self.fight.fleeing = true;
        self.close_fight(FightEnd::Lost);
        self.then(Frame::EndCombat {});
        let main = self.fight.main;
        let runners = [self.fight.helper, Some(main)];
        for seat in runners.into_iter().flatten() {
            self.then(Frame::Runner { seat, done: 0 });
        }
        for seat in runners.into_iter().flatten() {
            self.fire_flight(seat);
        }
    }

    /// Texts that hurt or free a player who must run.
    fn fire_flight(&mut self, seat: Seat) {
        for place in 0..self.fight.foes().len() {
            let card = self.fight.foes()[place].card;
            self.fire_card(Happening::Flight, card, seat);
        }
    }

    /// flee-06, flee-09, flee-12: the runner takes the monsters in an order of its choice, until it is dead or done.
    pub(super) fn runner(&mut self, seat: Seat, done: u16) {
        self.fight.runner = None;
        let all = (1u16 << self.fight.foes().len()) - 1;
        if !self.alive(seat) || done & all == all {
            return;
        }
        let choice = ask!(self, seat, Question::RunFrom, { self.offer_foes(!done) });
        let place = choice.n;
        self.then(Frame::Runner { seat, done: done | 1 << place });
        self.run_away(seat, place);
    }

    /// flee-02, flee-05, A-09: a last round before the roll, the roll, a round that may still change it, the outcome.
    fn run_away(&mut self, seat: Seat, place: u8) {
        let card = self.fight.foes()[usize::from(place)].card;
        if !self.position().holds(self.deck.card(card).pursues, seat, seat) {
            self.record(Event::NotPursued { seat, card });
            return;
        }
        self.fight.runner = Some((seat, place));
        self.fight.die = 0;
        self.fight.escape = self.fight.away.contains(seat);
        self.then(Frame::FleeOutcome { seat, place });
        if !self.fight.escape {
            self.then(self.round_from(Moment::AfterRoll));
            self.then(Frame::RollToFlee { seat });
            self.then(self.round_from(Moment::BeforeRoll));
        }
    }

    /// flee-02: one die.
    pub(super) fn roll_to_flee(&mut self, seat: Seat) {
        if self.alive(seat) && !self.escapes_anyway(seat) {
            self.fight.die = self.roll(seat, RollWhy::Flee);
        }
    }

    fn escapes_anyway(&self, seat: Seat) -> bool {
        self.fight.escape || self.fight.away.contains(seat)
    }

    /// flee-02, flee-03, flee-04, flee-05: five or better gets away; the runner's own cards count against every
    /// monster, a monster's own figure against itself alone.
    pub(super) fn flee_outcome(&mut self, seat: Seat, place: u8) {
        if !self.alive(seat) {
            return;
        }
        let card = self.fight.foes()[usize::from(place)].card;
        let sure = self.escapes_anyway(seat);
        let total = if sure { i16::MAX } else { self.position().flee_total(seat, card) };
        let escaped = sure || self.position().gets_away(card, total);
        self.record(Event::Fled { seat, card, escaped, total });
        if escaped {
            self.fire(Happening::Escape, seat);
            self.fire_card(Happening::Escape, card, seat);
        } else {
            self.then(Frame::BadStuff { seat, card });
            self.fire(Happening::Caught, seat);
        }
    }

    /// flee-05, flee-07, badstuff-01, badstuff-03: what the card says happens to this runner, at once.
    pub(super) fn bad_stuff(&mut self, seat: Seat, card: CardId) {
        if self.alive(seat) && !self.fight.escape {
            self.record(Event::BadStuff { seat, card });
            let program = self.deck.card(card).bad_stuff;
            self.carry_out(program, Scene { source: card, you: seat, actor: seat, roll: 0 });
        }
    }
}
