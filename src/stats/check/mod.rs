//! Estimates of changes, and the balance gate.

mod confidence_sequence;
pub(super) mod gate;
pub(super) mod paired;
pub(super) mod paired_openings;
