//! Questions and answers: a rule asks a seat, and the answer comes from its player or from the caller.

use crate::game::legality::View;
use crate::game::state::agenda::Frame;
use crate::game::state::choice::{Choice, Decision, Question};
use crate::game::state::game::Outcome;
use crate::game::table::event::Event;
use crate::game::table::menu::Menu;
use crate::game::table::players::Players;
use crate::game::table::recorder::Recorder;
use crate::game::table::table::Table;
use crate::ids::Seat;

/// The state of a game after `advance`.
#[must_use]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Progress {
    /// Somebody must choose.
    Asks(Decision),
    /// The game is over.
    Over(Outcome),
}

/// The reason why a game cannot continue.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum GameError {
    /// An answer that was not offered.
    #[error("{choice:?} was not offered to seat {} in turn {turn} ({:?})", .decision.seat.0 + 1, .decision.question)]
    NotOffered {
        /// The question.
        decision: Decision,
        /// The answer.
        choice: Choice,
        /// In which turn.
        turn: u16,
    },
    /// An answer when no question was asked.
    #[error("an answer was given in turn {turn}, but no question was asked")]
    NothingAsked {
        /// In which turn.
        turn: u16,
    },
}

/// Asks a seat: evaluates to the answer, or returns from the step if there is none yet. The options are listed by a
/// block or given as a menu. A single option is chosen without asking; if there is none, the answer is a pass.
macro_rules! ask {
    ($table:ident, $seat:expr, $question:expr, $offer:block) => {
        match $table.answer.take() {
            Some(choice) => choice,
            None => {
                $table.options.clear();
                $offer;
                match $table.pose($seat, $question) {
                    Some(choice) => choice,
                    None => return,
                }
            }
        }
    };
    ($table:ident, $seat:expr, $question:expr, $menu:expr) => {
        match $table.answer.take() {
            Some(choice) => choice,
            None => {
                let menu = $menu;
                if menu.holds_several() {
                    match $table.pose_menu($seat, $question, &menu) {
                        Some(choice) => choice,
                        None => return,
                    }
                } else {
                    match $table.only_answer($seat, $question, menu.first()) {
                        Some(choice) => choice,
                        None => return,
                    }
                }
            }
        }
    };
}
pub(crate) use ask;

