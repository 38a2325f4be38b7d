//! The game: a phase machine that runs the rules until somebody must choose.
//!
//! A step of the rules asks before it does anything else, or not at all, so that it can run again with the answer.

mod legality;
mod rules;
mod state;
mod table;

pub use legality::view::View;
pub use rules::setup::GameSetup;
pub use state::bound::Bound;
pub use state::fight::{Added, Boosts, Fight, Foe, MAX_FOES, Offer, Reply};
pub use state::game::{Game, Outcome, SeatState};
pub use state::zone::Zone;
pub use table::agenda::{Agenda, Frame, Scene};
pub use table::choice::{Choice, Decision, Moment, Options, Question, Verb};
pub use table::counterfactual_draw::CounterfactualDraw;
pub use table::event::{CurseFailure, DrawWhy, Event, FightEnd, LevelWhy, RollWhy};
pub use table::event_log::EventLog;
pub use table::laws::BrokenLaw;
pub use table::menu::Menu;
pub use table::players::{AnyPlayers, Players};
pub use table::recorder::{Part, Recorder, Silent};
pub use table::stage::{Character, Encounter, Impossible, Rest, Script, Situation, Start};

pub use crate::random::{Keys, Mind};

use std::ops::Deref;

use crate::deck::Deck;
use crate::ids::{BySeat, CardSet, MAX_SEATS, Seat, SeatSet};

/// A game in progress: its deck, its state, its recorder and its players.
pub struct Table<'d, const W: usize, R: Recorder, P: Players<W> = AnyPlayers<'d, W>> {
    pub(crate) deck: &'d Deck<W>,
    game: Game<W>,
    options: Options,
    decision: Option<Decision>,
    answer: Option<Choice>,
    /// Cards that each seat may want to play on another player's turn.
    wake_cards: BySeat<CardSet<W>>,
    /// Seats that may hold a wake card.
    awake: SeatSet,
    script: Option<Box<Script>>,
    /// The last state that was checked.
    #[cfg(debug_assertions)]
    lawful: Option<table::lawful::Lawful<W>>,
    recorder: R,
    company: P,
}

impl<const W: usize, R: Recorder, P: Players<W>> Deref for Table<'_, W, R, P> {
    type Target = Game<W>;
    #[inline]
    fn deref(&self) -> &Game<W> {
        &self.game
    }
}

/// A table with a log of its events and players of any type, for everything that is not in a hot loop.
pub type LoggedTable<'d, const W: usize> = Table<'d, W, EventLog<'d, W>>;

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

impl<'d, const W: usize, R: Recorder> Table<'d, W, R> {
    /// Creates a table on which a game continues from its current state.
    pub fn resume(deck: &'d Deck<W>, game: Game<W>, recorder: R) -> Self {
        Table::resume_with(deck, game, recorder, AnyPlayers::none())
    }

    /// Replaces the game on this table with another one.
    pub fn restart(&mut self, game: Game<W>) {
        self.restart_with(game, AnyPlayers::none());
    }
}

impl<'d, const W: usize, R: Recorder, P: Players<W>> Table<'d, W, R, P> {
    /// Creates a table on which these players continue a game from its current state.
    pub fn resume_with(deck: &'d Deck<W>, game: Game<W>, recorder: R, company: P) -> Self {
        let options = Options::default();
        let mut table = Table {
            deck,
            game,
            options,
            decision: None,
            answer: None,
            wake_cards: BySeat([deck.masks.all; MAX_SEATS]),
            awake: SeatSet::all(MAX_SEATS as u8),
            script: None,
            #[cfg(debug_assertions)]
            lawful: None,
            recorder,
            company,
        };
        table.note_wake_cards();
        table
    }

    /// Replaces the game and the players at this table.
    pub fn restart_with(&mut self, game: Game<W>, company: P) {
        self.game = game;
        self.company = company;
        self.decision = None;
        self.answer = None;
        self.note_wake_cards();
    }

    fn note_wake_cards(&mut self) {
        for seat in (0..self.players()).map(Seat) {
            self.wake_cards[seat] = self.company.wake_cards(self.view(seat));
        }
        self.awake = SeatSet::all(self.players());
    }

    /// The state of the game.
    pub fn game(&self) -> &Game<W> {
        &self.game
    }

