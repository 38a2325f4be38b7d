//! The coverage of intervals.

pub(super) mod coverage;
pub(super) mod kinds;
