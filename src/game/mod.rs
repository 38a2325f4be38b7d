//! The game: a phase machine that runs the rules until somebody must choose.
//!
//! One file a chapter of the rule sheet, one function a rule. A step either asks first thing or not at all, so that
//! it can be called again with the answer.

mod charity;
mod choice;
mod combat;
mod condition;
mod curse;
mod death;
mod door;
mod effect;
mod event;
mod fight;
mod flee;
mod frame;
mod help;
mod item;
mod keys;
mod laws;
mod level;
mod limits;
mod offers;
mod order;
mod play;
mod reward;
mod round;
mod sell;
mod setup;
mod spent;
mod stage;
mod state;
mod strength;
mod take;
mod trade;
mod turn;
mod view;
mod zones;

pub use choice::{Choice, Decision, Forethought, Moment, Options, Question, Verb};
pub use event::{DrawWhy, Event, FightEnd, LevelWhy, Recorder, RollWhy, Silent, Zone};
pub use fight::{Fight, Foe, MOST_FOES, Offer, Reply};
pub use frame::{Agenda, Frame, Scene};
pub use keys::{Keys, Mind, below, mix};
pub use setup::Seating;
pub use stage::{Character, Encounter, Rest, Script, Situation, Start};
pub use state::{Game, Outcome, SeatState};
pub use view::View;

use std::ops::{Deref, DerefMut};

use crate::deck::Deck;
use crate::ids::{BySeat, CardSet, MAX_SEATS, Seat, SeatSet};

/// A game on the table: the deck it is played with, its state, and who listens.
pub struct Table<'d, const W: usize, R: Recorder> {
    pub(crate) deck: &'d Deck<W>,
    game: Game<W>,
    options: Options,
    decision: Option<Decision>,
    answer: Option<Choice>,
    /// Cards without which a seat foresees nothing to play off its own turn.
    heeded: BySeat<CardSet<W>>,
    /// Seats that may hold a card they heed.
    watchful: SeatSet,
    script: Option<Box<Script>>,
    recorder: R,
}

impl<const W: usize, R: Recorder> Deref for Table<'_, W, R> {
    type Target = Game<W>;
    #[inline]
    fn deref(&self) -> &Game<W> {
        &self.game
    }
}

impl<const W: usize, R: Recorder> DerefMut for Table<'_, W, R> {
    #[inline]
    fn deref_mut(&mut self) -> &mut Game<W> {
        &mut self.game
    }
}

/// Where a game stands after `advance`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Progress {
    /// Somebody must choose.
    Asks(Decision),
    /// The game is over.
    Over(Outcome),
}

/// A game that cannot go on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum GameError {
    /// An answer that was not offered.
    #[error("{choice:?} was not offered to seat {} in turn {turn} ({:?})", .decision.seat.0 + 1, .decision.question)]
    NotOffered {
        /// What was asked.
        decision: Decision,
        /// What was answered.
        choice: Choice,
        /// In which turn.
        turn: u16,
    },
    /// An answer although nothing was asked.
    #[error("an answer although nothing was asked, in turn {turn}")]
    NothingAsked {
        /// In which turn.
        turn: u16,
    },
    /// Effects of cards that set each other off without end.
    #[error(
        "more than {} steps are pending in turn {turn}: do cards of this deck set each other off without end?",
        frame::DEPTH
    )]
    TooDeep {
        /// In which turn.
        turn: u16,
    },
}

/// Asks a seat: returns the answer, or leaves the step until there is one. `$offer` lists the options; a single
/// option is taken without asking, and none at all counts as a pass.
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
}
pub(crate) use ask;

impl<'d, const W: usize, R: Recorder> Table<'d, W, R> {
    /// Puts a game on the table, to go on from where it stands.
    pub fn resume(deck: &'d Deck<W>, game: Game<W>, recorder: R) -> Self {
        let options = Options::default();
        Table {
            deck,
            game,
            options,
            decision: None,
            answer: None,
            heeded: BySeat([deck.masks.all; MAX_SEATS]),
            watchful: SeatSet::all(MAX_SEATS as u8),
            script: None,
            recorder,
        }
    }

    /// Puts another game on the same table; nobody heeds any cards yet.
    pub fn restart(&mut self, game: Game<W>) {
        self.game = game;
        self.heeded = BySeat([self.deck.masks.all; MAX_SEATS]);
        self.watchful = SeatSet::all(MAX_SEATS as u8);
        self.decision = None;
        self.answer = None;
    }

