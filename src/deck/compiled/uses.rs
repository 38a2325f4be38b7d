//! Compiled uses and triggers.

use std::ops::RangeInclusive;

use super::op::{CondRef, FilterRef, Program};
use crate::deck::language::{Aim, Cost, Happening, Window};

/// A compiled use.
#[derive(Clone, Copy, Debug)]
pub struct UseRule {
    /// The windows in which it is open.
    pub windows: Windows,
    /// Its target.
    pub aim: Aim,
    /// Condition on its user.
    pub condition: CondRef,
    /// Its cost.
    pub cost: Option<Cost>,
    /// Its limit per combat or turn, for the first copy of its card.
    pub limit: Limit,
    /// Further properties.
    pub flags: UseFlags,
    /// Its effects.
    pub program: Program,
}

impl UseRule {
    /// The limit of this use for one copy of its card.
    #[inline]
    pub(crate) fn limit_of(&self, copy: u8) -> Limit {
        self.limit.of(copy)
    }
}

/// Properties of a use without a value, as a mask.
// One byte: the engine reads the uses of all candidates, and a use fits into a quarter of a cache line.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct UseFlags(u8);

const _: () = assert!(size_of::<UseRule>() == 16);

impl UseFlags {
    const CARRIED: u8 = 1;
    const FORCES_ROLL: u8 = 2;

    /// The mask of these properties.
    pub(crate) fn of(carried: bool, forces_roll: bool) -> UseFlags {
        UseFlags((UseFlags::CARRIED * u8::from(carried)) | (UseFlags::FORCES_ROLL * u8::from(forces_roll)))
    }

    /// Whether the use is also open while its Item is carried sideways.
    #[inline]
    pub(crate) fn carried(self) -> bool {
        self.0 & UseFlags::CARRIED != 0
    }

    /// Whether the use can force a roll by a runner who escapes without one.
    #[inline]
    pub(crate) fn forces_roll(self) -> bool {
        self.0 & UseFlags::FORCES_ROLL != 0
    }
}

/// How often a use may be chosen per combat or turn, and the marks that count this.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limit {
    /// The number of times; 0 for no limit.
    pub count: u8,
    /// The last of its `count` marks, from 1 to `Deck::MAX_MARKS`; 0 without a limit.
    pub last: u16,
}

impl Limit {
    /// No limit.
    pub(crate) const NONE: Limit = Limit { count: 0, last: 0 };

    /// The same limit for another copy of its card.
    #[inline]
    pub(crate) fn of(self, copy: u8) -> Limit {
        Limit { last: self.last + u16::from(copy) * u16::from(self.count), ..self }
    }

    /// Its marks.
    pub(crate) fn places(self) -> RangeInclusive<u16> {
        // Empty without a limit, where `count` and `last` are 0.
        self.last + 1 - u16::from(self.count)..=self.last
    }
}

/// A compiled trigger.
#[derive(Clone, Copy, Debug)]
pub struct TriggerRule {
    /// The event.
    pub when: Happening,
    /// Condition.
    pub condition: CondRef,
    /// Its limit per combat or turn, for the first copy of its card.
    pub limit: Limit,
    /// With `Happening::Played`: the cards whose play sets it off.
    pub played: FilterRef,
    /// Its effects.
    pub program: Program,
}

/// A set of windows, one bit each.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Windows(u16);

impl Windows {
    /// Adds a window to the set.
    pub(crate) fn insert(&mut self, window: Window) {
        self.0 |= 1 << window as u8;
    }

    /// Whether the set contains this window itself.
    #[inline]
    pub(crate) fn exactly(self, window: Window) -> bool {
        self.0 >> window as u8 & 1 == 1
    }

    /// Whether the set contains this window and no other.
    pub(crate) fn only(self, window: Window) -> bool {
        self.0 == 1 << window as u8
    }

    /// Whether a use with these windows is open in `window`, because of that window or `AnyTime`. `AnyTime` includes none of `Drawn`,
    /// `CardRoll` and `BadStuff`.
    #[inline]
    pub(crate) fn open(self, window: Window) -> bool {
        let apart = matches!(window, Window::Drawn | Window::CardRoll | Window::BadStuff);
        let any_time = if apart { 0 } else { 1 << Window::AnyTime as u8 };
        self.0 & (1 << window as u8 | any_time) != 0
    }
}
