//! Costs: what effects take from the affected player, in tenths of a level.

use super::appraiser::Appraiser;
use crate::deck::DeckSide;
use crate::deck::compiled::{Amount, CountOrAll, Op, Program};
use crate::deck::language::{Chooser, HowMany, LevelMark, Side, Who};
use crate::ids::Seat;

/// Maximum worth or cost of an effect.
const MAX_WORTH: i32 = 1_000;

/// Converts a worth to its stored form. Sums use a wider type, so the cards of a deck cannot overflow it.
pub(super) fn stored(worth: i32) -> i16 {
    worth.clamp(-10 * MAX_WORTH, 10 * MAX_WORTH) as i16
}

impl<const W: usize> Appraiser<'_, W> {
    /// Cost of a program to the affected player; negative if it is a gain.
    pub(super) fn program(&self, program: Program) -> i32 {
        let ops = (program.start..program.end).map(|at| self.op(self.deck.ops[usize::from(at)]));
        ops.fold(0, i32::saturating_add).clamp(-MAX_WORTH, MAX_WORTH)
    }

    fn op(&self, op: Op) -> i32 {
        match op {
            Op::LoseLevels(n) => 10 * self.amount(n),
            Op::GainLevels(n) => -10 * self.amount(n),
            Op::GainWinningLevels(n) => -20 * self.amount(n),
            Op::FallTo(LevelMark::Lowest) => 25,
            Op::FallTo(LevelMark::At(_)) => 35,
            Op::Die => 60,
            Op::LoseItems { count, by, .. } => self.count(count, 40) * if by == Chooser::You { 8 } else { 12 } / 10,
            Op::LoseWorth(gold) => i32::from(gold / 60),
            Op::LoseHand { count, .. } => self.count(count, 40) * 4 / 10,
            Op::LoseIdentities { count, .. } | Op::LosePowers { count, .. } => match count {
                HowMany::Number(n) => 6 * i32::from(n),
                HowMany::All(_) => 8,
            },
            Op::Draw { side, count, .. } => -self.amount(count) * if side == DeckSide::Door { 3 } else { 6 },
            Op::Exchange { count, .. } => -2 * i32::from(count),
            Op::TakeItem { from: Who::Actor, .. } => 12,
            Op::TakeFromHand { from: Who::Actor, .. } => 4,
            Op::TakeItem { .. } => -12,
            Op::TakeFromHand { .. } => -6 - self.taken,
            Op::TakeDiscard { search, .. } => {
                let worth = if search { 14 } else { 7 };
                -worth - self.taken
            }
            Op::Each { who, body, .. } => self.each(who, body),
            Op::Choose(span) => {
                self.deck.branches[span.range()].iter().map(|(_, p)| self.program(*p)).min().unwrap_or(0)
            }
            // A use is open only if it does something.
            Op::If { then, otherwise, .. } if self.whole && otherwise.is_empty() => self.program(then),
            Op::If { then, otherwise, .. } => (self.program(then) + self.program(otherwise)) / 2,
            Op::Roll(table) => {
                self.deck.die_tables[usize::from(table)].iter().map(|p| self.program(*p)).sum::<i32>() / 6
            }
            Op::Repeat { times, body } => self.amount(times).saturating_mul(self.program(body)),
            Op::ChangeIdentity { .. } => 2,
            Op::LiftCurse { .. } => -8,
            Op::ChangeGender => 4,
            Op::LoseAsMuch(short) => 8 + self.program(short) / 4,
            Op::EscapeThis => -10,
            Op::LootRoom => -3,
            Op::TakeOver => 10,
            Op::Afflict(affliction) => self.burden(self.deck.card(self.deck.reminder(affliction, Seat(0)))),
            Op::Strengthen { side: Side::Monsters, by, .. } if self.whole => 3 * self.amount(by),
            Op::Strengthen { side: Side::Players, by, .. } if self.whole => -3 * self.amount(by),
            Op::Strengthen { .. }
            | Op::RemoveMonster(_)
            | Op::RemoveAll(_)
            | Op::CopyMonster
            | Op::TwinFlee(_)
            | Op::SendMonster(_)
            | Op::AddMonster
            | Op::ReplaceMonster(_)
            | Op::DismissHelper
            | Op::CompelHelp
            | Op::Escape
            | Op::EscapeAll
            | Op::Reroll
            | Op::RollAnyway
            | Op::SetRoll
            | Op::FleeBonus(_)
            | Op::RollBonus(_)
            | Op::CancelCurse { .. }
            | Op::Leave { .. }
            | Op::TakeWinningItem => 0,
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
            Amount::PerCount { times, .. } => 3 * i32::from(times),
        }
    }

    /// Ten per card, or `all`.
    fn count(&self, count: CountOrAll, all: i32) -> i32 {
        match count {
            CountOrAll::All => all,
            CountOrAll::Amount(amount) => 10 * self.amount(amount),
        }
    }
}
