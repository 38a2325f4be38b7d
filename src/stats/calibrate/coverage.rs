//! Coverage: the share of intervals that contain the true value.

use crate::stats::maths::distributions::t_tail;
use crate::stats::maths::estimate::{Estimate, Z95};
use crate::stats::maths::moments::Moments;
use crate::stats::maths::proportions::clopper_pearson;
use crate::stats::maths::special::incomplete_beta;
use crate::stats::run::rates::clustered_rate;

/// Coverage of the intervals of one kind.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Coverage {
    /// Repetitions that have an interval of this kind.
    pub repetitions: u64,
    /// Share of all intervals that contain the true value; `n` counts the intervals.
    pub rate: Estimate,
    /// Number of independent intervals whose coverage would vary as much.
    independent: f64,
    /// Share of the intervals that are entirely below the true value.
    pub below: f64,
    /// Share of the intervals that are entirely above the true value.
    pub above: f64,
    /// The width of the intervals, as a multiple of that of normal 95% intervals with the errors that were observed: the
    /// mean over the quantities. NaN if the estimates have no errors.
    pub width_ratio: f64,
    /// The quantity with the lowest coverage; `None` if no repetition has an interval.
    pub worst: Option<Worst>,
}

impl Coverage {
    /// P-value of the hypothesis that the coverage is at least `level`, for all intervals together.
    pub(crate) fn p_below(&self, level: f64) -> f64 {
        let Estimate { value, .. } = self.rate;
        let error = (level * (1.0 - level) / self.independent).sqrt();
        if error > 0.0 { t_tail((level - value) / error, self.repetitions as f64 - 1.0) } else { 1.0 }
    }

    /// P-value of the same hypothesis for all intervals together and, by the Bonferroni adjustment, for each quantity.
    pub(crate) fn p_any_below(&self, level: f64) -> f64 {
        let worst = self.worst.map_or(1.0, |worst| worst.p_below(level));
        // Two tests, so Bonferroni's factor for both.
        (2.0 * self.p_below(level).min(worst)).min(1.0)
    }
}

/// The quantity with the lowest coverage among those of one kind.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Worst {
    /// Its index among those of its kind.
    pub place: usize,
    /// Share of its intervals that contain the true value.
    pub held: u64,
    /// Repetitions that have an interval of it.
    pub of: u64,
    /// Number of quantities among which it is the worst.
    pub among: usize,
    /// Upper bound, at 95%, of the probability that its intervals contain the true value, adjusted for the selection of
    /// the worst quantity: the upper end of the exact interval (Clopper and Pearson 1934) with Bonferroni's adjustment.
    pub at_most: f64,
}

impl Worst {
    /// P-value of the hypothesis that its coverage is at least `level`: the binomial tail, adjusted for the selection of
    /// the worst quantity.
    fn p_below(&self, level: f64) -> f64 {
        let missed = (self.of - self.held) as f64;
        let tail = if missed > 0.0 { incomplete_beta(missed, self.held as f64 + 1.0, 1.0 - level) } else { 1.0 };
        (tail * self.among as f64).min(1.0)
    }
}

/// The coverage counts of one quantity.
#[derive(Clone, Copy, Default)]
struct Record {
    known: u64,
    below: u64,
    above: u64,
    /// Sum of the widths, and of the squared errors.
    width: f64,
    squares: f64,
}

impl Record {
    /// See `Coverage::width_ratio`.
    fn width_ratio(&self) -> f64 {
        let known = self.known as f64;
        self.width / known / (2.0 * Z95 * (self.squares / known).sqrt())
    }

    fn held(self) -> u64 {
        self.known - self.below - self.above
    }
}

