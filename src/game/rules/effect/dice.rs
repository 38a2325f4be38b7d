//! Rolls for a card and changes of dice.

use crate::deck::compiled::Grants;
use crate::deck::language::Window;
use crate::game::state::agenda::{Frame, Scene};
use crate::game::state::fight::Getaway;
use crate::game::table::event::{Event, RollWhy};
use crate::game::table::recorder::Recorder;
use crate::game::{Choice, Menu, Players, Question, Table, Verb, ask};

impl<const W: usize, R: Recorder, P: Players<W>> Table<'_, W, R, P> {
    pub(super) fn roll_on_table(&mut self, table: u16, scene: Scene) {
        let rolled = self.roll(scene.you, RollWhy::Card);
        let unlucky = self.seats[scene.you].grants.has(Grants::UNLUCKY);
        // A die is at least 1, so this cannot underflow.
        let die = rolled - u8::from(unlucky);
        let scene = Scene { roll: die, ..scene };
        if self.position().usable(scene.you, Window::CardRoll).is_empty() {
            return self.read_table(table, scene);
        }
        // One more than the die: the die of an unlucky player may be 0, and 0 means that there is none.
        self.game.seats[scene.you].card_die = die + 1;
        self.then(Frame::CardRoll { table, scene });
    }

    /// oneshot-03: a player who rolled for a card may change the die before it takes effect.
    pub(in crate::game) fn card_roll(&mut self, table: u16, scene: Scene) {
        let seat = scene.you;
        if !self.alive(seat) {
            self.game.seats[seat].card_die = 0;
            return;
        }
        let choice = ask!(self, seat, Question::CardRoll, {
            self.options.push(Choice::PASS);
            for card in self.position().usable(seat, Window::CardRoll) {
                self.offer_uses_of(seat, card, Window::CardRoll);
            }
        });
        let scene = match self.seats[seat].card_die {
            0 => scene,
            die => Scene { roll: die - 1, ..scene },
        };
        if choice.verb == Verb::Pass {
            self.game.seats[seat].card_die = 0;
            self.read_table(table, scene);
        } else {
            self.then(Frame::CardRoll { table, scene });
            self.play(seat, choice);
        }
    }

    /// Runs the line of a die table for the number that was rolled; 0 counts on the first line.
    fn read_table(&mut self, table: u16, scene: Scene) {
        let program = self.deck.die_tables[usize::from(table)][usize::from(scene.roll.max(1)) - 1];
        self.carry_out(program, scene);
    }

    pub(super) fn turn_die(&mut self, scene: Scene) {
        if self.fight.die > 0 || self.seats[scene.actor].card_die > 0 {
            self.then(Frame::SetRoll { scene });
        }
    }

    /// Sets the die for running away, or the one that was rolled for a card, to a chosen number.
    pub(in crate::game) fn set_roll(&mut self, scene: Scene) {
        let choice = ask!(self, self.decider(scene), Question::SetRoll, Menu::numbers(Verb::Number, 1, 6));
        let seat = scene.actor;
        if self.seats[seat].card_die > 0 {
            // Stored as in `roll_on_table`, one more than the die.
            self.game.seats[seat].card_die = choice.n + 1;
            return self.record(Event::DieSet { seat, die: choice.n });
        }
        self.game.fight.die = choice.n;
        let seat = self.fight.runner.map_or(scene.you, |(runner, _)| runner);
        self.record(Event::DieSet { seat, die: choice.n });
    }

    /// Repeats the roll to run away.
    pub(super) fn reroll(&mut self) {
        if let Some((runner, _)) = self.fight.runner.filter(|&(runner, _)| self.fight.die > 0 && self.alive(runner)) {
            self.game.fight.die = self.roll(runner, RollWhy::Flee);
        }
    }

    /// flee-04, C-19: the runner must roll, even if it would get away without a roll.
    pub(super) fn roll_anyway(&mut self) {
        if let Some((runner, _)) = self.fight.runner.filter(|&(runner, _)| self.alive(runner)) {
            self.game.fight.getaway = Getaway::Forced;
            // A new roll: bonuses and limits of uses that applied to the former one are over.
            self.game.seats[runner].roll_extra = 0;
            self.game.spent.clear(&self.deck.roll_marks);
            self.game.fight.rolled.insert(runner);
            self.game.fight.die = self.roll(runner, RollWhy::Flee);
        }
    }
}
