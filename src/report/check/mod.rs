//! The report of a check, and baselines.

pub mod baseline;
pub mod changes;
pub(crate) mod gates;
pub mod judge;
pub mod moved;
mod targets;

pub use changes::*;
pub use targets::TargetRow;
