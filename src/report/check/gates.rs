//! What decides a check: further metrics, margins and targets.

use crate::stats::Target;

/// The beginning of the names of opening values; the id of the card follows.
pub(crate) const VALUE: &str = "opening_value.";
/// Stands for all cards.
pub(crate) const ANY: &str = "*";

/// A metric that is computed from counts.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct NamedMetric {
    pub(crate) name: String,
    /// Whether it is a fraction of 1, shown in percentage points.
    pub(crate) points: bool,
    /// Whether its margin is a share of its value.
    pub(crate) relative: bool,
}

/// What decides a check, beside the metrics that always do.
#[derive(Clone, Debug, Default)]
pub(crate) struct Gates {
    /// The largest change that does not matter: a fraction of 1 for fractions, and a share of the value for others.
    pub(crate) margin: f64,
    /// Margins of single metrics, in the same units.
    pub(crate) margins: Vec<(String, f64)>,
    /// Targets by metric, in the units of the metrics.
    pub(crate) targets: Vec<(String, Target)>,
    /// Names of the opening values that decide.
    pub(crate) values: Vec<String>,
    /// The metrics that are computed from counts.
    pub(crate) named: Vec<NamedMetric>,
}

impl Gates {
    /// The margin of a metric that has one of its own.
    pub(crate) fn own_margin(&self, metric: &str) -> Option<f64> {
        found(&self.margins, metric)
    }

    /// The margin of a metric.
    pub(crate) fn margin_of(&self, metric: &str) -> f64 {
        self.own_margin(metric).unwrap_or(self.margin)
    }

    /// The target of a metric.
    pub(crate) fn target_of(&self, metric: &str) -> Option<Target> {
        target_of(&self.targets, metric)
    }

    /// Whether this opening value decides.
    pub(crate) fn asks_for(&self, value: &str) -> bool {
        self.values.iter().any(|name| name == value)
    }
}

/// The target of a metric, of targets by metric.
pub(crate) fn target_of(targets: &[(String, Target)], metric: &str) -> Option<Target> {
    found(targets, metric)
}

/// The entry of a metric; that of all cards if a card has none of its own.
fn found<T: Copy>(entries: &[(String, T)], metric: &str) -> Option<T> {
    let of = |wanted: &str| entries.iter().find(|(name, _)| name == wanted).map(|(_, entry)| *entry);
    let all = || metric.starts_with(VALUE).then(|| of(&format!("{VALUE}{ANY}"))).flatten();
    of(metric).or_else(all)
}
