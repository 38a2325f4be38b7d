//! Calibrations: many repetitions of all analyses, and the coverage of their intervals.

mod levels;
mod play;
pub mod request;

pub use request::{CalibrateRequest, CalibrateResult};
