//! Empirical-Bayes shrinkage: in a table of noisy values, the highest are too high and the lowest are too low.

use super::distributions::{ChiSquare, normal_cdf};
use super::estimate::{Estimate, Z95};
use super::special::root;

/// Estimates pulled towards their common mean.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Shrinkage {
    /// The precision-weighted mean that they are pulled towards; NaN if no estimate has a standard error above 0.
    pub mean: f64,
    /// Variance of the true values around the mean, without the noise; at least 0.
    pub between: f64,
    /// The shrunken estimates, in the order given.
    pub values: Vec<Shrunk>,
}

/// A shrunken estimate: the posterior distribution of the true value given all estimates.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Shrunk {
    /// Its mean.
    pub value: f64,
    /// Lower end of its central 95% interval.
    pub low: f64,
    /// Upper end of its central 95% interval.
    pub high: f64,
    /// Its standard deviation.
    pub error: f64,
    /// How far the estimate was pulled towards the mean, as a share of the distance, in 0..1.
    pub pull: f64,
}

/// Values of the spread of the true values over which the posterior distribution is summed.
const SPREADS: usize = 64;
/// The highest of them, in standard deviations of the estimates.
const WIDEST: f64 = 4.0;
/// Shapes of the distribution of the true values, as normal distributions with a share and a factor of the spread: a
/// single one, or one with an eighth of the values three times as far away.
const SHAPES: [&[(f64, f64)]; 2] = [&[(1.0, 1.0)], &[(0.875, 1.0), (0.125, 3.0)]];
/// Parts of the posterior distribution with a smaller weight are left out.
const LEAST: f64 = 1e-7;
/// Maximum number of steps of Newton's method for a quantile.
const MAX_STEPS: usize = 20;

/// Shrinks independent estimates, pairs of value and standard error, towards their precision-weighted mean (Efron and
/// Morris 1975, JASA 70, 311-319; Morris 1983, JASA 78, 47-55).
///
/// The true values are assumed to be normal around a common mean, or with heavier tails (`SHAPES`), and the estimates normal
/// around the true values. Given the spread `S` of the true values, the posterior distribution of each is normal with the
/// mean `mean + (1 - B)(value - mean)` and the pull `B = error^2 / (error^2 + S^2)`, where the mean is the
/// precision-weighted mean, with its error; with heavier tails it is a mixture. The spread and the shape are unknown: the
/// spread has a uniform prior distribution (Gelman 2006, Bayesian Analysis 1, 515-533), and both shapes are equally
/// probable before the estimates are known. The posterior distribution is the mixture over all of them. An interval around
/// a single estimate of the spread would be too narrow.
///
/// An estimate with a standard error of 0 does not change, and an unknown one (NaN, or an infinite error) is that of a new
/// member; neither affects the others. `between` is the estimate of `S^2` by the method of Paule and Mandel (1982, J.
/// Research of the National Bureau of Standards 87, 377-385): the variance at which `sum (value - mean)^2 / (error^2 +
/// between)` is its expected value, the number of estimates minus one; `mean` belongs to it.
pub(crate) fn shrink(estimates: &[(f64, f64)]) -> Shrinkage {
    let noisy: Vec<(f64, f64)> = estimates.iter().copied().filter(|estimate| is_noisy(*estimate)).collect();
    let between = between(&noisy);
    let (mean, _) = weighted_mean(&noisy, between);
    let parts = parts(&noisy);
    Shrinkage { mean, between, values: estimates.iter().map(|estimate| shrunk(*estimate, &parts)).collect() }
}

/// Shrinks estimates towards the mean of their own group. The order is kept.
pub(crate) fn shrink_groups<G: PartialEq>(estimates: &[(f64, f64)], groups: &[G]) -> Vec<Shrunk> {
    let mut shrunken = vec![shrunk((f64::NAN, f64::NAN), &[]); estimates.len()];
    for (first, group) in groups.iter().enumerate() {
        if groups[..first].contains(group) {
            continue;
        }
        let places: Vec<usize> = (first..groups.len()).filter(|&place| groups[place] == *group).collect();
        let own: Vec<(f64, f64)> = places.iter().map(|&place| estimates[place]).collect();
        places.iter().zip(shrink(&own).values).for_each(|(&place, value)| shrunken[place] = value);
    }
    shrunken
}

