//! Lessons: what a player learns from games of its own with a deck.

mod draw_values;
mod kept;

pub(super) use draw_values::draw_values;
pub(crate) use kept::keeping_lessons;
pub(super) use kept::{kept, learner};
