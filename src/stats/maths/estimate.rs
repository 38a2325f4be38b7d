//! `Estimate`: a number with its interval.

use serde::{Deserialize, Serialize};

/// The normal quantile of a two-sided 95% interval.
pub(crate) const Z95: f64 = 1.959_963_984_540_054;

/// A value with a 95% interval. Unknown numbers are NaN.
#[must_use]
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Estimate {
    /// The estimate.
    pub value: f64,
    /// Lower end of its interval.
    pub low: f64,
    /// Upper end of its interval.
    pub high: f64,
    /// Number of observations.
    pub n: u64,
}

impl Estimate {
    /// No observations.
    pub(crate) const NONE: Estimate = Estimate { value: f64::NAN, low: f64::NAN, high: f64::NAN, n: 0 };

    /// A value with the normal interval of its standard error.
    pub(crate) fn normal(value: f64, error: f64, n: u64) -> Estimate {
        Estimate { value, low: value - Z95 * error, high: value + Z95 * error, n }
    }

    /// Half the width of the interval.
    pub fn half_width(&self) -> f64 {
        (self.high - self.low) / 2.0
    }
}

/// Wilson's score interval of a rate, `wins` of `n` (Wilson 1927, JASA 22, 209-212):
/// `(p + z2/2n -+ z sqrt(p(1-p)/n + z2/4n2)) / (1 + z2/n)`.
///
/// Neither number needs to be an integer: with clustered observations `n` is the effective number of independent ones.
pub fn wilson(wins: f64, n: f64, z: f64) -> (f64, f64) {
    let (p, z2) = (wins / n, z * z);
    let centre = p + z2 / (2.0 * n);
    let spread = z * (p * (1.0 - p) / n + z2 / (4.0 * n * n)).sqrt();
    let scale = 1.0 + z2 / n;
    // Exact, where rounding would leave a tiny number on the wrong side of 0.
    let low = if wins <= 0.0 { 0.0 } else { (centre - spread) / scale };
    let high = if wins >= n { 1.0 } else { (centre + spread) / scale };
    (low, high)
}

#[cfg(test)]
mod tests {
    use super::super::moments::tests::{cases, close};
    use super::*;

    /// Normal quantiles of the confidences in the cases.
    fn z(confidence: f64) -> f64 {
        let known = [(0.9, 1.644_853_626_951_472_7), (0.95, Z95), (0.99, 2.575_829_303_548_900_4)];
        known.iter().find(|(level, _)| *level == confidence).expect("a known confidence").1
    }

    #[test]
    fn wilson_agrees_with_the_published_cases() {
        let cases = cases("wilson");
        assert_eq!(cases.len(), 19);
        for case in cases {
            let number = |field: &str| case["input"][field].as_f64().expect("a number");
            let expected = |end: usize| case["expected"]["wilson"][end].as_f64().expect("a number");
            let (low, high) = wilson(number("wins"), number("games"), z(number("conf")));
            close(low, expected(0), 1e-8, &case);
            close(high, expected(1), 1e-8, &case);
        }
    }
}
