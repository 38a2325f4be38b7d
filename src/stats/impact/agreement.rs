//! Agreement of two lists of estimates: the rank correlation of the true values.

use crate::random::mix;
use crate::stats::maths::distributions::normal_quantile;
use crate::stats::maths::estimate::Estimate;
use crate::stats::maths::shrink::shrink;

/// Two estimates of one item, such as the values of a card for two players.
#[derive(Clone, Copy, Debug)]
pub(crate) struct EstimatePair {
    /// The estimates.
    pub values: [f64; 2],
    /// Their standard errors.
    pub errors: [f64; 2],
    /// Correlation of their errors, -1 to 1.
    pub correlation: f64,
}

/// How far two lists of estimates agree.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Agreement {
    /// Spearman's correlation of the true values: the median of its distribution given the estimates, with the central
    /// 95% of this distribution. `n` is the number of items. Unknown with fewer than three items, or if the values of
    /// one list differ no more than chance; the interval is then -1 to 1.
    pub true_values: Estimate,
    /// Spearman's correlation of the estimates themselves, which is attenuated by their errors.
    pub estimates: f64,
}

/// Number of draws from the distribution of the true values.
const DRAWS: usize = 1000;
/// Correlations of true values that are considered: `tanh` of `-STEPS * STEP` to `STEPS * STEP`.
// Even steps of the inverse of `tanh`, on which the error of a correlation is about the same everywhere (Fisher).
const STEPS: i32 = 100;
const STEP: f64 = 0.05;
/// Minimum number of items.
const FEWEST: usize = 3;
/// Scales of the true values of an item, in units of the spread of their list, so that a few values may be far away.
const SCALES: [f64; 6] = [0.125, 0.25, 0.5, 1.0, 2.0, 4.0];
/// Rounds, and steps of each round, in which the frequency of the scales is estimated.
const ROUNDS: usize = 3;
const FREQUENCY_STEPS: usize = 20;
/// The smallest error, as a part of the spread of the estimates.
// An error of 0 would fix a value and leave nothing to draw.
const MIN_ERROR: f64 = 1e-9;

/// Spearman's rank correlation: the correlation of the ranks, where equal values share their mean rank (Spearman 1904,
/// American Journal of Psychology 15, 72-101). NaN if all values of a list are equal.
pub(crate) fn spearman(one: &[f64], other: &[f64]) -> f64 {
    let [one, other] = [one, other].map(ranks);
    let mean = (one.len() as f64 + 1.0) / 2.0;
    let product = |left: &[f64], right: &[f64]| -> f64 {
        left.iter().zip(right).map(|(left, right)| (left - mean) * (right - mean)).sum()
    };
    let scale = (product(&one, &one) * product(&other, &other)).sqrt();
    if scale > 0.0 { product(&one, &other) / scale } else { f64::NAN }
}

/// Ranks from 1; equal values share their mean rank.
fn ranks(values: &[f64]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..values.len()).collect();
    order.sort_by(|&one, &other| values[one].total_cmp(&values[other]));
    let mut ranks = vec![0.0; values.len()];
    let mut first = 0;
    for group in order.chunk_by(|&one, &other| values[one] == values[other]) {
        let mean = first as f64 + (group.len() as f64 + 1.0) / 2.0;
        group.iter().for_each(|&place| ranks[place] = mean);
        first += group.len();
    }
    ranks
}

/// The rank correlation of the true values of two lists of estimates. Items with an unknown value or error are left out.
///
/// The true values of an item are assumed to be jointly normal around the mean of each list, with one of several scales
/// (after Stephens 2017, Biostatistics 18, 275-294), and the estimates normal around them with their errors. The spread
/// of each list is that of Paule and Mandel (see `shrink`); the frequencies of the scales are those of maximum
/// likelihood, with one item of each scale added. The prior of the correlation of the true values is uniform. Given the
/// estimates, a correlation is drawn, then the true values of all items, then their ranks are correlated. The interval
/// therefore reflects the errors of the estimates and the uncertainty about the correlation. It does not reflect a
/// sampling of items: it applies to exactly these items. The draws use fixed random numbers, so equal estimates give
/// equal results.
pub(crate) fn rank_agreement(pairs: &[EstimatePair]) -> Agreement {
    let known = |pair: &&EstimatePair| pair.values.iter().chain(&pair.errors).all(|number| number.is_finite());
    let pairs: Vec<EstimatePair> = pairs.iter().filter(known).copied().collect();
    let list = |which: usize| pairs.iter().map(|pair| pair.values[which]).collect::<Vec<f64>>();
    let estimates = spearman(&list(0), &list(1));
    let unknown = Estimate { value: f64::NAN, low: -1.0, high: 1.0, n: pairs.len() as u64 };
    let true_values = match Model::of(&pairs) {
        Some(model) if pairs.len() >= FEWEST => model.rank_correlation(),
        _ => unknown,
    };
    Agreement { true_values, estimates }
}

