//! Games that a player plays for itself, to learn from them or to look ahead.

mod notes;
mod players;
mod table;

pub(super) use notes::Noted;
pub(super) use players::Rehearsal;
pub(super) use table::{Rehearsing, rehearsing};
