//! The generalised sequential probability ratio test of an Elo difference (Van den Bergh, "A practical introduction to
//! the GSPRT" and "Normalized Elo", 2020; the test of fishtest and fastchess).

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::scores::{ELO, Scores};
use crate::stats::maths::special::root;

/// Replaces the count of a score that did not occur.
// Otherwise only scores that occurred could have a probability, and some means would be impossible.
const NO_COUNT: f64 = 1e-3;
/// Maximum number of steps to the distribution with a given normalized Elo difference.
const MAX_STEPS: usize = 200;

/// The unit of the Elo differences of a test.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum EloScale {
    /// The usual Elo difference, a function of the expected score.
    Logistic,
    /// The distance from the fair score in standard deviations of one game.
    Normalized,
}

/// A hypothesis of a test.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub enum Hypothesis {
    /// The difference is `elo0`.
    H0,
    /// The difference is `elo1`.
    H1,
}

/// A test of two Elo differences against each other.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Sprt {
    /// Elo difference of the null hypothesis.
    pub elo0: f64,
    /// Elo difference of the alternative, above `elo0`.
    pub elo1: f64,
    /// Probability of accepting H1 although H0 is true.
    pub alpha: f64,
    /// Probability of accepting H0 although H1 is true.
    pub beta: f64,
    /// Unit of the differences.
    pub scale: EloScale,
}

/// Probabilities of the scores of a block: pairs of score and probability.
type Distribution = Vec<(f64, f64)>;

impl Sprt {
    /// Wald's bounds of the log-likelihood ratio: H0 is accepted at the lower one, H1 at the upper one.
    pub fn bounds(&self) -> (f64, f64) {
        let Sprt { alpha, beta, .. } = self;
        ((beta / (1.0 - alpha)).ln(), ((1.0 - beta) / alpha).ln())
    }

    /// The log-likelihood ratio of the most likely distribution of scores under H1 and the most likely one under H0.
    pub fn llr(&self, scores: &Scores) -> f64 {
        let (counts, [zero, one]) = self.distributions(scores);
        let ratios = counts.iter().zip(zero.iter().zip(&one));
        ratios.map(|((_, count), (zero, one))| count * (one.1 / zero.1).ln()).sum()
    }

    /// About how many blocks the test takes if H0 is true, and if H1 is, with scores that vary like these: the expected
    /// end of the log-likelihood ratio divided by its mean in a block (Wald 1947, Sequential Analysis, section 3.5).
    pub(crate) fn expected_blocks(&self, scores: &Scores) -> [f64; 2] {
        let (_, both) = self.distributions(scores);
        let (low, high) = self.bounds();
        let in_a_block = |truth: &Distribution| {
            let ratios = truth.iter().zip(both[0].iter().zip(&both[1]));
            ratios.map(|((_, p), (zero, one))| p * (one.1 / zero.1).ln()).sum::<f64>()
        };
        let accepts = [self.alpha, 1.0 - self.beta];
        [0, 1].map(|truth| {
            let end = accepts[truth] * high + (1.0 - accepts[truth]) * low;
            end / in_a_block(&both[truth])
        })
    }

    /// The counts of scores, and their most likely distributions under H0 and H1.
    fn distributions(&self, scores: &Scores) -> (Distribution, [Distribution; 2]) {
        let counts = scores.cells().into_iter().map(|(score, blocks)| (score, f64::max(blocks as f64, NO_COUNT)));
        let counts: Distribution = counts.collect();
        let all: f64 = counts.iter().map(|cell| cell.1).sum();
        let seen: Distribution = counts.iter().map(|(score, count)| (*score, count / all)).collect();
        let both = [self.elo0, self.elo1].map(|elo| match self.scale {
            EloScale::Logistic => with_mean(&seen, scores.score_of(elo)),
            EloScale::Normalized => {
                let deviations = elo / (2.0 * ELO) * (scores.games() as f64).sqrt();
                with_deviations(&seen, scores.fair(), deviations)
            }
        });
        (counts, both)
    }

