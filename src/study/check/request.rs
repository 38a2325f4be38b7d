//! The check of an edit.

use std::path::Path;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::deck::{DeckError, Sets};
use crate::report::Manifest;
use crate::report::check::CheckReport;
use crate::run::{Further, Pairs};
use crate::study::error::StudyError;
use crate::study::table::TableRequest;

/// Games per deck by default.
pub(crate) const GAMES: u64 = 20_000;
/// The largest negligible change by default, in percentage points.
pub(crate) const MARGIN: f64 = 1.0;

/// A check: the same games with the decks before and after an edit.
///
/// ```
/// use kickdoor::study::{CheckRequest, Control, TableRequest};
///
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let table = TableRequest::of(["tests/decks/mini.toml"]).strategies(["greedy"]).players(3);
/// // The same deck with another name: nothing moves.
/// let request = CheckRequest::of(table, ["tests/decks/mini.toml"]).games(60);
/// let result = request.play(&mut Control::default())?;
/// assert_eq!(result.report.identical, 60);
/// # Ok(())
/// # }
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct CheckRequest {
    /// The table. Its decks are those before the edit; in place of the last one, it can have a baseline, which was created
    /// with the same table and number of games. `FILE@REV` is the file before the edits since a git revision.
    pub table: TableRequest,
    /// The decks after the edit, by name or path.
    pub after: Vec<String>,
    /// Games per deck. If an edited card is rarely dealt, at most the same number of further games is played.
    pub games: u64,
    /// Whether to stop at the first shift, or when every metric has a verdict; `games` is then the maximum.
    pub until_decided: bool,
    /// The largest negligible change: percentage points of win rates, per cent of game length.
    pub margin: f64,
}

/// The result of a check.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct CheckResult {
    /// The inputs of the games.
    pub manifest: Manifest,
    /// The estimates and their verdicts.
    pub report: CheckReport,
    /// The games behind the estimates.
    pub pairs: Pairs,
    /// Further games, in which the edited cards were dealt in the opening.
    pub further: Further,
}

impl Default for CheckRequest {
    fn default() -> Self {
        let table = TableRequest::default();
        CheckRequest { table, after: Vec::new(), games: GAMES, until_decided: false, margin: MARGIN }
    }
}

impl CheckRequest {
    /// A check of an edit of the decks of this table. `after` are the edited decks, by name or path.
    pub fn of(table: TableRequest, after: impl IntoIterator<Item = impl Into<String>>) -> Self {
        CheckRequest { table, after: after.into_iter().map(Into::into).collect(), ..Self::default() }
    }

    /// The number of games per deck.
    #[must_use]
    pub fn games(self, games: u64) -> Self {
        CheckRequest { games, ..self }
    }

    /// Stops when everything is decided; the number of games is then the maximum.
    #[must_use]
    pub fn until_decided(self) -> Self {
        CheckRequest { until_decided: true, ..self }
    }

    /// The largest negligible change: percentage points of win rates, per cent of game length.
    #[must_use]
    pub fn margin(self, points: f64) -> Self {
        CheckRequest { margin: points, ..self }
    }

    /// Reads the decks after the edit.
    ///
    /// # Errors
    /// If a deck is missing or wrong.
    pub(crate) fn sets_after(&self) -> Result<Sets, DeckError> {
        TableRequest { decks: self.after.clone(), ..self.table.clone() }.sets()
    }

    /// The path of the baseline.
    pub(super) fn place(&self) -> &Path {
        Path::new(self.table.decks.last().map_or("", String::as_str))
    }
}

/// Checks a margin, in percentage points.
pub(crate) fn check_margin(points: f64) -> Result<(), StudyError> {
    if points > 0.0 && points <= 50.0 {
        return Ok(());
    }
    let message = format!("the margin is {points}, expected more than 0 and at most 50");
    Err(StudyError::request(message, Some("`--margin 1` is one percentage point".into())))
}
