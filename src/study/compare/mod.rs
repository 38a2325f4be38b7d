//! `compare`: decides which strategy is better, and what the restrictions of a strategy cost.

pub(crate) mod contestants;
mod forecast;
pub(crate) mod request;
mod restrictions;

pub use request::{CompareRequest, CompareResult};
pub use restrictions::{RestrictionsRequest, RestrictionsResult};