/// Coverage pooled over the intervals of a kind: each repetition has one interval for each of the `truths`.
///
/// Intervals of one repetition share their games, so the repetition is the sample unit. Quantities with a certain truth
/// (the same in every game) are left out, and so are the intervals that a repetition does not have.
pub(crate) fn coverage<'r>(truths: &[Estimate], repetitions: impl Iterator<Item = &'r [Estimate]>) -> Coverage {
    let (mut all, mut moments) = (0, Moments::default());
    let mut records = vec![Record::default(); truths.len()];
    for estimates in repetitions {
        all += 1;
        let (mut known, mut held) = (0, 0);
        for ((truth, one), record) in truths.iter().zip(estimates).zip(&mut records) {
            if truth.low < truth.high && !one.low.is_nan() {
                let [below, above] = [one.high < truth.value, one.low > truth.value].map(u64::from);
                record.known += 1;
                record.width += one.high - one.low;
                record.squares += (one.value - truth.value).powi(2);
                // An empty interval counts as above the truth.
                record.above += above;
                record.below += below * (1 - above);
                known += 1;
                held += 1 - below.max(above);
            }
        }
        if known > 0 {
            moments = moments.with(held, 1);
        }
    }
    let sum = |part: fn(&Record) -> u64| records.iter().map(part).sum::<u64>();
    let n = sum(|record| record.known);
    let [below, above] = [sum(|record| record.below), sum(|record| record.above)].map(|part| part as f64 / n as f64);
    let worst = worst(&records, all);
    let ratios = records.iter().map(Record::width_ratio).filter(|ratio| ratio.is_finite());
    let (count, ratios) = ratios.fold((0.0, 0.0), |(count, sum), ratio| (count + 1.0, sum + ratio));
    let rate = clustered_rate(moments, 1, n);
    let blocks = moments.blocks as f64;
    let variance = moments.scatter() * blocks / (blocks - 1.0) / (n as f64).powi(2);
    let independent = if variance > 0.0 { rate.value * (1.0 - rate.value) / variance } else { blocks };
    Coverage { repetitions: moments.blocks, rate, independent, below, above, width_ratio: ratios / count, worst }
}

/// The worst of the quantities that most of the `repetitions` have: for a quantity that is mostly unknown, the known
/// intervals are not a fair sample.
fn worst(records: &[Record], repetitions: u64) -> Option<Worst> {
    let usual = || records.iter().enumerate().filter(|(_, record)| record.known > 0 && record.known * 2 >= repetitions);
    let rate = |record: &Record| record.held() as f64 / record.known as f64;
    let (place, record) = usual().min_by(|one, other| rate(one.1).total_cmp(&rate(other.1)))?;
    let among = usual().count();
    // A one-sided bound at 5% is an end of a two-sided interval at 10%.
    let level = 1.0 - 0.1 / among as f64;
    let at_most = clopper_pearson(record.held() as f64, record.known as f64, level).1;
    Some(Worst { place, held: record.held(), of: record.known, among, at_most })
}

