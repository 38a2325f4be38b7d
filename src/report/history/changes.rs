//! The changes of metrics from version to version.

use std::borrow::Cow;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::entry::{HistoryEntry, HistoryMetric};
use crate::report::checkup::Unit;
use crate::report::files::number::Fraction;
use crate::report::files::row::row;
use crate::report::files::rows::{Printed, Rows};
use crate::stats::{Estimate, difference_at_once};

/// The interval of the change excludes 0.
pub(crate) const MOVED: &str = "moved";
/// The interval of the change contains 0.
pub(crate) const NOISE: &str = "within noise";
/// The version before has no such metric.
pub(crate) const FIRST: &str = "first";
/// The version before is of another deck, or was played by other players or rules.
pub(crate) const NOT_COMPARABLE: &str = "not comparable";

row! {
    "history.csv"
    /// A metric of a version of a deck.
    #[derive(Clone, Debug)]
    pub struct HistoryRow {
        /// Number of the version in the file, from 1.
        pub version: usize,
        /// Its name.
        pub label: String,
        /// Its date; empty if unknown.
        pub date: String,
        /// The sets.
        pub deck: String,
        /// SHA-256 of the cards.
        pub hash: String,
        /// The program that played it.
        pub program: String,
        /// The metric.
        pub metric: String,
        /// The estimate.
        pub value: Fraction,
        /// Lower end of its 95% interval.
        pub low: Fraction,
        /// Upper end of its 95% interval.
        pub high: Fraction,
        /// Observations.
        pub n: u64,
        /// The change since the version before; empty for the first one, and after another deck or table.
        pub change: Fraction,
        /// Lower end of its interval, which holds for all metrics of the version at once.
        pub change_low: Fraction,
        /// Upper end of this interval.
        pub change_high: Fraction,
        /// `moved` if this interval excludes 0, `within noise`, `first`, or `not comparable`.
        pub verdict: Cow<'static, str>,
        /// How texts show it.
        pub unit: Unit,
    }
}

/// The versions of a deck with the changes of their metrics.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct HistoryReport {
    /// For each version, one line per metric.
    pub rows: Vec<HistoryRow>,
}

impl Printed for HistoryReport {
    fn tables(&self) -> Vec<Rows> {
        vec![Rows::of(&self.rows)]
    }
}

impl HistoryReport {
    /// The changes of these metrics, or of all if none is named.
    pub fn new(entries: &[HistoryEntry], metrics: &[String]) -> HistoryReport {
        let is_wanted = |metric: &&HistoryMetric| metrics.is_empty() || metrics.contains(&metric.metric);
        let mut rows = Vec::new();
        for (place, entry) in entries.iter().enumerate() {
            let wanted: Vec<&HistoryMetric> = entry.metrics.iter().filter(is_wanted).collect();
            let before = place.checked_sub(1).map(|place| &entries[place]);
            rows.extend(wanted.iter().map(|metric| row(place, entry, metric, before, wanted.len())));
        }
        HistoryReport { rows }
    }

    /// The rows of each version.
    pub(super) fn versions(&self) -> Vec<&[HistoryRow]> {
        self.rows.chunk_by(|row, next| row.version == next.version).collect()
    }

    /// Names of all metrics, in the order in which they first occur.
    pub(super) fn metrics(&self) -> Vec<&str> {
        let mut names: Vec<&str> = Vec::new();
        self.rows.iter().for_each(|row| {
            if !names.contains(&row.metric.as_str()) {
                names.push(&row.metric);
            }
        });
        names
    }
}

fn row(
    place: usize,
    entry: &HistoryEntry,
    metric: &HistoryMetric,
    before: Option<&HistoryEntry>,
    metrics: usize,
) -> HistoryRow {
    let known = before.and_then(|before| Some((before, before.metric(&metric.metric)?)));
    let (change, verdict) = match known {
        None => (Estimate::NONE, FIRST),
        Some((before, _)) if !entry.is_at_table_of(before) => (Estimate::NONE, NOT_COMPARABLE),
        Some((_, before)) => {
            let change = difference_at_once(estimate(before), estimate(metric), metrics);
            (change, if change.low > 0.0 || change.high < 0.0 { MOVED } else { NOISE })
        }
    };
    HistoryRow {
        version: place + 1,
        label: entry.label.clone(),
        date: entry.date.clone().unwrap_or_default(),
        deck: entry.deck.clone(),
        hash: entry.hash.clone(),
        program: entry.program.clone(),
        metric: metric.metric.clone(),
        value: metric.value,
        low: metric.low,
        high: metric.high,
        n: metric.n,
        change: Fraction(change.value),
        change_low: Fraction(change.low),
        change_high: Fraction(change.high),
        verdict: verdict.into(),
        unit: metric.unit,
    }
}

fn estimate(metric: &HistoryMetric) -> Estimate {
    Estimate { value: metric.value.0, low: metric.low.0, high: metric.high.0, n: metric.n }
}
