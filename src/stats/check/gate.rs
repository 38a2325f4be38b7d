//! The balance gate: compares the interval of a change with a margin.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::paired::Difference;
use crate::stats::maths::boundary::Boundary;
use crate::stats::maths::distributions::{t_of, t_tail};
use crate::stats::maths::estimate::Estimate;
use crate::stats::maths::multiplicity::holm;

/// Probability of a false `shift` among all metrics whose change is at most their margin.
pub(crate) const FALSE_ALARM: f64 = 0.05;

/// Number of games that must differ for a verdict, unless all are equal. With fewer, neither the spread of the
/// differences nor the frequency of larger ones can be estimated.
pub(crate) const MIN_DIFFERENT: u64 = 30;

/// The share of the error probability that the planned looks up to each one spend together. The first look is planned to
/// decide, so it spends most.
pub(crate) const SPENT: [f64; 4] = [1.0 / 2.0, 2.0 / 3.0, 5.0 / 6.0, 1.0];

/// How often the results are inspected. Valid intervals and p-values depend on it.
#[derive(Clone, Debug)]
pub(crate) enum Looks {
    /// Once, at the end.
    Once,
    /// At a few planned numbers of games: the boundary of the last look, and the error probability of its intervals.
    Planned(Boundary, f64),
}

impl Looks {
    /// The last of some planned looks, with the shares of the error probability that they spend together and the
    /// information at each of them; see `Boundary`.
    pub(crate) fn planned(spent: &[f64], information: &[f64]) -> Looks {
        if *spent == [1.0] {
            return Looks::Once;
        }
        let boundary = Boundary::new(spent, information);
        let alpha = boundary.level(FALSE_ALARM);
        Looks::Planned(boundary, alpha)
    }

    /// Error probability of the interval of the last look: the intervals of all looks together have 95%.
    pub(crate) fn alpha(&self) -> f64 {
        match self {
            Looks::Once => FALSE_ALARM,
            Looks::Planned(_, alpha) => *alpha,
        }
    }

    /// The change with the valid 95% interval.
    pub(crate) fn interval(&self, difference: Difference) -> Difference {
        let Looks::Planned(_, alpha) = self else { return difference };
        // With one block the quantile is infinite, and infinity times 0 is no number.
        let error = difference.error;
        let reach = if error == 0.0 { 0.0 } else { t_of(1.0 - alpha, difference.freedom) * error };
        let Estimate { value, .. } = difference.change;
        Difference { change: Estimate { low: value - reach, high: value + reach, ..difference.change }, ..difference }
    }

    /// A valid p-value of the hypothesis that the true change is at most `margin` either way: below 5% if and only if
    /// the 95% interval is entirely beyond the margin.
    pub(crate) fn p(&self, difference: &Difference, margin: f64) -> f64 {
        let p = shift_p(difference.change.value, difference.error, difference.freedom, margin);
        match self {
            Looks::Planned(boundary, _) if p < 1.0 => boundary.p(p),
            _ => p,
        }
    }
}

/// The verdict on a change.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    /// The interval is within the margin and includes 0.
    Equivalent,
    /// The interval is within the margin and excludes 0.
    Minor,
    /// The interval is entirely beyond the margin.
    Shift,
    /// The interval includes the margin: more games are needed.
    Inconclusive,
    /// The metric has moved towards its target.
    Improved,
    /// The metric has left its target.
    Missed,
}

impl Verdict {
    /// The verdict on an interval of a change, `low..high`, in the units of `margin`, which is at least 0.
    ///
    /// An end on a bound counts in favour of `Equivalent` and `Minor`: an interval that touches a bound from within is
    /// within, one that touches 0 includes 0, and one that touches a bound from beyond includes the bound. A margin of
    /// 0 therefore allows exactly no change. If any number is NaN, the verdict is `Inconclusive`.
    pub(crate) fn of(low: f64, high: f64, margin: f64) -> Verdict {
        if low >= -margin && high <= margin {
            if low <= 0.0 && high >= 0.0 { Verdict::Equivalent } else { Verdict::Minor }
        } else if low > margin || high < -margin {
            Verdict::Shift
        } else {
            Verdict::Inconclusive
        }
    }
}

/// Judges changes against their margins (in the units of the change, above 0), each seen at its own looks.
///
/// Each verdict follows from the 95% interval of its change. A `Shift` must also hold after Holm's adjustment of its
/// p-value for all changes that are judged together; otherwise it is `Inconclusive`.
pub(crate) fn verdicts(changes: &[(Difference, f64, Looks)]) -> Vec<Verdict> {
    let p: Vec<f64> = changes.iter().map(|(difference, margin, looks)| looks.p(difference, *margin)).collect();
    let judged = changes.iter().zip(holm(&p)).map(|((difference, margin, looks), p)| {
        let Estimate { low, high, .. } = looks.interval(*difference).change;
        match Verdict::of(low, high, *margin) {
            // Only `Shift` fails a check, so only its false alarms are adjusted for the number of metrics.
            Verdict::Shift if p >= FALSE_ALARM => Verdict::Inconclusive,
            verdict => verdict,
        }
    });
    judged.collect()
}

