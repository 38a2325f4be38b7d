//! Sweeps: one printed number with several values.

mod forecast;
mod play;
pub mod request;

pub use request::{SweepRequest, SweepResult};
