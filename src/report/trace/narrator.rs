//! `Narrator`: writes a game in one form, in words or as JSON lines.

use std::io;

use crate::deck::{Deck, DeckSide};
use crate::game::{Choice, Decision, Event, Game, LoggedTable, Outcome};
use crate::ids::{CardId, Seat};
use crate::strategy::Advice;

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

/// Writes a game in one form.
pub(super) trait Narrator {
    /// Writes the head. `events` are those up to the first decision; `table` is the state after them.
    fn head(&mut self, events: &[Event], table: &LoggedTable<'_>) -> io::Result<()>;

    /// Writes the options of this decision.
    fn offered(&mut self, _options: &[Choice]) {}

    /// Writes what an adviser would do at this decision instead of `made`.
    fn advised(&mut self, decision: Decision, made: Choice, advice: Advice) -> io::Result<()>;

    /// Writes the events since the last call. `table` is the state after them.
    fn write_events(&mut self, events: &[Event], table: &LoggedTable<'_>) -> io::Result<()>;

    /// Writes the final state.
    fn end(&mut self, outcome: Outcome, table: &LoggedTable<'_>) -> io::Result<()>;
}

/// The order of a draw pile before `events`, top first: the cards drawn from it, then the remaining cards.
pub(super) fn pile_before(deck: &Deck, game: &Game, side: DeckSide, events: &[Event]) -> Vec<CardId> {
    let mut drawn = Vec::new();
    for event in events {
        match *event {
            // What is drawn after this comes from another order.
            Event::Reshuffle { side: shuffled, .. } if shuffled == side => return drawn,
            Event::Draw { card, .. } if deck.card(card).side == side => drawn.push(card),
            _ => {}
        }
    }
    drawn.extend(game.pile_cards(side));
    drawn
}

/// Seats count from 1 wherever people or other programs read them.
pub(super) fn number(seat: Seat) -> u8 {
    seat.0 + 1
}