/// P-value of the hypothesis that the true change is at most `margin` either way, from an estimate with its standard
/// error and its degrees of freedom: `2 P(T > (|change| - margin) / error)`, at most 1 (an upper bound of Hodges and
/// Lehmann 1954, JRSS B 16, 261-268).
///
/// It is below 5% if and only if the 95% interval is a `Shift`, so Holm's adjustment over the deciding metrics keeps
/// the probability of any false `Shift` at 5%. An unknown change has p-value 1.
pub(crate) fn shift_p(change: f64, error: f64, freedom: f64, margin: f64) -> f64 {
    let beyond = change.abs() - margin;
    if beyond > 0.0 && error >= 0.0 { (2.0 * t_tail(beyond / error, freedom)).min(1.0) } else { 1.0 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::mix;
    use crate::stats::Z95;

    fn change(value: f64, error: f64) -> Difference {
        Difference {
            before: 0.0,
            after: value,
            change: Estimate::normal(value, error, 100),
            error,
            freedom: f64::INFINITY,
            errors: [1.0, 0.0],
        }
    }

    fn judged(value: f64, error: f64) -> Verdict {
        verdicts(&[(change(value, error), 1.0, Looks::Once)])[0]
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
    fn a_shift_among_several_metrics_needs_a_smaller_p_value() {
        let alone = || (change(1.42, 0.2), 1.0, Looks::Once);
        assert_eq!(verdicts(&[alone()])[0], Verdict::Shift);
        let other = || (change(0.0, 0.2), 1.0, Looks::Once);
        assert_eq!(verdicts(&[other(), other(), alone()])[2], Verdict::Inconclusive);
    }

    #[test]
    fn at_planned_looks_p_is_small_if_the_interval_is_beyond_the_margin() {
        let looks = Looks::planned(&SPENT[..3], &[1.0, 2.0, 4.0]);
        for freedom in [9.0, 300.0, f64::INFINITY] {
            for step in 0..200 {
                let change = Estimate::normal(0.1 + f64::from(step) / 20.0, 1.0, 100);
                let difference = Difference { change, freedom, ..self::change(0.0, 1.0) };
                let seen = looks.interval(difference).change;
                assert!(seen.low < change.low && seen.high > change.high);
                assert_eq!(looks.p(&difference, 0.5) < 0.05, seen.low > 0.5, "{freedom} {step}");
            }
        }
        let exact = |value| looks.p(&change(value, 0.0), 1.0);
        assert_eq!((exact(1.0), exact(1.1), looks.p(&change(f64::NAN, 1.0), 1.0)), (1.0, 0.0, 1.0));
    }

    /// Whether any of four looks at up to 4,096 blocks, of which one in four differs by 1 or -1, has a verdict on a change
    /// that equals the margin. Any verdict would be wrong.
    fn misjudges(looks: &[Looks; 4], seed: u64) -> bool {
        let (mut sum, mut square) = (0.0, 0.0);
        (1..=4096_u64).any(|n| {
            let dice = mix(seed << 32 | n);
            let step = if dice.is_multiple_of(4) { if (dice >> 8) % 10 < 3 { -1.0 } else { 1.0 } } else { 0.0 };
            (sum, square) = (sum + step, square + step * step);
            let Some(look) = [512, 1024, 2048, 4096].into_iter().position(|look| look == n) else { return false };
            let (blocks, mean) = (n as f64, sum / n as f64);
            let error = ((square / blocks - mean * mean) / (blocks - 1.0)).sqrt();
            let difference = Difference { change: Estimate::normal(mean, error, n), ..change(mean, error) };
            verdicts(&[(difference, 0.1, looks[look].clone())])[0] != Verdict::Inconclusive
        })
    }

    #[test]
    fn planned_looks_keep_the_level() {
        let wrong = |looks| (0..1000).filter(|seed| misjudges(&looks, *seed)).count();
        let planned = [1, 2, 3, 4].map(|look| Looks::planned(&SPENT[..look], &[1.0, 2.0, 4.0, 8.0][..look]));
        let (planned, once) = (wrong(planned), wrong([const { Looks::Once }; 4]));
        assert!((20..=70).contains(&planned), "{planned} of 1000, expected about 50");
        assert!(once > 80, "{once} of 1000: intervals for one look do not keep the level");
    }

    #[test]
    fn verdicts_follow_their_definition() {
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
    fn intervals_that_touch_a_bound_have_the_defined_verdicts() {
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
    fn a_margin_of_zero_allows_no_change() {
        assert_eq!(Verdict::of(0.0, 0.0, 0.0), Verdict::Equivalent);
        assert_eq!(Verdict::of(-0.1, 0.1, 0.0), Verdict::Inconclusive);
        assert_eq!(Verdict::of(0.1, 0.2, 0.0), Verdict::Shift);
    }

    #[test]
    fn unknown_values_are_inconclusive() {
        let nan = f64::NAN;
        for (low, high, margin) in [(nan, nan, 1.0), (nan, 0.5, 1.0), (-0.5, nan, 1.0), (0.0, 0.0, nan)] {
            assert_eq!(Verdict::of(low, high, margin), Verdict::Inconclusive);
        }
        assert_eq!((shift_p(nan, 1.0, 9.0, 1.0), shift_p(9.0, nan, 9.0, 1.0)), (1.0, 1.0));
    }

    #[test]
    fn a_shift_has_a_small_p_value() {
        for change in [-4.0, -2.5, 0.0, 1.5, 2.9, 3.0, 3.5] {
            let verdict = Verdict::of(change - Z95, change + Z95, 1.0);
            assert_eq!(shift_p(change, 1.0, f64::INFINITY, 1.0) < 0.05, verdict == Verdict::Shift, "{change}");
        }
        assert_eq!((shift_p(1.1, 0.0, 9.0, 1.0), shift_p(1.0, 0.0, 9.0, 1.0)), (0.0, 1.0));
    }
}
