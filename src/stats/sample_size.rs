//! How many observations it takes.

use super::distributions::{normal_quantile, z_of};

/// Independent observations of this variance for an interval of this half width at a two-sided `level`: `z^2 var /
/// h^2`, not rounded (Cochran, Sampling Techniques, 1977, section 4.4). Infinite for a half width of 0, unless nothing
/// varies.
pub fn sample_size(variance: f64, half_width: f64, level: f64) -> f64 {
    observations(variance, half_width, z_of(level))
}

/// Independent observations (pairs, or games of each arm) of this variance for finding a difference of `delta` with
/// chance `power`, by a two-sided test at `alpha`: `(z_(1-alpha/2) + z_power)^2 var / delta^2`, not rounded (Chow, Shao
/// and Wang, Sample Size Calculations in Clinical Research, 2008, chapter 3). The variance is that of a pair's
/// difference, or the sum of both arms'.
pub fn sample_size_for_power(variance: f64, delta: f64, alpha: f64, power: f64) -> f64 {
    observations(variance, delta, z_of(1.0 - alpha) + normal_quantile(power))
}

fn observations(variance: f64, distance: f64, z: f64) -> f64 {
    if variance == 0.0 { 0.0 } else { (z / distance).powi(2) * variance }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_that_varies_takes_nothing() {
        assert_eq!(sample_size(0.0, 0.0, 0.95), 0.0);
        assert_eq!(sample_size(0.1, 0.0, 0.95), f64::INFINITY);
        assert_eq!(sample_size_for_power(0.1, 0.0, 0.05, 0.8), f64::INFINITY);
    }
}
