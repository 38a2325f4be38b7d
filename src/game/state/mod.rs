//! The state of a game: plain values without pointers.

pub(super) mod agenda;
pub(super) mod bound;
pub(super) mod choice;
mod deck;
pub(super) mod fight;
pub(super) mod game;
pub(super) mod loads;
pub(super) mod offers;
pub(super) mod order;
pub(super) mod spent;
pub(super) mod turn_marks;
pub(super) mod zone;
