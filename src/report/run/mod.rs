//! The report of a run.

pub(super) mod games;
pub(super) mod rows;
pub(super) mod tables;

pub use tables::*;
