//! Changes of any metric of a table, from the counts of batches of pairs.

use super::paired::{Difference, difference};
use crate::deck::Deck;
use crate::run::Tally;
use crate::stats::run::summary::named_metrics;

/// The metrics with these names, before and after an edit.
///
/// Each metric is a smooth function of the counts, so the delete-one-batch jackknife gives its standard error, also that
/// of the change: both decks play the same blocks (Efron and Tibshirani, An Introduction to the Bootstrap, 1993,
/// chapter 11). A metric that some part of the batches does not determine has no error.
pub(crate) fn named_changes(batches: &[[Tally; 2]], decks: [&Deck; 2], names: &[String]) -> Vec<Difference> {
    let Some(all) = merged(batches.iter()) else { return Vec::new() };
    let values = |tallies: &[Tally; 2]| [0, 1].map(|arm| values_of(&tallies[arm], decks[arm], names));
    let [before, after] = values(&all);
    let without = |place: usize| {
        let others = batches.iter().enumerate().filter(|(other, _)| *other != place).map(|(_, batch)| batch);
        merged(others).map(|tallies| values(&tallies))
    };
    let parts: Vec<[Vec<f64>; 2]> = (0..batches.len()).filter_map(without).collect();
    let count = parts.len() as f64;
    let change = |metric: usize| {
        let of = |view: fn([f64; 2]) -> f64| {
            let list: Vec<f64> = parts.iter().map(|[old, new]| view([old[metric], new[metric]])).collect();
            let mean = list.iter().sum::<f64>() / count;
            // `difference` multiplies by count / (count - 1), the jackknife by (count - 1) / count.
            list.iter().map(|one| (one - mean).powi(2)).sum::<f64>() * ((count - 1.0) / count).powi(2)
        };
        let squares = [of(|[old, new]| new - old), of(|[old, _]| old), of(|[_, new]| new)];
        let found = difference([before[metric], after[metric]], squares, all[0].blocks as usize, count);
        Difference { freedom: count - 1.0, ..found }
    };
    (0..names.len()).map(change).collect()
}

fn values_of(tally: &Tally, deck: &Deck, names: &[String]) -> Vec<f64> {
    let metrics = named_metrics(tally, deck);
    let value = |name: &String| metrics.iter().find(|metric| metric.name == *name).map(|metric| metric.estimate.value);
    names.iter().map(|name| value(name).unwrap_or(f64::NAN)).collect()
}

fn merged<'t>(mut batches: impl Iterator<Item = &'t [Tally; 2]>) -> Option<[Tally; 2]> {
    let mut sum = batches.next()?.clone();
    batches.for_each(|batch| sum.iter_mut().zip(batch).for_each(|(sum, tally)| sum.merge(tally)));
    Some(sum)
}
