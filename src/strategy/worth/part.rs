//! `Part`: the table of operations, with what each does in a use and what it costs.

use super::appraiser::{Appraiser, stored};
use super::purpose::Purpose;
use crate::deck::DeckSide;
use crate::deck::compiled::{Amount, FilterRef, Op, Program, Span};
use crate::deck::language::{Chooser, HowMany, LevelMark, Side, Who};
use crate::ids::Seat;

// The costs were set by hand for the first player, on a scale of ten for a level. `balanced-1` to `balanced-3` must keep their games,
// so a better judgement is a new setting (`Taste`), not another number here.

/// Approximate strength of a compelled helper.
const COMPELLED: i16 = 6;

/// The part that an operation plays in a use. Costs are those of the affected player, in tenths of a level.
pub(super) enum Part {
    /// It changes a fight, a roll or a Curse; with its cost.
    InFight(Purpose, i32),
    /// It brings levels other than the winning one.
    Levels(Amount),
    /// It takes this number of levels; without a number, most of them. With its cost.
    Fall(Option<Amount>, i32),
    If(Program, Program),
    Choice(Span),
    Dice(u16),
    Each(Who, Program),
    Repeat(Amount, Program),
    /// Only its cost counts.
    Other(i32),
}

impl Appraiser<'_> {
    /// The part that an operation plays in a use.
    pub(super) fn part(&self, op: Op) -> Part {
        match op {
            Op::Strengthen { side, by, .. } => self.strengthens(side, self.amount(by)),
            Op::RemoveMonster(_) | Op::RemoveAll(_) => Part::InFight(Purpose::Remove, 0),
            Op::SendMonster(_) | Op::ReplaceMonster(_) => Part::InFight(Purpose::Remove, 0),
            Op::CopyMonster | Op::AddMonster | Op::TwinFlee(_) => Part::InFight(Purpose::Harden, 0),
            Op::DismissHelper => Part::InFight(Purpose::Dismiss, 0),
            Op::CompelHelp(_) | Op::TakeWinningItem => {
                Part::InFight(Purpose::Strength { side: Side::Players, by: COMPELLED }, 0)
            }
            Op::Escape | Op::EscapeAll | Op::FleeBonus(_) | Op::RollAnyway => Part::InFight(Purpose::Escape, 0),
            Op::Reroll | Op::SetRoll | Op::RollBonus(_) => Part::InFight(Purpose::Escape, 0),
            Op::CancelCurse { .. } | Op::RedirectCurse { .. } | Op::CancelBadStuff => Part::InFight(Purpose::Cancel, 0),
            Op::LiftCurse { .. } => Part::InFight(Purpose::Lift, -8),
            Op::TakeOver if self.whole => Part::InFight(Purpose::Remove, 10),
            Op::TakeOver => Part::Other(10),
            Op::GainLevels(n) => Part::Levels(n),
            // Twice an ordinary level, since it may be the last one. It is no `Levels`: nothing is held back until the
            // end for it.
            Op::GainWinningLevels(n) => Part::Other(-20 * self.amount(n)),
            Op::LoseLevels(n) => Part::Fall(Some(n), 10 * self.amount(n)),
            Op::FallTo(LevelMark::Lowest) => Part::Fall(None, 25),
            Op::FallTo(LevelMark::At(_)) => Part::Fall(None, 35),
            Op::Die => Part::Fall(None, 60),
            Op::If { then, otherwise, .. } => Part::If(then, otherwise),
            Op::Choose(branches) => Part::Choice(branches),
            Op::Roll(table) => Part::Dice(table),
            Op::Each { who, body, .. } => Part::Each(who, body),
            Op::Repeat { times, body } => Part::Repeat(times, body),
            // A player who chooses gives up the cheapest Items.
            Op::LoseItems { count, by, .. } => {
                Part::Other(self.count(count, 40) * if by == Chooser::You { 8 } else { 12 } / 10)
            }
            Op::LoseWorth(gold) => Part::Other(i32::from(gold / 60)),
            Op::LoseHand { count, filter, .. } => {
                Part::Other(self.count(count, 40) * 4 / 10 * self.share(filter) / 100)
            }
            Op::RevealHand => Part::Other(1),
            // By the card's own text only: the usual harm of a monster or a Curse.
            Op::Suffer { .. } => Part::Other(14),
            // Mostly the cheapest cards of the hand, if the player chooses.
            Op::LoseCards { count, by } => {
                Part::Other(self.count(count, 80) * if by == Chooser::You { 4 } else { 8 } / 10)
            }
            Op::LoseIdentities { count, .. } | Op::LosePowers { count, .. } => Part::Other(match count {
                HowMany::Number(n) => 6 * i32::from(n),
                HowMany::All(_) => 8,
            }),
            Op::ChangeIdentity { .. } => Part::Other(2),
            Op::ChangeGender => Part::Other(4),
            Op::Draw { side, count, .. } => Part::Other(-self.drawn(side) * self.amount(count)),
            Op::Exchange { count, .. } => Part::Other(-2 * i32::from(count)),
            // Inside `each`, the actor is the outer player, from whom the others take: see `Appraiser::each`.
            Op::TakeItem { from: Who::Actor, .. } => Part::Other(12),
            Op::TakeItem { .. } => Part::Other(-12),
            Op::TakeFromHand { from: Who::Actor, .. } => Part::Other(4),
            Op::TakeFromHand { .. } => Part::Other(-6 - self.taken),
            Op::TakeDiscard { search: true, .. } => Part::Other(-14 - self.taken),
            Op::TakeDiscard { search: false, .. } => Part::Other(-7 - self.taken),
            Op::LootRoom => Part::Other(-3),
            Op::Leave { .. } => Part::Other(0),
            Op::EscapeThis | Op::DefeatThis => Part::Other(-10),
            Op::LoseAsMuch(short) => Part::Other(8 + self.program(short) / 4),
            // A card that a rival gets is worth more to lose than a discard.
            Op::Give { count, .. } => Part::Other(self.count(count, 40) / 2),
            // What the other hand brings is known only in a game.
            Op::ExchangeHands(_) => Part::Other(0),
            Op::OpenDoor => Part::Other(-3),
            Op::Afflict(affliction) => {
                Part::Other(self.burden(self.deck.card(self.deck.reminder(affliction, Seat(0)))))
            }
        }
    }

    /// The worth of a drawn card.
    fn drawn(&self, side: DeckSide) -> i32 {
        match (side, self.by_position) {
            (DeckSide::Door, false) => 3,
            (DeckSide::Treasure, false) => 6,
            (DeckSide::Door, true) => 8,
            (DeckSide::Treasure, true) => 14,
        }
    }

    /// The share of the deck's cards that match a filter, in hundredths.
    fn share(&self, filter: FilterRef) -> i32 {
        let (meant, all) = (self.deck.filters[usize::from(filter.0)].cards.len(), self.deck.masks.all.len().max(1));
        (100 * meant / all).min(100) as i32
    }

    /// Strength for a side of the fight.
    fn strengthens(&self, side: Side, by: i32) -> Part {
        // Three tenths of a level for a point of strength.
        let cost = match side {
            Side::Monsters if self.whole => 3 * by,
            Side::Players if self.whole => -3 * by,
            Side::Either | Side::Players | Side::Monsters => 0,
        };
        Part::InFight(Purpose::Strength { side, by: stored(by) }, cost)
    }
}
