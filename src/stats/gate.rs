//! What an interval says about a margin.

use super::balance::Verdict;
use super::distributions::normal_tail;

impl Verdict {
    /// The verdict on an interval of a change, `low..high`, in the units of `margin`, which is at least 0.
    ///
    /// Ends count in favour of `Equivalent` and `Minor`: an interval that touches a bound from within lies within, one
    /// that touches 0 holds it, and one that touches a bound from beyond straddles it. A margin of 0 therefore allows
    /// exactly no change. A NaN anywhere is `Inconclusive`.
    pub fn of(low: f64, high: f64, margin: f64) -> Verdict {
        if low >= -margin && high <= margin {
            if low <= 0.0 && high >= 0.0 { Verdict::Equivalent } else { Verdict::Minor }
        } else if low > margin || high < -margin {
            Verdict::Shift
        } else {
            Verdict::Inconclusive
        }
    }
}

/// P-value of the hypothesis that the true change is at most `margin` either way, from an estimate with its standard
/// error: `2 P(Z > (|change| - margin) / error)`, at most 1 (Hodges and Lehmann 1954, JRSS B 16, 261-268, bounded from
/// above).
///
/// It is below 5% if and only if the normal 95% interval is a `Shift`, so that Holm's adjustment over the deciding
/// metrics keeps the chance of any false `Shift` at 5%. What is not known has p-value 1.
pub fn shift_p(change: f64, error: f64, margin: f64) -> f64 {
    let beyond = change.abs() - margin;
    if beyond > 0.0 && error >= 0.0 { (2.0 * normal_tail(beyond / error)).min(1.0) } else { 1.0 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::Z95;

    #[test]
    fn verdicts_by_definition() {
        assert_eq!(Verdict::of(-0.5, 0.6, 1.0), Verdict::Equivalent);
        assert_eq!(Verdict::of(0.1, 0.6, 1.0), Verdict::Minor);
        assert_eq!(Verdict::of(-0.6, -0.1, 1.0), Verdict::Minor);
        assert_eq!(Verdict::of(1.1, 1.2, 1.0), Verdict::Shift);
        assert_eq!(Verdict::of(-1.2, -1.1, 1.0), Verdict::Shift);
        for (low, high) in [(0.5, 1.5), (-1.5, 0.5), (-1.5, 1.5), (-1.5, -0.5), (-0.1, 7.0)] {
            assert_eq!(Verdict::of(low, high, 1.0), Verdict::Inconclusive, "{low}..{high}");
        }
    }

    #[test]
    fn verdicts_on_the_borders() {
        assert_eq!(Verdict::of(-1.0, 1.0, 1.0), Verdict::Equivalent);
        assert_eq!(Verdict::of(0.0, 1.0, 1.0), Verdict::Equivalent);
        assert_eq!(Verdict::of(-1.0, 0.0, 1.0), Verdict::Equivalent);
        assert_eq!(Verdict::of(f64::MIN_POSITIVE, 1.0, 1.0), Verdict::Minor);
        assert_eq!(Verdict::of(-1.0, -f64::MIN_POSITIVE, 1.0), Verdict::Minor);
        assert_eq!(Verdict::of(1.0, 1.0, 1.0), Verdict::Minor);
        assert_eq!(Verdict::of(1.0, 1.5, 1.0), Verdict::Inconclusive);
        assert_eq!(Verdict::of(-1.5, -1.0, 1.0), Verdict::Inconclusive);
        assert_eq!(Verdict::of(1.0 + f64::EPSILON, 1.5, 1.0), Verdict::Shift);
        assert_eq!(Verdict::of(-1.0, 1.0 + f64::EPSILON, 1.0), Verdict::Inconclusive);
    }

    #[test]
    fn no_margin_allows_no_change() {
        assert_eq!(Verdict::of(0.0, 0.0, 0.0), Verdict::Equivalent);
        assert_eq!(Verdict::of(-0.1, 0.1, 0.0), Verdict::Inconclusive);
        assert_eq!(Verdict::of(0.1, 0.2, 0.0), Verdict::Shift);
    }

    #[test]
    fn the_unknown_is_inconclusive() {
        let nan = f64::NAN;
        for (low, high, margin) in [(nan, nan, 1.0), (nan, 0.5, 1.0), (-0.5, nan, 1.0), (0.0, 0.0, nan)] {
            assert_eq!(Verdict::of(low, high, margin), Verdict::Inconclusive);
        }
        assert_eq!((shift_p(nan, 1.0, 1.0), shift_p(9.0, nan, 1.0)), (1.0, 1.0));
    }

    #[test]
    fn a_shift_is_a_small_p() {
        for change in [-4.0, -2.5, 0.0, 1.5, 2.9, 3.0, 3.5] {
            let verdict = Verdict::of(change - Z95, change + Z95, 1.0);
            assert_eq!(shift_p(change, 1.0, 1.0) < 0.05, verdict == Verdict::Shift, "{change}");
        }
        assert_eq!((shift_p(1.1, 0.0, 1.0), shift_p(1.0, 0.0, 1.0)), (0.0, 1.0));
    }
}
