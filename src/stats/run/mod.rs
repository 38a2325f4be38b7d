//! Estimates of a run.

pub(super) mod block_figures;
pub(super) mod deals;
pub(super) mod descriptive_rates;
pub(super) mod equal_chances;
pub(super) mod opening;
#[cfg(test)]
pub(super) mod opening_bench;
pub(super) mod opening_figures;
pub(super) mod race;
pub(super) mod rates;
pub(super) mod seat_fairness;
pub(super) mod summary;
pub(super) mod win_excess;
