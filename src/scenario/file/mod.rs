//! Scenario files: their syntax, words and plans.

mod abbreviations;
pub(super) mod book;
pub(super) mod claim;
pub(super) mod error;
pub(super) mod expect;
pub mod format;
pub(super) mod maker;
pub(super) mod own_cards;
pub(super) mod plan;
pub(super) mod position;
pub(super) mod rule_ids;
pub mod spanned;
pub(super) mod step;
pub mod words;
