//! Traces: one game in words or as JSON lines.

mod cards;
pub(crate) mod ending;
mod json;
mod narrator;
mod page;
pub(super) mod side_by_side;
mod wire;
mod words;
pub mod writer;

pub use narrator::Head;
pub use writer::*;
