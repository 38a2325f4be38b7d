//! Special functions: the incomplete gamma and beta functions, Lambert's W, and a root by bisection.
//!
//! Relative accuracy is about 1e-13, also for arguments in the millions: powers are computed with the deviance and the
//! remainder of Stirling's series (Loader, Fast and accurate computation of binomial probabilities, 2000), so that no
//! large logarithms cancel.

use std::f64::consts::TAU;

/// Maximum number of terms of a fraction or series; those of arguments in the millions take about a thousand.
const MAX_TERMS: u32 = 100_000;
/// Replaces a zero denominator of a continued fraction (Lentz 1976).
const TINY: f64 = 1e-300;

/// The regularised upper incomplete gamma function `Q(s, x)`, in 0..1: the probability that a gamma variable of shape
/// `s > 0` exceeds `x >= 0`. By a series below `s + 1`, by a continued fraction above (Press et al., Numerical Recipes,
/// 2007, 6.2).
pub(crate) fn upper_gamma(s: f64, x: f64) -> f64 {
    if x <= 0.0 {
        1.0
    } else if x < s + 1.0 {
        1.0 - gamma_power(s, x) * gamma_series(s, x)
    } else if x.is_infinite() {
        0.0
    } else {
        gamma_power(s, x) * gamma_fraction(s, x)
    }
}

/// The regularised incomplete beta function `I_x(a, b)`, in 0..1: the probability that a beta variable with `a, b > 0`
/// is below `x`. By a continued fraction.
pub(crate) fn incomplete_beta(a: f64, b: f64, x: f64) -> f64 {
    incomplete_beta_of(a, b, x, 1.0 - x)
}

/// `I_x(a, b)` with `y = 1 - x` as an argument, for an `x` so close to 1 that the difference would lose digits.
pub(in crate::stats) fn incomplete_beta_of(a: f64, b: f64, x: f64, y: f64) -> f64 {
    if x.is_nan() || !(a > 0.0 && b > 0.0) {
        f64::NAN
    } else if x <= 0.0 {
        0.0
    } else if y <= 0.0 {
        1.0
    } else {
        beta_and_power(a, b, x, y).0
    }
}

/// `I_x(a, b)` and `x^a y^b / B(a, b)` for `y = 1 - x`, both above 0.
pub(in crate::stats) fn beta_and_power(a: f64, b: f64, x: f64, y: f64) -> (f64, f64) {
    let power = beta_power(a, b, x, y);
    // Below the mean the fraction converges quickly; above it, that of the other tail does.
    if x < (a + 1.0) / (a + b + 2.0) {
        (power * beta_fraction(a, b, x, y), power)
    } else {
        (1.0 - power * beta_fraction(b, a, y, x), power)
    }
}

/// The point between `low` and `high` at which `below` changes from true to false, by bisection to the last digit.
pub(in crate::stats) fn root(mut low: f64, mut high: f64, below: impl Fn(f64) -> bool) -> f64 {
    loop {
        let middle = low + (high - low) / 2.0;
        // No number is left between both ends.
        if middle <= low || middle >= high {
            return middle;
        }
        if below(middle) {
            low = middle;
        } else {
            high = middle;
        }
    }
}

/// The error of Stirling's formula: `ln gamma(x) - ((x - 1/2) ln x - x + ln(2 pi)/2)`.
fn stirling_remainder(mut x: f64) -> f64 {
    const TERMS: [f64; 7] =
        [1.0 / 156.0, -691.0 / 360_360.0, 1.0 / 1188.0, -1.0 / 1680.0, 1.0 / 1260.0, -1.0 / 360.0, 1.0 / 12.0];
    let mut remainder = 0.0;
    // The series is accurate for large x only; smaller ones are raised by steps of the recurrence.
    while x < 10.0 {
        remainder += (x + 0.5) * (1.0 / x).ln_1p() - 1.0;
        x += 1.0;
    }
    let square = 1.0 / (x * x);
    remainder + TERMS.iter().fold(0.0, |sum, term| sum * square + term) / x
}

fn beta_remainder(a: f64, b: f64) -> f64 {
    stirling_remainder(a) + stirling_remainder(b) - stirling_remainder(a + b)
}

/// `a ln(a/m) + m - a`, without cancellation where `a` is near `m`.
fn deviance(a: f64, m: f64) -> f64 {
    if (a - m).abs() >= 0.1 * (a + m) {
        return a * (a / m).ln() + m - a;
    }
    let v = (a - m) / (a + m);
    let (mut sum, mut power, mut odd) = ((a - m) * v, 2.0 * a * v, 1.0);
    loop {
        power *= v * v;
        odd += 2.0;
        let next = sum + power / odd;
        if next == sum || next.is_nan() {
            return next;
        }
        sum = next;
    }
}

/// `x^s e^-x / gamma(s)`.
fn gamma_power(s: f64, x: f64) -> f64 {
    (s / TAU).sqrt() * (-deviance(s, x) - stirling_remainder(s)).exp()
}

/// `x^a y^b / B(a, b)` for `y = 1 - x`.
fn beta_power(a: f64, b: f64, x: f64, y: f64) -> f64 {
    let n = a + b;
    let exponent = deviance(a, n * x) + deviance(b, n * y) + beta_remainder(a, b);
    (a / n * b / TAU).sqrt() * (-exponent).exp()
}

fn gamma_series(s: f64, x: f64) -> f64 {
    let (mut term, mut sum) = (1.0 / s, 1.0 / s);
    for n in 1..MAX_TERMS {
        term *= x / (s + f64::from(n));
        sum += term;
        if term < sum * f64::EPSILON / 4.0 {
            break;
        }
    }
    sum
}

