//! Rows: which of them are cards, and what their cells say.

mod cells;
mod kind;
mod read;
mod rows;
mod rules;
mod texts;
mod whole;

pub(super) use rows::cards;
pub(super) use rules::Rules;
