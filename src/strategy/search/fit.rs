//! The fit of the weights: maximum likelihood, by Newton's method.

use rayon::prelude::*;

use super::features::Feature;
use crate::strategy::equations::solved;

/// A position, and each player's share of the win in the end.
pub(super) struct Sample {
    /// What each player has.
    pub(super) players: Vec<Vec<Feature>>,
    /// The share of each player.
    pub(super) shares: Vec<f64>,
}

/// Steps of Newton's method.
// Near the solution, each step about doubles the number of right digits.
const STEPS: usize = 5;

/// Samples that one thread adds up at a time.
// Few, large sums: each has a matrix of its own.
const CHUNK: usize = 4_096;

/// The weights under which the outcomes of the samples are most likely, with a prior of mean 0 and these precisions.
/// Weights without evidence are 0.
pub(super) fn fitted(samples: &[Sample], precisions: &[f64]) -> Vec<f64> {
    let mut weights = vec![0.0; precisions.len()];
    for _ in 0..STEPS {
        let step = step(&weights, samples, precisions);
        weights.iter_mut().zip(step).for_each(|(weight, change)| *weight += change);
    }
    weights
}

/// The weighted sum of a player's features.
pub(super) fn weighted(weights: &[f64], features: impl Iterator<Item = Feature>) -> f64 {
    features.map(|(place, value)| weights[usize::from(place)] * f64::from(value)).sum()
}

/// Turns each player's weighted sum into its chance to win.
pub(super) fn softmax(sums: &mut [f64]) {
    sums.iter_mut().for_each(|sum| *sum = exp(*sum));
    let all: f64 = sums.iter().sum();
    sums.iter_mut().for_each(|chance| *chance /= all);
}

/// The change of the weights in one step.
fn step(weights: &[f64], samples: &[Sample], precisions: &[f64]) -> Vec<f64> {
    let size = weights.len();
    let mut slope: Vec<f64> = weights.iter().zip(precisions).map(|(weight, precision)| -precision * weight).collect();
    let mut curve = vec![vec![0.0; size]; size];
    (0..size).for_each(|n| curve[n][n] = precisions[n]);
    let sums = |samples: &[Sample]| {
        let (mut slope, mut curve) = (vec![0.0; size], vec![vec![0.0; size]; size]);
        samples.iter().for_each(|sample| add(weights, sample, &mut slope, &mut curve));
        (slope, curve)
    };
    // In the order of the chunks, so that the sums do not depend on the threads.
    for (more_slope, more_curve) in samples.par_chunks(CHUNK).map(sums).collect::<Vec<_>>() {
        add_to(&mut slope, &more_slope);
        curve.iter_mut().zip(&more_curve).for_each(|(row, more)| add_to(row, more));
    }
    // Only the lower half was added up.
    (0..size).for_each(|n| (0..n).for_each(|m| curve[m][n] = curve[n][m]));
    solved(curve, slope)
}

/// Adds numbers to those in the same places.
fn add_to(sums: &mut [f64], more: &[f64]) {
    sums.iter_mut().zip(more).for_each(|(sum, more)| *sum += more);
}

/// Adds the first and the second derivative (its lower half) of the log likelihood of a sample.
fn add(weights: &[f64], sample: &Sample, slope: &mut [f64], curve: &mut [Vec<f64>]) {
    let sums = sample.players.iter().map(|player| weighted(weights, player.iter().copied()));
    let mut chances: Vec<f64> = sums.collect();
    softmax(&mut chances);
    let mut mean = Vec::new();
    for ((player, share), &chance) in sample.players.iter().zip(&sample.shares).zip(&chances) {
        // A player may have two cards of a title; the product of both with themselves needs their sum.
        let features = merged(player.iter().map(|&(place, value)| (usize::from(place), f64::from(value))).collect());
        features.iter().for_each(|&(n, value)| slope[n] += (share - chance) * value);
        add_square(curve, &features, chance);
        mean.extend(features.iter().map(|&(n, value)| (n, chance * value)));
    }
    // The covariance of the features under the chances: the mean square minus the square of the mean.
    add_square(curve, &merged(mean), -1.0);
}

/// Values by place, in the order of places.
type Sparse = Vec<(usize, f64)>;

/// Puts values into the order of their places, and adds those of the same place.
fn merged(mut values: Sparse) -> Sparse {
    values.sort_by_key(|&(n, _)| n);
    values.dedup_by(|next, first| {
        let same = next.0 == first.0;
        first.1 += if same { next.1 } else { 0.0 };
        same
    });
    values
}

/// Adds a multiple of the product of a vector with itself to the lower half of a matrix.
fn add_square(matrix: &mut [Vec<f64>], vector: &Sparse, factor: f64) {
    for (k, &(n, one)) in vector.iter().enumerate() {
        let row = &mut matrix[n];
        vector[..=k].iter().for_each(|&(m, other)| row[m] += factor * one * other);
    }
}

/// The exponential function, computed only with operations that have the same result on every machine.
fn exp(x: f64) -> f64 {
    // (1 + x / 1024) ^ 1024 by ten squarings. Functions of the system may differ in the last bit, and games depend on
    // it.
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
    fn the_fit_finds_the_weights_behind_the_outcomes() {
        // The first player has 3 of feature 1 in one half of the games, and two cards of title 2 in the other.
        let sample = |n: u32| {
            let (features, wins) = if n.is_multiple_of(2) { (vec![(1, 3.0)], 3) } else { (vec![(2, 1.0); 2], 1) };
            let first = f64::from(u8::from(n / 2 % 4 < wins));
            Sample { players: vec![features, Vec::new()], shares: vec![first, 1.0 - first] }
        };
        let samples: Vec<Sample> = (0..8_000).map(sample).collect();
        let weights = fitted(&samples, &[1.0; 4]);
        let log_odds = f64::ln(3.0);
        let right = [0.0, log_odds / 3.0, -log_odds / 2.0, 0.0];
        assert!(weights.iter().zip(right).all(|(weight, right)| (weight - right).abs() < 0.005), "{weights:?}");
    }

    #[test]
    fn a_high_precision_keeps_weights_small() {
        let sample = || Sample { players: vec![vec![(0, 1.0)], vec![(1, 1.0)]], shares: vec![1.0, 0.0] };
        let samples: Vec<Sample> = (0..10).map(|_| sample()).collect();
        let weights = fitted(&samples, &[1.0, 100.0]);
        assert!(weights[0] > 10.0 * -weights[1] && weights[1] < 0.0, "{weights:?}");
    }

    #[test]
    fn chances_add_to_one() {
        let mut chances = [0.0, f64::ln(3.0)];
        softmax(&mut chances);
        assert!((chances[0] - 0.25).abs() < 0.005 && (chances[0] + chances[1] - 1.0).abs() < 1e-12, "{chances:?}");
    }

    #[test]
    fn the_exponential_function_is_close() {
        for x in [-3.0, -0.5, 0.0, 1.0, 2.5] {
            assert!((exp(x) / f64::exp(x) - 1.0).abs() < 0.01, "{x}");
        }
    }
}
