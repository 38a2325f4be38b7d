//! Card texts in plain English: one table of phrases writes them and reads them.
//!
//! Each line of the tables in `phrases/` has a text and the part of a card's entry that it says. A card's entry is written by the first
//! canonical line that says all of it. A text is read by all lines; two readings are a fault, never a guess.

mod card;
mod fault;
mod flavour;
mod glue;
mod grammar;
mod names;
mod pattern;
mod person;
mod phrases;
mod read;
mod sample;
mod say;
mod speaker;
#[cfg(test)]
mod tests;
mod tokens;

pub use card::{Said, read, text_of};
pub(crate) use card::{TextLine, described, explained, lines_of, merged, text_place};
pub use fault::Fault;
pub(crate) use flavour::is_flavour_text;
pub use names::Names;
pub(crate) use sample::{Phrase, phrases};
pub(crate) use speaker::Speaker;
