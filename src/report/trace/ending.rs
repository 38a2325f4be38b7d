//! How a game ends, in words.

use super::cards::{plural, seats};
use crate::ids::SeatSet;

/// `seat 2 wins in turn 40`.
pub(crate) fn ending(winners: SeatSet, turns: u16) -> String {
    match winners.len() {
        0 => format!("nobody wins in {}", plural(turns, "turn")),
        1 => format!("{} wins in turn {turns}", seats(winners)),
        _ => format!("{} win in turn {turns}", seats(winners)),
    }
}
