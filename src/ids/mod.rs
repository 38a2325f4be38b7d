//! Identifiers and the small sets built from them. Only this module knows how wide a bitset is.

mod card_set;
mod seat;

pub use card_set::{CardId, CardSet, Cards, NARROW, WIDEST};
pub use seat::{BySeat, MAX_SEATS, Seat, SeatSet, Seats};
