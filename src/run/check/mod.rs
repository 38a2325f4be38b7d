//! Checks: the same games with two decks, and further deals.

pub(super) mod more_deals;
pub(super) mod pair_sums;
pub(super) mod pairs;
