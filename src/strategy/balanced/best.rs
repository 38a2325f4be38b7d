//! `Best`: the best of the plays weighed so far.

use crate::game::Choice;

/// The play with the highest score so far, the first of equals; a pass while none scores above 0.
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

    /// Takes a play that has a higher score and is open.
    #[inline]
    pub(super) fn weigh(&mut self, play: Choice, score: i32, open: impl FnOnce() -> bool) {
        if score > self.score && open() {
            *self = Best { score, play };
        }
    }
}
