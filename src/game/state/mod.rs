//! The state of a game: plain values without pointers.

pub(in crate::game) mod bound;
pub(in crate::game) mod fight;
pub(in crate::game) mod game;
pub(in crate::game) mod loads;
pub(in crate::game) mod order;
pub(in crate::game) mod spent;
pub(in crate::game) mod sums;
pub(in crate::game) mod zone;