/// The correlations of true values that are considered.
fn grid() -> impl Iterator<Item = f64> {
    (-STEPS..=STEPS).map(|step| (f64::from(step) * STEP).tanh())
}

/// A symmetric matrix of two rows.
#[derive(Clone, Copy, Debug)]
struct Symmetric {
    first: f64,
    both: f64,
    second: f64,
}

impl Symmetric {
    fn plus(self, other: Symmetric) -> Symmetric {
        Symmetric { first: self.first + other.first, both: self.both + other.both, second: self.second + other.second }
    }

    fn times(self, factor: f64) -> Symmetric {
        Symmetric { first: factor * self.first, both: factor * self.both, second: factor * self.second }
    }

    fn determinant(self) -> f64 {
        self.first * self.second - self.both * self.both
    }

    /// `x' A^-1 y`.
    fn inverse_form(self, x: [f64; 2], y: [f64; 2]) -> f64 {
        let cross = x[0] * y[1] + x[1] * y[0];
        (self.second * x[0] * y[0] - self.both * cross + self.first * x[1] * y[1]) / self.determinant()
    }

    fn rows(self) -> [[f64; 2]; 2] {
        [[self.first, self.both], [self.both, self.second]]
    }
}

/// An item: its estimates as distances from the means of their lists, and the covariance of their errors.
struct Item {
    distance: [f64; 2],
    noise: Symmetric,
}

/// True values that vary jointly around the means of their lists.
struct Model {
    items: Vec<Item>,
    /// Standard deviation of the true values of each list.
    spreads: [f64; 2],
    /// Frequencies of the scales.
    frequencies: [f64; SCALES.len()],
}

impl Model {
    /// The model of some estimates; `None` if those of a list differ no more than chance.
    fn of(pairs: &[EstimatePair]) -> Option<Model> {
        let (mut means, mut spreads) = ([0.0; 2], [0.0; 2]);
        for which in 0..2 {
            let values = || pairs.iter().map(|pair| pair.values[which]);
            let range = values().fold(f64::MIN, f64::max) - values().fold(f64::MAX, f64::min);
            let error = |pair: &EstimatePair| pair.errors[which].max(MIN_ERROR * range);
            let list: Vec<(f64, f64)> = pairs.iter().map(|pair| (pair.values[which], error(pair))).collect();
            let shrunk = shrink(&list);
            (means[which], spreads[which]) = (shrunk.mean, shrunk.between.sqrt());
        }
        let item = |pair: &EstimatePair| {
            let [one, other] = pair.errors;
            let noise = Symmetric { first: one * one, both: pair.correlation * one * other, second: other * other };
            Item { distance: [pair.values[0] - means[0], pair.values[1] - means[1]], noise }
        };
        let items = pairs.iter().map(item).collect();
        let frequencies = [1.0 / SCALES.len() as f64; SCALES.len()];
        let varies = spreads.iter().all(|spread| *spread > 0.0);
        varies.then(|| Model { items, spreads, frequencies }.with_frequencies())
    }

