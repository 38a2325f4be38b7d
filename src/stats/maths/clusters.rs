//! Ratios and means of observations in blocks of any size.

use super::distributions::t_of;

/// A ratio of two sums over blocks.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ClusteredRatio {
    /// `sum x / sum y`; NaN if the sum of `y` is 0.
    pub value: f64,
    /// Standard error over blocks; NaN for fewer than two blocks.
    pub error: f64,
    /// Number of blocks.
    pub blocks: usize,
}

impl ClusteredRatio {
    /// The interval at a two-sided `level` by Student's t with `blocks - 1` degrees of freedom; NaN for fewer than two
    /// blocks.
    pub fn interval(self, level: f64) -> (f64, f64) {
        let reach = t_of(level, self.blocks as f64 - 1.0) * self.error;
        (self.value - reach, self.value + reach)
    }
}

/// The ratio estimator, `R = sum x / sum y` over pairs `(x, y)` of one block each, linearised per block (Cochran,
/// Sampling Techniques, 1977, section 6.4): `Var R = B/(B-1) sum (x - R y)^2 / (sum y)^2`.
///
/// If `y` is the number of observations of a block, this is the mean of clustered observations; if `y` is 1, it is the
/// mean of `x` over blocks.
pub fn clustered_ratio(blocks: &[(f64, f64)]) -> ClusteredRatio {
    let sum_of = |part: fn(&(f64, f64)) -> f64| blocks.iter().map(part).sum::<f64>();
    let (x, y, count) = (sum_of(|block| block.0), sum_of(|block| block.1), blocks.len() as f64);
    let value = if y == 0.0 { f64::NAN } else { x / y };
    let squares: f64 = blocks.iter().map(|(x, y)| (x - value * y).powi(2)).sum();
    let error = if blocks.len() < 2 { f64::NAN } else { (count / (count - 1.0) * squares).sqrt() / y.abs() };
    ClusteredRatio { value, error, blocks: blocks.len() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_of_one_observation_have_a_plain_mean() {
        let ratio = clustered_ratio(&[(1.0, 1.0), (2.0, 1.0), (6.0, 1.0)]);
        assert!((ratio.value - 3.0).abs() < 1e-15 && (ratio.error - (7.0_f64 / 3.0).sqrt()).abs() < 1e-15);
    }

    #[test]
    fn unknown_values_are_nan() {
        assert!(clustered_ratio(&[]).value.is_nan() && clustered_ratio(&[(0.0, 0.0); 3]).error.is_nan());
        let one = clustered_ratio(&[(1.0, 4.0)]);
        assert!(one.value == 0.25 && one.error.is_nan() && one.interval(0.95).0.is_nan());
    }

    #[test]
    fn equal_blocks_have_an_interval_of_no_width() {
        assert_eq!(clustered_ratio(&[(1.0, 4.0); 5]).interval(0.95), (0.25, 0.25));
    }
}
