//! How often cards are held and played, and how often their parts take effect.

use std::time::Instant;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::deck::Sets;
use crate::report::coverage::CoverageReport;
use crate::report::{Manifest, Study};
use crate::run::{Firings, RunError, firings};
use crate::study::control::Control;
use crate::study::error::StudyError;
use crate::study::table::{Setup, TableRequest};

/// Games of a coverage by default.
pub(crate) const GAMES: u64 = 10_000;

/// A coverage: games in which everything that happens with each card is counted.
///
/// ```
/// use kickdoor::study::{Control, CoverageRequest, TableRequest};
///
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let table = TableRequest::of(["tests/decks/mini.toml"]).strategies(["greedy"]).players(3);
/// let result = CoverageRequest::of(table).games(60).play(&mut Control::default())?;
/// for row in result.report.rows.iter().filter(|row| row.count == 0) {
///     println!("{}: {} never happened", row.name, row.part);
/// }
/// # Ok(())
/// # }
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct CoverageRequest {
    /// The table.
    pub table: TableRequest,
    /// Number of games; they are played in whole blocks of all seatings.
    pub games: u64,
}

/// The result of a coverage.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct CoverageResult {
    /// The inputs of the games.
    pub manifest: Manifest,
    /// The counts of each card, by name.
    pub report: CoverageReport,
    /// The same counts, in the order of the deck.
    pub firings: Firings,
}

impl Default for CoverageRequest {
    fn default() -> Self {
        CoverageRequest { table: TableRequest::default(), games: GAMES }
    }
}

impl CoverageRequest {
    /// A coverage of the cards at this table.
    pub fn of(table: TableRequest) -> Self {
        CoverageRequest { table, ..Self::default() }
    }

    /// The number of games.
    #[must_use]
    pub fn games(self, games: u64) -> Self {
        CoverageRequest { games, ..self }
    }

    /// Reads the decks and plays the games.
    ///
    /// # Errors
    /// If an input is missing or wrong, or a game cannot continue.
    pub fn play(&self, control: &mut Control<'_>) -> Result<CoverageResult, StudyError> {
        self.play_with(&self.table.sets()?, control)
    }

    /// Plays the games with these sets.
    ///
    /// # Errors
    /// If an input is missing or wrong, or a game cannot continue.
    pub fn play_with(&self, sets: &Sets, control: &mut Control<'_>) -> Result<CoverageResult, StudyError> {
        let setup = Setup::new(sets, &self.table, self.games, control)?;
        let begun = Instant::now();
        control.expect(setup.plan.games());
        let firings = count(&setup, control)?;
        let manifest =
            setup.manifest_of(Study::Coverage, firings.sums, control.thread_count(), begun.elapsed().as_secs_f64());
        Ok(CoverageResult { manifest, report: CoverageReport::new(&setup.deck, setup.names(), &firings), firings })
    }
}

/// Plays the games and counts what happens in them.
pub(super) fn count(setup: &Setup, control: &mut Control<'_>) -> Result<Firings, RunError> {
    let (threads, stop) = (control.thread_count(), control.stop_flag());
    firings(setup.arm(), &setup.plan, threads, stop, &mut |games| control.played(games))
}
