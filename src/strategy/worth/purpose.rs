//! `Purpose`: what a use is good for.

use crate::deck::language::Side;

/// Minimum harm to another player that is worth a card.
pub(in crate::strategy) const WORTH_A_CARD: i16 = 10;

/// The purpose of a use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Purpose {
    /// Strength for a side of the fight.
    Strength {
        /// The sides that it can strengthen.
        side: Side,
        /// The strength.
        by: i16,
    },
    /// Removes a monster from the fight.
    Remove,
    /// Makes the fight harder.
    Harden,
    /// Makes the helper leave.
    Dismiss,
    /// Escapes or repeats a roll.
    Escape,
    /// Cancels a Curse or Bad Stuff, or turns a Curse to another player.
    Cancel,
    /// Lifts a Curse that stays.
    Lift,
    /// Brings levels, but not the winning one; with its worth.
    Levels(i16),
    /// Benefits its target; with its worth.
    Good(i16),
    /// Harms its target; with the harm.
    Bad(i16),
}

impl Purpose {
    /// Whether it removes a monster from a fight.
    pub(crate) fn removes(&self) -> bool {
        *self == Purpose::Remove
    }

    /// The table of purposes: what it adds, hurts and serves.
    #[inline]
    fn facts(self) -> (i16, i16, bool) {
        match self {
            Purpose::Strength { side: Side::Players, by } => (by, 0, false),
            Purpose::Strength { side: Side::Monsters, by } => (-by, by, false),
            Purpose::Strength { side: Side::Either, by } => (by, by, false),
            Purpose::Harden => (0, 8, false),
            Purpose::Dismiss => (0, i16::MAX, false),
            Purpose::Remove | Purpose::Escape | Purpose::Cancel => (0, 0, false),
            Purpose::Lift => (0, 0, true),
            Purpose::Levels(good) | Purpose::Good(good) => (0, 0, good > 0),
            Purpose::Bad(harm) => (0, 0, harm >= WORTH_A_CARD),
        }
    }

    /// Strength that it adds to the players' side of a fight.
    pub(crate) fn adds(&self) -> i16 {
        self.facts().0
    }

    /// Approximate loss of margin for the players in a fight; without limit if it depends on the helper.
    pub(crate) fn hurts(&self) -> i16 {
        self.facts().1
    }

    /// Whether it benefits its player out of combat at no cost.
    pub(crate) fn serves(&self) -> bool {
        self.facts().2
    }

    pub(super) fn raises(&self) -> bool {
        matches!(self, Purpose::Levels(_))
    }

    /// Whether it benefits its player if its cost is a gain.
    pub(super) fn may_serve(&self) -> bool {
        self.serves() || matches!(self, Purpose::Levels(_) | Purpose::Good(_))
    }
}

pub(super) fn purpose_worth(purpose: Purpose) -> i32 {
    match purpose {
        Purpose::Strength { by, .. } => 3 * i32::from(by).abs(),
        Purpose::Remove => 16,
        Purpose::Harden => 8,
        Purpose::Dismiss => 6,
        Purpose::Escape => 10,
        Purpose::Cancel => 10,
        Purpose::Lift => 6,
        Purpose::Levels(worth) | Purpose::Good(worth) => worth.into(),
        Purpose::Bad(harm) => i32::from(harm) / 2 + 4,
    }
}
