//! Repeated checks: how often their verdicts are wrong.

use std::io;
use std::ops::Range;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::deck::Sets;
use crate::report::calibrate::{VerdictErrorRow, verdict_error_rows};
use crate::report::check::CheckReport;
use crate::run::{Call, CallSize};
use crate::study::CheckRequest;
use crate::study::control::Control;
use crate::study::error::StudyError;
use crate::study::table::TableRequest;

/// Checks by default.
pub(crate) const CHECKS: u64 = 200;

/// Many checks of one edit, each with other games.
///
/// ```no_run
/// use kickdoor::study::{CheckRequest, Control, TableRequest, VerdictsRequest};
///
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let table = TableRequest::of(["tests/decks/mini.toml"]).strategies(["greedy"]).players(3);
/// let check = CheckRequest::of(table, ["tests/decks/mini.toml"]);
/// let result = VerdictsRequest::of(check).checks(20).play(&mut Control::default())?.expect("nobody stopped it");
/// for row in &result.rows {
///     println!("{}: {} of {} wrong", row.metric, row.false_alarms + row.false_passes, row.checks);
/// }
/// # Ok(())
/// # }
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct VerdictsRequest {
    /// The check; its seed is that of the first one, and each other one has the next seed.
    pub check: CheckRequest,
    /// Number of checks.
    pub checks: u64,
}

/// The errors of many checks.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct VerdictsResult {
    /// Number of checks.
    pub checks: u64,
    /// Pairs of games of all checks.
    pub pairs: u64,
    /// The errors of the verdicts on each metric.
    pub rows: Vec<VerdictErrorRow>,
}

impl Default for VerdictsRequest {
    fn default() -> Self {
        VerdictsRequest { check: CheckRequest::default(), checks: CHECKS }
    }
}

impl VerdictsRequest {
    /// Repetitions of this check.
    pub fn of(check: CheckRequest) -> Self {
        VerdictsRequest { check, ..Self::default() }
    }

    /// The number of checks.
    #[must_use]
    pub fn checks(self, checks: u64) -> Self {
        VerdictsRequest { checks, ..self }
    }

    /// Reads the decks and plays the checks. `None` if stopped.
    ///
    /// # Errors
    /// If an input is missing or wrong, or a game cannot continue.
    pub fn play(&self, control: &mut Control<'_>) -> Result<Option<VerdictsResult>, StudyError> {
        self.play_with(&[self.check.table.sets()?, self.check.sets_after()?], control)
    }

    /// Plays the checks with these sets, before and after the edit. `None` if stopped.
    ///
    /// # Errors
    /// If an input is missing or wrong, or a game cannot continue.
    pub fn play_with(&self, sets: &[Sets; 2], control: &mut Control<'_>) -> Result<Option<VerdictsResult>, StudyError> {
        let mut reports: Vec<CheckReport> = Vec::new();
        let mut pairs = 0;
        let part = control.part();
        let mut check = |numbers: Range<u64>| {
            let table = &self.check.table;
            let table = TableRequest { seed: table.seed.wrapping_add(numbers.start), ..table.clone() };
            let check = CheckRequest { table, ..self.check.clone() };
            let result = check.play_with(sets, None, &mut part.part())?;
            // The truth is the mean of all checks, so fewer of them would be another calibration.
            let whole = !result.manifest.interrupted;
            Ok(if whole { Some(serde_json::to_string(&result.report).map_err(io::Error::other)?) } else { None })
        };
        let mut take = |report: String| -> Result<bool, StudyError> {
            let report: CheckReport = serde_json::from_str(&report).map_err(io::Error::other)?;
            pairs += report.games;
            reports.push(report);
            control.expect(pairs * self.checks / reports.len() as u64);
            control.played(pairs);
            Ok(true)
        };
        let games = self.checks.saturating_mul(self.check.max_games(None));
        let size = CallSize { places: self.checks, games, slow: false, may_end: false };
        if !Call::begin("checks", size)?.sequence(1, &mut check, &mut take)? {
            return Ok(None);
        }
        Ok(Some(VerdictsResult { checks: self.checks, pairs, rows: verdict_error_rows(&reports) }))
    }
}
