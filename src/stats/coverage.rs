//! Coverage: how often intervals hold what they are to hold.

use super::estimate::Estimate;
use super::moments::Moments;
use super::rates::clustered_rate;

/// How often intervals of one kind held the truth.
#[derive(Clone, Copy, Debug)]
pub struct Coverage {
    /// Repetitions that had any.
    pub repetitions: u64,
    /// Share of all intervals that held the truth; `n` counts the intervals.
    pub rate: Estimate,
}

/// Coverage pooled over the intervals of a kind: each repetition has one interval for each of the `truths`.
///
/// Intervals of one repetition share their games, so that the repetition is the sample unit. What is certain (its truth
/// is the same in every game) is left out, and so are intervals that a repetition could not give.
pub fn coverage<'r>(truths: &[Estimate], repetitions: impl Iterator<Item = &'r [Estimate]>) -> Coverage {
    let (mut n, mut moments) = (0, Moments { blocks: 0, sum: 0, square: 0 });
    for estimates in repetitions {
        let known = truths.iter().zip(estimates).filter(|(truth, one)| truth.low < truth.high && !one.low.is_nan());
        let held = |(truth, one): (&Estimate, &Estimate)| one.low <= truth.value && truth.value <= one.high;
        let held: Vec<bool> = known.map(held).collect();
        if held.is_empty() {
            continue;
        }
        let covered = held.iter().filter(|held| **held).count() as u64;
        n += held.len() as u64;
        moments.blocks += 1;
        moments.sum += covered;
        moments.square += covered * covered;
    }
    Coverage { repetitions: moments.blocks, rate: clustered_rate(moments, 1, n) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::mix;
    use crate::stats::Z95;

    /// A standard normal deviate by adding up twelve even ones.
    fn deviate(seed: u64) -> f64 {
        (0..12).map(|n| mix(seed * 12 + n) as f64 / u64::MAX as f64).sum::<f64>() - 6.0
    }

    #[test]
    fn normal_intervals_hold_the_truth_as_often_as_they_say() {
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
    fn the_certain_and_the_unknown_are_left_out() {
        let truth = [Estimate::normal(0.0, 0.0, 1), Estimate::normal(0.0, 1.0, 1)];
        let one = [Estimate::normal(0.0, 0.0, 1), Estimate::NONE];
        assert_eq!(coverage(&truth, [&one[..]].into_iter()).rate.n, 0);
    }
}
