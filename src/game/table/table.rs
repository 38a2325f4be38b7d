//! The table: a game with its deck, its recorder and its players.

use std::ops::Deref;

use crate::deck::Deck;
use crate::game::legality::{Position, View};
use crate::game::state::agenda::Frame;
use crate::game::state::choice::{Choice, Decision, Options};
use crate::game::state::game::Game;
use crate::game::table::event::{Event, RollWhy};
use crate::game::table::event_log::EventLog;
#[cfg(debug_assertions)]
use crate::game::table::lawful::Lawful;
use crate::game::table::players::{AnyPlayers, Players};
use crate::game::table::recorder::Recorder;
use crate::game::table::script::Script;
use crate::ids::{BySeat, CardSet, MAX_SEATS, Seat, SeatSet, WIDEST};
use crate::random::Mind;

/// A game in progress: its deck, its state, its recorder and its players.
pub struct Table<'d, const W: usize, R: Recorder, P: Players<W> = AnyPlayers<'d, W>> {
    pub(crate) deck: &'d Deck<CardSet<W>>,
    pub(in crate::game) game: Game<W>,
    pub(in crate::game) options: Options,
    pub(in crate::game) decision: Option<Decision>,
    pub(in crate::game) answer: Option<Choice>,
    /// Cards that each seat may want to play on another player's turn.
    pub(in crate::game) wake_cards: BySeat<CardSet<W>>,
    /// Seats that may hold a wake card.
    pub(in crate::game) awake: SeatSet,
    pub(in crate::game) script: Option<Box<Script>>,
    /// The last state that was checked.
    #[cfg(debug_assertions)]
    pub(in crate::game) lawful: Option<Lawful<W>>,
    pub(in crate::game) recorder: R,
    pub(in crate::game) company: P,
    /// Whether the players hear events.
    heard: bool,
}

impl<const W: usize, R: Recorder, P: Players<W>> Deref for Table<'_, W, R, P> {
    type Target = Game<W>;
    #[inline]
    fn deref(&self) -> &Game<W> {
        &self.game
    }
}

/// A table with a log of its events and players of any type, for everything that is not in a hot loop.
pub type LoggedTable<'d> = Table<'d, WIDEST, EventLog<'d>>;

impl<'d, const W: usize, R: Recorder> Table<'d, W, R> {
    /// Creates a table on which a game continues from its current state.
    pub fn resume(deck: &'d Deck<CardSet<W>>, game: Game<W>, recorder: R) -> Self {
        Table::resume_with(deck, game, recorder, AnyPlayers::none())
    }

    /// Replaces the game on this table with another one.
    pub fn restart(&mut self, game: Game<W>) {
        self.restart_with(game, AnyPlayers::none());
    }
}

impl<'d, const W: usize, R: Recorder, P: Players<W>> Table<'d, W, R, P> {
    /// Creates a table on which these players continue a game from its current state.
    pub(crate) fn resume_with(deck: &'d Deck<CardSet<W>>, game: Game<W>, recorder: R, company: P) -> Self {
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
            heard: company.hears(),
            company,
        };
        table.note_wake_cards();
        table
    }

    /// Replaces the game and the players at this table.
    pub(crate) fn restart_with(&mut self, game: Game<W>, company: P) {
        self.game = game;
        self.heard = company.hears();
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
    pub fn deck(&self) -> &'d Deck<CardSet<W>> {
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

    /// The deck and the state, for queries.
    #[inline]
    pub(in crate::game) fn position(&self) -> Position<'_, W> {
        Position { deck: self.deck, game: self.game() }
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

    // The kind of event is known at each call site, so inlining keeps only the code of the recorder that handles it.
    #[inline(always)]
    pub(in crate::game) fn record(&mut self, event: Event) {
        self.recorder.record(event);
        if self.heard && event.is_for_ears() {
            self.overhear(event);
        }
    }

    #[cold]
    #[inline(never)]
    fn overhear(&mut self, event: Event) {
        self.company.hear(event);
    }

    #[inline(always)]
    pub(in crate::game) fn then(&mut self, frame: Frame) {
        self.game.agenda.push(frame);
    }

    /// The scripted dice, if there is a script.
    pub(crate) fn script(&mut self) -> Option<&mut Script> {
        self.script.as_deref_mut()
    }

    /// The next die of the script, or of the seat's stream if the script has none left.
    #[inline]
    pub(in crate::game) fn next_die(&mut self, seat: Seat, why: RollWhy) -> u8 {
        let scripted = self.script.as_mut().and_then(|script| script.next_die(seat, why));
        scripted.unwrap_or_else(|| self.game.keys.die(seat))
    }
}
