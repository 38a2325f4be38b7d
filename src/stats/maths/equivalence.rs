//! Two one-sided tests for the equivalence of two values: whether a difference is too small to matter (Schuirmann 1987,
//! J. Pharmacokinetics and Biopharmaceutics 15, 657-680).

use super::distributions::{t_of, t_tail};

/// Two one-sided tests with their result.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Tost {
    /// P-value of the hypothesis that the difference is at most the lower bound.
    pub p_low: f64,
    /// P-value of the hypothesis that the difference is at least the upper bound.
    pub p_high: f64,
    /// The test statistic against the lower bound; large if the difference is above it.
    pub statistic_low: f64,
    /// The test statistic against the upper bound; far below 0 if the difference is below it.
    pub statistic_high: f64,
    /// The interval at 90%: it is within the bounds if and only if equivalence holds at 5%.
    pub interval: (f64, f64),
}

impl Tost {
    /// The p-value of not being equivalent: the larger of the two.
    pub fn p(self) -> f64 {
        self.p_low.max(self.p_high)
    }
}

/// Equivalence of a difference to 0 within `bounds`, by Student's t with `freedom` degrees of freedom, which may be
/// infinite, from its standard error. With an error of 0 the difference is exact. Without a degree of freedom nothing
/// is known, and the p-values are 1.
pub fn tost(difference: f64, error: f64, freedom: f64, bounds: (f64, f64)) -> Tost {
    let (low, high) = (statistic(difference - bounds.0, error), statistic(difference - bounds.1, error));
    let tail = |statistic: f64| if freedom > 0.0 { t_tail(statistic, freedom) } else { 1.0 };
    // 90%: each of the two tests has 5%.
    let reach = if error == 0.0 { 0.0 } else { t_of(0.9, freedom) * error };
    Tost {
        p_low: tail(low),
        p_high: tail(-high),
        statistic_low: low,
        statistic_high: high,
        interval: (difference - reach, difference + reach),
    }
}

/// A distance in standard errors; without an error it is infinite, and 0 on the bound itself.
fn statistic(distance: f64, error: f64) -> f64 {
    if distance == 0.0 { 0.0 } else { distance / error }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_test_agrees_with_its_interval() {
        for freedom in [3.0, 30.0, f64::INFINITY] {
            for difference in [-0.02, -0.004, 0.0, 0.005, 0.011] {
                let tost = tost(difference, 0.003, freedom, (-0.01, 0.01));
                assert_eq!(tost.p() < 0.05, tost.interval.0 > -0.01 && tost.interval.1 < 0.01, "{difference}");
            }
        }
    }

    #[test]
    fn a_difference_without_an_error_is_exact() {
        let inside = tost(0.0, 0.0, 9.0, (-0.1, 0.1));
        assert_eq!((inside.p(), inside.interval), (0.0, (0.0, 0.0)));
        assert_eq!(tost(0.5, 0.0, 9.0, (-0.1, 0.1)).p(), 1.0);
    }

    #[test]
    fn without_degrees_of_freedom_the_p_value_is_1() {
        assert_eq!(tost(0.0, 1.0, 0.0, (-0.1, 0.1)).p(), 1.0);
        assert!(tost(0.0, 1.0, 0.0, (-0.1, 0.1)).interval.1.is_infinite());
    }
}
