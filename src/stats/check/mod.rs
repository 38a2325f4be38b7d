//! Estimates of changes, and the balance gate.

pub(super) mod batches;
pub(super) mod gate;
pub(super) mod paired;
pub(super) mod paired_openings;
mod planned_looks;
pub(super) mod target;
