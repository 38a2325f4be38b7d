//! Identifiers and small sets of them, hashes, stores by them, and the identity of the program. Only this module knows how a set is stored as bits.

mod card_set;
mod hash;
mod program;
mod seat;
mod store;

pub use card_set::{CardId, CardSet, Cards, MEDIUM, NARROW, WIDEST};
pub(crate) use card_set::{by_width, words_for};
pub(crate) use hash::{hash_debug, hex, sha256};
pub(crate) use program::{PROGRAM, VERSION, program_words, this_program};
pub use seat::{BySeat, MAX_SEATS, Seat, SeatSet, Seats};
pub use store::{Store, StoreKey};
