//! The balance gate: whether a change matters, judged by its interval against a margin.

use serde::Serialize;

use super::distributions::normal_tail;
use super::multiplicity::holm;
use super::paired::Difference;

/// Chance of a false `shift` among all metrics whose change is no more than their margin.
pub const FALSE_ALARM: f64 = 0.05;

/// What a change comes to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    /// The interval lies within the margin and holds 0.
    Equivalent,
    /// There is a change, and the interval lies within the margin.
    Minor,
    /// The change lies wholly beyond the margin.
    Shift,
    /// The interval reaches over the margin: more games would tell.
    Inconclusive,
}

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

/// Judges changes against their margins (in the units of the change, above 0).
///
/// Each verdict follows from the 95% interval of its change; a `Shift` must also stand when its p-value is adjusted by Holm's
/// method for all that are judged together, or else it is `Inconclusive`.
pub fn verdicts(changes: &[(Difference, f64)]) -> Vec<Verdict> {
    let p: Vec<f64> = changes
        .iter()
        .map(|(difference, margin)| shift_p(difference.change.value, difference.error, *margin))
        .collect();
    let judged = changes.iter().zip(holm(&p)).map(|((difference, margin), p)| {
        match Verdict::of(difference.change.low, difference.change.high, *margin) {
            Verdict::Shift if p >= FALSE_ALARM => Verdict::Inconclusive,
            verdict => verdict,
        }
    });
    judged.collect()
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
    use crate::stats::{Estimate, Z95};

    fn change(value: f64, error: f64) -> Difference {
        Difference { before: 0.0, after: value, change: Estimate::normal(value, error, 100), error }
    }

    fn judged(value: f64, error: f64) -> Verdict {
        verdicts(&[(change(value, error), 1.0)])[0]
    }

    #[test]
    fn verdicts_follow_from_interval_and_margin() {
        assert_eq!(judged(0.0, 0.0), Verdict::Equivalent);
        assert_eq!(judged(0.1, 0.2), Verdict::Equivalent);
        assert_eq!(judged(0.5, 0.2), Verdict::Minor);
        assert_eq!(judged(0.9, 0.2), Verdict::Inconclusive);
        assert_eq!(judged(-1.3, 0.2), Verdict::Inconclusive);
        assert_eq!(judged(-1.5, 0.2), Verdict::Shift);
        assert_eq!(judged(2.0, 0.0), Verdict::Shift);
        assert_eq!(judged(0.0, f64::NAN), Verdict::Inconclusive);
    }

    #[test]
    fn many_metrics_need_more_than_one() {
        let alone = (change(1.42, 0.2), 1.0);
        assert_eq!(verdicts(&[alone])[0], Verdict::Shift);
        let others = (change(0.0, 0.2), 1.0);
        assert_eq!(verdicts(&[others, others, alone])[2], Verdict::Inconclusive);
    }

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
