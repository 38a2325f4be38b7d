//! Targets: where a metric should be, and what an edit does about it.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::gate::{FALSE_ALARM, Looks, Verdict};
use super::paired::Difference;
use crate::stats::maths::distributions::t_of;
use crate::stats::maths::multiplicity::simultaneous_level;

/// The values that a metric should have, both ends included.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Target {
    pub(crate) low: f64,
    pub(crate) high: f64,
}

/// Whether a metric has its target.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum TargetState {
    /// The interval is within the target.
    Met,
    /// The interval is entirely outside the target.
    Missed,
    /// The interval includes an end of the target, or the metric is unknown.
    Unsure,
}

impl Target {
    /// The distance of a value from the target; 0 within it.
    fn distance(self, value: f64) -> f64 {
        (self.low - value).max(value - self.high).max(0.0)
    }

    /// Where an interval is.
    pub(crate) fn state(self, (low, high): (f64, f64)) -> TargetState {
        if low >= self.low && high <= self.high {
            TargetState::Met
        } else if low > self.high || high < self.low {
            TargetState::Missed
        } else {
            TargetState::Unsure
        }
    }

    /// The verdict on a change, given its verdict without a target: a change that leaves the target is a `Missed`, one
    /// that goes towards it is an `Improved`, and one within it does not matter.
    pub(crate) fn verdict(self, plain: Verdict, difference: &Difference, [was, is]: [TargetState; 2]) -> Verdict {
        let Difference { before, after, change, .. } = *difference;
        let certain = change.low > 0.0 || change.high < 0.0;
        let nearer = self.distance(after) < self.distance(before);
        match (plain, was, is) {
            (_, TargetState::Met, TargetState::Missed) => Verdict::Missed,
            (Verdict::Shift | Verdict::Inconclusive, ..) if certain && nearer => Verdict::Improved,
            (Verdict::Shift | Verdict::Inconclusive, _, TargetState::Met) => Verdict::Minor,
            _ => plain,
        }
    }
}

/// The intervals of a metric before and after an edit that hold for `count` targets at once, at all looks.
pub(crate) fn intervals_at_once(difference: &Difference, looks: &Looks, count: usize) -> [(f64, f64); 2] {
    let Difference { before, after, errors, freedom, .. } = *difference;
    // Looks take a part of the error probability of each interval.
    let level = 1.0 - (1.0 - simultaneous_level(count, 1.0 - FALSE_ALARM)) * looks.alpha() / FALSE_ALARM;
    let interval = |value: f64, error: f64| {
        // With one block the quantile is infinite, and infinity times 0 is no number.
        let reach = if error == 0.0 { 0.0 } else { t_of(level, freedom) * error };
        (value - reach, value + reach)
    };
    [interval(before, errors[0]), interval(after, errors[1])]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::maths::estimate::Estimate;

    const TARGET: Target = Target { low: -3.0, high: 3.0 };

    /// A change with errors of 0.2, and its verdict with a margin of 1.
    fn judged(before: f64, after: f64) -> Verdict {
        let difference = Difference {
            before,
            after,
            change: Estimate::normal(after - before, 0.2, 1000),
            error: 0.2,
            freedom: f64::INFINITY,
            errors: [0.2; 2],
        };
        let Estimate { low, high, .. } = difference.change;
        let states = intervals_at_once(&difference, &Looks::Once, 1).map(|interval| TARGET.state(interval));
        TARGET.verdict(Verdict::of(low, high, 1.0), &difference, states)
    }

    #[test]
    fn an_edit_towards_the_target_improves_and_one_that_leaves_it_misses() {
        assert_eq!(judged(13.6, 8.1), Verdict::Improved, "nearer, and still outside");
        assert_eq!(judged(13.6, 1.0), Verdict::Improved, "into the target");
        assert_eq!(judged(13.6, 12.6), Verdict::Improved, "nearer, if not beyond the margin");
        assert_eq!(judged(8.1, 13.6), Verdict::Shift, "farther");
        assert_eq!(judged(8.1, -13.6), Verdict::Shift, "beyond the other end");
        assert_eq!(judged(0.0, 5.0), Verdict::Missed, "it leaves the target");
        assert_eq!(judged(-2.0, 2.0), Verdict::Minor, "a shift within the target");
        assert_eq!(judged(0.0, 0.1), Verdict::Equivalent);
        assert_eq!(judged(8.0, 8.1), Verdict::Equivalent, "a target that was missed before the edit does not fail it");
        assert_eq!(judged(2.4, 3.3), Verdict::Inconclusive);
    }

    #[test]
    fn an_unknown_value_is_unsure() {
        assert_eq!(TARGET.state((f64::NAN, f64::NAN)), TargetState::Unsure);
        assert_eq!(TARGET.state((-3.0, 3.0)), TargetState::Met);
        assert_eq!(TARGET.state((2.9, 3.1)), TargetState::Unsure);
    }
}
