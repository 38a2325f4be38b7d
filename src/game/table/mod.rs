//! The table: agenda, rounds, questions and answers, zones, events, and laws.

pub(super) mod ask;
pub(super) mod counterfactual_draw;
pub(super) mod event;
pub(super) mod event_log;
mod heard;
#[cfg(debug_assertions)]
pub(super) mod lawful;
pub(super) mod laws;
pub(super) mod listing;
pub(super) mod menu;
pub(super) mod parts;
pub(super) mod players;
pub(super) mod recorder;
pub(super) mod round;
pub(super) mod script;
pub(super) mod sums;
pub(super) mod table;
pub(super) mod zones;