    /// The model with estimated frequencies of the scales, at the most likely correlation (Dempster, Laird and Rubin
    /// 1977, JRSS B 39, 1-38).
    fn with_frequencies(mut self) -> Model {
        for _ in 0..ROUNDS {
            let likely = grid().max_by(|one, other| self.log_likelihood(*one).total_cmp(&self.log_likelihood(*other)));
            let truth = self.covariance(likely.unwrap_or_default());
            for _ in 0..FREQUENCY_STEPS {
                // One item of each scale is added, so that no frequency becomes 0.
                let mut counts = [1.0; SCALES.len()];
                for item in &self.items {
                    let densities = item.densities(truth, &self.frequencies);
                    let sum: f64 = densities.iter().sum();
                    counts.iter_mut().zip(densities).for_each(|(count, density)| *count += density / sum);
                }
                let all: f64 = counts.iter().sum();
                self.frequencies = counts.map(|count| count / all);
            }
        }
        self
    }

    /// The covariance of true values with this correlation.
    fn covariance(&self, correlation: f64) -> Symmetric {
        let [one, other] = self.spreads;
        Symmetric { first: one * one, both: correlation * one * other, second: other * other }
    }

    /// The logarithm of the likelihood of a correlation.
    fn log_likelihood(&self, correlation: f64) -> f64 {
        let truth = self.covariance(correlation);
        self.items.iter().map(|item| item.densities(truth, &self.frequencies).iter().sum::<f64>().ln()).sum()
    }

    /// Equally probable correlations of the true values given the estimates, in ascending order.
    fn correlations(&self) -> Vec<f64> {
        let grid: Vec<f64> = grid().collect();
        // Steps of `tanh` are closer to each other near 1, so each counts for the width of its step.
        let weight = |correlation: &f64| self.log_likelihood(*correlation) + (1.0 - correlation * correlation).ln();
        let weights: Vec<f64> = grid.iter().map(weight).collect();
        let most = weights.iter().copied().fold(f64::MIN, f64::max);
        let weights: Vec<f64> = weights.iter().map(|weight| (weight - most).exp()).collect();
        let total: f64 = weights.iter().sum();
        let (mut place, mut sum) = (0, weights[0]);
        let drawn = (0..DRAWS).map(|draw| {
            // Equally spaced instead of random: the draws of the correlation themselves add no noise.
            let wanted = (draw as f64 + 0.5) / DRAWS as f64 * total;
            while sum < wanted && place + 1 < grid.len() {
                place += 1;
                sum += weights[place];
            }
            grid[place]
        });
        drawn.collect()
    }

    /// The distribution of the rank correlation of the true values.
    fn rank_correlation(&self) -> Estimate {
        // Always the same numbers, so that equal estimates print equal results.
        let mut random = Random(0);
        let mut lists = [vec![0.0; self.items.len()], vec![0.0; self.items.len()]];
        let draw = |correlation: f64| {
            let truth = self.covariance(correlation);
            for (place, item) in self.items.iter().enumerate() {
                let scale = item.scale(truth, &self.frequencies, random.share());
                let drawn = item.draw(truth.times(scale * scale), [random.draw(), random.draw()]);
                (lists[0][place], lists[1][place]) = (drawn[0], drawn[1]);
            }
            spearman(&lists[0], &lists[1])
        };
        let mut found: Vec<f64> = self.correlations().into_iter().map(draw).collect();
        found.sort_by(f64::total_cmp);
        let at = |share: f64| found[(share * DRAWS as f64) as usize];
        Estimate { value: at(0.5), low: at(0.025), high: at(0.975), n: self.items.len() as u64 }
    }
}

impl Item {
    /// The density of the estimates with each scale, times its frequency and a constant.
    fn densities(&self, truth: Symmetric, frequencies: &[f64; SCALES.len()]) -> [f64; SCALES.len()] {
        std::array::from_fn(|place| {
            let all = truth.times(SCALES[place] * SCALES[place]).plus(self.noise);
            let form = all.inverse_form(self.distance, self.distance);
            // Not 0, whose logarithm would make every correlation impossible.
            (frequencies[place] * (-form / 2.0).exp() / all.determinant().sqrt()).max(f64::MIN_POSITIVE)
        })
    }

    /// A scale given the estimates, from a number between 0 and 1.
    fn scale(&self, truth: Symmetric, frequencies: &[f64; SCALES.len()], random: f64) -> f64 {
        let densities = self.densities(truth, frequencies);
        let mut left = random * densities.iter().sum::<f64>();
        let drawn = SCALES.into_iter().zip(densities).find(|(_, density)| {
            left -= density;
            left <= 0.0
        });
        drawn.map_or(SCALES[SCALES.len() - 1], |(scale, _)| scale)
    }

