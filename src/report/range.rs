//! Metrics against ranges: their targets, or what is usual.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::files::number::{Fraction, interval_words, signed};
use super::files::row::{one_column, row};
use crate::stats::{Estimate, MetricKind};

/// Which ends of a range matter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Side {
    /// Both.
    Both,
    /// Only the upper one: less is never worse.
    Upper,
    /// Only the lower one.
    Lower,
}

impl Side {
    /// A range in which 0 replaces an end that does not matter.
    pub(in crate::report) fn open(self, low: f64, high: f64) -> (f64, f64) {
        match self {
            Side::Both => (low, high),
            Side::Upper => (0.0, high.max(0.0)),
            Side::Lower => (low.min(0.0), 0.0),
        }
    }
}

/// How texts show a metric.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Unit {
    /// As it is.
    Number,
    /// In per cent.
    Percent,
    /// In percentage points, with a sign.
    Points,
}

impl Unit {
    /// A number with as many digits as fit on a page.
    pub(in crate::report) fn shown(self, number: f64) -> String {
        match self {
            _ if !number.is_finite() => "-".to_owned(),
            Unit::Percent if number > 0.9995 => "100%".to_owned(),
            Unit::Percent => format!("{:.1}%", 100.0 * number),
            Unit::Points => signed(100.0 * number, 1),
            Unit::Number if number.abs() >= 9.95 => format!("{number:.1}"),
            Unit::Number => format!("{number:.2}"),
        }
    }

    /// The least and the largest possible value.
    pub(in crate::report) fn limits(self) -> (f64, f64) {
        match self {
            Unit::Number => (0.0, f64::INFINITY),
            Unit::Percent => (0.0, 1.0),
            Unit::Points => (-1.0, 1.0),
        }
    }
}

impl From<MetricKind> for Unit {
    fn from(kind: MetricKind) -> Unit {
        match kind {
            MetricKind::Mean | MetricKind::Quantile => Unit::Number,
            MetricKind::Share | MetricKind::Explained => Unit::Percent,
            MetricKind::Gap | MetricKind::Spread => Unit::Points,
        }
    }
}

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
    pub(in crate::report) fn of(found: Estimate, range: (f64, f64)) -> RangeVerdict {
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

    /// Its place in an order that begins with what is wrong.
    pub(in crate::report) fn rank(self) -> u8 {
        match self {
            RangeVerdict::Low | RangeVerdict::High => 0,
            RangeVerdict::Unsure => 1,
            RangeVerdict::Ok => 2,
            RangeVerdict::Unknown => 3,
        }
    }

    /// Its word.
    pub(in crate::report) fn word(self) -> &'static str {
        match self {
            RangeVerdict::Ok => "ok",
            RangeVerdict::Low => "low",
            RangeVerdict::High => "high",
            RangeVerdict::Unsure => "unsure",
            RangeVerdict::Unknown => "-",
        }
    }
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

impl CheckupRow {
    /// Its value, its interval and its range, as texts show them.
    pub(in crate::report) fn figures(&self) -> [String; 3] {
        let text = |number: Fraction| self.unit.shown(number.0);
        let between = |low, high| interval_words(low, high, text).unwrap_or_else(|| "-".to_owned());
        [text(self.value), between(self.low, self.high), between(self.range_low, self.range_high)]
    }

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
