//! Identifiers and small sets of them. Only this module knows how a set is stored as bits.

mod card_set;
mod seat;

pub use card_set::{CardId, CardSet, Cards, MEDIUM, NARROW, WIDEST};
pub(crate) use card_set::{by_width, words_for};
pub use seat::{BySeat, MAX_SEATS, Seat, SeatSet, Seats};