/// Joint coverage of families of intervals: each run of `family` consecutive true values is one family. The worst
/// quantity is that of the single intervals.
pub(crate) fn coverage_at_once<'r>(
    truths: &[Estimate],
    family: usize,
    repetitions: impl Iterator<Item = &'r [Estimate]> + Clone,
) -> Coverage {
    let missed = |(truth, one): (&Estimate, &Estimate)| truth.value < one.low || truth.value > one.high;
    let families = |estimates: &[Estimate]| -> Vec<Estimate> {
        let families = truths.chunks(family.max(1)).zip(estimates.chunks(family.max(1)));
        let missed = families.map(|(truths, estimates)| truths.iter().zip(estimates).any(missed));
        // A family becomes one interval around 9 or 0 with an error of 1, which misses or contains the truth of 0.
        missed.map(|missed| Estimate::normal(if missed { 9.0 } else { 0.0 }, 1.0, 1)).collect()
    };
    let whole: Vec<Vec<Estimate>> = repetitions.clone().map(families).collect();
    let count = truths.len().div_ceil(family.max(1));
    let found = coverage(&vec![Estimate::normal(0.0, 1.0, 1); count], whole.iter().map(|one| &one[..]));
    let single = coverage(truths, repetitions);
    Coverage { below: single.below, above: single.above, width_ratio: single.width_ratio, worst: single.worst, ..found }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::mix;
    use crate::stats::Z95;

    /// A standard normal deviate: the sum of twelve uniform ones.
    fn deviate(seed: u64) -> f64 {
        (0..12).map(|n| mix(seed * 12 + n) as f64 / u64::MAX as f64).sum::<f64>() - 6.0
    }

    #[test]
    fn normal_intervals_have_their_nominal_coverage_and_narrower_ones_less() {
        let truth = [Estimate::normal(3.0, 0.01, 1), Estimate::normal(-1.0, 0.01, 1)];
        let repetition = |seed: u64| {
            [Estimate::normal(3.0 + deviate(2 * seed), 1.0, 1), Estimate::normal(-1.0 + deviate(2 * seed + 1), 1.0, 1)]
        };
        let all: Vec<[Estimate; 2]> = (0..4000).map(repetition).collect();
        let found = coverage(&truth, all.iter().map(|one| &one[..]));
        assert_eq!((found.repetitions, found.rate.n), (4000, 8000));
        assert!((found.rate.value - 0.95).abs() < 0.01, "{:?}", found.rate);
        let narrow = |one: &Estimate| Estimate::normal(one.value, 0.5, 1);
        let narrowed: Vec<Vec<Estimate>> = all.iter().map(|one| one.iter().map(narrow).collect()).collect();
        let found = coverage(&truth, narrowed.iter().map(|one| &one[..]));
        assert!((found.rate.value - 0.673).abs() < 0.02 && found.rate.high < 0.7, "{:?} for {Z95}", found.rate);
    }

    #[test]
    fn the_worst_quantity_and_the_missed_sides_are_found() {
        let truths = [Estimate::normal(0.0, 1.0, 1); 3];
        let repetition = |seed: u64| [0.0, if seed < 30 { 9.0 } else { 0.0 }, if seed < 5 { -9.0 } else { 0.0 }];
        let all: Vec<[Estimate; 3]> =
            (0..100).map(|seed| repetition(seed).map(|value| Estimate::normal(value, 1.0, 1))).collect();
        let found = coverage(&truths, all.iter().map(|one| &one[..]));
        let worst = found.worst.expect("a worst one");
        assert_eq!((worst.place, worst.held, worst.of), (1, 70, 100));
        assert!(worst.at_most > 0.75 && worst.at_most < 0.85, "{worst:?}");
        assert!((found.above - 0.1).abs() < 1e-12 && (found.below - 5.0 / 300.0).abs() < 1e-12, "{found:?}");
        let at_once = coverage_at_once(&truths, 3, all.iter().map(|one| &one[..]));
        assert!((at_once.rate.value - 0.7).abs() < 1e-12, "{at_once:?}");
        let by_family = coverage_at_once(&truths, 1, all.iter().map(|one| &one[..]));
        assert!((by_family.rate.value - found.rate.value).abs() < 1e-12, "{by_family:?}");
    }

    #[test]
    fn a_quantity_with_few_intervals_is_not_the_worst() {
        let (known, unknown) = (Estimate::normal(0.0, 1.0, 1), Estimate::NONE);
        let missing = Estimate::normal(9.0, 1.0, 1);
        let all = [[known, missing], [known, unknown], [known, unknown]];
        let found = coverage(&[known; 2], all.iter().map(|one| &one[..]));
        assert_eq!((found.rate.n, found.worst.expect("a worst one").place), (4, 0));
    }

    #[test]
    fn certain_and_unknown_values_are_left_out() {
        let truth = [Estimate::normal(0.0, 0.0, 1), Estimate::normal(0.0, 1.0, 1)];
        let one = [Estimate::normal(0.0, 0.0, 1), Estimate::NONE];
        assert_eq!(coverage(&truth, [&one[..]].into_iter()).rate.n, 0);
    }
}
