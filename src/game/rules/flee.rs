//! Running away: the runners, the rolls and their results.

use std::cmp::Ordering;
use std::num::NonZeroU8;

use crate::deck::compiled::UseRule;
use crate::deck::language::rules::{AutoescapeHarm, RunnerOrder};
use crate::deck::language::{FightRule, Happening, Lasting, Window};
use crate::game::legality::Position;
use crate::game::state::agenda::{Frame, Paid, Scene};
use crate::game::state::fight::{Foe, Getaway};
use crate::game::table::event::{Event, FightEnd, RollWhy};
use crate::game::table::recorder::Recorder;
use crate::game::{Menu, Moment, Players, Question, Table, ask};
use crate::ids::{CardId, Seat};

impl<const W: usize> Position<'_, W> {
    /// flee-02, flee-03: the total of a roll: the die, the bonus of the runner's cards and the bonus of the monster.
    fn flee_total(self, seat: Seat, foe: &Foe) -> i16 {
        let info = self.deck.card(foe.card);
        let monster =
            i16::from(info.steady_flee) + i16::from(foe.flee) + self.conditional_of(foe.card, info.flee, seat);
        let extra = i16::from(self.game.seats[seat].roll_extra);
        i16::from(self.game.fight.die) + self.flee_bonus(seat) + extra + monster
    }

    /// flee-02: whether a total is high enough. No total is enough against a monster with the rule `NoEscape`.
    fn gets_away(self, card: CardId, total: i16) -> bool {
        let held = self.deck.card(card).fight.contains(FightRule::NoEscape);
        !held && total >= i16::from(self.deck.rules.flee_target)
    }

    /// flee-05: whether a monster pursues a player.
    pub(in crate::game) fn pursues(self, card: CardId, seat: Seat) -> bool {
        self.holds_beside(self.deck.card(card).pursues, seat, seat, card)
    }

    /// flee-05, C-17: whether a monster pursues the runner: before the roll by the runner's Level now, afterwards as decided then.
    pub(in crate::game) fn still_pursues(self, card: CardId, seat: Seat) -> bool {
        let fight = &self.game.fight;
        match fight.getaway {
            Getaway::LetGo => false,
            Getaway::Forced => true,
            Getaway::Rolls | Getaway::Escapes => fight.die > 0 || self.pursues(card, seat),
        }
    }

    /// Whether a runner gets away from a monster that pursues it, regardless of the roll.
    fn escapes_anyway(self, seat: Seat) -> bool {
        match self.game.fight.getaway {
            Getaway::Escapes => true,
            Getaway::Forced => false,
            Getaway::Rolls | Getaway::LetGo => self.game.fight.away.contains(seat),
        }
    }

    /// flee-04, flee-05: whether a use can still answer a roll to run away. If the runner gets away regardless of the roll, only a use that
    /// forces a roll can.
    pub(in crate::game) fn answers_roll(self, rule: &UseRule) -> bool {
        let fight = &self.game.fight;
        let no_roll = |(seat, _)| fight.getaway == Getaway::LetGo || self.escapes_anyway(seat);
        rule.flags.forces_roll() || !fight.runner.is_some_and(no_roll)
    }

    /// flee-02: the points that the current roll is short of an escape; 0 without a roll.
    pub(in crate::game) fn short_of_escape(self) -> i16 {
        let fight = &self.game.fight;
        let rolled = fight.runner().zip(fight.pursuer()).filter(|_| fight.die > 0);
        let short = |(seat, foe): (Seat, &Foe)| i16::from(self.deck.rules.flee_target) - self.flee_total(seat, foe);
        rolled.map_or(0, short).max(0)
    }

    /// Whether the runner gets away with the current roll.
    pub(in crate::game) fn would_escape(self) -> bool {
        let fight = &self.game.fight;
        let Some((seat, foe)) = fight.runner().zip(fight.pursuer()) else { return false };
        let (total, getaway) = (self.flee_total(seat, foe), fight.getaway);
        getaway == Getaway::Escapes || !self.still_pursues(foe.card, seat) || self.gets_away(foe.card, total)
    }
}

