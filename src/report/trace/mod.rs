//! The trace: one game told in words, or as JSON lines for other programs (`docs/TRACE.md`).
//!
//! The teller knows everything, hidden cards too. The game runs from decision to decision; what happened in between
//! is told before the next choice is made, so that a game that breaks is told up to that point.

mod cards;
mod json;
mod page;
mod wire;
mod words;

use std::io::{self, Write};

use crate::deck::{Deck, DeckSide};
use crate::game::{
    Choice, Decision, Event, Exchange, Game, GameError, Journal, Mind, Outcome, Progress, Seating, Table, View,
};
use crate::ids::{CardId, Seat};

use json::Json;
use words::Words;

/// In which form a game is told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// English sentences, one a line.
    Words,
    /// JSON objects, one a line.
    Json {
        /// Lists with every choice what else could have been chosen.
        options: bool,
    },
}

/// Which game it is, for the head of the trace.
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
    /// It could not be written; a closed pipe is one of the ways.
    #[error(transparent)]
    Output(#[from] io::Error),
    /// The game could not go on.
    #[error(transparent)]
    Game(#[from] GameError),
}

/// Plays one game, with one card exchanged if so wanted, and tells it. `choose` answers for all seats, which it tells apart by the view or the decision.
///
/// # Errors
/// If the output fails, or if `choose` answers what was not offered.
pub fn tell<'d, const W: usize, C, O>(
    deck: &'d Deck<W>,
    seating: Seating,
    head: Head<'_>,
    format: Format,
    exchange: Exchange<'d, W>,
    choose: C,
    out: &mut O,
) -> Result<Outcome, TraceError>
where
    C: FnMut(View<'_, W>, Decision, &[Choice], &mut Mind) -> Choice,
    O: Write,
{
    match format {
        Format::Words => play(deck, seating, exchange, choose, &mut Words::new(deck, head, seating.players, out)),
        Format::Json { options } => {
            play(deck, seating, exchange, choose, &mut Json::new(deck, head, seating.players, options, out))
        }
    }
}

/// The table of a game that is told, perhaps with one card exchanged.
type Played<'d, const W: usize> = Table<'d, W, Journal<'d, W>>;

/// Somebody who tells a game.
trait Teller<const W: usize> {
    /// What stands above everything else. `events` are those up to the first decision, `table` is where they led.
    fn head(&mut self, events: &[Event], table: &Played<'_, W>) -> io::Result<()>;

    /// What else could be chosen at this decision.
    fn offered(&mut self, _options: &[Choice]) {}

    /// What happened since the last call. `table` is where it led.
    fn tell(&mut self, events: &[Event], table: &Played<'_, W>) -> io::Result<()>;

    /// How everything stands in the end.
    fn end(&mut self, outcome: Outcome, table: &Played<'_, W>) -> io::Result<()>;
}

fn play<'d, const W: usize, C, T>(
    deck: &'d Deck<W>,
    seating: Seating,
    exchange: Exchange<'d, W>,
    mut choose: C,
    teller: &mut T,
) -> Result<Outcome, TraceError>
where
    C: FnMut(View<'_, W>, Decision, &[Choice], &mut Mind) -> Choice,
    T: Teller<W>,
{
    let mut table = Table::deal(deck, seating, Journal::of_exchange(exchange));
    let mut begun = false;
    loop {
        let progress = table.advance();
        let events = std::mem::take(&mut table.recorder().events);
        if !begun {
            teller.head(&events, &table)?;
            begun = true;
        }
        teller.tell(&events, &table)?;
        match progress? {
            Progress::Over(outcome) => {
                teller.end(outcome, &table)?;
                return Ok(outcome);
            }
            Progress::Asks(decision) => {
                let mut mind = table.mind(decision.seat);
                let choice = choose(table.view(decision.seat), decision, table.options(), &mut mind);
                teller.offered(table.options());
                table.apply(choice)?;
            }
        }
    }
}

/// The order that a draw pile had before `events`, top first: what was drawn from it, then what is left.
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
