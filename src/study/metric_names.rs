//! `MetricNames`: the metrics of a table, by name.

use crate::deck::Deck;
use crate::deck::file::nearest::did_you_mean;
use crate::report::check::gates::{ANY, VALUE};
use crate::run::Tally;
use crate::run::tally::Shape;
use crate::stats::{Metric, MetricKind, named_metrics};

/// The names of all metrics of a table.
#[derive(Clone, Debug)]
pub(crate) struct MetricNames {
    /// All metrics that are one number.
    metrics: Vec<Metric>,
    /// The opening values of all titles.
    values: Vec<String>,
}

impl MetricNames {
    /// The metrics of games of this deck with this number of players.
    pub(crate) fn of(deck: &Deck, players: u8) -> MetricNames {
        let shape =
            Shape { players: usize::from(players), strategies: 1, titles: deck.titles.len(), cards: 0, uses: 0 };
        let values = deck.titles.iter().map(|title| format!("{VALUE}{}", title.id));
        MetricNames { metrics: named_metrics(&Tally::new(shape), deck), values: values.collect() }
    }

    /// The kind of a metric that is no opening value.
    pub(crate) fn kind(&self, name: &str) -> Option<MetricKind> {
        self.metrics.iter().find(|metric| metric.name == name).map(|metric| metric.kind)
    }

    /// The unit in which targets are written: percentage points of differences and values, and numbers as they are.
    pub(super) fn scale(&self, name: &str) -> f64 {
        match self.kind(name) {
            // An opening value.
            None | Some(MetricKind::Gap | MetricKind::Spread) => 0.01,
            Some(MetricKind::Mean | MetricKind::Share | MetricKind::Quantile | MetricKind::Explained) => 1.0,
        }
    }

    /// What to say about a name that is not the name of a metric.
    pub(crate) fn unknown(&self, name: &str) -> Option<String> {
        let metrics = self.metrics.iter().map(|metric| metric.name.as_str());
        let known: Vec<&str> = metrics.chain(self.values.iter().map(String::as_str)).collect();
        if name == format!("{VALUE}{ANY}") || known.contains(&name) {
            return None;
        }
        let list = || "`kickdoor run DECK --all` lists the metrics; opening values are `opening_value.CARD`".to_owned();
        Some(did_you_mean(name, known).unwrap_or_else(list))
    }
}
