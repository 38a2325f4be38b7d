//! Calibrations: many repetitions of all analyses, and the coverage of their intervals; many checks, and the errors of their
//! verdicts.

mod levels;
mod play;
pub mod request;
pub mod verdicts;

pub use request::{CalibrateRequest, CalibrateResult};
pub use verdicts::{VerdictsRequest, VerdictsResult};