/// The standard deviation of the true values of independent estimates, pairs of value and standard error; unknown for
/// less than two.
///
/// The estimate is that of Paule and Mandel (see `shrink`). The interval has every spread `S` at which the scatter
/// `sum (value - mean)^2 / (error^2 + S^2)` is between the 2.5% and 97.5% quantiles of its chi-square distribution
/// (Viechtbauer 2007, Statistics in Medicine 26, 37-52).
pub(crate) fn spread(estimates: &[(f64, f64)]) -> Estimate {
    let noisy: Vec<(f64, f64)> = estimates.iter().copied().filter(|estimate| is_noisy(*estimate)).collect();
    let df = noisy.len() as f64 - 1.0;
    if df < 1.0 {
        return Estimate::NONE;
    }
    // The scatter falls as the spread grows, so the tail above it grows.
    let end = |tail: f64| {
        let below = |spread: f64| ChiSquare::new(weighted_scatter(&noisy, spread * spread), df).p < tail;
        let mut top = plain_variance(&noisy).sqrt();
        while below(top) {
            top *= 2.0;
        }
        if below(0.0) { root(0.0, top, below) } else { 0.0 }
    };
    Estimate { value: between(&noisy).sqrt(), low: end(0.025), high: end(0.975), n: noisy.len() as u64 }
}

/// Number of members at each end of a list.
const ENDS: usize = 5;

/// The first and the last five members of a ranked list.
pub(crate) fn ends<T>(ranked: &[T]) -> impl Iterator<Item = &T> {
    // A short list has no member twice.
    let last = ranked.len().saturating_sub(ENDS).max(ENDS.min(ranked.len()));
    ranked.iter().take(ENDS).chain(&ranked[last..])
}

fn is_noisy((value, error): (f64, f64)) -> bool {
    value.is_finite() && error.is_finite() && error > 0.0
}

/// The posterior distribution for one value of the spread and one shape.
#[derive(Clone, Copy)]
struct Part {
    weight: f64,
    shape: &'static [(f64, f64)],
    between: f64,
    mean: f64,
    /// Precision of the mean.
    precision: f64,
}

impl Part {
    /// The normal distributions of the shape, each with its share of the likelihood of an estimate and its variance.
    fn normals(&self, value: f64, error: f64) -> impl Iterator<Item = (f64, f64)> {
        let (mean, between) = (self.mean, self.between);
        self.shape.iter().map(move |(share, factor)| {
            let between = factor * factor * between;
            let sd = (error * error + between).sqrt();
            (share * normal_density((value - mean) / sd) / sd, between)
        })
    }
}

/// The values of the spread and the shapes, with their posterior weights.
fn parts(noisy: &[(f64, f64)]) -> Vec<Part> {
    let top = WIDEST * plain_variance(noisy).sqrt();
    // Midpoints of equal steps: the prior of the spread is uniform.
    let spreads = (0..SPREADS).map(|place| (place as f64 + 0.5) / SPREADS as f64 * top);
    let spreads: Vec<f64> = if top > 0.0 { spreads.collect() } else { vec![0.0] };
    let part = |(spread, shape): (f64, &'static [(f64, f64)])| {
        let between = spread * spread;
        let (mean, precision) = weighted_mean(noisy, between);
        let part = Part { weight: f64::NAN, shape, between, mean, precision };
        let of = |(value, error): &(f64, f64)| part.normals(*value, *error).map(|(share, _)| share).sum::<f64>().ln();
        // The mean is unknown too: integrating it out leaves this factor of its precision.
        Part { weight: noisy.iter().map(of).sum::<f64>() - precision.ln() / 2.0, ..part }
    };
    let all = spreads.iter().flat_map(|spread| SHAPES.map(|shape| (*spread, shape)));
    let mut parts: Vec<Part> = all.map(part).collect();
    // Relative to the highest, since the likelihoods themselves are too small for a number.
    let highest = parts.iter().map(|part| part.weight).fold(f64::NEG_INFINITY, f64::max);
    parts.iter_mut().for_each(|part| part.weight = (part.weight - highest).exp());
    parts.retain(|part| part.weight > LEAST);
    let whole: f64 = parts.iter().map(|part| part.weight).sum();
    parts.iter_mut().for_each(|part| part.weight /= whole);
    parts
}

/// A normal part of a posterior distribution.
struct Normal {
    weight: f64,
    mean: f64,
    sd: f64,
    pull: f64,
}

