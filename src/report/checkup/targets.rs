//! Metrics with targets.

use super::games::CheckupGames;
use crate::report::check::gates::{VALUE, target_of};
use crate::report::files::number::Fraction;
use crate::report::range::{Basis, CheckupRow, RangeVerdict, Side, Unit};
use crate::stats::{Estimate, Target, Z95, named_metrics, opening_values, simultaneous_level, z_of};

/// The metrics that have targets. Their intervals hold for all of them at once.
pub(super) fn with_targets(games: &CheckupGames<'_>) -> Vec<CheckupRow> {
    let target = |name: &str| target_of(games.targets, name);
    let named = named_metrics(games.tally, games.deck);
    let named = named.iter().filter_map(|metric| Some((metric, target(&metric.name)?)));
    let titles = games.deck.titles.iter().zip(opening_values(games.tally));
    let values = titles.filter_map(|(title, opening)| {
        let name = format!("{VALUE}{}", title.id);
        Some((target(&name)?, name, opening))
    });
    let (named, values): (Vec<_>, Vec<_>) = (named.collect(), values.collect());
    let level = simultaneous_level(named.len() + values.len(), 0.95);
    let named = named.into_iter().map(|(metric, target)| {
        row(metric.name.clone(), widened(metric.estimate, z_of(level) / Z95), target, metric.kind.into())
    });
    let values = values.into_iter().map(|(target, name, opening)| {
        let (low, high) = opening.interval(level);
        row(name, Estimate { low, high, ..opening.value }, target, Unit::Points)
    });
    named.chain(values).collect()
}

/// An estimate whose interval is so many times as wide.
fn widened(Estimate { value, low, high, n }: Estimate, times: f64) -> Estimate {
    Estimate { value, low: value - times * (value - low), high: value + times * (high - value), n }
}

fn row(metric: String, estimate: Estimate, target: Target, unit: Unit) -> CheckupRow {
    CheckupRow {
        metric,
        value: Fraction(estimate.value),
        low: Fraction(estimate.low),
        high: Fraction(estimate.high),
        n: estimate.n,
        range_low: Fraction(target.low),
        range_high: Fraction(target.high),
        basis: Basis::Target,
        verdict: RangeVerdict::of(estimate, (target.low.max(f64::MIN), target.high.min(f64::MAX))),
        side: Side::Both,
        unit,
    }
}
