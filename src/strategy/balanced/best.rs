//! `Best`: the best play so far.

use crate::game::Choice;

/// The play with the highest score so far, the first if several are equal; a pass while no score is above 0.
#[derive(Clone, Copy, Debug)]
pub(super) struct Best {
    score: i32,
    /// The play.
    pub(super) play: Choice,
}

impl Best {
    /// A pass.
    pub(super) fn none() -> Best {
        Best { score: 0, play: Choice::PASS }
    }

    /// Replaces the play with one that has a higher score.
    #[inline]
    pub(super) fn weigh(&mut self, play: Choice, score: i32) {
        if score > self.score {
            *self = Best { score, play };
        }
    }
}

/// The option with the highest score above `least`; the first if several are equal.
#[inline]
pub(super) fn best_of<T: Copy>(all: impl IntoIterator<Item = T>, least: i32, score: impl Fn(T) -> i32) -> Option<T> {
    let mut best = (least, None);
    for one in all {
        let score = score(one);
        if score > best.0 {
            best = (score, Some(one));
        }
    }
    best.1
}
