//! Tails and quantiles of the normal distribution, of Student's t, of the chi-square and of the beta distribution.

use super::special::{beta_and_power, incomplete_beta, incomplete_beta_of, root, upper_gamma};

/// Maximum number of steps of Newton's method; it converges earlier.
const MAX_STEPS: usize = 60;

/// The probability that a standard normal variable exceeds `z`; accurate in both tails.
pub(crate) fn normal_tail(z: f64) -> f64 {
    // Half the square of a normal variable has a gamma distribution of shape 1/2.
    let tail = upper_gamma(0.5, z * z / 2.0) / 2.0;
    if z >= 0.0 { tail } else { 1.0 - tail }
}

/// The probability that a standard normal variable is at most `z`.
pub(crate) fn normal_cdf(z: f64) -> f64 {
    normal_tail(-z)
}

/// The normal quantile: a standard normal variable is below this `z` with probability `p`; infinite at 0 and 1.
/// Algorithm AS 241 (Wichura 1988, Applied Statistics 37, 477-484), with a relative accuracy of 1e-16.
pub(crate) fn normal_quantile(p: f64) -> f64 {
    if p.is_nan() || p <= 0.0 || p >= 1.0 {
        return if p == 0.0 {
            f64::NEG_INFINITY
        } else if p == 1.0 {
            f64::INFINITY
        } else {
            f64::NAN
        };
    }
    let q = p - 0.5;
    if q.abs() <= 0.425 {
        return q * quotient(&CENTRE, 0.180625 - q * q);
    }
    let depth = (-p.min(1.0 - p).ln()).sqrt();
    let distance = if depth <= 5.0 { quotient(&NEAR, depth - 1.6) } else { quotient(&FAR, depth - 5.0) };
    distance.copysign(q)
}

/// The normal quantile of a two-sided interval of this level: 1.96 for 0.95.
pub fn z_of(level: f64) -> f64 {
    -normal_quantile((1.0 - level) / 2.0)
}

/// The probability that Student's t with `df` degrees of freedom, which may be infinite, exceeds `t`; one half without
/// a degree of freedom, or if their number or `t` is unknown.
pub(crate) fn t_tail(t: f64, df: f64) -> f64 {
    if df <= 0.0 || df.is_nan() || t.is_nan() {
        return 0.5;
    }
    if df.is_infinite() {
        return normal_tail(t);
    }
    let square = t * t;
    if square.is_infinite() {
        return if t > 0.0 { 0.0 } else { 1.0 };
    }
    // Both arguments, since their difference from 1 would lose the digits of a small tail.
    let both = incomplete_beta_of(df / 2.0, 0.5, df / (df + square), square / (df + square));
    if t >= 0.0 { both / 2.0 } else { 1.0 - both / 2.0 }
}

/// The probability that a variable of the F distribution with `one` and `other` degrees of freedom exceeds `f >= 0`.
pub(crate) fn f_tail(f: f64, one: f64, other: f64) -> f64 {
    let whole = other + one * f;
    incomplete_beta_of(other / 2.0, one / 2.0, other / whole, one * f / whole)
}

/// The quantile of a two-sided interval of this level by Student's t; infinite without a degree of freedom, and NaN if
/// their number is unknown.
pub(crate) fn t_of(level: f64, df: f64) -> f64 {
    if df.is_nan() {
        return f64::NAN;
    }
    if df <= 0.0 {
        return f64::INFINITY;
    }
    if df.is_infinite() {
        return z_of(level);
    }
    // `t^2 / (df + t^2)` has this beta distribution.
    let share = beta_quantile(level, 0.5, df / 2.0);
    (df * share / (1.0 - share)).sqrt()
}

/// The beta quantile: the `x` in 0..1 with `I_x(a, b) = p`; NaN unless `a, b > 0`.
pub(crate) fn beta_quantile(p: f64, a: f64, b: f64) -> f64 {
    if p.is_nan() || !(a > 0.0 && b > 0.0) {
        f64::NAN
    } else if p <= 0.0 {
        0.0
    } else if p >= 1.0 {
        1.0
    } else if p <= 0.5 {
        lower_beta_quantile(p, a, b).0
    } else {
        // The upper half by symmetry: the search works with tails of at most one half.
        lower_beta_quantile(1.0 - p, b, a).1
    }
}