    /// The accepted hypothesis; `None` if the log-likelihood ratio is between its bounds.
    pub fn accepted(&self, llr: f64) -> Option<Hypothesis> {
        let (low, high) = self.bounds();
        match llr {
            llr if llr <= low => Some(Hypothesis::H0),
            llr if llr >= high => Some(Hypothesis::H1),
            _ => None,
        }
    }
}

/// The most likely distribution with this mean: `p / (1 + x (score - mean))`, where `x` makes the mean right.
fn with_mean(seen: &Distribution, mean: f64) -> Distribution {
    let distances: Vec<f64> = seen.iter().map(|(score, _)| score - mean).collect();
    tilted(seen, &distances).unwrap_or_else(|| seen.clone())
}

/// The most likely distribution whose mean is this number of standard deviations above `fair`. The condition is
/// linear in the probabilities for a given mean and variance, which are updated until they no longer change.
fn with_deviations(seen: &Distribution, fair: f64, deviations: f64) -> Distribution {
    let mut found: Distribution = seen.iter().map(|(score, _)| (*score, 1.0 / seen.len() as f64)).collect();
    for _ in 0..MAX_STEPS {
        let mean: f64 = found.iter().map(|(score, p)| score * p).sum();
        let variance: f64 = found.iter().map(|(score, p)| p * (score - mean).powi(2)).sum();
        let distance = |(score, _): &(f64, f64)| {
            score - fair - deviations * variance.sqrt() * (1.0 + (score - mean).powi(2) / variance) / 2.0
        };
        let distances: Vec<f64> = seen.iter().map(distance).collect();
        let Some(next) = tilted(seen, &distances) else { break };
        let change = found.iter().zip(&next).map(|(old, new)| (old.1 - new.1).abs()).fold(0.0, f64::max);
        found = next;
        if change < 1e-13 {
            break;
        }
    }
    found
}

