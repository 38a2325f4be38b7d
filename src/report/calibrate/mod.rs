//! The report of a calibration.

pub mod coverage;
pub mod verdicts;

pub use coverage::*;
pub use verdicts::{Judged, Promise, VerdictErrorRow};
pub(crate) use verdicts::{verdict_error_rows, write_verdict_errors};
