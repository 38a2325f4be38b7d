//! An estimate with its interval, as tables have it.

use crate::report::files::number::Fraction;
use crate::report::files::row::row;
use crate::stats::Estimate;

row! {
    /// An estimate with its interval.
    #[derive(Clone, Copy, Debug, PartialEq)]
    pub struct Interval {
        /// Observations.
        pub n: u64,
        /// The estimate.
        pub value: Fraction,
        /// Lower end of its 95% interval.
        pub low: Fraction,
        /// Upper end of its 95% interval.
        pub high: Fraction,
    }
}

impl From<Estimate> for Interval {
    fn from(Estimate { n, value, low, high }: Estimate) -> Interval {
        Interval { n, value: Fraction(value), low: Fraction(low), high: Fraction(high) }
    }
}

impl From<Interval> for Estimate {
    fn from(Interval { n, value, low, high }: Interval) -> Estimate {
        Estimate { value: value.0, low: low.0, high: high.0, n }
    }
}
