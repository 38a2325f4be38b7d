//! Means and shares over blocks.

use super::distributions::t_of;
use super::estimate::{Estimate, Z95, wilson};

/// Sum and sum of squares of a count over blocks.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Moments {
    /// Number of blocks.
    pub blocks: u64,
    /// Sum over blocks.
    pub sum: u128,
    /// Sum of the squares over blocks.
    pub square: u128,
}

impl Moments {
    /// Sum over blocks of the squared distance from the mean. The difference is computed in integers, so there is no
    /// cancellation error; only products beyond 128 bits are rounded.
    pub(crate) fn scatter(self) -> f64 {
        let Moments { blocks, sum, square } = self;
        let products = u128::from(blocks).checked_mul(square).zip(sum.checked_mul(sum));
        let rounded = || (blocks as f64 * square as f64 - sum as f64 * sum as f64).max(0.0);
        let difference = products.map_or_else(rounded, |(one, other)| one.saturating_sub(other) as f64);
        difference / blocks.max(1) as f64
    }

    /// These blocks and others with this sum each.
    #[must_use]
    pub(crate) fn with(self, sum: u64, blocks: u64) -> Moments {
        let (sum, times) = (u128::from(sum), u128::from(blocks));
        Moments { blocks: self.blocks + blocks, sum: self.sum + sum * times, square: self.square + sum * sum * times }
    }

    /// The sum as a sample size.
    fn size(self) -> u64 {
        u64::try_from(self.sum).unwrap_or(u64::MAX)
    }

    /// The number of blocks with equal sums that would vary by the same amount: `sum^2 / square` (Kish 1965), at most
    /// the number of blocks with a sum above 0; 0 if there is none.
    pub(crate) fn effective(self) -> f64 {
        let sum = self.sum as f64;
        if self.sum == 0 { 0.0 } else { sum * sum / self.square as f64 }
    }

    /// Standard error of the mean over blocks: `sqrt(scatter / (B - 1) / B)`; NaN for a single block.
    #[cfg(test)]
    pub(crate) fn error(self) -> f64 {
        let blocks = self.blocks as f64;
        (self.scatter() / (blocks - 1.0) / blocks).sqrt()
    }
}

/// `sum (x - r y)^2` over blocks from the sums of `x^2`, `x y` and `y^2`, without negative rounding errors.
pub(in crate::stats) fn residual_square(square: f64, product: f64, other_square: f64, ratio: f64) -> f64 {
    (square - 2.0 * ratio * product + ratio * ratio * other_square).max(0.0)
}

/// Mean of a count per game: `games` games in `moments.blocks` blocks of equal size.
///
/// The interval is Garwood's exact interval of a Poisson mean in Byar's approximation (Breslow and Day 1987,
/// Statistical Methods in Cancer Research 2, 69-71), with the variance of the blocks instead of the Poisson variance:
/// the sum counts as `s = sum / d` events with the index of dispersion `d = scatter / sum` (McCullagh and Nelder 1989,
/// section 6.2, on overdispersion), and the quantile is Student's with `blocks - 1` degrees of freedom. For large sums
/// this is `mean -+ t error`.
///
/// The variance is at least that of a sample in which one block differs by 1, so that equal counts are not treated as certain.
/// A few events do not show how many events occur together: see `few_events`.
pub(crate) fn mean_per_game(moments: Moments, games: u64) -> Estimate {
    let (sum, scatter, n) = (moments.sum as f64, moments.scatter(), games as f64);
    let value = sum / n;
    if moments.blocks < 2 {
        return Estimate { n: games, value, ..Estimate::NONE };
    }
    let freedom = moments.blocks as f64 - 1.0;
    let variance = (scatter * moments.blocks as f64 / freedom).max(1.0);
    let dispersion = if sum > 0.0 { variance / sum } else { 1.0 };
    let (seen, reach) = (sum / dispersion, t_of(0.95, freedom));
    let end = |count: f64, reach: f64| {
        let root = 1.0 - 1.0 / (9.0 * count) + reach / (3.0 * count.sqrt());
        count * root.max(0.0).powi(3) * dispersion / n
    };
    // As in the exact limits, the upper one is that of one event more, so it exists without any event.
    let low = if sum > 0.0 { end(seen, -reach) } else { 0.0 };
    Estimate { value, low, high: end(seen + 1.0, reach), n: games }
}

/// Minimum effective number of blocks with events for a reliable interval of their mean: the interval depends on how
/// events cluster.
// With ten, intervals of short runs covered the truth in only 93%.
pub(in crate::stats) const MIN_EVENTS: f64 = 20.0;

/// Whether too few blocks have a count for a reliable interval of its mean.
pub(in crate::stats) fn few_events(moments: Moments) -> bool {
    moments.effective() < MIN_EVENTS
}

/// Whether a share of `x` in `y`, with `product` the sum of `x * y`, has too few events or too few non-events. A share
/// of 0 or 1 keeps a reliable bound, because each block counts once.
pub(in crate::stats) fn few_in_share(x: Moments, y: Moments, product: u128) -> bool {
    let (sum, square) = (y.sum.saturating_sub(x.sum), y.square + x.square - 2 * product);
    let seldom = |part: Moments| part.sum > 0 && few_events(part);
    few_events(y) || seldom(x) || seldom(Moments { sum, square, ..x })
}