/// The posterior distribution of the true value of an estimate, or of a new member if the estimate is unknown.
fn mixture((value, error): (f64, f64), part: &Part) -> Vec<Normal> {
    if !is_noisy((value, error)) {
        let new = |(share, factor): &(f64, f64)| Normal {
            weight: part.weight * share,
            mean: part.mean,
            sd: (factor * factor * part.between + 1.0 / part.precision).sqrt(),
            pull: 1.0,
        };
        return part.shape.iter().map(new).collect();
    }
    let whole: f64 = part.normals(value, error).map(|(share, _)| share).sum();
    let normal = |(share, between): (f64, f64)| {
        let pull = error * error / (error * error + between);
        Normal {
            weight: part.weight * share / whole,
            mean: part.mean + (1.0 - pull) * (value - part.mean),
            // The second term is the error of the mean, as far as the value is pulled to it.
            sd: ((1.0 - pull) * error * error + pull * pull / part.precision).sqrt(),
            pull,
        }
    };
    part.normals(value, error).map(normal).filter(|normal| normal.weight > LEAST).collect()
}

fn shrunk((value, error): (f64, f64), parts: &[Part]) -> Shrunk {
    if error == 0.0 && value.is_finite() {
        return Shrunk { value, low: value, high: value, error, pull: 0.0 };
    }
    let mixture: Vec<Normal> = parts.iter().flat_map(|part| mixture((value, error), part)).collect();
    if mixture.is_empty() {
        return Shrunk { value: f64::NAN, low: f64::NAN, high: f64::NAN, error: f64::NAN, pull: f64::NAN };
    }
    let whole: f64 = mixture.iter().map(|normal| normal.weight).sum();
    let sum =
        |of: &dyn Fn(&Normal) -> f64| mixture.iter().map(|normal| normal.weight / whole * of(normal)).sum::<f64>();
    let mean = sum(&|normal| normal.mean);
    let error = sum(&|normal| normal.sd.powi(2) + (normal.mean - mean).powi(2)).sqrt();
    let quantile = |z: f64| {
        let mut at = mean + z * error;
        for _ in 0..MAX_STEPS {
            let beyond = sum(&|normal| normal_cdf((at - normal.mean) / normal.sd)) - normal_cdf(z);
            let density = sum(&|normal| normal_density((at - normal.mean) / normal.sd) / normal.sd);
            // In a tail of the mixture the density is small, and an unlimited step would leave it.
            let step = (beyond / density).clamp(-error, error);
            at -= step;
            if step.abs() <= 1e-6 * error {
                break;
            }
        }
        at
    };
    Shrunk { value: mean, low: quantile(-Z95), high: quantile(Z95), error, pull: sum(&|normal| normal.pull) }
}

fn normal_density(z: f64) -> f64 {
    (-z * z / 2.0).exp() / (2.0 * std::f64::consts::PI).sqrt()
}

/// The variance between true values, by Paule and Mandel.
fn between(noisy: &[(f64, f64)]) -> f64 {
    let df = noisy.len() as f64 - 1.0;
    if df < 1.0 || weighted_scatter(noisy, 0.0) <= df {
        return 0.0;
    }
    // At the variance of the estimates, the scatter is at most its expected value.
    root(0.0, plain_variance(noisy), |between| weighted_scatter(noisy, between) > df)
}

/// The variance of the estimates; NaN for less than two.
fn plain_variance(noisy: &[(f64, f64)]) -> f64 {
    let plain = noisy.iter().map(|(value, _)| value).sum::<f64>() / noisy.len() as f64;
    noisy.iter().map(|(value, _)| (value - plain).powi(2)).sum::<f64>() / (noisy.len() as f64 - 1.0)
}

/// The precision-weighted mean, and its own precision.
fn weighted_mean(noisy: &[(f64, f64)], between: f64) -> (f64, f64) {
    let weight = |error: f64| 1.0 / (error * error + between);
    let precision: f64 = noisy.iter().map(|(_, error)| weight(*error)).sum();
    let sum: f64 = noisy.iter().map(|(value, error)| weight(*error) * value).sum();
    (sum / precision, precision)
}

fn weighted_scatter(noisy: &[(f64, f64)], between: f64) -> f64 {
    scatter(noisy, weighted_mean(noisy, between).0, between)
}