    /// The deck of the game.
    pub fn deck(&self) -> &'d Deck<W> {
        self.deck
    }

    /// The recorder.
    pub fn recorder(&mut self) -> &mut R {
        &mut self.recorder
    }

    /// Ends the game and returns the recorder.
    pub fn into_recorder(self) -> R {
        self.recorder
    }

    /// What a seat can see.
    pub fn view(&self, seat: Seat) -> View<'_, W> {
        View::new(self.deck, &self.game, seat)
    }

    /// The options of the current question, in a fixed order.
    pub fn options(&self) -> &[Choice] {
        self.options.as_slice()
    }

    /// The mind of a seat for its next decision.
    #[inline]
    pub fn mind(&mut self, seat: Seat) -> Mind {
        self.game.keys.mind(seat)
    }

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
    fn tick(&mut self) -> Result<Option<Progress>, GameError> {
        if self.decision.is_some() | !self.game.unsettled.is_empty() {
            if self.decision.is_some() {
                return self.progress().map(Some);
            }
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
        if self.game.steps > self.deck.rules.max_steps {
            self.stop_at(Bound::Steps);
            return self.progress().map(Some);
        }
        #[cfg(debug_assertions)]
        let frame = *self.game.agenda.taken();
        self.step();
        #[cfg(debug_assertions)]
        if !self.game.agenda.overflowed() {
            table::laws::check_laws(&mut self.lawful, self.deck, &self.game, frame);
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

    /// Answers the current question. An answer that was not offered is an error and changes nothing.
    pub fn apply(&mut self, choice: Choice) -> Result<(), GameError> {
        let turn = self.game.turn;
        let Some(decision) = self.decision else { return Err(GameError::NothingAsked { turn }) };
        if !self.options.hold(choice) {
            return Err(GameError::NotOffered { decision, choice, turn });
        }
        let forced = self.recorder.stops_at_forced() && self.options().len() == 1;
        let answered = if forced { Event::Forced { decision, choice } } else { Event::Chosen { decision, choice } };
        self.recorder.record(answered);
        self.decision = None;
        self.answer = Some(choice);
        Ok(())
    }

    /// Asks a player to answer from a menu, whose answers are listed only if the player wants to see the list.
    // The question and the parts of its menu are constants at the call sites, so inlining removes most of this code.
    #[inline(always)]
    fn pose_menu(&mut self, seat: Seat, question: Question, menu: &Menu<W>) -> Option<Choice> {
        if self.company.answer() {
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
    fn at_sight(&mut self, seat: Seat, question: Question, menu: &Menu<W>) -> Option<Choice> {
        self.company.at_sight(View::new(self.deck, &self.game, seat), question, menu)
    }

    /// Checks that a player gives the same answer at sight and from the options.
    #[cfg(debug_assertions)]
    fn check_sight(&mut self, decision: Decision, choice: Choice) {
        let Decision { seat, question } = decision;
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
        table::laws::check_menu(menu, self.options.as_slice());
        self.consult(Decision { seat, question })
    }

    /// The only answer, chosen without asking, or a pass if there is none; `None` if the recorder stops at such
    /// questions.
    fn only_answer(&mut self, seat: Seat, question: Question, only: Option<Choice>) -> Option<Choice> {
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
    fn stop_at_forced(&mut self, decision: Decision, only: Choice) {
        self.options.clear();
        self.options.push(only);
        self.game.agenda.put_back();
        self.decision = Some(decision);
    }

    /// Asks the question if it has more than one option.
    #[inline(never)]
    fn pose(&mut self, seat: Seat, question: Question) -> Option<Choice> {
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
    fn consult(&mut self, decision: Decision) -> Option<Choice> {
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
    fn record_forced(&mut self, decision: Decision, choice: Choice) {
        if self.recorder.detailed() {
            self.record(Event::Forced { decision, choice });
        }
    }

    // The kind of event is known at each call site, so inlining keeps only the code of the recorder that handles it.
    #[inline(always)]
    fn record(&mut self, event: Event) {
        self.recorder.record(event);
    }

    #[inline(always)]
    fn then(&mut self, frame: Frame) {
        self.game.agenda.push(frame);
    }

    /// Continues with a step that asks a question: its frame becomes the one that was taken last.
    #[inline]
    fn take_up(&mut self, frame: Frame) {
        self.then(frame);
        self.game.agenda.take();
    }
}
