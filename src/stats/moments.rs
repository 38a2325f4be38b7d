//! Means and shares over blocks.

use super::estimate::{Estimate, Z95, wilson};

/// Sum and sum of squares of something over blocks.
#[derive(Clone, Copy, Debug)]
pub struct Moments {
    /// How many blocks.
    pub blocks: u64,
    /// Sum over blocks.
    pub sum: u64,
    /// Sum over blocks of the square.
    pub square: u64,
}

impl Moments {
    /// Sum over blocks of the squared distance from the mean. The difference is taken in integers, so that nothing
    /// cancels.
    pub fn scatter(self) -> f64 {
        let (blocks, sum, square) = (u128::from(self.blocks), u128::from(self.sum), u128::from(self.square));
        (blocks * square).saturating_sub(sum * sum) as f64 / self.blocks.max(1) as f64
    }

    /// Standard error of the mean over blocks: `sqrt(scatter / (B - 1) / B)`; NaN for a single block.
    pub fn error(self) -> f64 {
        let blocks = self.blocks as f64;
        (self.scatter() / (blocks - 1.0) / blocks).sqrt()
    }
}

/// Mean of a count per game: `games` games in `moments.blocks` blocks of equal size.
///
/// The interval is the score interval of a Poisson mean (Garwood's approximate one, as Wilson's is of a rate) with the variance
/// of the blocks in the place of the Poisson one: with the index of dispersion `d = scatter / sum` and `s = sum / d`,
/// `d (s + z2/2 -+ z sqrt(s + z2/4)) / games` (McCullagh and Nelder 1989, section 6.2, on overdispersion). For large sums
/// this is `mean -+ z error`; what was never seen keeps an interval.
pub fn mean_per_game(moments: Moments, games: u64) -> Estimate {
    let (sum, scatter, n) = (moments.sum as f64, moments.scatter(), games as f64);
    let value = sum / n;
    if moments.blocks < 2 {
        return Estimate { n: games, value, ..Estimate::NONE };
    }
    let dispersion =
        if sum > 0.0 { scatter / sum * (moments.blocks as f64 / (moments.blocks as f64 - 1.0)) } else { 1.0 };
    if dispersion <= 0.0 {
        return Estimate { value, low: value, high: value, n: games };
    }
    let (seen, z2) = (sum / dispersion, Z95 * Z95);
    let (centre, spread) = (seen + z2 / 2.0, Z95 * (seen + z2 / 4.0).sqrt());
    let low = if sum > 0.0 { (centre - spread) * dispersion / n } else { 0.0 };
    Estimate { value, low, high: (centre + spread) * dispersion / n, n: games }
}

/// The share of one sum in another, `R = sum x / sum y`, with the standard error of its linearisation
/// (Cochran, Sampling Techniques, 1977, section 6.4): `B/(B-1) sum (x - R y)^2 / (sum y)^2`.
///
/// `product` is the sum of `x * y`. Counted things of one block are not independent: Wilson's interval is for as many
/// independent ones as have this error, `R (1 - R) / error^2`. A ratio that is no share has a normal interval.
pub fn ratio(x: Moments, y: Moments, product: u64) -> Estimate {
    if y.sum == 0 {
        return Estimate::NONE;
    }
    let (whole, blocks) = (y.sum as f64, x.blocks as f64);
    let ratio = x.sum as f64 / whole;
    let residual = x.square as f64 - 2.0 * ratio * product as f64 + ratio * ratio * y.square as f64;
    let error = (blocks / (blocks - 1.0) * residual.max(0.0)).sqrt() / whole;
    let independent = if error > 0.0 { ratio * (1.0 - ratio) / (error * error) } else { whole };
    if ratio > 1.0 || x.blocks < 2 {
        return Estimate::normal(ratio, error, y.sum);
    }
    let independent = if independent > 0.0 { independent } else { whole };
    let (low, high) = wilson(ratio * independent, independent, Z95);
    Estimate { value: ratio, low, high, n: y.sum }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use serde_json::Value;

    const CASES: &str = include_str!("../../tests/data/cases.json");

    /// The cases of a group.
    pub(crate) fn cases(group: &str) -> Vec<Value> {
        let all: Value = serde_json::from_str(CASES).expect("it is JSON");
        let cases = all["cases"].as_array().expect("a list");
        cases.iter().filter(|case| case["group"] == group).cloned().collect()
    }

    /// Fails if two numbers differ by more than a relative tolerance.
    pub(crate) fn close(found: f64, expected: f64, tolerance: f64, case: &Value) {
        let distance = (found - expected).abs();
        assert!(distance <= tolerance * expected.abs().max(1e-12), "{found} is not {expected}: {case}");
    }

    fn blocks_of(case: &Value) -> Vec<Vec<u64>> {
        serde_json::from_value(case["input"]["blocks"].clone()).expect("blocks")
    }

    fn moments(totals: &[u64]) -> Moments {
        let square = totals.iter().map(|x| x * x).sum();
        Moments { blocks: totals.len() as u64, sum: totals.iter().sum(), square }
    }

    #[test]
    fn clustered_means_agree_with_the_published_cases() {
        for case in cases("cluster_blocks") {
            let blocks = blocks_of(&case);
            let totals: Vec<u64> = blocks.iter().map(|block| block.iter().sum()).collect();
            let games: usize = blocks.iter().map(Vec::len).sum();
            let estimate = mean_per_game(moments(&totals), games as u64);
            let expected = |field: &str| case["expected"][field].as_f64().expect("a number");
            close(estimate.value, expected("mean"), 1e-12, &case);
            let per_block = games as f64 / totals.len() as f64;
            close(moments(&totals).error() / per_block, expected("se_block_means"), 1e-8, &case);
        }
    }

    #[test]
    fn a_ratio_to_a_constant_is_a_mean() {
        let (x, y) = (moments(&[3, 5, 1, 7]), moments(&[2; 4]));
        let share = ratio(x, y, 32);
        assert!((share.value - 2.0).abs() < 1e-12 && (share.half_width() - Z95 * x.error() / 2.0).abs() < 1e-12);
        assert_eq!(ratio(x, moments(&[0; 4]), 0).n, 0);
    }

    #[test]
    fn one_block_has_no_interval() {
        assert!(mean_per_game(moments(&[3]), 1).low.is_nan());
        assert!(mean_per_game(moments(&[]), 0).value.is_nan());
    }

    #[test]
    fn means_of_many_are_normal_and_of_none_have_an_end() {
        let totals: Vec<u64> = (0..10_000).map(|n| 30 + n % 9).collect();
        let (many, error) = (mean_per_game(moments(&totals), 10_000), moments(&totals).error());
        assert!(
            (many.low - (many.value - Z95 * error)).abs() < 1e-3
                && (many.high - (many.value + Z95 * error)).abs() < 1e-3
        );
        let none = mean_per_game(moments(&[0; 100]), 100);
        assert!(none.low == 0.0 && (none.high - Z95 * Z95 / 100.0).abs() < 1e-12);
        assert_eq!(mean_per_game(moments(&[3; 100]), 100).high, 3.0);
    }
}
