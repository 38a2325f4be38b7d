//! Setup: makes requests, decks and players from the arguments.

use std::num::NonZeroUsize;

use super::args::TableArgs;
use super::failure::Failure;
use super::progress::print_note;
use crate::deck::{Deck, DeckSource, Sets};
use crate::strategy::{Profile, Strategy};
use crate::study::{Control, table};

pub(super) use crate::study::table::Setup;

/// Reads a deck by name or path.
pub(super) fn set_of(deck: &str) -> Result<Sets, Failure> {
    Ok(Sets::read(&[DeckSource::find(deck)?])?)
}

/// A control that only prints notes.
fn notes() -> Control<'static> {
    Control::default().watch(print_note)
}

/// The deck, the players and a plan of `games` games.
pub(super) fn set_up(sets: &Sets, table: &TableArgs, games: u64) -> Result<Setup, Failure> {
    Ok(Setup::new(sets, &table.request(), games, &mut notes())?)
}

/// The players of these profiles.
pub(super) fn players_of(profiles: &[Profile], deck: &Deck) -> Result<Vec<Strategy>, Failure> {
    Ok(table::players_of(profiles, deck, &mut notes())?)
}

/// Number of threads: the requested number, or one per processor.
pub(super) fn threads(asked: Option<NonZeroUsize>) -> usize {
    Control::default().threads(asked).thread_count()
}
