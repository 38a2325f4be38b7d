//! Costs: what effects take from the affected player, in tenths of a level.

use super::appraiser::{Appraiser, MAX_WORTH};
use super::part::Part;
use crate::deck::compiled::{Adds, Amount, CountOrAll, Counted, Measure, Op, Program, Tally};
use crate::deck::language::Who;

impl Appraiser<'_> {
    /// Cost of a program to the affected player; negative if it is a gain.
    pub(super) fn program(&self, program: Program) -> i32 {
        let ops = (program.start..program.end).map(|at| self.op(self.deck.ops[usize::from(at)]));
        ops.fold(0, i32::saturating_add).clamp(-MAX_WORTH, MAX_WORTH)
    }

    /// Usual cost of an operation to the affected player.
    pub(super) fn op(&self, op: Op) -> i32 {
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
            Amount::PerCount { each, times, most } => {
                (self.usual(each) * i32::from(times)).clamp(-i32::from(most), most.into())
            }
        }
    }

    /// A usual value of a count, which is known only in a game.
    fn usual(&self, counted: Counted) -> i32 {
        match counted {
            Counted::Own(Measure::Players) => 1,
            Counted::Own(what) => usual_of_one(what),
            Counted::Of(place) => {
                let Tally { what, of, .. } = self.deck.tallies[usize::from(place)];
                let one = if what == Measure::Players { 1 } else { usual_of_one(what) };
                one * usual_players(of)
            }
        }
    }

    /// The number of a modifier: a sum over cards counts as it usually is, any other count as one.
    pub(super) fn modifier(&self, adds: &Adds) -> i32 {
        let sum = |what| matches!(what, Measure::Bonus(_) | Measure::Gold(_) | Measure::Total);
        let times = match adds.each {
            Some(each @ Counted::Own(what)) if sum(what) => self.usual(each),
            Some(each @ Counted::Of(place)) if sum(self.deck.tallies[usize::from(place)].what) => self.usual(each),
            _ => 1,
        };
        (i32::from(adds.add) * times).clamp(-i32::from(adds.most), adds.most.into())
    }

    /// Ten per card, or `all`.
    pub(super) fn count(&self, count: CountOrAll, all: i32) -> i32 {
        match count {
            CountOrAll::All => all,
            CountOrAll::Amount(amount) => 10 * self.amount(amount),
        }
    }
}

/// A usual number of one player, or of the game.
fn usual_of_one(what: Measure) -> i32 {
    match what {
        Measure::Gold(_) => 800,
        Measure::LostGold => 300,
        Measure::Total => 8,
        Measure::Bonus(_) => 4,
        Measure::FreeHands | Measure::Identities(_) | Measure::LostRank => 1,
        _ => 3,
    }
}

/// A usual number of players.
fn usual_players(of: Who) -> i32 {
    match of {
        Who::Everyone => 4,
        Who::Rivals => 3,
        Who::Neighbours | Who::Fighters => 2,
        Who::You | Who::Actor | Who::Left | Who::Right | Who::Main | Who::Helper => 1,
        Who::HighestRivals | Who::LowestRivals | Who::ChosenRival => 1,
    }
}