    /// Has a seat passed over in the rounds of another's own turn while it holds none of these cards: its player would
    /// foresee nothing to play.
    pub fn heed(&mut self, seat: Seat, cards: CardSet<W>) {
        self.heeded[seat] = cards;
        self.watchful.insert(seat);
    }

    /// The state of the game.
    pub fn game(&self) -> &Game<W> {
        &self.game
    }

    /// The deck it is played with.
    pub fn deck(&self) -> &'d Deck<W> {
        self.deck
    }

    /// Who listens.
    pub fn recorder(&mut self) -> &mut R {
        &mut self.recorder
    }

    /// Ends the game and hands back who listened.
    pub fn into_recorder(self) -> R {
        self.recorder
    }

    /// What a seat can see.
    pub fn view(&self, seat: Seat) -> View<'_, W> {
        View::new(self.deck, &self.game, seat)
    }

    /// The answers to the present question, in a fixed order.
    pub fn options(&self) -> &[Choice] {
        self.options.as_slice()
    }

    /// The mind of a seat for its next decision.
    #[inline]
    pub fn mind(&mut self, seat: Seat) -> Mind {
        self.game.keys.mind(seat)
    }

    /// Runs the rules until somebody with more than one option must choose, or the game is over.
    pub fn advance(&mut self) -> Result<Progress, GameError> {
        self.advance_with(|_, _| Forethought::Look)
    }

    /// As `advance`, but in a round a seat is asked only if its player wants to look: what it foresees is done without
    /// laying out all that it could play.
    #[inline(always)]
    pub fn advance_with(
        &mut self,
        mut foresee: impl FnMut(View<'_, W>, Moment) -> Forethought,
    ) -> Result<Progress, GameError> {
        loop {
            if let Some(progress) = self.tick(&mut foresee)? {
                return Ok(progress);
            }
        }
    }

    /// Runs the rule of one frame, unless an answer is awaited or the game is over.
    #[inline]
    fn tick(
        &mut self,
        foresee: &mut impl FnMut(View<'_, W>, Moment) -> Forethought,
    ) -> Result<Option<Progress>, GameError> {
        let stopped = self.decision.is_some() | self.game.outcome.is_some() | self.game.agenda.overflowed();
        if stopped | !self.game.unsettled.is_empty() {
            if stopped {
                return self.progress().map(Some);
            }
            if self.answer.is_none() {
                self.settle_limits();
            }
        }
        if !self.game.agenda.take() {
            return self.progress().map(Some);
        }
        #[cfg(debug_assertions)]
        let frame = *self.game.agenda.taken();
        self.step(foresee);
        #[cfg(debug_assertions)]
        if !self.game.agenda.overflowed() {
            self.check_laws(frame);
        }
        Ok(None)
    }

    /// Why nothing more is done at present.
    fn progress(&self) -> Result<Progress, GameError> {
        let turn = self.game.turn;
        match (self.decision, self.game.outcome) {
            _ if self.game.agenda.overflowed() => Err(GameError::TooDeep { turn }),
            (Some(decision), _) => Ok(Progress::Asks(decision)),
            (None, Some(outcome)) => Ok(Progress::Over(outcome)),
            (None, None) => Err(GameError::NothingAsked { turn }),
        }
    }

    /// Answers the present question. An answer that was not offered is an error and changes nothing.
    pub fn apply(&mut self, choice: Choice) -> Result<(), GameError> {
        let turn = self.game.turn;
        let Some(decision) = self.decision else { return Err(GameError::NothingAsked { turn }) };
        if !self.options.as_slice().contains(&choice) {
            return Err(GameError::NotOffered { decision, choice, turn });
        }
        self.recorder.record(Event::Chosen { decision, choice });
        self.decision = None;
        self.answer = Some(choice);
        Ok(())
    }

    /// Poses the question if there is more than one answer on offer.
    #[inline(never)]
    fn pose(&mut self, seat: Seat, question: Question) -> Option<Choice> {
        match self.options.as_slice() {
            [] => Some(Choice::PASS),
            &[only] => {
                self.note_forced(seat, question, only);
                Some(only)
            }
            _ => {
                self.decision = Some(Decision { seat, question });
                self.game.agenda.put_back();
                None
            }
        }
    }

    #[inline]
    fn record(&mut self, event: Event) {
        self.recorder.record(event);
    }

    #[inline(always)]
    fn then(&mut self, frame: Frame) {
        self.game.agenda.push(frame);
    }

    /// Goes on to a step that asks: its frame counts as the one taken last.
    #[inline]
    fn take_up(&mut self, frame: Frame) {
        self.then(frame);
        self.game.agenda.take();
    }
}

#[cfg(test)]
mod tests;
