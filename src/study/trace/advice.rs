//! How often and how an adviser would choose differently.

use std::time::Instant;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::adviser::{AdviserAtTable, AdviserRequest};
use crate::deck::Sets;
use crate::report::advice::AdviceReport;
use crate::report::{Manifest, Study};
use crate::run::{Deviations, deviations};
use crate::study::control::Control;
use crate::study::error::StudyError;
use crate::study::table::{Setup, TableRequest};

/// Games by default. Each decision takes an adviser several milliseconds.
const GAMES: u64 = 100;

/// Games in which an adviser judges each decision.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct AdviceRequest {
    /// The table.
    pub table: TableRequest,
    /// The adviser.
    pub adviser: AdviserRequest,
    /// Number of games; they are played in whole blocks of all seatings.
    pub games: u64,
}

/// The decisions at which an adviser would choose differently.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct AdviceResult {
    /// The inputs of the games.
    pub manifest: Manifest,
    /// The estimates.
    pub report: AdviceReport,
    /// The sums behind them.
    pub deviations: Deviations,
}

impl Default for AdviceRequest {
    fn default() -> Self {
        AdviceRequest { table: TableRequest::default(), adviser: AdviserRequest::default(), games: GAMES }
    }
}

impl AdviceRequest {
    /// Advice of `search` at this table.
    pub fn of(table: TableRequest) -> Self {
        AdviceRequest { table, ..Self::default() }
    }

    /// The adviser.
    #[must_use]
    pub fn adviser(self, adviser: AdviserRequest) -> Self {
        AdviceRequest { adviser, ..self }
    }

    /// The number of games.
    #[must_use]
    pub fn games(self, games: u64) -> Self {
        AdviceRequest { games, ..self }
    }

    /// Reads the decks and plays the games.
    ///
    /// # Errors
    /// If an input is missing or wrong, or a game cannot continue.
    pub fn play(&self, control: &mut Control<'_>) -> Result<AdviceResult, StudyError> {
        self.play_with(&self.table.sets()?, control)
    }

    /// Plays the games with these sets.
    ///
    /// # Errors
    /// If an input is missing or wrong, or a game cannot continue.
    pub fn play_with(&self, sets: &Sets, control: &mut Control<'_>) -> Result<AdviceResult, StudyError> {
        let setup = Setup::new(sets, &self.table, self.games, control)?;
        let adviser = AdviserAtTable::new(&self.adviser, &setup, control)?;
        let begun = Instant::now();
        control.expect(setup.plan.games());
        let (threads, stop) = (control.thread_count(), control.stop_flag());
        let watch = &mut |games| control.played(games);
        let deviations = deviations(setup.arm(), &setup.plan, adviser.advising(), threads, stop, watch)?;
        let manifest = setup.manifest_of(Study::Advice, deviations.sums, threads, begun.elapsed().as_secs_f64());
        let report = AdviceReport::new(&adviser.name, &deviations);
        Ok(AdviceResult { manifest, report, deviations })
    }
}
