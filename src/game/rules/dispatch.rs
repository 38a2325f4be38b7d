//! The machine: takes frames from the agenda and runs the rule of each.

use crate::game::state::agenda::{Frame, frames};
use crate::game::state::bound::Bound;
use crate::game::table::recorder::Recorder;
use crate::game::{GameError, Players, Progress, Table};

/// Defines `Table::step` from the table of frames.
macro_rules! dispatch {
    ($($(#[$doc:meta])* $name:ident { $($field:ident: $type:ty),* } => $rule:ident;)*) => {
        impl<const W: usize, R: Recorder, P: Players<W>> Table<'_, W, R, P> {
            /// Runs the rule of the frame that was taken last.
            // The frame is read in place, field by field, as it was written. Copying it whole would have to wait for those writes.
            #[inline]
            fn step(&mut self) {
                match *self.agenda.taken() { $(Frame::$name { $($field),* } => self.$rule($($field),*),)* }
            }
        }
    };
}
frames!(dispatch);

impl<const W: usize, R: Recorder, P: Players<W>> Table<'_, W, R, P> {
    /// Runs the rules until the caller must answer a question with more than one option, or the game is over.
    #[inline]
    pub fn advance(&mut self) -> Result<Progress, GameError> {
        loop {
            if let Some(progress) = self.tick()? {
                return Ok(progress);
            }
        }
    }

    /// Like `advance`, but stops with `None` at the beginning of this turn or a later one.
    pub(crate) fn advance_to_turn(&mut self, turn: u16) -> Result<Option<Progress>, GameError> {
        while self.game.turn < turn {
            if let Some(progress) = self.tick()? {
                return Ok(Some(progress));
            }
        }
        Ok(None)
    }

    /// Runs the rule of one frame, unless an answer is awaited or the game is over.
    #[inline]
    pub(in crate::game) fn tick(&mut self) -> Result<Option<Progress>, GameError> {
        // Both are rare, so one branch tests for either.
        if self.decision.is_some() | !self.game.unsettled.is_empty() {
            if self.decision.is_some() {
                return self.progress().map(Some);
            }
            // An answer belongs to the step that asked: nothing may come between them.
            if self.answer.is_none() {
                self.settle_limits();
            }
        }
        if !self.game.agenda.take() {
            if self.game.agenda.overflowed() {
                self.stop_at(Bound::Depth);
            }
            return self.progress().map(Some);
        }
        self.game.steps += u32::from(self.counts());
        if self.game.steps > *self.deck.rules.max_steps {
            self.stop_at(Bound::Steps);
            return self.progress().map(Some);
        }
        #[cfg(debug_assertions)]
        let frame = *self.game.agenda.taken();
        self.step();
        #[cfg(debug_assertions)]
        if !self.game.agenda.overflowed() {
            crate::game::table::laws::check_laws(&mut self.lawful, self.deck, &self.game, frame);
        }
        Ok(None)
    }

    /// Whether the frame that was just taken counts as a step. A frame that continues after an answer has already been counted, and plays
    /// in rounds are counted elsewhere. A game therefore has the same number of steps whether its players answer at sight or from the
    /// options.
    #[inline]
    fn counts(&self) -> bool {
        self.answer.is_none() & !matches!(self.game.agenda.taken(), Frame::Round { .. })
    }

    /// The reason why the rules have stopped.
    fn progress(&self) -> Result<Progress, GameError> {
        let turn = self.game.turn;
        match (self.decision, self.answer, self.game.outcome) {
            (Some(decision), Some(choice), _) => Err(GameError::NotOffered { decision, choice, turn }),
            (Some(decision), None, _) => Ok(Progress::Asks(decision)),
            (None, _, Some(outcome)) => Ok(Progress::Over(outcome)),
            (None, _, None) => Err(GameError::NothingAsked { turn }),
        }
    }
}
