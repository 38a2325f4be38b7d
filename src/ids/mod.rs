//! Identifiers and small sets of them. Only this module depends on the width of a bitset.

mod card_set;
mod seat;

pub(crate) use card_set::by_width;
pub use card_set::{CardId, CardSet, Cards, MEDIUM, NARROW, WIDEST};
pub use seat::{BySeat, MAX_SEATS, Seat, SeatSet, Seats};