/// The distribution `p / (1 + x d)` for which the mean of the distances `d` is 0; `None` if all have the same sign.
fn tilted(seen: &Distribution, distances: &[f64]) -> Option<Distribution> {
    let low = distances.iter().copied().fold(f64::INFINITY, f64::min);
    let high = distances.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    if !(low < 0.0 && high > 0.0) {
        return None;
    }
    let mean = |x: f64| seen.iter().zip(distances).map(|((_, p), d)| p * d / (1.0 + x * d)).sum::<f64>();
    // Between these ends all probabilities are positive, and the mean falls as x rises.
    let x = root(-1.0 / high, -1.0 / low, |x| mean(x) > 0.0);
    let tilted = seen.iter().zip(distances).map(|((score, p), d)| (*score, p / (1.0 + x * d)));
    Some(tilted.collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::mix;
    use crate::run::LOOK;
    use crate::stats::clopper_pearson;

    fn sprt(elo0: f64, elo1: f64, scale: EloScale) -> Sprt {
        Sprt { elo0, elo1, alpha: 0.05, beta: 0.05, scale }
    }

    #[test]
    fn the_sign_follows_from_the_scores() {
        for scale in [EloScale::Logistic, EloScale::Normalized] {
            let test = sprt(0.0, 10.0, scale);
            for (counts, sign) in [([0, 0, 0, 0, 90], 1.0), ([90, 0, 0, 0, 0], -1.0), ([0, 0, 90, 0, 0], -1.0)] {
                let llr = test.llr(&Scores::of_counts(&counts));
                assert!(llr.is_finite() && llr * sign > 0.0, "{scale:?} {counts:?}: {llr}");
            }
            let none = test.llr(&Scores::of_pairs());
            assert!(none.abs() < 0.01 && test.accepted(none).is_none());
        }
    }

    #[test]
    fn a_strategy_in_one_of_several_seats_is_tested_against_its_fair_share() {
        let mut scores = Scores::of_rotations(4);
        [(0, 300), (60, 400), (120, 250), (180, 60), (240, 9)]
            .into_iter()
            .for_each(|(wins, blocks)| scores.add(wins, blocks));
        let llr = sprt(0.0, 20.0, EloScale::Logistic).llr(&scores);
        assert_eq!(sprt(0.0, 20.0, EloScale::Logistic).accepted(llr), Some(Hypothesis::H1), "{llr}");
        assert!(sprt(0.0, 20.0, EloScale::Normalized).llr(&scores) > 0.0);
    }

    /// Scores of pairs of strategies that play differently, and of two that seldom do, in 1/1000.
    const SEEN: [[f64; 5]; 2] = [[200.0, 10.0, 580.0, 10.0, 200.0], [10.0, 0.1, 979.8, 0.1, 10.0]];

    /// The result of a test of pairs whose true difference is `elo`, and the number of pairs. Their distribution is the
    /// one with this difference that is most likely after `seen`.
    fn simulated(test: Sprt, elo: f64, seen: [f64; 5], seed: u64) -> (Hypothesis, u64) {
        let fair = Scores::of_pairs();
        let places = fair.cells().into_iter().map(|cell| cell.0);
        let seen: Distribution = places.zip(seen.map(|count| count / 1000.0)).collect();
        let truth = match test.scale {
            EloScale::Logistic => with_mean(&seen, fair.score_of(elo)),
            EloScale::Normalized => with_deviations(&seen, 0.5, elo / (2.0 * ELO) * 2.0_f64.sqrt()),
        };
        let mut counts = [0; 5];
        for pair in 0_u64.. {
            let mut dice = (mix(mix(seed).wrapping_add(pair)) >> 11) as f64 / (1_u64 << 53) as f64;
            let place = truth.iter().position(|(_, p)| {
                dice -= p;
                dice < 0.0
            });
            counts[place.unwrap_or(4)] += 1;
            if (pair + 1).is_multiple_of(LOOK)
                && let Some(accepted) = test.accepted(test.llr(&Scores::of_counts(&counts)))
            {
                return (accepted, pair + 1);
            }
        }
        unreachable!("the test ends")
    }

    /// Simulates tests under each hypothesis; checks that the error rates are not above their level, and prints them.
    fn check_errors(test: Sprt, seen: [f64; 5], tests: u64) {
        for (elo, wrong) in [(test.elo0, Hypothesis::H1), (test.elo1, Hypothesis::H0)] {
            let ends: Vec<(Hypothesis, u64)> = (0..tests).map(|seed| simulated(test, elo, seen, seed)).collect();
            let errors = ends.iter().filter(|end| end.0 == wrong).count() as f64;
            let expected = test.expected_blocks(&Scores::of_counts(&seen.map(|count| (1e4 * count) as u64)));
            let expected = expected[usize::from(wrong == Hypothesis::H0)];
            let pairs: u64 = ends.iter().map(|end| end.1).sum();
            let (low, high) = clopper_pearson(errors, tests as f64, 0.95);
            let (rate, mean) = (100.0 * errors / tests as f64, pairs / tests);
            println!(
                "{:?} {},{}; draws {}; truth {elo}: {errors} of {tests} wrong, {rate:.1}%, {:.1}% to {:.1}%; \
                 {mean} pairs on average",
                test.scale,
                test.elo0,
                test.elo1,
                seen[2],
                100.0 * low,
                100.0 * high
            );
            assert!(low <= 0.05, "more than 5% are wrong");
            // A look is every 64 pairs, and the ratio passes its bound by a part of a pair.
            let far = mean as f64 - expected;
            assert!(far.abs() < 0.2 * expected + LOOK as f64, "{mean} pairs, expected {expected}");
        }
    }

    #[test]
    fn error_rates_of_short_tests_hold() {
        check_errors(sprt(0.0, 40.0, EloScale::Logistic), SEEN[0], 200);
    }

    /// `cargo test --release --lib error_rates -- --ignored --nocapture`
    #[test]
    #[ignore = "a long simulation"]
    fn error_rates_of_500_tests_hold() {
        for (elo0, elo1) in [(0.0, 5.0), (0.0, 20.0), (-10.0, 10.0)] {
            for (seen, scale) in
                SEEN.into_iter().flat_map(|seen| [(seen, EloScale::Logistic), (seen, EloScale::Normalized)])
            {
                check_errors(sprt(elo0, elo1, scale), seen, 500);
            }
        }
    }
}
