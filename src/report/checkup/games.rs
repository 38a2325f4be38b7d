//! `CheckupGames`: what a checkup has played.

use crate::deck::Deck;
use crate::report::RunReport;
use crate::report::impact::RobustRow;
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
    /// The values at tables with other manners.
    pub(crate) robust: Robust,
    /// Targets by metric.
    pub(crate) targets: &'a [(String, Target)],
    /// The words of the table on a command line.
    pub(crate) table: &'a str,
}

/// Values at several tables; none without games.
#[derive(Default)]
pub(crate) struct Robust {
    /// Games at each table.
    pub(crate) games: u64,
    /// The values of all titles.
    pub(crate) values: Vec<RobustRow>,
}

impl CheckupGames<'_> {
    /// Number of players at the table.
    pub(super) fn players(&self) -> u8 {
        // A table has at most six seats.
        self.tally.strata.players() as u8
    }
}
