//! Costs: what effects take from the affected player, in tenths of a level.

use super::appraiser::{Appraiser, MAX_WORTH};
use super::part::Part;
use crate::deck::compiled::{Amount, CountOrAll, Op, Program};
use crate::deck::language::Who;

impl Appraiser<'_> {
    /// Cost of a program to the affected player; negative if it is a gain.
    pub(super) fn program(&self, program: Program) -> i32 {
        let ops = (program.start..program.end).map(|at| self.op(self.deck.ops[usize::from(at)]));
        ops.fold(0, i32::saturating_add).clamp(-MAX_WORTH, MAX_WORTH)
    }

    fn op(&self, op: Op) -> i32 {
        match self.part(op) {
            Part::InFight(_, cost) | Part::Fall(_, cost) | Part::Other(cost) => cost,
            Part::Levels(n) => -10 * self.amount(n),
            Part::Each(who, body) => self.each(who, body),
            Part::Choice(span) => {
                // The chooser takes the cheapest branch.
                self.deck.branches[span.range()].iter().map(|(_, p)| self.program(*p)).min().unwrap_or(0)
            }
            // A use is open only if it does something.
            Part::If(then, otherwise) if self.whole && otherwise.is_empty() => self.program(then),
            Part::If(then, otherwise) => (self.program(then) + self.program(otherwise)) / 2,
            Part::Dice(table) => {
                self.deck.die_tables[usize::from(table)].iter().map(|p| self.program(*p)).sum::<i32>() / 6
            }
            Part::Repeat(times, body) => self.amount(times).saturating_mul(self.program(body)),
        }
    }

    /// Cost of effects on other players: what they take from the outer player is a cost, their harm a small gain.
    fn each(&self, who: Who, body: Program) -> i32 {
        let inside = self.program(body);
        let takes = (body.start..body.end).any(|at| {
            matches!(
                self.deck.ops[usize::from(at)],
                Op::TakeItem { from: Who::Actor, .. } | Op::TakeFromHand { from: Who::Actor, .. }
            )
        });
        let several = matches!(who, Who::Rivals | Who::Everyone | Who::Neighbours);
        match (who, takes) {
            (Who::You, _) => inside,
            (Who::Actor, false) if self.whole => -inside,
            (_, true) => inside * if several { 2 } else { 1 },
            (_, false) => -inside / if several { 2 } else { 3 },
        }
    }

    pub(super) fn amount(&self, amount: Amount) -> i32 {
        match amount {
            Amount::Number(n) => n.into(),
            // The count is known only in a game; this takes it as three.
            Amount::PerCount { times, .. } => 3 * i32::from(times),
        }
    }

    /// Ten per card, or `all`.
    pub(super) fn count(&self, count: CountOrAll, all: i32) -> i32 {
        match count {
            CountOrAll::All => all,
            CountOrAll::Amount(amount) => 10 * self.amount(amount),
        }
    }
}
