//! Keyed randomness: every random event in a game is derived from its keys, so the same seed gives the same game on any
//! machine.

pub(crate) mod keys;
mod mix;
pub(crate) mod sort;

pub use keys::{Keys, Mind};
pub(crate) use mix::below;
pub use mix::mix;
