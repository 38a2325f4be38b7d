//! Control variates: a mean less the luck that a covariate of known mean explains.

/// A mean adjusted by a control variate, beside the raw one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ControlVariate {
    /// The fitted slope, `cov(x, y) / var(x)`; 0 if `x` does not vary.
    pub slope: f64,
    /// The adjusted mean, `mean(y) - slope (mean(x) - known)`; NaN without observations.
    pub mean: f64,
    /// Its standard error, that of the mean of `y - slope x`; NaN for fewer than two observations.
    pub error: f64,
    /// Its standard error as the intercept of a regression, which also counts that the slope was fitted; NaN for fewer
    /// than three observations.
    pub regression_error: f64,
    /// The raw mean; NaN without observations.
    pub raw_mean: f64,
    /// Its standard error; NaN for fewer than two observations.
    pub raw_error: f64,
    /// The share of the variance of `y` that `x` explains, in 0..1; 0 if either does not vary.
    pub r_squared: f64,
}

impl ControlVariate {
    /// The factor by which the variance falls, `1 / (1 - r^2)`, from 1.
    pub fn variance_reduction(self) -> f64 {
        1.0 / (1.0 - self.r_squared)
    }
}

/// Adjusts the mean of `y` by a covariate `x` whose true mean is `known`, over pairs `(y, x)` of independent
/// observations (Lavenberg and Welch 1981, Management Science 27, 322-335).
pub fn control_variate(pairs: &[(f64, f64)], known: f64) -> ControlVariate {
    let n = pairs.len() as f64;
    let mean_of = |part: fn(&(f64, f64)) -> f64| pairs.iter().map(part).sum::<f64>() / n;
    let (y, x) = (mean_of(|pair| pair.0), mean_of(|pair| pair.1));
    let total = |of: &dyn Fn(f64, f64) -> f64| pairs.iter().map(|pair| of(pair.0 - y, pair.1 - x)).sum::<f64>();
    let (yy, xx, xy) = (total(&|y, _| y * y), total(&|_, x| x * x), total(&|y, x| y * x));
    let slope = if xx > 0.0 { xy / xx } else { 0.0 };
    let rest = (yy - slope * xy).max(0.0);
    let beyond = if xx > 0.0 { (x - known).powi(2) / xx } else { 0.0 };
    ControlVariate {
        slope,
        mean: y - slope * (x - known),
        error: error(rest, n - 1.0, 1.0 / n),
        regression_error: error(rest, n - 2.0, 1.0 / n + beyond),
        raw_mean: y,
        raw_error: error(yy, n - 1.0, 1.0 / n),
        r_squared: if yy > 0.0 { 1.0 - rest / yy } else { 0.0 },
    }
}

fn error(squares: f64, df: f64, scale: f64) -> f64 {
    if df > 0.0 { (squares / df * scale).sqrt() } else { f64::NAN }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_the_covariate_explains_is_gone() {
        let adjusted = control_variate(&[(2.0, 1.0), (4.0, 2.0), (6.0, 3.0)], 1.5);
        assert_eq!((adjusted.mean, adjusted.error, adjusted.raw_mean), (3.0, 0.0, 4.0));
        assert_eq!(adjusted.variance_reduction(), f64::INFINITY);
    }

    #[test]
    fn a_constant_covariate_changes_nothing() {
        let adjusted = control_variate(&[(0.0, 1.0), (1.0, 1.0)], 0.0);
        assert_eq!((adjusted.slope, adjusted.mean, adjusted.error), (0.0, 0.5, adjusted.raw_error));
        assert!(control_variate(&[], 0.0).mean.is_nan() && adjusted.regression_error.is_nan());
    }
}
