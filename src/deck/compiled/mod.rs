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
pub(crate) use grants::Grants;
pub(crate) use masks::{Masks, Rights};
pub(crate) use op::{Amount, CountOrAll, Counted, Limits, Program, Span, Traits};
pub use op::{CondRef, FilterRef, Op, Test};
pub(crate) use uses::{Limit, TriggerRule, UseRule, Windows};
