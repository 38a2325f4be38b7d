//! Card texts, generated from the effects.

mod card;
mod condition;
mod count;
mod effect;
mod statement;
mod wording;
mod words;

pub(crate) use card::describe;
pub use wording::Wording;