/// The beta quantile of a probability of at most one half, by Newton's method on the logarithm of the probability as a
/// function of the logit of `x`: this function is concave, so all steps from the second on go up. The first logit is that
/// of a normal distribution. Returns `x` and `1 - x`.
fn lower_beta_quantile(p: f64, a: f64, b: f64) -> (f64, f64) {
    let mut logit = (a / b).ln() + normal_quantile(p) * (1.0 / a + 1.0 / b).sqrt();
    for _ in 0..MAX_STEPS {
        let (x, y) = (1.0 / (1.0 + (-logit).exp()), 1.0 / (1.0 + logit.exp()));
        let (chance, power) = beta_and_power(a, b, x, y);
        let step = (p / chance).ln() * chance / power;
        if !step.is_finite() {
            // Where the logarithms are out of range, bisection is slow but safe.
            let x = root(0.0, 1.0, |x| incomplete_beta(a, b, x) < p);
            return (x, 1.0 - x);
        }
        logit += step;
        if step.abs() <= 1e-14 * logit.abs().max(1.0) {
            break;
        }
    }
    (1.0 / (1.0 + (-logit).exp()), 1.0 / (1.0 + logit.exp()))
}

/// A chi-square statistic with its p-value.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ChiSquare {
    /// The statistic, from 0.
    pub statistic: f64,
    /// Degrees of freedom.
    pub df: f64,
    /// The probability, under the null hypothesis, of a statistic at least as large.
    pub p: f64,
}

impl ChiSquare {
    /// A statistic with its p-value; without a degree of freedom the p-value is 1.
    pub(crate) fn new(statistic: f64, df: f64) -> ChiSquare {
        let p = if df > 0.0 { upper_gamma(df / 2.0, statistic / 2.0) } else { 1.0 };
        ChiSquare { statistic, df, p }
    }
}

/// Numerator and denominator of a rational function, highest power first.
type Rational = ([f64; 8], [f64; 8]);

fn quotient(of: &Rational, x: f64) -> f64 {
    let polynomial = |coefficients: &[f64]| coefficients.iter().fold(0.0, |sum, c| sum * x + c);
    polynomial(&of.0) / polynomial(&of.1)
}

/// `p` within 0.425 of a half.
const CENTRE: Rational = (
    [
        2_509.080_928_730_122_7,
        33_430.575_583_588_13,
        67_265.770_927_008_7,
        45_921.953_931_549_87,
        13_731.693_765_509_46,
        1_971.590_950_306_551_3,
        133.141_667_891_784_38,
        3.387_132_872_796_366_5,
    ],
    [
        5_226.495_278_852_854,
        28_729.085_735_721_943,
        39_307.895_800_092_71,
        21_213.794_301_586_597,
        5_394.196_021_424_751,
        687.187_007_492_057_9,
        42.313_330_701_600_91,
        1.0,
    ],
);

/// Tails of 1.4e-11 to 0.075.
const NEAR: Rational = (
    [
        0.000_774_545_014_278_341_4,
        0.022_723_844_989_269_184,
        0.241_780_725_177_450_6,
        1.270_458_252_452_368_4,
        3.647_848_324_763_204_5,
        5.769_497_221_460_691,
        4.630_337_846_156_546,
        1.423_437_110_749_683_5,
    ],
    [
        1.050_750_071_644_416_9e-09,
        0.000_547_593_808_499_534_5,
        0.015_198_666_563_616_457,
        0.148_103_976_427_480_08,
        0.689_767_334_985_1,
        1.676_384_830_183_803_8,
        2.053_191_626_637_759,
        1.0,
    ],
);

/// Smaller tails.
const FAR: Rational = (
    [
        2.010_334_399_292_288_1e-07,
        2.711_555_568_743_487_6e-05,
        0.001_242_660_947_388_078_4,
        0.026_532_189_526_576_124,
        0.296_560_571_828_504_87,
        1.784_826_539_917_291_3,
        5.463_784_911_164_114,
        6.657_904_643_501_103,
    ],
    [
        2.044_263_103_389_939_7e-15,
        1.421_511_758_316_446e-07,
        1.846_318_317_510_054_8e-05,
        0.000_786_869_131_145_613_3,
        0.014_875_361_290_850_615,
        0.136_929_880_922_735_8,
        0.599_832_206_555_888,
        1.0,
    ],
);

