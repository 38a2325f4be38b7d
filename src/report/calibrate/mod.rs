//! The report of a calibration.

pub mod coverage;

pub use coverage::*;
