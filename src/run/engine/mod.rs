//! The engine of a run: games of a plan in parallel, counted in integers.

pub(super) mod batches;
pub(super) mod call;
pub(super) mod course;
pub(super) mod draw_odds;
pub(super) mod error;
pub(super) mod game_counter;
pub(super) mod game_result;
pub(super) mod game_sums;
pub(super) mod journal;
pub(super) mod kept;
pub(super) mod parts;
pub(super) mod plan;
pub(super) mod runner;
pub(super) mod seated_players;
pub(super) mod signature;
pub(super) mod stopped;
pub(super) mod tables;
pub(super) mod witness;
pub(super) mod worker;
