//! The trace: one game in words, or as JSON lines for other programs (`docs/TRACE.md`).
//!
//! A trace includes hidden cards. Events are written at each decision, before the choice is made, so the trace of a game
//! that fails ends at the failure.

use std::io::{self, Write};

use crate::deck::Deck;
use crate::game::{
    Choice, CounterfactualDraw, Decision, Event, EventLog, GameError, GameSetup, Mind, Outcome, Progress, Table, View,
};
use crate::strategy::Advice;

use super::json::Json;
use super::narrator::{Head, Narrator};
use super::words::Words;

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
/// decision name the seat. Its last argument are the events since the last answer.
///
/// # Errors
/// If the output fails, or if `choose` gives an answer that was not offered.
pub fn write_game<'d, C, A>(
    deck: &'d Deck,
    setup: GameSetup,
    head: Head<'_>,
    format: Format,
    exchange: CounterfactualDraw<'d>,
    choose: C,
    out: &mut dyn Write,
) -> Result<Outcome, TraceError>
where
    C: FnMut(View<'_>, Decision, &[Choice], &mut Mind, &[Event]) -> A,
    A: Into<Answered>,
{
    match format {
        Format::Words => play(deck, setup, exchange, choose, &mut Words::new(deck, head, setup.players, out)),
        Format::Json { options } => {
            play(deck, setup, exchange, choose, &mut Json::new(deck, head, setup.players, options, out))
        }
    }
}

fn play<'d, C, A>(
    deck: &'d Deck,
    setup: GameSetup,
    exchange: CounterfactualDraw<'d>,
    mut choose: C,
    narrator: &mut dyn Narrator,
) -> Result<Outcome, TraceError>
where
    C: FnMut(View<'_>, Decision, &[Choice], &mut Mind, &[Event]) -> A,
    A: Into<Answered>,
{
    let mut table = Table::deal(deck, setup, EventLog::with_exchange(exchange));
    let mut begun = false;
    loop {
        let progress = table.advance();
        let events = std::mem::take(&mut table.recorder().events);
        if !begun {
            // The head lists both piles in their order before the first draw, which only the first events show.
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
                let answer = choose(table.view(decision.seat), decision, table.options(), &mut mind, &events);
                let Answered { choice, advice } = answer.into();
                narrator.offered(table.options());
                if let Some(advice) = advice.filter(|advice| advice.lead.is_clear()) {
                    narrator.advised(decision, choice, advice)?;
                }
                table.apply(choice)?;
            }
        }
    }
}
