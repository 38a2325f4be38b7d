//! The units of wins.

use crate::ids::{Seat, SeatSet};

/// A win in the units of the tallies: a win shared by 1 to 6 is a whole number of them.
// The least common multiple of 1 to 6.
pub const WIN: u64 = 60;

/// A seat's share of the win, in units of `WIN`; 0 for the others, and without a winner.
pub(crate) fn share_of_win(winners: SeatSet, seat: Seat) -> u64 {
    if winners.contains(seat) { WIN / winners.len() as u64 } else { 0 }
}
