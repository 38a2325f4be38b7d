//! Lessons: what a player learns from games of its own with a deck.

mod draw_values;

pub(super) use draw_values::draw_values;
