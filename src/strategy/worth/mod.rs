//! `Worth`: the worth of each card, computed once per deck from the card's own text only, so an edit of one card never
//! changes how players value another.

mod appraiser;
mod card;
mod cards;
mod cost;
mod part;
mod payment;
mod proof;
mod purpose;
mod summary;
mod taste;
mod traits;
mod worth;

pub(super) use cards::cards;
pub(super) use payment::DEAREST_PAYMENT;
pub use proof::{Figure, Property, Proven};
pub(super) use purpose::{Purpose, WORTH_A_CARD};
pub use taste::Taste;
pub use worth::Worth;
pub(super) use worth::measures;
