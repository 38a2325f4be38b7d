//! The report of a check, and baselines.

pub mod baseline;
pub mod changes;
pub mod judge;
pub mod moved;

pub use changes::*;
