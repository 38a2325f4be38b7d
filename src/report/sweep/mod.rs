//! The report of a sweep.

pub mod curve;
pub mod response;

pub use response::*;
