//! Compiled uses and triggers: when, how often and at what price a card does something.

use std::ops::RangeInclusive;

use super::language::{Aim, Cost, Happening, Window};
use super::ops::{CondRef, Program};

/// A compiled use.
#[derive(Clone, Copy, Debug)]
pub struct UseRule {
    /// When it may be chosen.
    pub windows: Windows,
    /// Whom it is aimed at.
    pub aim: Aim,
    /// What must hold for its user.
    pub condition: CondRef,
    /// What it costs.
    pub cost: Option<Cost>,
    /// How often in one combat or turn, for the first copy of its card.
    pub limit: Limit,
    /// What it does.
    pub program: Program,
}

impl UseRule {
    /// The limit of this use for one copy of its card.
    #[inline]
    pub fn limit_of(&self, copy: u8) -> Limit {
        let Limit { count, last } = self.limit;
        Limit { count, last: last + u16::from(copy) * u16::from(count) }
    }
}

/// How often a use may be chosen in one combat or turn, and where that is marked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limit {
    /// How often; 0 for as often as it is paid for.
    pub count: u8,
    /// The last of as many places for marks, of 1 to `Deck::MOST_MARKS`; 0, which is never marked, without a limit.
    pub last: u16,
}

impl Limit {
    /// As often as it is paid for.
    pub const NONE: Limit = Limit { count: 0, last: 0 };

    /// Its places for marks.
    pub fn places(self) -> RangeInclusive<u16> {
        self.last + 1 - u16::from(self.count)..=self.last
    }
}

/// A compiled trigger.
#[derive(Clone, Copy, Debug)]
pub struct TriggerRule {
    /// What sets it off.
    pub when: Happening,
    /// What must hold.
    pub condition: CondRef,
    /// What it does.
    pub program: Program,
}

/// A set of windows, one bit each.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Windows(u8);

impl Windows {
    /// Adds a window.
    pub fn insert(&mut self, window: Window) {
        self.0 |= 1 << window as u8;
    }

    /// Whether `window` itself is among them.
    #[inline]
    pub fn exactly(self, window: Window) -> bool {
        self.0 >> window as u8 & 1 == 1
    }

    /// Whether a use with these windows is open in `window`, by itself or as one for any time. Drawing a card is no time to play it.
    #[inline]
    pub fn open(self, window: Window) -> bool {
        let any_time = if window == Window::Drawn { 0 } else { 1 << Window::AnyTime as u8 };
        self.0 & (1 << window as u8 | any_time) != 0
    }
}
