//! The balance gate: whether a change matters, judged against a margin.

use serde::Serialize;

use super::gate::shift_p;
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::Estimate;

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
}