fn gamma_fraction(s: f64, x: f64) -> f64 {
    let coefficients = (1..MAX_TERMS).map(|n| {
        let n = f64::from(n);
        (-n * (n - s), x + 2.0 * n + 1.0 - s)
    });
    1.0 / lentz(x + 1.0 - s, coefficients)
}

/// The fraction of `I_x(a, b)` in the form that needs the difference of `x` from the mean only once, so that it is also
/// exact for an `x` close to 1 (DiDonato and Morris 1992, ACM Transactions on Mathematical Software 18, 360-373).
fn beta_fraction(a: f64, b: f64, x: f64, y: f64) -> f64 {
    let denominator = |m: f64| {
        let rising = (a + m) * (a * y - b * x + 1.0 + m * (1.0 + y)) / (a + 2.0 * m + 1.0);
        m + m * (b - m) * x / (a + 2.0 * m - 1.0) + rising
    };
    let coefficients = (1..MAX_TERMS).map(|m| {
        let m = f64::from(m);
        let scale = x / (a + 2.0 * m - 1.0);
        ((a + m - 1.0) * (a + b + m - 1.0) * m * (b - m) * scale * scale, denominator(m))
    });
    // The part that is 0 for `m = 0` is left out: for `a = 1` it would be 0/0.
    let first = a * (a * y - b * x + 1.0) / (a + 1.0);
    1.0 / lentz(first, coefficients)
}

/// The continued fraction `first + a1/(b1 + a2/(b2 + ...))` of the pairs `(a, b)` by the modified method of Lentz.
fn lentz(first: f64, pairs: impl Iterator<Item = (f64, f64)>) -> f64 {
    let nonzero = |x: f64| if x.abs() < TINY { TINY } else { x };
    let mut value = nonzero(first);
    let (mut c, mut d) = (value, 0.0);
    for (a, b) in pairs {
        d = 1.0 / nonzero(b + a * d);
        c = nonzero(b + a / c);
        value *= c * d;
        if (c * d - 1.0).abs() <= f64::EPSILON {
            break;
        }
    }
    value
}

#[cfg(test)]
pub(in crate::stats) mod tests {
    use super::*;

    /// Fails if a value is off by more than a relative 1e-12.
    pub(in crate::stats) fn close(found: f64, expected: f64) {
        assert!((found - expected).abs() <= 1e-12 * expected.abs(), "{found} is not {expected}");
    }

    /// `ln gamma(x)` for `x > 0`, by Stirling's series; infinite at 0.
    fn ln_gamma(x: f64) -> f64 {
        if x <= 0.0 {
            return f64::INFINITY;
        }
        (x - 0.5) * x.ln() - x + TAU.ln() / 2.0 + stirling_remainder(x)
    }

    /// `ln B(a, b) = ln gamma(a) + ln gamma(b) - ln gamma(a + b)` for `a, b > 0`, without their cancellation.
    fn ln_beta(a: f64, b: f64) -> f64 {
        let n = a + b;
        a * (a / n).ln() + b * (b / n).ln() + (TAU * n / a / b).ln() / 2.0 + beta_remainder(a, b)
    }

    // The expected numbers are mpmath's, at 40 digits.

    #[test]
    fn log_gamma_and_log_beta_have_their_known_values() {
        close(ln_gamma(0.001), 6.907_178_885_383_853);
        close(ln_gamma(0.5), 0.572_364_942_924_700_1);
        close(ln_gamma(3.7), 1.428_072_326_665_387_9);
        close(ln_gamma(12.0), 17.502_307_845_873_886);
        close(ln_gamma(1e7), 151_180_949.369_473_9);
        close(ln_beta(0.5, 0.5), 1.144_729_885_849_400_2);
        close(ln_beta(3.0, 1.5), -1.881_371_627_917_742);
        close(ln_beta(250_001.0, 750_001.0), -562_341.970_424_409_8);
    }

    #[test]
    fn the_incomplete_gamma_function_has_its_known_values() {
        assert!(upper_gamma(0.5, f64::NAN).is_nan());
        close(upper_gamma(0.5, 0.3), 0.438_578_026_080_999_9);
        close(upper_gamma(0.5, 20.0), 2.539_628_589_470_865e-10);
        close(upper_gamma(3.0, 1.0), 0.919_698_602_928_605_8);
        close(upper_gamma(50.0, 70.0), 0.005_140_502_458_505_894);
        close(upper_gamma(1.5, 2.4), 0.187_041_748_904_907_65);
        close(upper_gamma(1e5, 100_500.0), 0.057_103_269_976_028_71);
        assert_eq!((upper_gamma(1.0, 0.0), upper_gamma(1.0, f64::INFINITY)), (1.0, 0.0));
    }

    #[test]
    fn the_incomplete_beta_function_has_its_known_values() {
        close(incomplete_beta(2.0, 3.0, 0.4), 0.5248);
        close(incomplete_beta(0.5, 20.0, 0.01), 0.471_369_935_485_015_56);
        close(incomplete_beta(30.0, 5.0, 0.99), 0.999_978_152_012_115_9);
        close(incomplete_beta(500.0, 1500.0, 0.22), 0.000_735_932_172_906_687_9);
        close(incomplete_beta(0.5, 0.5, 0.999), 0.979_864_958_366_622_5);
        assert!(incomplete_beta(0.0, 0.5, 0.3).is_nan());
    }
}
