//! The balance gate: compares the interval of a change with a margin.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::paired::Difference;
use crate::stats::maths::distributions::t_tail;
use crate::stats::maths::estimate::Estimate;
use crate::stats::maths::multiplicity::holm;
use crate::stats::maths::sequence::{confidence_sequence_normal, mixture_variance, msprt};

/// Probability of a false `shift` among all metrics whose change is at most their margin.
pub(crate) const FALSE_ALARM: f64 = 0.05;

/// Number of games that must differ before the first look, so that the estimate of their spread is reliable.
pub(crate) const SPREAD: u64 = 100;

/// Number of games that must differ for a verdict from one look at the end, unless all are equal. With fewer, neither
/// the spread of the differences nor the frequency of larger ones can be estimated.
pub(crate) const MIN_DIFFERENT: u64 = 30;

/// Confidence of the intervals.
const LEVEL: f64 = 0.95;

/// How often the results are inspected. Valid intervals and p-values depend on it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Looks {
    /// Once, at the end: normal intervals.
    Once,
    /// Any number of times, with any stopping rule: confidence sequences.
    Any {
        /// Variance of the normal mixture, per block and in units of a block's variance.
        mixture: f64,
    },
}

impl Looks {
    /// Any number of looks at up to `blocks` blocks: tightest at a quarter of them, and only a little wider elsewhere.
    pub(crate) fn any(blocks: u64) -> Looks {
        // A clear change is decided early; near the end of the budget the sequence is only a little wider than at its
        // best.
        Looks::Any { mixture: mixture_variance(LEVEL, blocks.max(4) as f64 / 4.0) }
    }

    /// The change with the valid 95% interval.
    pub(crate) fn interval(self, difference: Difference) -> Difference {
        let Looks::Any { mixture } = self else { return difference };
        let Estimate { value, n, .. } = difference.change;
        let reach = confidence_sequence_normal(n as f64, sd(&difference), LEVEL, mixture);
        Difference { change: Estimate { low: value - reach, high: value + reach, ..difference.change }, ..difference }
    }

    /// A valid p-value of the hypothesis that the true change is at most `margin` either way: below 5% if and only if
    /// the 95% interval is entirely beyond the margin.
    ///
    /// With any number of looks it is the p-value of the mixture SPRT against the nearer end of the margin; inverting
    /// this test gives the interval. It is valid at any stopping time.
    pub(crate) fn p(self, difference: &Difference, margin: f64) -> f64 {
        let Looks::Any { mixture } = self else {
            return shift_p(difference.change.value, difference.error, difference.freedom, margin);
        };
        let beyond = difference.change.value.abs() - margin;
        if beyond > 0.0 && difference.error >= 0.0 {
            // In units of a block's standard deviation, so the mixture fits any metric.
            msprt(difference.change.n as f64, beyond / sd(difference), 1.0, mixture.sqrt()).p
        } else {
            1.0
        }
    }
}

/// Standard deviation of a block.
fn sd(difference: &Difference) -> f64 {
    difference.error * (difference.change.n as f64).sqrt()
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

/// Judges changes against their margins (in the units of the change, above 0).
///
/// Each verdict follows from the 95% interval of its change. A `Shift` must also hold after Holm's adjustment of its
/// p-value for all changes that are judged together; otherwise it is `Inconclusive`.
pub(crate) fn verdicts(looks: Looks, changes: &[(Difference, f64)]) -> Vec<Verdict> {
    let p: Vec<f64> = changes.iter().map(|(difference, margin)| looks.p(difference, *margin)).collect();
    let judged = changes.iter().zip(holm(&p)).map(|((difference, margin), p)| {
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
        verdicts(Looks::Once, &[(change(value, error), 1.0)])[0]
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
        let alone = (change(1.42, 0.2), 1.0);
        assert_eq!(verdicts(Looks::Once, &[alone])[0], Verdict::Shift);
        let others = (change(0.0, 0.2), 1.0);
        assert_eq!(verdicts(Looks::Once, &[others, others, alone])[2], Verdict::Inconclusive);
    }

    #[test]
    fn with_any_number_of_looks_p_is_small_if_the_interval_is_beyond_the_margin() {
        let looks = Looks::any(400);
        for n in [1_u32, 10, 100, 1000] {
            for step in 0..200 {
                let error = 1.0 / f64::from(n).sqrt();
                let change = Estimate::normal(0.1 + f64::from(step) / 20.0, error, u64::from(n));
                let difference = Difference {
                    before: 0.0,
                    after: change.value,
                    change,
                    error,
                    freedom: f64::INFINITY,
                    errors: [1.0, 0.0],
                };
                let seen = looks.interval(difference).change;
                assert!(seen.low < change.low && seen.high > change.high);
                assert_eq!(looks.p(&difference, 0.5) < 0.05, seen.low > 0.5, "{n} {step}");
            }
        }
        let exact = |value| looks.p(&change(value, 0.0), 1.0);
        assert_eq!((exact(1.0), exact(1.1), looks.p(&change(f64::NAN, 1.0), 1.0)), (1.0, 0.0, 1.0));
    }

    /// Whether any look at up to 4,096 blocks, of which one in four differs by 1 or -1, has a verdict on a change that
    /// equals the margin. Any verdict would be wrong.
    fn misjudges(looks: Looks, seed: u64) -> bool {
        let (mut sum, mut square) = (0.0, 0.0);
        (1..=4096_u64).any(|n| {
            let dice = mix(seed << 32 | n);
            let step = if dice.is_multiple_of(4) { if (dice >> 8) % 10 < 3 { -1.0 } else { 1.0 } } else { 0.0 };
            (sum, square) = (sum + step, square + step * step);
            let (blocks, mean) = (n as f64, sum / n as f64);
            let error = ((square / blocks - mean * mean) / (blocks - 1.0)).sqrt();
            let difference = Difference {
                before: 0.0,
                after: mean,
                change: Estimate::normal(mean, error, n),
                error,
                freedom: f64::INFINITY,
                errors: [1.0, 0.0],
            };
            let looked_at = n >= 256 && n.is_multiple_of(64);
            looked_at && verdicts(looks, &[(difference, 0.1)])[0] != Verdict::Inconclusive
        })
    }

    #[test]
    fn intervals_for_any_number_of_looks_keep_the_level() {
        let wrong = |looks| (0..1000).filter(|seed| misjudges(looks, *seed)).count();
        let (once, any) = (wrong(Looks::Once), wrong(Looks::any(4096)));
        assert!(any <= 50, "{any} of 1000");
        assert!(once > 100, "{once} of 1000: intervals for one look do not keep the level");
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
