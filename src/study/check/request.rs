//! The check of an edit.

use std::collections::BTreeMap;
use std::path::Path;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::deck::{DeckError, Sets};
use crate::report::Manifest;
use crate::report::check::CheckReport;
use crate::run::{Further, PairSums, Played};
use crate::study::error::StudyError;
use crate::study::table::TableRequest;

/// Games of a baseline by default.
pub(crate) const GAMES: u64 = 20_000;
/// Maximum number of games per deck by default.
pub(crate) const MAX_GAMES: u64 = 400_000;
/// Planned probability of a verdict by default.
pub(crate) const POWER: f64 = 0.9;
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
    /// Games per deck; if an edited card is rarely dealt, at most the same number of further games is played. Without a
    /// number, as many as the verdict needs, or those of the baseline.
    pub games: Option<u64>,
    /// Whether to stop at the first shift, or when every metric has a verdict; `games` is then the maximum.
    pub until_decided: bool,
    /// The probability with which the first look decides a metric that does not change, if the number of games is not
    /// fixed.
    pub power: f64,
    /// A limit of seconds: as many games as the pace of the first ones allows. It depends on the machine; the result is
    /// that of a check with the number of games that the report names.
    pub seconds: Option<f64>,
    /// The largest negligible change: percentage points of shares and win rates, per cent of other metrics.
    pub margin: f64,
    /// Margins of single metrics, by name; `opening_value.CARD` for a card. Each of them decides, too.
    pub margins: BTreeMap<String, f64>,
    /// Further metrics that decide, by name.
    pub metrics: Vec<String>,
    /// Path of a `kickdoor.toml` with targets.
    pub project: Option<String>,
}

/// The result of a check.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct CheckResult {
    /// The inputs of the games.
    pub manifest: Manifest,
    /// The estimates and their verdicts.
    pub report: CheckReport,
    /// The sums of the games behind the estimates.
    pub pairs: PairSums,
    /// Further games, in which the edited cards were dealt in the opening.
    pub further: Further,
    /// The games with the decks after the edit, if those before it are a baseline, which they can replace.
    pub after: Vec<Played>,
}

impl Default for CheckRequest {
    fn default() -> Self {
        let table = TableRequest::default();
        CheckRequest {
            table,
            after: Vec::new(),
            games: None,
            until_decided: false,
            power: POWER,
            seconds: None,
            margin: MARGIN,
            margins: BTreeMap::new(),
            metrics: Vec::new(),
            project: None,
        }
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
        CheckRequest { games: Some(games), ..self }
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

    /// Another metric that decides, by name.
    #[must_use]
    pub fn metric(mut self, name: impl Into<String>) -> Self {
        self.metrics.push(name.into());
        self
    }

    /// The path of a `kickdoor.toml` with targets.
    #[must_use]
    pub fn project(self, path: impl Into<String>) -> Self {
        CheckRequest { project: Some(path.into()), ..self }
    }

    /// The probability with which the first look decides a metric that does not change.
    #[must_use]
    pub fn power(self, power: f64) -> Self {
        CheckRequest { power, ..self }
    }

    /// The limit of seconds.
    #[must_use]
    pub fn seconds(self, seconds: f64) -> Self {
        CheckRequest { seconds: Some(seconds), ..self }
    }

    /// Whether the number of games follows from what they show. A baseline has a fixed number of them.
    pub(super) fn is_planned(&self, stored: bool) -> bool {
        self.until_decided || self.games.is_none() && !stored
    }

    /// Maximum number of games per deck, with a baseline of this many games.
    pub(crate) fn max_games(&self, stored: Option<u64>) -> u64 {
        self.games.or(stored).unwrap_or(MAX_GAMES)
    }

    /// The path of the baseline.
    pub(super) fn place(&self) -> &Path {
        Path::new(self.table.decks.last().map_or("", String::as_str))
    }
}

/// Checks a planned probability of a verdict.
pub(crate) fn check_power(power: f64) -> Result<(), StudyError> {
    if (0.5..=0.999).contains(&power) {
        return Ok(());
    }
    let message = format!("the power is {power}, expected 0.5 to 0.999");
    Err(StudyError::request(message, Some("`--power 0.9` plans for a verdict in 9 of 10 checks".into())))
}

/// Checks a limit of seconds.
pub(crate) fn check_seconds(seconds: f64) -> Result<(), StudyError> {
    if seconds > 0.0 && seconds.is_finite() {
        return Ok(());
    }
    let message = format!("the limit is {seconds} seconds, expected more than 0");
    Err(StudyError::request(message, Some("`--seconds 60` plays for about a minute at most".into())))
}

/// Checks a margin, in percentage points.
pub(crate) fn check_margin(points: f64) -> Result<(), StudyError> {
    if points > 0.0 && points <= 50.0 {
        return Ok(());
    }
    let message = format!("the margin is {points}, expected more than 0 and at most 50");
    Err(StudyError::request(message, Some("`--margin 1` is one percentage point".into())))
}
