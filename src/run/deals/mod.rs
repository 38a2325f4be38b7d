//! Deals: opening hands without the games, and a search for deals with certain cards in them.

pub(super) mod hands;
pub(super) mod search;
