//! The fit of the weights: maximum likelihood, by Newton's method.

use super::features::{FEATURES, Features};
use crate::ids::{BySeat, MAX_SEATS};

/// A position, and each player's share of the win in the end.
pub(super) struct Sample {
    /// Number of players.
    pub(super) players: usize,
    /// The features of each player.
    pub(super) features: BySeat<Features>,
    /// The share of each player.
    pub(super) shares: BySeat<f64>,
}

/// Steps of Newton's method.
const STEPS: usize = 6;

/// The weights under which the outcomes of the samples are most likely. Weights without evidence are 0.
pub(super) fn fitted(samples: &[Sample]) -> Features {
    let mut weights = [0.0; FEATURES];
    for _ in 0..STEPS {
        let step = step(&weights, samples);
        weights.iter_mut().zip(step).for_each(|(weight, change)| *weight += change);
    }
    weights
}

/// Each player's chance to win: a softmax over the weighted sums of the features.
pub(super) fn chances(weights: &Features, players: usize, features: &BySeat<Features>) -> BySeat<f64> {
    let mut chances = BySeat([0.0; MAX_SEATS]);
    for (chance, features) in chances.0.iter_mut().zip(&features.0).take(players) {
        *chance = exp(weights.iter().zip(features).map(|(weight, feature)| weight * feature).sum());
    }
    let all: f64 = chances.0.iter().sum();
    chances.0.iter_mut().for_each(|chance| *chance /= all);
    chances
}

/// One step. The prior keeps the weights of rare features small.
fn step(weights: &Features, samples: &[Sample]) -> Features {
    let mut slope = weights.map(|weight| -weight);
    let mut curve = [[0.0; FEATURES]; FEATURES];
    (0..FEATURES).for_each(|n| curve[n][n] = 1.0);
    for sample in samples {
        add(weights, sample, &mut slope, &mut curve);
    }
    (0..FEATURES).for_each(|n| (0..n).for_each(|m| curve[m][n] = curve[n][m]));
    solved(curve, slope)
}

/// Adds the first and the second derivative (its lower half) of the log likelihood of a sample.
fn add(weights: &Features, sample: &Sample, slope: &mut Features, curve: &mut [Features; FEATURES]) {
    let chances = chances(weights, sample.players, &sample.features);
    let mean = mean(sample, &chances);
    for seat in 0..sample.players {
        let (features, chance) = (&sample.features.0[seat], chances.0[seat]);
        let apart: Features = std::array::from_fn(|n| features[n] - mean[n]);
        for n in 0..FEATURES {
            slope[n] += (sample.shares.0[seat] - chance) * features[n];
            (0..=n).for_each(|m| curve[n][m] += chance * apart[n] * apart[m]);
        }
    }
}

/// The mean of each feature, weighted by chance.
fn mean(sample: &Sample, chances: &BySeat<f64>) -> Features {
    let mut mean = [0.0; FEATURES];
    for (features, chance) in sample.features.0.iter().zip(&chances.0).take(sample.players) {
        mean.iter_mut().zip(features).for_each(|(mean, feature)| *mean += chance * feature);
    }
    mean
}

/// Solves a system of linear equations with a symmetric, positive definite matrix by elimination.
fn solved(mut matrix: [Features; FEATURES], mut right: Features) -> Features {
    for n in 0..FEATURES {
        let row = matrix[n];
        for m in n + 1..FEATURES {
            let factor = matrix[m][n] / row[n];
            (n..FEATURES).for_each(|k| matrix[m][k] -= factor * row[k]);
            right[m] -= factor * right[n];
        }
    }
    for n in (0..FEATURES).rev() {
        let known: f64 = (n + 1..FEATURES).map(|k| matrix[n][k] * right[k]).sum();
        right[n] = (right[n] - known) / matrix[n][n];
    }
    right
}

/// The exponential function, computed only with operations that have the same result on every machine.
fn exp(x: f64) -> f64 {
    let mut power = 1.0 + x.clamp(-40.0, 40.0) / 1024.0;
    for _ in 0..10 {
        power *= power;
    }
    power
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_system_of_equations_is_solved() {
        let mut matrix = [[0.0; FEATURES]; FEATURES];
        (0..FEATURES).for_each(|n| matrix[n][n] = 2.0);
        (matrix[0][1], matrix[1][0]) = (1.0, 1.0);
        let mut right = [4.0; FEATURES];
        (right[0], right[1]) = (4.0, 5.0);
        let solution = solved(matrix, right);
        assert!((solution[0] - 1.0).abs() < 1e-12 && (solution[1] - 2.0).abs() < 1e-12, "{solution:?}");
        assert!(solution[2..].iter().all(|x| (x - 2.0).abs() < 1e-12), "{solution:?}");
    }

    #[test]
    fn the_fit_finds_the_weight_behind_the_outcomes() {
        let mut features = BySeat([[0.0; FEATURES]; MAX_SEATS]);
        features.0[0][3] = 1.0;
        let sample = |first: f64| {
            let mut shares = BySeat([0.0; MAX_SEATS]);
            (shares.0[0], shares.0[1]) = (first, 1.0 - first);
            Sample { players: 2, features, shares }
        };
        let samples: Vec<Sample> = (0..4_000).map(|n| sample(f64::from(n % 4 != 0))).collect();
        let weights = fitted(&samples);
        let chance = chances(&weights, 2, &features).0[0];
        assert!((chance - 0.75).abs() < 0.005, "{chance}");
        assert!(weights.iter().enumerate().all(|(n, weight)| n == 3 || *weight == 0.0), "{weights:?}");
    }

    #[test]
    fn the_exponential_function_is_close() {
        for x in [-3.0, -0.5, 0.0, 1.0, 2.5] {
            assert!((exp(x) / f64::exp(x) - 1.0).abs() < 0.01, "{x}");
        }
    }
}
