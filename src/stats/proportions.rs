//! Intervals of rates, and of differences of independent rates.

use super::distributions::z_of;
use super::estimate::wilson;
use super::special::beta_quantile;

/// The exact interval of a rate, `wins` of `n` independent observations, at a two-sided `level` such as 0.95
/// (Clopper and Pearson 1934, Biometrika 26, 404-413). It covers at least as often as it says, mostly more often.
///
/// Without observations it is 0..1.
pub fn clopper_pearson(wins: f64, n: f64, level: f64) -> (f64, f64) {
    let tail = (1.0 - level) / 2.0;
    let low = if wins <= 0.0 { 0.0 } else { beta_quantile(tail, wins, n - wins + 1.0) };
    let high = if wins >= n { 1.0 } else { beta_quantile(1.0 - tail, wins + 1.0, n - wins) };
    (low, high)
}

/// The interval of a difference of two independent rates, `wins` of `n` each, first minus second, at a two-sided
/// `level`: from the Wilson intervals of both (Newcombe 1998, Statistics in Medicine 17, 873-890, method 10).
///
/// A rate without observations counts as one half, known to lie in 0..1.
pub fn newcombe_diff(first: (f64, f64), second: (f64, f64), level: f64) -> (f64, f64) {
    let z = z_of(level);
    square_and_add(Score::new(first.0, first.1, z), Score::new(second.0, second.1, z), 0.0)
}

/// A rate with Wilson's interval.
#[derive(Clone, Copy)]
pub(super) struct Score {
    rate: f64,
    low: f64,
    high: f64,
}

impl Score {
    pub(super) fn new(wins: f64, n: f64, z: f64) -> Score {
        if n <= 0.0 {
            return Score { rate: 0.5, low: 0.0, high: 1.0 };
        }
        let (low, high) = wilson(wins, n, z);
        Score { rate: wins / n, low, high }
    }
}

/// Newcombe's interval of a difference of rates that are correlated by `phi`.
pub(super) fn square_and_add(first: Score, second: Score, phi: f64) -> (f64, f64) {
    let difference = first.rate - second.rate;
    let spread = |x: f64, y: f64| (x * x - 2.0 * phi * x * y + y * y).max(0.0).sqrt();
    let down = spread(first.rate - first.low, second.high - second.rate);
    let up = spread(first.high - first.rate, second.rate - second.low);
    (difference - down, difference + up)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_observed_leaves_everything_open() {
        assert_eq!(clopper_pearson(0.0, 0.0, 0.95), (0.0, 1.0));
        let (low, high) = newcombe_diff((0.0, 0.0), (0.0, 0.0), 0.95);
        assert!(low < -0.7 && high > 0.7);
    }

    #[test]
    fn exchanging_the_rates_mirrors_the_interval() {
        let (low, high) = newcombe_diff((5.0, 56.0), (0.0, 29.0), 0.95);
        assert_eq!(newcombe_diff((0.0, 29.0), (5.0, 56.0), 0.95), (-high, -low));
    }
}
