//! The trace: one game in words, or as JSON lines for other programs (`docs/TRACE.md`).
//!
//! A trace includes hidden cards. Events are written at each decision, before the choice is made, so the trace of a game
//! that fails ends at the failure.

mod cards;
mod json;
mod page;
mod wire;
mod words;

use std::io::{self, Write};

use crate::deck::{Deck, DeckSide};
use crate::game::{
    Choice, CounterfactualDraw, Decision, Event, EventLog, Game, GameError, GameSetup, LoggedTable, Mind, Outcome,
    Progress, Table, View,
};
use crate::ids::{CardId, Seat};
use crate::strategy::Advice;

use json::Json;
use words::Words;

/// Form of a trace.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// English sentences, one per line.
    Words,
    /// JSON objects, one per line.
    Json {
        /// Lists the other options with every choice.
        options: bool,
    },
}

/// The head of a trace: identifies the game.
#[derive(Clone, Copy, Debug)]
pub struct Head<'a> {
    /// Master seed.
    pub seed: u64,
    /// Number of the game under that seed.
    pub game: u64,
    /// Names of the strategies, by seat.
    pub strategies: &'a [&'a str],
}

/// Why a trace ends early.
#[derive(Debug, thiserror::Error)]
pub enum TraceError {
    /// The output failed, for example because of a closed pipe.
    #[error(transparent)]
    Output(#[from] io::Error),
    /// The game could not continue.
    #[error(transparent)]
    Game(#[from] GameError),
}

/// The answer to a question, and what an adviser would do instead.
#[derive(Clone, Copy, Debug)]
pub struct Answered {
    /// The answer.
    pub choice: Choice,
    /// The advice, if it differs.
    pub advice: Option<Advice>,
}

impl From<Choice> for Answered {
    fn from(choice: Choice) -> Self {
        Answered { choice, advice: None }
    }
}

/// Plays one game and writes its trace; `exchange` may replace one drawn card. `choose` answers for all seats: view and
/// decision name the seat.
///
/// # Errors
/// If the output fails, or if `choose` gives an answer that was not offered.
pub fn write_game<'d, const W: usize, C, A>(
    deck: &'d Deck<W>,
    setup: GameSetup,
    head: Head<'_>,
    format: Format,
    exchange: CounterfactualDraw<'d, W>,
    choose: C,
    out: &mut dyn Write,
) -> Result<Outcome, TraceError>
where
    C: FnMut(View<'_, W>, Decision, &[Choice], &mut Mind) -> A,
    A: Into<Answered>,
{
    match format {
        Format::Words => play(deck, setup, exchange, choose, &mut Words::new(deck, head, setup.players, out)),
        Format::Json { options } => {
            play(deck, setup, exchange, choose, &mut Json::new(deck, head, setup.players, options, out))
        }
    }
}

/// Writes a game in one form.
trait Narrator<const W: usize> {
    /// Writes the head. `events` are those up to the first decision; `table` is the state after them.
    fn head(&mut self, events: &[Event], table: &LoggedTable<'_, W>) -> io::Result<()>;

    /// Writes the options of this decision.
    fn offered(&mut self, _options: &[Choice]) {}

    /// Writes what an adviser would do at this decision instead of `made`.
    fn advised(&mut self, decision: Decision, made: Choice, advice: Advice) -> io::Result<()>;

    /// Writes the events since the last call. `table` is the state after them.
    fn write_events(&mut self, events: &[Event], table: &LoggedTable<'_, W>) -> io::Result<()>;

    /// Writes the final state.
    fn end(&mut self, outcome: Outcome, table: &LoggedTable<'_, W>) -> io::Result<()>;
}

fn play<'d, const W: usize, C, A>(
    deck: &'d Deck<W>,
    setup: GameSetup,
    exchange: CounterfactualDraw<'d, W>,
    mut choose: C,
    narrator: &mut dyn Narrator<W>,
) -> Result<Outcome, TraceError>
where
    C: FnMut(View<'_, W>, Decision, &[Choice], &mut Mind) -> A,
    A: Into<Answered>,
{
    let mut table = Table::deal(deck, setup, EventLog::with_exchange(exchange));
    let mut begun = false;
    loop {
        let progress = table.advance();
        let events = std::mem::take(&mut table.recorder().events);
        if !begun {
            narrator.head(&events, &table)?;
            begun = true;
        }
        narrator.write_events(&events, &table)?;
        match progress? {
            Progress::Over(outcome) => {
                narrator.end(outcome, &table)?;
                return Ok(outcome);
            }
            Progress::Asks(decision) => {
                let mut mind = table.mind(decision.seat);
                let answer = choose(table.view(decision.seat), decision, table.options(), &mut mind);
                let Answered { choice, advice } = answer.into();
                narrator.offered(table.options());
                if let Some(advice) = advice {
                    narrator.advised(decision, choice, advice)?;
                }
                table.apply(choice)?;
            }
        }
    }
}

/// The order of a draw pile before `events`, top first: the cards drawn from it, then the remaining cards.
fn pile_before<const W: usize>(deck: &Deck<W>, game: &Game<W>, side: DeckSide, events: &[Event]) -> Vec<CardId> {
    let mut drawn = Vec::new();
    for event in events {
        match *event {
            Event::Reshuffle { side: shuffled, .. } if shuffled == side => return drawn,
            Event::Draw { card, .. } if deck.card(card).side == side => drawn.push(card),
            _ => {}
        }
    }
    drawn.extend(game.pile_cards(side));
    drawn
}

/// Seats count from 1 wherever people or other programs read them.
fn number(seat: Seat) -> u8 {
    seat.0 + 1
}