impl<const W: usize, R: Recorder, P: Players<W>> Table<'_, W, R, P> {
    /// Answers the current question. An answer that was not offered is an error and changes nothing.
    pub fn apply(&mut self, choice: Choice) -> Result<(), GameError> {
        let turn = self.game.turn;
        let Some(decision) = self.decision else { return Err(GameError::NothingAsked { turn }) };
        if !self.options.hold(choice) {
            return Err(GameError::NotOffered { decision, choice, turn });
        }
        let forced = self.recorder.stops_at_forced() && self.options().len() == 1;
        let answered = if forced { Event::Forced { decision, choice } } else { Event::Chosen { decision, choice } };
        self.record(answered);
        self.decision = None;
        self.answer = Some(choice);
        Ok(())
    }

    /// Asks a player to answer from a menu, whose answers are listed only if the player wants to see the list.
    // The question and the parts of its menu are constants at the call sites, so inlining removes most of this code.
    #[inline(always)]
    pub(in crate::game) fn pose_menu(&mut self, seat: Seat, question: Question, menu: &Menu<W>) -> Option<Choice> {
        if self.company.answer() {
            // The frame is on top while the player decides, since its `View` reads from it what is being aimed or
            // taken.
            self.game.agenda.put_back();
            let choice = self.at_sight(seat, question, menu).filter(|&choice| menu.holds(choice));
            #[cfg(debug_assertions)]
            if let Some(choice) = choice {
                menu.lay_out(&mut self.options);
                self.check_sight(Decision { seat, question }, choice);
            }
            self.game.agenda.take();
            if let Some(choice) = choice {
                self.record(Event::Chosen { decision: Decision { seat, question }, choice });
                return Some(choice);
            }
        }
        self.pose_laid_out(seat, question, menu)
    }

    /// What a player answers before the options are listed.
    #[inline(always)]
    pub(super) fn at_sight(&mut self, seat: Seat, question: Question, menu: &Menu<W>) -> Option<Choice> {
        self.company.at_sight(View::new(self.deck, &self.game, seat), question, menu)
    }

    /// Checks that a player gives the same answer at sight and from the options.
    #[cfg(debug_assertions)]
    pub(super) fn check_sight(&mut self, decision: Decision, choice: Choice) {
        let Decision { seat, question } = decision;
        // From a copy of the keys: a check must not use up random numbers of the game.
        let mind = { self.game.keys }.mind(seat);
        let (mut drawn, view) = (mind, View::new(self.deck, &self.game, seat));
        let chosen = match self.options.as_slice() {
            [] | [_] => Choice::PASS,
            options => self.company.choose(view, question, options, &mut drawn),
        };
        assert_eq!(mind, drawn, "{decision:?} answered at sight by a player that draws random numbers for it");
        assert_eq!(choice, chosen, "{decision:?} answered at sight and from {:?}", self.options.as_slice());
    }

    /// Lists the options of a menu and asks a player.
    #[cold]
    #[inline(never)]
    fn pose_laid_out(&mut self, seat: Seat, question: Question, menu: &Menu<W>) -> Option<Choice> {
        menu.lay_out(&mut self.options);
        #[cfg(debug_assertions)]
        crate::game::table::laws::check_menu(menu, self.options.as_slice());
        self.consult(Decision { seat, question })
    }

    /// The only answer, chosen without asking, or a pass if there is none; `None` if the recorder stops at such
    /// questions.
    pub(in crate::game) fn only_answer(
        &mut self,
        seat: Seat,
        question: Question,
        only: Option<Choice>,
    ) -> Option<Choice> {
        let (decision, choice) = (Decision { seat, question }, only.unwrap_or(Choice::PASS));
        if self.recorder.stops_at_forced() {
            self.stop_at_forced(decision, choice);
            return None;
        }
        self.record_forced(decision, choice);
        Some(choice)
    }

    /// Stops at a question with one answer, as at a question with several.
    #[cold]
    pub(super) fn stop_at_forced(&mut self, decision: Decision, only: Choice) {
        self.options.clear();
        self.options.push(only);
        self.game.agenda.put_back();
        self.decision = Some(decision);
    }

    /// Asks the question if it has more than one option.
    #[inline(never)]
    pub(in crate::game) fn pose(&mut self, seat: Seat, question: Question) -> Option<Choice> {
        match self.options.as_slice() {
            [] | [_] => {
                let only = self.options().first().copied();
                self.only_answer(seat, question, only)
            }
            _ => self.consult(Decision { seat, question }),
        }
    }

    /// Asks a player. If no player answers at the table, the game waits and the step stays on the agenda. An answer that is not an option
    /// is stored with the question, and `advance` reports it.
    pub(super) fn consult(&mut self, decision: Decision) -> Option<Choice> {
        self.game.agenda.put_back();
        if self.company.answer() {
            let mut mind = self.mind(decision.seat);
            let view = View::new(self.deck, &self.game, decision.seat);
            let choice = self.company.choose(view, decision.question, self.options.as_slice(), &mut mind);
            if self.options.hold(choice) {
                self.record(Event::Chosen { decision, choice });
                self.game.agenda.take();
                return Some(choice);
            }
            self.answer = Some(choice);
        }
        self.decision = Some(decision);
        None
    }

    #[inline(always)]
    pub(super) fn record_forced(&mut self, decision: Decision, choice: Choice) {
        if self.recorder.detailed() {
            self.record(Event::Forced { decision, choice });
        }
    }

    /// Continues with a step that asks a question: its frame becomes the one that was taken last.
    #[inline]
    pub(in crate::game) fn take_up(&mut self, frame: Frame) {
        self.then(frame);
        self.game.agenda.take();
    }
}
