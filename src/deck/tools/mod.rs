//! Tools for decks: checks, differences, changed copies, and selections of cards.

pub(super) mod blank;
pub(super) mod canonical;
pub(super) mod changes;
pub mod check;
pub mod diff;
mod endless;
mod entry;
pub(crate) mod export;
pub mod fmt;
pub(crate) mod import;
pub(super) mod numbers;
mod patch;
pub(super) mod perturb;
pub(super) mod selections;
