//! The game in words.

mod fight;
mod moves;
mod words;

pub(super) use words::Words;
