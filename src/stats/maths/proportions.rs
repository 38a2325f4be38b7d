//! Exact intervals of rates.

use super::distributions::beta_quantile;

/// The exact interval of a rate, `wins` of `n` independent observations, at a two-sided `level` such as 0.95 (Clopper
/// and Pearson 1934, Biometrika 26, 404-413). Its coverage is at least the level, and usually higher.
///
/// Without observations it is 0..1.
pub fn clopper_pearson(wins: f64, n: f64, level: f64) -> (f64, f64) {
    let tail = (1.0 - level) / 2.0;
    let low = if wins <= 0.0 { 0.0 } else { beta_quantile(tail, wins, n - wins + 1.0) };
    let high = if wins >= n { 1.0 } else { beta_quantile(1.0 - tail, wins + 1.0, n - wins) };
    (low, high)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn without_observations_the_interval_is_0_to_1() {
        assert_eq!(clopper_pearson(0.0, 0.0, 0.95), (0.0, 1.0));
    }
}