    /// True values of an item given its estimates, as distances from the means, from two standard normal numbers.
    fn draw(&self, truth: Symmetric, random: [f64; 2]) -> [f64; 2] {
        let all = truth.plus(self.noise);
        let [first, second] = truth.rows();
        let (first_mean, second_mean) =
            (all.inverse_form(first, self.distance), all.inverse_form(second, self.distance));
        let left = Symmetric {
            first: truth.first - all.inverse_form(first, first),
            both: truth.both - all.inverse_form(first, second),
            second: truth.second - all.inverse_form(second, second),
        };
        let spread = left.first.max(0.0).sqrt();
        let shared = if spread > 0.0 { left.both / spread } else { 0.0 };
        let rest = (left.second - shared * shared).max(0.0).sqrt();
        [first_mean + spread * random[0], second_mean + shared * random[0] + rest * random[1]]
    }
}

/// A stream of random numbers.
struct Random(u64);

impl Random {
    /// A number between 0 and 1.
    fn share(&mut self) -> f64 {
        self.0 += 1;
        // The half keeps the number away from 0 and 1, at which a normal quantile is infinite.
        ((mix(mix(self.0)) >> 11) as f64 + 0.5) / (1u64 << 53) as f64
    }

    /// A standard normal number.
    fn draw(&mut self) -> f64 {
        normal_quantile(self.share())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spearman_has_its_known_values() {
        // Wikipedia, "Spearman's rank correlation coefficient": IQ and hours of television, -29/165.
        let iq = [106.0, 100.0, 86.0, 101.0, 99.0, 103.0, 97.0, 113.0, 112.0, 110.0];
        let hours = [7.0, 27.0, 2.0, 50.0, 28.0, 29.0, 20.0, 12.0, 6.0, 17.0];
        assert!((spearman(&iq, &hours) + 29.0 / 165.0).abs() < 1e-12);
        assert!((spearman(&[1.0, 2.0, 3.0], &[10.0, 100.0, 1000.0]) - 1.0).abs() < 1e-12);
        assert!((spearman(&[1.0, 2.0, 3.0], &[3.0, 2.0, 1.0]) + 1.0).abs() < 1e-12);
        // Ranks 1, 2.5, 2.5, 4 and 1, 2, 3, 4: covariance 4.5, sums of squares 4.5 and 5.
        assert!((spearman(&[1.0, 2.0, 2.0, 3.0], &[1.0, 2.0, 3.0, 4.0]) - 4.5 / 22.5_f64.sqrt()).abs() < 1e-12);
        assert!(spearman(&[1.0, 1.0], &[1.0, 2.0]).is_nan() && spearman(&[], &[]).is_nan());
    }

    fn exact(values: [f64; 2]) -> EstimatePair {
        EstimatePair { values, errors: [0.0; 2], correlation: 0.0 }
    }

    #[test]
    fn exact_values_have_the_rank_correlation_of_the_estimates() {
        let pairs = [[0.1, 0.3], [0.2, 0.1], [0.5, 0.2], [0.9, 0.7], [0.3, 0.6]].map(exact);
        let found = rank_agreement(&pairs);
        // Ranks 1, 2, 4, 5, 3 and 3, 1, 2, 5, 4: squared differences 4 + 1 + 4 + 0 + 1.
        let expected = 1.0 - 6.0 * 10.0 / (5.0 * 24.0);
        assert!((found.estimates - expected).abs() < 1e-12);
        let Estimate { value, low, high, n } = found.true_values;
        assert!([value, low, high].iter().all(|end| (end - expected).abs() < 1e-12) && n == 5, "{found:?}");
    }

    #[test]
    fn values_that_do_not_differ_have_an_unknown_correlation() {
        let noise = |value: f64| EstimatePair { values: [value, -value], errors: [1.0; 2], correlation: 0.0 };
        let unknown = rank_agreement(&[0.1, -0.1, 0.2, -0.2].map(noise)).true_values;
        assert!(unknown.value.is_nan() && (unknown.low, unknown.high, unknown.n) == (-1.0, 1.0, 4));
        let few = rank_agreement(&[exact([0.1, 0.2]), exact([0.3, 0.1])]).true_values;
        assert!(few.value.is_nan() && few.n == 2);
        let gap = EstimatePair { values: [f64::NAN, 1.0], ..exact([0.0; 2]) };
        assert_eq!(rank_agreement(&[gap]).true_values.n, 0, "unknown values are left out");
        assert!(rank_agreement(&[exact([0.1; 2]); 5]).true_values.value.is_nan(), "all values are equal");
    }

    /// Simulated items: true values with a correlation, and estimates with errors of a size relative to their spread.
    /// With `heavy` tails a few items have very large true values.
    struct Bench {
        items: usize,
        correlation: f64,
        error: f64,
        shared: f64,
        heavy: bool,
    }

    impl Bench {
        fn play(&self, seed: u64) -> (f64, Agreement) {
            let mut normal = Random(seed << 32 | 1 << 63);
            let mut joint = |correlation: f64| {
                let (one, other) = (normal.draw(), normal.draw());
                [one, correlation * one + (1.0 - correlation * correlation).sqrt() * other]
            };
            let (mut truth, mut pairs) = ([Vec::new(), Vec::new()], Vec::new());
            for item in 0..self.items {
                let scale = if self.heavy && item % 8 == 0 { 4.0 } else { 1.0 };
                let (values, noise) = (joint(self.correlation).map(|value| scale * value), joint(self.shared));
                let errors = [0.7, 1.0, 1.3].map(|factor| factor * self.error)[item % 3];
                let values = [0, 1].map(|which| {
                    truth[which].push(values[which]);
                    values[which] + errors * noise[which]
                });
                pairs.push(EstimatePair { values, errors: [errors; 2], correlation: self.shared });
            }
            (spearman(&truth[0], &truth[1]), rank_agreement(&pairs))
        }

        /// Share of the intervals that cover the rank correlation of the true values, and the mean excess of the
        /// estimate and of the correlation of the estimates.
        fn coverage(&self, runs: u64) -> [f64; 3] {
            let mut sums = [0.0; 3];
            for seed in 1..=runs {
                let (truth, Agreement { true_values: Estimate { value, low, high, .. }, estimates }) = self.play(seed);
                sums[0] += f64::from(u8::from(low <= truth && truth <= high));
                sums[1] += if value.is_nan() { 0.0 } else { value - truth };
                sums[2] += estimates - truth;
            }
            sums.map(|sum| sum / runs as f64)
        }
    }

    #[test]
    fn intervals_cover_the_rank_correlation_of_the_true_values() {
        let benches = [(0.95, 0.3, false), (0.9, 0.6, true), (0.0, 1.0, false)];
        let mut covered = 0.0;
        for (correlation, error, heavy) in benches {
            let bench = Bench { items: 72, correlation, error, shared: 0.3, heavy };
            let [coverage, excess, of_estimates] = bench.coverage(12);
            assert!(excess.abs() < 0.1 && of_estimates.abs() > 0.04, "{correlation}: {excess}, {of_estimates}");
            covered += coverage / benches.len() as f64;
        }
        assert!(covered >= 0.9, "{covered}");
    }

    /// The figures of docs/STATISTICS.md; takes minutes.
    #[test]
    #[ignore = "slow: prints the coverage of 32 cases"]
    fn coverage_of_intervals_over_a_range_of_cases() {
        for (heavy, correlation) in
            [false, true].into_iter().flat_map(|heavy| [0.0, 0.5, 0.9, 0.99].map(|of| (heavy, of)))
        {
            for error in [0.1, 0.3, 0.6, 1.0] {
                let [coverage, excess, of_estimates] =
                    Bench { items: 72, correlation, error, shared: 0.3, heavy }.coverage(200);
                println!("{heavy} {correlation} {error}: {coverage:.3} {excess:+.3}, of estimates {of_estimates:+.3}");
                assert!(coverage >= 0.88, "{heavy} {correlation} {error}: {coverage}");
            }
        }
    }
}
