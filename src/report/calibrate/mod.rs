//! The report of a calibration.

pub mod coverage;
pub mod play;

pub use play::*;
