//! `CheckupGames`: what a checkup has played.

use crate::deck::Deck;
use crate::report::RunReport;
use crate::run::{Firings, Tally};
use crate::stats::Target;

/// The games of a checkup.
pub(crate) struct CheckupGames<'a> {
    pub(crate) deck: &'a Deck,
    /// The games at the table.
    pub(crate) tally: &'a Tally,
    pub(crate) run: &'a RunReport,
    /// Games in which parts of cards were counted, if they were played.
    pub(crate) firings: Option<&'a Firings>,
    /// Games with other numbers of players.
    pub(crate) others: &'a [Tally],
    /// Targets by metric.
    pub(crate) targets: &'a [(String, Target)],
    /// The words of the table on a command line.
    pub(crate) table: &'a str,
}

impl CheckupGames<'_> {
    /// Number of players at the table.
    pub(super) fn players(&self) -> u8 {
        // A table has at most six seats.
        self.tally.strata.players() as u8
    }
}
