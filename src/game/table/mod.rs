//! The table: agenda, rounds, questions and answers, zones, events, and laws.

pub(super) mod agenda;
pub(super) mod choice;
pub(super) mod counterfactual_draw;
pub(super) mod event;
pub(super) mod event_log;
#[cfg(debug_assertions)]
pub(super) mod lawful;
pub(super) mod laws;
pub(super) mod listing;
pub(super) mod menu;
pub(super) mod parts;
pub(super) mod players;
pub(super) mod recorder;
pub(super) mod round;
pub(super) mod stage;
pub(super) mod zones;
