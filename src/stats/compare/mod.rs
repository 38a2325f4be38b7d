//! Estimates of contests.

pub(super) mod ladder;
pub(super) mod pairwise;
pub(super) mod plackett_luce;
pub(super) mod scores;
pub(super) mod sprt;
