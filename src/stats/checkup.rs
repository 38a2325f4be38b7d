//! What a checkup compares: values with several numbers of players, and a value with those of other sets.

use super::maths::distributions::{ChiSquare, t_of};
use super::maths::multiplicity::holm;
use super::run::opening::opening_values;
use crate::run::Tally;

/// For each title, the p-value of the hypothesis that its opening value is the same with each number of players, adjusted
/// by Holm's method over all titles. The tallies are those of one deck with different numbers of players.
///
/// With more players everybody wins less often, so the values are compared as changes of the log odds,
/// `value / (base (1 - base))` with `base` = 1 / players: Cochran's test of homogeneity (1954, Biometrics 10, 101-129).
pub(crate) fn differences_by_players(tallies: &[&Tally]) -> Vec<f64> {
    let tables: Vec<Vec<(f64, f64)>> = tallies.iter().map(|tally| log_odds(tally)).collect();
    let titles = tables.first().map_or(0, Vec::len);
    let p = |title: usize| {
        let known = tables.iter().map(|table| table[title]);
        let known: Vec<(f64, f64)> = known.filter(|(value, error)| value.is_finite() && *error > 0.0).collect();
        homogeneity(&known).p
    };
    holm(&(0..titles).map(p).collect::<Vec<f64>>())
}

/// The interval that contains one more value with probability 95%, if all come from one normal distribution: the mean
/// and its reach of `t sqrt(1 + 1/n)` standard deviations (Hahn and Meeker 1991, Statistical Intervals, section 4.7).
/// `None` for fewer than three values.
pub(crate) fn prediction(values: &[f64]) -> Option<(f64, f64)> {
    let n = values.len() as f64;
    let mean = values.iter().sum::<f64>() / n;
    let squares = values.iter().map(|value| (value - mean).powi(2)).sum::<f64>();
    let reach = t_of(0.95, n - 1.0) * (squares / (n - 1.0) * (1.0 + 1.0 / n)).sqrt();
    (values.len() >= 3).then_some((mean - reach, mean + reach))
}

/// The opening values of all titles as changes of the log odds, with their standard errors.
fn log_odds(tally: &Tally) -> Vec<(f64, f64)> {
    let base = 1.0 / tally.strata.players() as f64;
    let scale = base * (1.0 - base);
    let scaled = |(value, error): (f64, f64)| (value / scale, error / scale);
    opening_values(tally).iter().map(|opening| scaled(opening.noisy())).collect()
}

/// Cochran's test that independent estimates, pairs of value and standard error, have one true value.
fn homogeneity(estimates: &[(f64, f64)]) -> ChiSquare {
    let weights = estimates.iter().map(|(_, error)| 1.0 / (error * error));
    let sum: f64 = weights.clone().sum();
    let mean = estimates.iter().zip(weights.clone()).map(|((value, _), weight)| value * weight).sum::<f64>() / sum;
    let scatter = estimates.iter().zip(weights).map(|((value, _), weight)| (value - mean).powi(2) * weight).sum();
    ChiSquare::new(scatter, estimates.len() as f64 - 1.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_prediction_is_that_of_one_more_value() {
        let (low, high) = prediction(&[1.0, 2.0, 3.0]).expect("three values");
        // The 97.5% quantile of Student's t with two degrees of freedom is 4.303.
        let reach = 4.302_652_7 * (4.0_f64 / 3.0).sqrt();
        assert!((low - 2.0 + reach).abs() < 1e-6 && (high - 2.0 - reach).abs() < 1e-6, "{low} {high}");
        assert_eq!((prediction(&[5.0; 4]), prediction(&[1.0, 2.0])), (Some((5.0, 5.0)), None));
    }

    #[test]
    fn estimates_of_one_value_are_homogeneous() {
        assert_eq!(homogeneity(&[(0.3, 0.1), (0.3, 0.2)]).p, 1.0);
        // A difference of 1.96 standard errors.
        let apart = homogeneity(&[(0.0, 0.6), (1.959_963_984_540_054, 0.8)]);
        assert!((apart.p - 0.05).abs() < 1e-9, "{apart:?}");
        assert_eq!((homogeneity(&[(0.3, 0.1)]).p, homogeneity(&[]).p), (1.0, 1.0));
    }
}
