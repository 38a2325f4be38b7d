//! The report of a check, and baselines.

mod annotations;
pub mod baseline;
pub mod changes;
pub(crate) mod edits;
pub(crate) mod gates;
pub mod judge;
pub mod moved;
mod picture;
mod targets;

pub use changes::*;
pub use edits::EditRow;
pub use targets::TargetRow;
