//! Empirical-Bayes shrinkage: in a table of noisy values, the highest are too high and the lowest are too low.

use super::special::root;

/// Estimates pulled towards their common mean.
#[derive(Clone, Debug, PartialEq)]
pub struct Shrinkage {
    /// The precision-weighted mean that they are pulled towards; NaN if no estimate has a standard error above 0.
    pub mean: f64,
    /// Variance of the true values around the mean, without the noise; at least 0.
    pub between: f64,
    /// The shrunken estimates, in the order given.
    pub values: Vec<Shrunk>,
}

/// A shrunken estimate.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Shrunk {
    /// The estimate.
    pub value: f64,
    /// Its standard error: that of the true value given all estimates, including the error of the mean, but not that of
    /// `between` (Morris 1983).
    pub error: f64,
    /// How far it was pulled towards the mean, as a share of the distance, in 0..1.
    pub pull: f64,
}

/// Shrinks independent estimates, pairs of value and standard error, towards their precision-weighted mean (Efron and
/// Morris 1975, JASA 70, 311-319; Morris 1983, JASA 78, 47-55).
///
/// The true values are assumed to be normal around the mean with variance `between`, estimated by the method of Paule
/// and Mandel (1982, J. Research of the National Bureau of Standards 87, 377-385): the variance at which `sum (value -
/// mean)^2 / (error^2 + between)` is its expected value, the number of estimates minus one. Each shrunken estimate is
/// `mean + (1 - B)(value - mean)` with the pull `B = error^2 / (error^2 + between)`.
///
/// An estimate with a standard error of 0 does not change, and an unknown one (NaN, or an infinite error) becomes the
/// mean; neither affects the mean and `between`.
pub fn shrink(estimates: &[(f64, f64)]) -> Shrinkage {
    let noisy: Vec<(f64, f64)> = estimates.iter().copied().filter(|estimate| is_noisy(*estimate)).collect();
    let between = between(&noisy);
    let (mean, precision) = weighted_mean(&noisy, between);
    let values = estimates.iter().map(|estimate| shrunk(*estimate, mean, between, precision)).collect();
    Shrinkage { mean, between, values }
}

fn is_noisy((value, error): (f64, f64)) -> bool {
    value.is_finite() && error.is_finite() && error > 0.0
}

fn shrunk((value, error): (f64, f64), mean: f64, between: f64, precision: f64) -> Shrunk {
    if error == 0.0 && value.is_finite() {
        return Shrunk { value, error, pull: 0.0 };
    }
    if !is_noisy((value, error)) {
        return Shrunk { value: mean, error: (between + 1.0 / precision).sqrt(), pull: 1.0 };
    }
    let noise = error * error;
    let pull = noise / (noise + between);
    let variance = (1.0 - pull) * noise + pull * pull / precision;
    Shrunk { value: mean + (1.0 - pull) * (value - mean), error: variance.sqrt(), pull }
}

/// The variance between true values, by Paule and Mandel.
fn between(noisy: &[(f64, f64)]) -> f64 {
    let df = noisy.len() as f64 - 1.0;
    if df < 1.0 || weighted_scatter(noisy, 0.0) <= df {
        return 0.0;
    }
    // At the variance of the estimates, the scatter is at most its expected value.
    let plain = noisy.iter().map(|(value, _)| value).sum::<f64>() / noisy.len() as f64;
    let highest = noisy.iter().map(|(value, _)| (value - plain).powi(2)).sum::<f64>() / df;
    root(0.0, highest, |between| weighted_scatter(noisy, between) > df)
}

/// The precision-weighted mean, and its own precision.
fn weighted_mean(noisy: &[(f64, f64)], between: f64) -> (f64, f64) {
    let weight = |error: f64| 1.0 / (error * error + between);
    let precision: f64 = noisy.iter().map(|(_, error)| weight(*error)).sum();
    let sum: f64 = noisy.iter().map(|(value, error)| weight(*error) * value).sum();
    (sum / precision, precision)
}

fn weighted_scatter(noisy: &[(f64, f64)], between: f64) -> f64 {
    let (mean, _) = weighted_mean(noisy, between);
    noisy.iter().map(|(value, error)| (value - mean).powi(2) / (error * error + between)).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mere_noise_shrinks_to_the_mean() {
        let all = shrink(&[(0.01, 0.02), (-0.01, 0.02), (0.02, 0.02), (-0.02, 0.02)]);
        assert_eq!(all.between, 0.0);
        assert!(all.mean.abs() < 1e-15 && all.values.iter().all(|one| one.value.abs() < 1e-15 && one.pull == 1.0));
        assert!(all.values.iter().all(|one| (one.error - 0.01).abs() < 1e-15));
    }

    #[test]
    fn large_effects_hardly_shrink() {
        let all = shrink(&[(5.0, 0.02), (-5.0, 0.02), (3.0, 0.02)]);
        assert!(all.values.iter().all(|one| one.pull < 1e-4 && (one.error - 0.02).abs() < 1e-4));
        assert!((all.values[0].value - 5.0).abs() < 1e-3);
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
    fn exact_estimates_stay_and_unknown_ones_become_the_mean() {
        let all = shrink(&[(1.0, 0.1), (3.0, 0.1), (9.0, 0.0), (f64::NAN, 0.1), (7.0, f64::INFINITY)]);
        assert!((all.mean - 2.0).abs() < 1e-14 && all.values[2] == Shrunk { value: 9.0, error: 0.0, pull: 0.0 });
        assert!(all.values[3..].iter().all(|one| one.value == all.mean && one.error.is_finite()));
        assert!(shrink(&[]).mean.is_nan() && shrink(&[(0.3, 0.0)]).values[0].value == 0.3);
        let one = shrink(&[(0.3, 0.1)]);
        assert!((one.values[0].value - 0.3).abs() < 1e-15 && (one.values[0].error - 0.1).abs() < 1e-15);
    }
}
