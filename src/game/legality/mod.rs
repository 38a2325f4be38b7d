//! Queries of a state: conditions, strength, legal plays. They never change a game.

pub(super) mod condition;
pub(super) mod count;
pub(super) mod items;
pub(super) mod limits;
pub(super) mod open;
pub(super) mod plays;
pub(super) mod position;
pub(super) mod prospect;
pub(super) mod strength;
pub(super) mod view;

pub(in crate::game) use position::Position;
pub(in crate::game) use view::View;