fn scatter(noisy: &[(f64, f64)], mean: f64, between: f64) -> f64 {
    noisy.iter().map(|(value, error)| (value - mean).powi(2) / (error * error + between)).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::mix;

    #[test]
    fn mere_noise_shrinks_far_towards_the_mean() {
        let values: Vec<(f64, f64)> = (0..60).map(|n| (0.02 * normal(n), 0.02)).collect();
        let all = shrink(&values);
        for (value, shrunk) in values.iter().zip(&all.values) {
            assert!(shrunk.pull > 0.8 && (shrunk.value - all.mean).abs() < 0.25 * (value.0 - all.mean).abs() + 1e-4);
            assert!(shrunk.low < 0.0 && shrunk.high > 0.0 && shrunk.high - shrunk.low < 0.04, "{shrunk:?}");
        }
    }

    #[test]
    fn large_effects_hardly_shrink() {
        let all = shrink(&[(5.0, 0.02), (-5.0, 0.02), (3.0, 0.02)]);
        assert!(all.values.iter().all(|one| one.pull < 1e-3 && (one.error - 0.02).abs() < 1e-4));
        assert!((all.values[0].value - 5.0).abs() < 1e-3 && (all.values[0].high - 5.0392).abs() < 1e-3);
    }

    #[test]
    fn with_equal_errors_the_variance_is_that_of_the_estimates_minus_the_noise() {
        let all = shrink(&[(1.0, 0.5), (2.0, 0.5), (3.0, 0.5), (6.0, 0.5)]);
        assert!((all.mean - 3.0).abs() < 1e-14 && (all.between - (14.0 / 3.0 - 0.25)).abs() < 1e-12);
    }

    #[test]
    fn noisier_estimates_are_pulled_further() {
        let all = shrink(&[(1.0, 0.1), (1.0, 0.9), (-1.0, 0.1), (-1.0, 0.9)]);
        assert!(all.values[0].pull < all.values[1].pull && all.values[0].value > all.values[1].value);
    }

    #[test]
    fn exact_estimates_stay_and_unknown_ones_are_new_members() {
        let all = shrink(&[(1.0, 0.1), (3.0, 0.1), (9.0, 0.0), (f64::NAN, 0.1), (7.0, f64::INFINITY)]);
        assert!((all.mean - 2.0).abs() < 1e-14);
        assert_eq!(all.values[2], Shrunk { value: 9.0, low: 9.0, high: 9.0, error: 0.0, pull: 0.0 });
        assert!(all.values[3..].iter().all(|one| (one.value - 2.0).abs() < 1e-12 && one.low < 1.0 && one.high > 3.0));
        let none = shrink(&[(f64::NAN, 0.1)]);
        assert!(none.mean.is_nan() && none.values[0].value.is_nan() && none.values[0].low.is_nan());
        assert!(shrink(&[]).mean.is_nan() && shrink(&[(0.3, 0.0)]).values[0].value == 0.3);
        let one = shrink(&[(0.3, 0.1)]).values[0];
        assert!((one.value - 0.3).abs() < 1e-15 && (one.error - 0.1).abs() < 1e-15 && (one.high - 0.496).abs() < 1e-4);
    }

    /// Effects of coaching in eight schools (Gelman et al., Bayesian Data Analysis, 2013, table 5.3), with the published
    /// posterior medians and 95% intervals of 200 simulations.
    #[test]
    fn the_eight_schools_have_their_published_posterior_distributions() {
        let schools = [28.0, 8.0, -3.0, 7.0, -1.0, 1.0, 18.0, 12.0].into_iter();
        let schools: Vec<(f64, f64)> = schools.zip([15.0, 10.0, 16.0, 11.0, 9.0, 11.0, 10.0, 18.0]).collect();
        let published = [
            (10.0, -2.0, 31.0),
            (8.0, -5.0, 23.0),
            (7.0, -11.0, 19.0),
            (8.0, -7.0, 21.0),
            (5.0, -9.0, 18.0),
            (6.0, -7.0, 28.0),
            (10.0, -1.0, 26.0),
            (8.0, -6.0, 33.0),
        ];
        for (found, (middle, low, high)) in shrink(&schools).values.iter().zip(published) {
            assert!((found.value - middle).abs() < 2.0, "{found:?}, not {middle}");
            assert!(
                (found.low - low).abs() < 5.0 && (found.high - high).abs() < 12.0,
                "{found:?}, not {low} to {high}"
            );
        }
    }

    /// Trials of a vaccine (Colditz et al. 1994): log risk ratios with their variances, and the interval of the variance
    /// between trials that the package `metafor` publishes for them.
    #[test]
    fn the_vaccine_trials_have_their_published_spread() {
        let trials = [
            (-0.8893, 0.3256),
            (-1.5854, 0.1946),
            (-1.3481, 0.4154),
            (-1.4416, 0.0200),
            (-0.2175, 0.0512),
            (-0.7861, 0.0069),
            (-1.6209, 0.2230),
            (0.0120, 0.0040),
            (-0.4694, 0.0564),
            (-1.3713, 0.0730),
            (-0.3394, 0.0124),
            (0.4459, 0.5325),
            (-0.0173, 0.0714),
        ];
        let found = spread(&trials.map(|(value, variance): (f64, f64)| (value, variance.sqrt())));
        assert!((found.low.powi(2) - 0.1197).abs() < 2e-4 && (found.high.powi(2) - 1.1115).abs() < 1e-3, "{found:?}");
        assert!((found.value.powi(2) - 0.3181).abs() < 1e-3, "{found:?}");
    }

    #[test]
    fn mere_noise_has_a_spread_from_0() {
        let none = spread(&(0..40).map(|n| (0.02 * normal(n), 0.02)).collect::<Vec<_>>());
        assert!(none.low == 0.0 && none.high < 0.02, "{none:?}");
        assert!(spread(&[(1.0, 0.1)]).value.is_nan() && spread(&[(1.0, 0.1), (1.0, 0.1)]).low == 0.0);
    }

    #[test]
    fn groups_have_their_own_means() {
        let estimates = [(1.0, 0.1), (9.0, 0.1), (1.2, 0.1), (9.4, 0.1)];
        let apart = shrink_groups(&estimates, &["low", "high", "low", "high"]);
        assert_eq!(apart[1], shrink(&[estimates[1], estimates[3]]).values[0]);
        assert_eq!(apart[2], shrink(&[estimates[0], estimates[2]]).values[1]);
    }

    /// A normal variable.
    fn normal(seed: u64) -> f64 {
        (0..12).map(|part| mix(seed << 4 | part) as f64 / u64::MAX as f64).sum::<f64>() - 6.0
    }

    /// For true values with this spread in units of the errors, every eighth `tail` times as far away: the coverage of
    /// the posterior intervals and of the raw ones, of all estimates and of the five highest and lowest shrunken ones.
    fn coverage(spread: f64, tail: f64) -> [f64; 4] {
        const ALL: u64 = 72;
        let mut held = [[0; 2]; 4];
        for seed in 0..60 {
            let truth = |n: u64| spread * normal(seed << 8 | n) * if n.is_multiple_of(8) { tail } else { 1.0 };
            let truths: Vec<f64> = (0..ALL).map(truth).collect();
            let error = |n: u64| [0.7, 1.0, 1.4][n as usize % 3];
            let estimate = |n: u64| (truths[n as usize] + error(n) * normal(1 << 40 | seed << 8 | n), error(n));
            let estimates: Vec<(f64, f64)> = (0..ALL).map(estimate).collect();
            let found = shrink(&estimates).values;
            let mut order: Vec<usize> = (0..found.len()).collect();
            order.sort_by(|&one, &other| found[one].value.total_cmp(&found[other].value));
            for (rank, place) in order.into_iter().enumerate() {
                let (truth, (value, error)) = (truths[place], estimates[place]);
                let holds =
                    [found[place].low <= truth && truth <= found[place].high, (value - truth).abs() <= Z95 * error];
                let extreme = rank < 5 || rank >= found.len() - 5;
                for (at, holds) in holds.into_iter().enumerate() {
                    for place in [Some(at), extreme.then_some(at + 2)].into_iter().flatten() {
                        held[place][0] += u32::from(holds);
                        held[place][1] += 1;
                    }
                }
            }
        }
        held.map(|[held, all]| f64::from(held) / f64::from(all))
    }

    #[test]
    fn posterior_intervals_of_the_extremes_cover_the_truth() {
        for (spread, tail) in [(0.0, 1.0), (0.3, 1.0), (1.0, 1.0), (3.0, 1.0), (0.3, 3.0), (1.0, 3.0)] {
            let [all, raw, extremes, raw_extremes] = coverage(spread, tail);
            println!("{spread} {tail}: {all} {raw} {extremes} {raw_extremes}");
            assert!(all >= 0.94 && raw >= 0.94, "{spread} {tail}: {all} {raw}");
            assert!(extremes >= 0.93, "{spread} {tail}: {extremes} {raw_extremes}");
        }
        assert!(coverage(0.3, 1.0)[3] < 0.85, "the raw intervals of the extremes do not");
    }
}
