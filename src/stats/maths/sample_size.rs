//! Number of observations for a required precision.

use super::distributions::z_of;

/// Number of independent observations of this variance for an interval of this half width at a two-sided `level`: `z^2
/// var / h^2`, not rounded (Cochran, Sampling Techniques, 1977, section 4.4). Infinite for a half width of 0, unless
/// the variance is 0.
pub fn sample_size(variance: f64, half_width: f64, level: f64) -> f64 {
    if variance == 0.0 { 0.0 } else { (z_of(level) / half_width).powi(2) * variance }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_variance_needs_no_observations_and_no_width_needs_infinitely_many() {
        assert_eq!(sample_size(0.0, 0.0, 0.95), 0.0);
        assert_eq!(sample_size(0.1, 0.0, 0.95), f64::INFINITY);
    }
}
