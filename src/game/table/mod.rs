//! The table: agenda, rounds, questions and answers, zones, events, and laws.

pub(in crate::game) mod agenda;
pub(in crate::game) mod choice;
pub(in crate::game) mod counterfactual_draw;
pub(in crate::game) mod event;
pub(in crate::game) mod event_log;
#[cfg(debug_assertions)]
pub(in crate::game) mod lawful;
pub(in crate::game) mod laws;
pub(in crate::game) mod listing;
pub(in crate::game) mod menu;
pub(in crate::game) mod parts;
pub(in crate::game) mod players;
pub(in crate::game) mod recorder;
pub(in crate::game) mod round;
pub(in crate::game) mod stage;
pub(in crate::game) mod zones;
