//! The report of a sweep.

mod curve;
pub mod response;

pub use response::*;