/// The quantile for very few blocks. With it an interval is almost unbounded.
const MAX_REACH: f64 = 1e3;

/// The share of one sum in another, `R = sum x / sum y`, with the standard error of its linearisation
/// (Cochran, Sampling Techniques, 1977, section 6.4): `B/(B-1) sum (x - R y)^2 / (sum y)^2`.
///
/// `product` is the sum of `x * y`. Counts of one block are not independent: Wilson's interval is that of the number of
/// independent counts that have this error, `R (1 - R) / error^2`, with Student's quantile for the effective number of
/// blocks that have any; without an error each of these blocks counts once (Kish 1965). A ratio that is not a share has
/// a normal interval, at least that of a sample in which one block differs by 1.
pub(crate) fn ratio(x: Moments, y: Moments, product: u128) -> Estimate {
    if y.sum == 0 {
        return Estimate::NONE;
    }
    let (whole, blocks) = (y.sum as f64, x.blocks as f64);
    let ratio = x.sum as f64 / whole;
    let residual = residual_square(x.square as f64, product as f64, y.square as f64, ratio);
    let error = (blocks / (blocks - 1.0) * residual).sqrt() / whole;
    let independent = if error > 0.0 { ratio * (1.0 - ratio) / (error * error) } else { 0.0 };
    // Not a share of a whole, so there are no failures to count.
    if ratio > 1.0 {
        return Estimate::normal(ratio, error.max(1.0 / whole), y.size());
    }
    let (independent, reach) = match independent > 0.0 {
        true => (independent, t_of(0.95, y.effective() - 1.0).min(MAX_REACH)),
        false => (y.effective(), Z95),
    };
    let (low, high) = wilson(ratio * independent, independent, reach);
    Estimate { value: ratio, low, high, n: y.size() }
}

#[cfg(test)]
pub(in crate::stats) mod tests {
    use super::*;
    use crate::random::mix;
    use serde_json::Value;

    const CASES: &str = include_str!("../../../tests/data/cases.json");

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
        totals.iter().fold(Moments::default(), |all, &sum| all.with(sum, 1))
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

    /// Share of intervals that contain the true mean or are flagged: `rate` games of 200 have events, `together` in
    /// each.
    fn rare_coverage(rate: f64, together: u64) -> f64 {
        let held = |seed: u64| {
            let happens = |game: u64| (mix(seed << 20 | game) as f64) < u64::MAX as f64 * rate / 200.0;
            let totals: Vec<u64> = (0..200).map(|game| if happens(game) { together } else { 0 }).collect();
            let found = mean_per_game(moments(&totals), 200);
            let truth = rate * together as f64 / 200.0;
            u32::from(few_events(moments(&totals)) || found.low <= truth && truth <= found.high)
        };
        f64::from((0..2000).map(held).sum::<u32>()) / 2000.0
    }

    #[test]
    fn intervals_of_rare_events_contain_the_mean_or_are_flagged() {
        for rate in [0.05, 0.16, 0.5, 1.0, 2.0, 5.0, 12.0, 24.0, 48.0] {
            for together in [1, 3, 20] {
                let coverage = rare_coverage(rate, together);
                assert!(coverage >= 0.94, "{rate} of {together}: {coverage}");
            }
        }
    }

    #[test]
    fn one_block_has_no_interval() {
        assert!(mean_per_game(moments(&[3]), 1).low.is_nan());
        assert!(mean_per_game(moments(&[]), 0).value.is_nan());
    }

    #[test]
    fn intervals_of_many_events_are_normal_and_that_of_none_has_an_upper_end() {
        let totals: Vec<u64> = (0..10_000).map(|n| 30 + n % 9).collect();
        let (many, error) = (mean_per_game(moments(&totals), 10_000), moments(&totals).error());
        assert!(
            (many.low - (many.value - Z95 * error)).abs() < 1e-3
                && (many.high - (many.value + Z95 * error)).abs() < 1e-3
        );
        let none = mean_per_game(moments(&[0; 100]), 100);
        assert!(none.low == 0.0 && (none.high - 0.0369).abs() < 2e-3, "Garwood's upper end, 3.69 events");
    }

    #[test]
    fn equal_counts_have_an_interval_with_a_width() {
        let found = mean_per_game(moments(&[3; 100]), 100);
        assert!(found.low < 2.981 && found.high > 3.019, "one game in a hundred may differ by 1: {found:?}");
        let found = mean_per_game(moments(&[30; 2]), 2);
        assert!(found.low < 26.0 && found.high > 34.0, "{found:?}");
    }

    #[test]
    fn few_events_or_few_non_events_are_flagged() {
        let games = moments(&[1; 100]);
        let share = |sum| few_in_share(Moments { blocks: 100, sum, square: sum }, games, sum);
        assert_eq!([0, 1, 19, 20, 80, 81, 99, 100].map(share), [false, true, true, false, false, true, true, false]);
        assert!(few_in_share(moments(&[0; 19]), moments(&[1; 19]), 0), "nineteen games are too few");
    }
}
