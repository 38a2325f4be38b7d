//! Two one-sided tests: is a difference small enough not to matter (Schuirmann 1987, J. Pharmacokinetics and
//! Biopharmaceutics 15, 657-680)?

use super::distributions::{normal_tail, t_of, t_tail, z_of};

/// Two one-sided tests with their result.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Tost {
    /// P-value of the hypothesis that the difference is at most the lower bound.
    pub p_low: f64,
    /// P-value of the hypothesis that the difference is at least the upper bound.
    pub p_high: f64,
    /// The test statistic against the lower bound; large if the difference lies above it.
    pub statistic_low: f64,
    /// The test statistic against the upper bound; far below 0 if the difference lies below it.
    pub statistic_high: f64,
    /// The interval at 90%: it lies within the bounds if and only if equivalence holds at 5%.
    pub interval: (f64, f64),
}

impl Tost {
    /// The p-value of not being equivalent: the larger of the two.
    pub fn p(self) -> f64 {
        self.p_low.max(self.p_high)
    }

    fn new(mean: f64, error: f64, bounds: (f64, f64), critical: f64, tail: impl Fn(f64) -> f64) -> Tost {
        let (low, high) = (statistic(mean - bounds.0, error), statistic(mean - bounds.1, error));
        let interval = if error == 0.0 { (mean, mean) } else { (mean - critical * error, mean + critical * error) };
        Tost { p_low: tail(low), p_high: tail(-high), statistic_low: low, statistic_high: high, interval }
    }
}

/// Equivalence of the mean of independent differences to 0 within `bounds`, by Student's t.
///
/// Differences that do not vary are taken as exact. With fewer than two nothing is known: the p-values are 1 and the
/// interval is unbounded.
pub fn tost_paired(differences: &[f64], bounds: (f64, f64)) -> Tost {
    let count = differences.len() as f64;
    if differences.len() < 2 {
        let interval = (f64::NEG_INFINITY, f64::INFINITY);
        return Tost { p_low: 1.0, p_high: 1.0, statistic_low: 0.0, statistic_high: 0.0, interval };
    }
    let mean = differences.iter().sum::<f64>() / count;
    let squares: f64 = differences.iter().map(|difference| (difference - mean).powi(2)).sum();
    let error = (squares / (count - 1.0) / count).sqrt();
    Tost::new(mean, error, bounds, t_of(0.9, count - 1.0), |t| t_tail(t, count - 1.0))
}

/// Equivalence of a difference to 0 within `-margin..margin`, by the normal law, from its standard error.
pub fn tost_z(difference: f64, error: f64, margin: f64) -> Tost {
    Tost::new(difference, error, (-margin, margin), z_of(0.9), normal_tail)
}

/// A distance in standard errors; without an error infinite, and on the bound itself 0.
fn statistic(distance: f64, error: f64) -> f64 {
    if distance == 0.0 { 0.0 } else { distance / error }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_test_agrees_with_its_interval() {
        for difference in [-0.02, -0.004, 0.0, 0.005, 0.011] {
            let tost = tost_z(difference, 0.003, 0.01);
            assert_eq!(tost.p() < 0.05, tost.interval.0 > -0.01 && tost.interval.1 < 0.01, "{difference}");
        }
    }

    #[test]
    fn what_does_not_vary_is_exact() {
        let inside = tost_paired(&[0.0; 10], (-0.1, 0.1));
        assert_eq!((inside.p(), inside.interval), (0.0, (0.0, 0.0)));
        assert_eq!(tost_paired(&[0.5; 10], (-0.1, 0.1)).p(), 1.0);
        assert_eq!(tost_z(0.0, 0.0, 0.01).p(), 0.0);
    }

    #[test]
    fn too_few_say_nothing() {
        assert_eq!(tost_paired(&[], (-0.1, 0.1)).p(), 1.0);
        assert_eq!(tost_paired(&[0.0], (-0.1, 0.1)).interval, (f64::NEG_INFINITY, f64::INFINITY));
    }
}
