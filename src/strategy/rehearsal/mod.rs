//! Games that a player plays for itself, to learn from them or to look ahead.

mod draws;
mod players;
mod table;

pub(super) use players::Rehearsal;
pub(super) use table::{Rehearsing, rehearsing};