#[cfg(test)]
mod tests {
    use super::super::special::tests::close;
    use super::*;
    use crate::stats::Z95;

    // The expected numbers are mpmath's, at 40 digits.

    #[test]
    fn the_normal_distribution_has_its_known_values() {
        close(normal_cdf(-8.0), 6.220_960_574_271_784e-16);
        close(normal_cdf(-3.0), 0.001_349_898_031_630_094_5);
        close(normal_cdf(-0.1), 0.460_172_162_722_971);
        close(normal_cdf(0.5), 0.691_462_461_274_013_1);
        close(normal_cdf(6.0), 0.999_999_999_013_412_4);
        close(normal_tail(1.0), 0.158_655_253_931_457_05);
        assert_eq!((normal_tail(0.0), normal_tail(f64::INFINITY), normal_cdf(f64::INFINITY)), (0.5, 0.0, 1.0));
    }

    #[test]
    fn normal_quantiles_have_their_known_values() {
        close(normal_quantile(1e-300), -37.047_096_299_361_2);
        close(normal_quantile(1e-20), -9.262_340_089_798_408);
        close(normal_quantile(1e-5), -4.264_890_793_922_825);
        close(normal_quantile(0.2), -0.841_621_233_572_914_2);
        close(normal_quantile(0.6), 0.253_347_103_135_799_8);
        close(normal_quantile(0.5) + 1.0, 1.0);
        close(z_of(0.95), Z95);
        assert_eq!((normal_quantile(0.0), normal_quantile(1.0)), (f64::NEG_INFINITY, f64::INFINITY));
        assert!(normal_quantile(-0.1).is_nan() && normal_quantile(f64::NAN).is_nan());
    }

    #[test]
    fn beta_quantiles_have_their_known_values() {
        close(beta_quantile(0.5248, 2.0, 3.0), 0.4);
        assert!(beta_quantile(0.3, f64::NAN, 1.0).is_nan());
        assert_eq!((beta_quantile(0.0, 2.0, 3.0), beta_quantile(1.0, 2.0, 3.0)), (0.0, 1.0));
    }

    #[test]
    fn the_beta_quantile_inverts_the_distribution() {
        let shapes = [1e-2, 0.5, 1.0, 3.5, 60.0, 1e4, 1e6];
        for (a, b) in shapes.into_iter().flat_map(|a| shapes.map(|b| (a, b))) {
            for p in [1e-12, 1e-4, 0.025, 0.3, 0.5, 0.8, 0.975] {
                let x = beta_quantile(p, a, b);
                let held = incomplete_beta(a, b, x);
                let precise = (1e-300..0.9).contains(&x);
                assert!(!precise || (held / p - 1.0).abs() < 1e-8, "{x} of {a}, {b} holds {held}, not {p}");
            }
        }
    }

    #[test]
    fn the_quantile_inverts_the_distribution() {
        for step in 1..1000 {
            let p = f64::from(step) / 1000.0;
            close(normal_cdf(normal_quantile(p)), p);
        }
    }

    #[test]
    fn students_t_has_its_known_values() {
        assert_eq!([0.0, -1.0, f64::NAN].map(|df| t_tail(2.0, df)), [0.5; 3]);
        assert!(t_of(0.95, 0.0).is_infinite() && t_of(0.95, f64::NAN).is_nan());
        close(t_tail(1.0, 1.0), 0.25);
        close(t_tail(2.5, 4.0), 0.033_383_272_405_994_07);
        close(t_tail(-2.5, 4.0), 1.0 - 0.033_383_272_405_994_07);
        close(t_tail(1.96, 1e6), 0.024_998_033_792_634_893);
        close(t_tail(12.0, 30.0), 2.790_092_707_599_628e-13);
        close(t_of(0.95, 4.0), 2.776_445_105_197_794_4);
        close(t_of(0.9, 99.0), 1.660_391_156_016_991);
        close(t_of(0.99, 1.0), 63.656_741_162_871_58);
        close(t_of(0.95, 1e5), 1.959_987_707_534_61);
        assert_eq!((t_of(0.95, 0.0), t_tail(f64::INFINITY, 3.0)), (f64::INFINITY, 0.0));
    }

    #[test]
    fn without_degrees_of_freedom_the_p_value_is_1() {
        assert_eq!(ChiSquare::new(0.0, 0.0).p, 1.0);
    }
}
