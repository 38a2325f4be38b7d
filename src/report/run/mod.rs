//! The report of a run.

pub(super) mod games;
mod picture;
pub(super) mod rows;
pub(super) mod tables;

pub use tables::*;
