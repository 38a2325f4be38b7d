//! Estimates of card values.

pub(super) mod across;
pub(super) mod agreement;
pub(super) mod draws;
pub(super) mod interaction;
pub(super) mod screening;
