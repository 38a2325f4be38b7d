//! Checks at the end of a scenario: nothing is left over, and all expectations hold.

use super::report::Failure;
use super::run::Runner;
use crate::game::{Event, Script};
use crate::scenario::file::claim::What;
use crate::scenario::file::plan::End;

impl Runner<'_, '_> {
    /// Checks that nothing is left over and that the expectations at the end hold.
    pub(in crate::scenario) fn finish(&mut self) {
        self.check_due();
        self.check_last_step();
        self.check_dice_left();
        self.check_end();
        self.check(&self.plan.expect, None);
    }

    fn fail(&mut self, line: usize, message: String) {
        self.failures.push(Failure { line, step: None, message });
    }

    /// Checks that every step was reached.
    fn check_last_step(&mut self) {
        let plan = self.plan;
        let Some(step) = plan.steps.get(self.next) else { return };
        let missed = self.asked_so_far();
        let (words, name) = (self.step_in_words(step), self.book.name(step.seat));
        let end = if self.table.outcome().is_some() { "the game was over" } else { "the scenario ended" };
        let message = format!("{words}: this did not happen before {end}; {name} was asked {missed}");
        self.fail_step(self.next, step.line, message);
    }

    /// Checks that every die was rolled.
    fn check_dice_left(&mut self) {
        let left = self.table.script().map(|script: &mut Script| script.dice_left().to_vec()).unwrap_or_default();
        if !left.is_empty() {
            self.fail(self.plan.lines.dice, format!("dice were left over: {left:?}"));
        }
    }

    /// Checks that the game has reached the end that the scenario names.
    fn check_end(&mut self) {
        let ends = |event: &Event| matches!(event, Event::FightEnds { .. });
        let fought = self.table.recorder().events.iter().any(ends);
        let over = self.table.outcome().is_some();
        let nobody =
            self.plan.expect.iter().any(|claim| matches!(&claim.what, What::Winner(seats) if seats.is_empty()));
        let message = match self.plan.end {
            End::Turns(turns) if over && self.table.turn() < turns => {
                "the game was over before the last of these `turns`"
            }
            End::Combat if !fought => "`until = \"combat-end\"`, but no combat ended",
            End::Game if !nobody && self.table.outcome().is_some_and(|outcome| outcome.winners.is_empty()) => {
                "`until = \"game-over\"`, but the game stopped after its last turn without a winner"
            }
            _ => return,
        };
        self.fail(self.plan.lines.end, message.to_owned());
    }
}
