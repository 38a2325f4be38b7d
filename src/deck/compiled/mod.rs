//! The compiled deck: what games read.

pub(super) mod card_hash;
pub mod deck;
mod facts;
pub(super) mod grants;
pub(super) mod masks;
pub(super) mod op;
pub(super) mod uses;

pub use deck::*;
pub(crate) use facts::{Needs, Reads, Whom};
pub use grants::Grants;
pub use masks::{Masks, Rights};
pub use op::{Amount, CondRef, CountOrAll, Counted, FilterRef, Limits, Op, Program, Span, Test, Traits};
pub use uses::{Limit, TriggerRule, UseRule, Windows};
