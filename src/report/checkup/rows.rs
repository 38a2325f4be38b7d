//! Rows: a metric against a range, and a card behind a finding.

use std::borrow::Cow;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::measures::{Side, Unit};
use crate::report::files::number::Fraction;
use crate::report::files::row::{one_column, row};
use crate::stats::Estimate;

/// Where an interval is relative to a range.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum RangeVerdict {
    /// The interval is in the range.
    Ok,
    /// The interval is below the range.
    Low,
    /// The interval is above the range.
    High,
    /// The interval includes an end of the range.
    Unsure,
    /// There is no value or no range.
    Unknown,
}

/// What a range is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Basis {
    /// The usual range: that of sets like the shipped ones.
    Usual,
    /// A target of the project.
    Target,
}

one_column!(RangeVerdict, Unit, Side, Basis);

impl RangeVerdict {
    /// The verdict on an interval.
    pub(super) fn of(found: Estimate, range: (f64, f64)) -> RangeVerdict {
        let (least, most) = range;
        if !(found.value.is_finite()
            && found.low.is_finite()
            && found.high.is_finite()
            && least.is_finite()
            && most.is_finite())
        {
            RangeVerdict::Unknown
        } else if found.high < least {
            RangeVerdict::Low
        } else if found.low > most {
            RangeVerdict::High
        } else if found.low >= least && found.high <= most {
            RangeVerdict::Ok
        } else {
            RangeVerdict::Unsure
        }
    }

    /// Whether the interval is entirely outside the range.
    pub fn is_out(self) -> bool {
        matches!(self, RangeVerdict::Low | RangeVerdict::High)
    }

    /// Its word.
    pub(super) fn word(self) -> &'static str {
        match self {
            RangeVerdict::Ok => "ok",
            RangeVerdict::Low => "low",
            RangeVerdict::High => "high",
            RangeVerdict::Unsure => "unsure",
            RangeVerdict::Unknown => "-",
        }
    }
}

/// The verdict on a set.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Health {
    /// No target is missed, and no more metrics are out of their usual ranges than chance explains.
    Healthy,
    /// A target is missed, or more metrics are out of their usual ranges.
    Unhealthy,
    /// As `Healthy`, but more than half of the metrics cannot be told.
    Unsure,
}

row! {
    "checkup.csv"
    /// A metric against its target or its usual range.
    #[derive(Clone, Debug)]
    pub struct CheckupRow {
        /// The metric.
        pub metric: String,
        /// The estimate.
        pub value: Fraction,
        /// Lower end of its 95% interval. The intervals of metrics with targets hold for all of them at once.
        pub low: Fraction,
        /// Upper end of its 95% interval.
        pub high: Fraction,
        /// Observations.
        pub n: u64,
        /// Lower end of the range; empty if there is none.
        pub range_low: Fraction,
        /// Upper end of the range; empty if there is none.
        pub range_high: Fraction,
        /// Whether the range is a target or the usual one with this number of players.
        pub basis: Basis,
        /// Where the interval is relative to the range.
        pub verdict: RangeVerdict,
        /// Which ends of the range matter; 0 is the other end.
        pub side: Side,
        /// How texts show it.
        pub unit: Unit,
    }
}

row! {
    "checkup_cards.csv"
    /// A card behind a finding.
    #[derive(Clone, Debug)]
    pub struct CheckupCardRow {
        /// `opening_value` or `fights_won` beyond the range, `never_played`, `no_effect` of a part, or `differs` by the number of players.
        pub finding: Cow<'static, str>,
        /// Id of the card.
        pub card: String,
        /// Name of the card.
        pub name: String,
        /// Its set.
        pub set: String,
        /// The part of the card that took no effect; otherwise empty.
        pub part: String,
        /// Number of players.
        pub players: u8,
        /// The value; empty if the finding is not a number.
        pub value: Fraction,
        /// Lower end of its 95% interval.
        pub low: Fraction,
        /// Upper end of its 95% interval.
        pub high: Fraction,
        /// Observations: deals, fights or games.
        pub n: u64,
        /// For `differs`, the p-value of equal values, adjusted over all titles; otherwise empty.
        pub adjusted_p: Fraction,
    }
}

impl CheckupRow {
    /// The word of its verdict.
    pub(in crate::report) fn word(&self) -> &'static str {
        match (self.basis, self.verdict) {
            (Basis::Target, RangeVerdict::Ok) => "met",
            (Basis::Target, RangeVerdict::Low | RangeVerdict::High) => "missed",
            (Basis::Target, RangeVerdict::Unknown) => "never occurs",
            (_, verdict) => verdict.word(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn verdicts_follow_the_interval() {
        let of = |low, high| RangeVerdict::of(Estimate { value: (low + high) / 2.0, low, high, n: 9 }, (1.0, 2.0));
        assert_eq!(of(0.1, 0.9), RangeVerdict::Low);
        assert_eq!(of(2.1, 2.9), RangeVerdict::High);
        assert_eq!([of(1.0, 2.0), of(1.4, 1.6)], [RangeVerdict::Ok; 2]);
        assert_eq!([of(0.9, 1.1), of(1.9, 2.1), of(0.0, 3.0)], [RangeVerdict::Unsure; 3]);
        assert_eq!(of(f64::NAN, 1.5), RangeVerdict::Unknown);
        assert_eq!(RangeVerdict::of(Estimate::NONE, (f64::NAN, 1.0)), RangeVerdict::Unknown);
    }
}
