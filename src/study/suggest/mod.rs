//! Suggestions: the smallest change of a card's numbers that brings its opening value to a target.

mod bench;
pub mod request;
mod search;

pub use request::{SuggestRequest, SuggestResult};
