//! Estimates of card values.

pub(super) mod agreement;
pub(super) mod draws;
