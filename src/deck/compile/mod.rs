//! Compilation: turns merged sets into the flat tables of a `Deck`, or into a list of all problems.
//!
//! One pass checks and compiles each card, so no card is compiled unchecked.

mod card;
mod compiler;
mod condition;
mod count;
mod described;
mod discard;
mod effect;
mod fields;
mod filter;
mod heads;
mod idle;
mod kinds;
pub(super) mod load;
mod masks;
mod monsters;
mod names;
mod partners;
mod report;
pub(super) mod sacrifice;
mod spoken;
mod totals;