impl<const W: usize, R: Recorder, P: Players<W>> Table<'_, W, R, P> {
    /// flee-01, flee-08, multi-04: after a lost fight, all fighters run from all monsters, the main player first.
    pub(in crate::game) fn flight(&mut self) {
        self.game.fight.fleeing = true;
        self.game.seats.0.iter_mut().for_each(|player| player.spared = 0);
        self.close_fight(FightEnd::Lost);
        self.promises_after_defeat();
        // Below the runners: their bodies, Bad Stuff and escapes come before the cards of the fight are discarded.
        self.then(Frame::EndCombat {});
        let main = self.fight.main;
        // The main player is the last on the agenda, so the first to run.
        let runners = [self.fight.helper, Some(main)];
        if self.deck.rules.runner_order == RunnerOrder::Roll && self.fight.helper.is_some() {
            self.then(Frame::RunnerOrder {});
        } else {
            runners.into_iter().flatten().for_each(|seat| self.then(Frame::Runner { seat }));
        }
        for seat in runners.into_iter().flatten() {
            self.fire_flight(seat);
        }
    }

    /// flee-10: both runners roll, and roll again if the rolls are equal; the player with the higher roll decides who
    /// runs first.
    pub(in crate::game) fn runner_order(&mut self) {
        let runners = self.fight.fighters().and(self.living());
        if runners.len() < 2 {
            return runners.iter().for_each(|seat| self.then(Frame::Runner { seat }));
        }
        let decider = loop {
            let dice = [self.fight.main, self.fight.helper.unwrap_or(self.fight.main)]
                .map(|seat| (self.roll(seat, RollWhy::RunnerOrder), seat));
            match dice[0].0.cmp(&dice[1].0) {
                Ordering::Greater => break dice[0].1,
                Ordering::Less => break dice[1].1,
                Ordering::Equal => {}
            }
        };
        self.then(Frame::FirstRunner { decider });
    }

    /// flee-10: the player who rolled higher names the first runner.
    pub(in crate::game) fn first_runner(&mut self, decider: Seat) {
        let runners = self.fight.fighters();
        let choice = ask!(self, decider, Question::FirstRunner, Menu::seats(runners));
        let first = choice.seat();
        runners.without(first).iter().for_each(|seat| self.then(Frame::Runner { seat }));
        self.then(Frame::Runner { seat: first });
    }

    /// Runs the triggers of the monsters for a player who must run away.
    fn fire_flight(&mut self, seat: Seat) {
        for place in 0..self.fight.foes().len() {
            let card = self.fight.foes()[place].card;
            self.fire_card(Happening::Flight, card, seat);
        }
    }

    /// flee-06, flee-09, flee-12: the runner runs from the monsters in an order of their choice, until they are dead or have faced all
    /// monsters.
    pub(in crate::game) fn runner(&mut self, seat: Seat) {
        self.game.fight.runner = None;
        let left = self.monsters_to_face(seat);
        if left == 0 || !self.alive(seat) || !self.in_fight(seat) {
            return;
        }
        let choice = ask!(self, seat, Question::RunFrom, { self.offer_foes(left) });
        let foe = &mut self.game.fight.foes[usize::from(choice.n)];
        // Before the roll: its result does not decide whether this monster is faced again.
        foe.faced.insert(seat);
        let number = foe.number;
        let spared = self.seats[seat].spared >> choice.n & 1 != 0;
        // The same step again, until no monster is left to face.
        self.then(Frame::Runner { seat });
        self.run_away(seat, number, spared);
    }

    /// The indices of the monsters from which a player still has to run, one bit each.
    fn monsters_to_face(&self, seat: Seat) -> u16 {
        let foes = self.fight.foes().iter().enumerate();
        foes.fold(0, |places, (place, foe)| places | u16::from(!foe.faced.contains(seat)) << place)
    }

    /// flee-02, level-04, A-09, C-17: opens a last round before the roll, in which the runner's Level may still change; the roll
    /// follows.
    fn run_away(&mut self, seat: Seat, number: u8, spared: bool) {
        self.game.fight.runner = NonZeroU8::new(number).map(|number| (seat, number));
        self.game.fight.die = 0;
        self.game.seats[seat].roll_extra = 0;
        self.game.spent.clear(&self.deck.roll_marks);
        if self.catches_without_a_roll(seat) {
            return;
        }
        let away = spared || self.fight.away.contains(seat);
        self.game.fight.getaway = if away { Getaway::Escapes } else { Getaway::Rolls };
        self.then(Frame::RollToFlee { seat });
        if !away {
            self.then_interrupts(Moment::BeforeRoll);
        }
    }

    /// flee-02, flee-07: the Bad Stuff of a monster from which nobody runs away follows at once.
    fn catches_without_a_roll(&mut self, seat: Seat) -> bool {
        let Some(&Foe { card, number, .. }) = self.fight.pursuer() else { return false };
        let catches = self.deck.card(card).fight.contains(FightRule::NoRun);
        if catches {
            self.game.fight.getaway = Getaway::Rolls;
            self.is_caught(seat, card, number);
        }
        catches
    }

    /// flee-02, flee-05, C-17, C-19: the monster pursues this runner, depending on its Level now, or lets it go. If it pursues, the
    /// runner rolls one die. A round follows that may still change the roll, or force one.
    pub(in crate::game) fn roll_to_flee(&mut self, seat: Seat) {
        let Some(&Foe { card, .. }) = self.fight.pursuer().filter(|_| self.alive(seat)) else { return };
        let let_go = !self.position().pursues(card, seat);
        if let_go {
            // Kept, because the round that follows may change the Level, and with it the test (C-17).
            self.game.fight.getaway = Getaway::LetGo;
        }
        self.then(Frame::FleeOutcome { seat });
        let rolls = !let_go && !self.position().escapes_anyway(seat);
        self.then_interrupts(Moment::AfterRoll);
        if rolls {
            self.game.fight.rolled.insert(seat);
            self.game.fight.die = self.roll(seat, RollWhy::Flee);
        }
        if !let_go {
            self.harm_fleeing(Happening::Pursuit, seat, card, !rolls);
        }
    }

    /// flee-02, flee-03, flee-04, flee-05: the runner gets away if the total reaches the rule `flee_target`. The bonus of the runner's own
    /// cards applies to all monsters, the bonus of a monster's text only to that monster.
    pub(in crate::game) fn flee_outcome(&mut self, seat: Seat) {
        let Some(foe) = self.fight.pursuer().filter(|_| self.alive(seat)) else { return };
        let Foe { card, number, .. } = *foe;
        if self.fight.getaway == Getaway::LetGo {
            return self.record(Event::NotPursued { seat, card, number });
        }
        let sure = self.position().escapes_anyway(seat);
        // The highest number marks an escape without a roll in the event.
        let total = if sure { i16::MAX } else { self.position().flee_total(seat, foe) };
        let escaped = sure || self.position().gets_away(card, total);
        if !sure {
            self.count_flee_parts(seat, card);
            self.end_until(seat, Lasting::NextRoll);
        }
        self.record(Event::Fled { seat, card, number, escaped, total });
        if escaped {
            self.fire(Happening::Escape, seat);
            self.harm_fleeing(Happening::Escape, seat, card, sure);
        } else {
            self.is_caught(seat, card, number);
        }
    }

    /// flee-07, badstuff-01: a monster has caught the runner. Triggers come first, then players may answer its Bad Stuff.
    fn is_caught(&mut self, seat: Seat, card: CardId, number: u8) {
        self.then(Frame::BadStuff { seat, card, number });
        // Few decks have such a use.
        if !self.deck.masks.usable[Window::BadStuff as usize].is_empty() {
            self.then_interrupts(Moment::BadStuff);
        }
        self.fire(Happening::Caught, seat);
    }

    /// flee-06: the runner gets away from a monster without a roll, when it runs from it.
    pub(in crate::game) fn escape_this(&mut self, seat: Seat, card: CardId) {
        let spared = self.seats[seat].spared;
        let mut foes = self.fight.foes().iter().enumerate();
        let open =
            |(place, foe): &(usize, &Foe)| foe.card == card && !foe.faced.contains(seat) && spared >> place & 1 == 0;
        if let Some((place, _)) = foes.find(open) {
            self.game.seats[seat].spared |= 1 << place;
        }
    }

    /// E-06: the text of a monster on a pursuit or an escape. The rules decide whether it applies to a runner who is sure to get away.
    fn harm_fleeing(&mut self, when: Happening, seat: Seat, card: CardId, sure: bool) {
        if !sure || self.deck.rules.autoescape_harm == AutoescapeHarm::Apply {
            self.fire_card(when, card, seat);
        }
    }

    /// flee-05, flee-07, badstuff-01, badstuff-03: the Bad Stuff of the card takes effect on this runner at once.
    pub(in crate::game) fn bad_stuff(&mut self, seat: Seat, card: CardId, number: u8) {
        if self.alive(seat) && self.fight.getaway != Getaway::Escapes {
            self.record(Event::BadStuff { seat, card, number });
            let program = self.deck.card(card).bad_stuff;
            self.carry_out(program, Scene { source: card, you: seat, actor: seat, roll: 0, paid: Paid::default() });
        }
    }
}
