//! The compiled deck: what games read.

pub(super) mod card_hash;
pub mod deck;
mod facts;
pub(super) mod grants;
pub(super) mod masks;
pub(super) mod op;
mod sets;
mod uses;

pub(crate) use deck::MAX_IGNORED_GROUPS;
pub use deck::{Adds, Card, Deck, FightRules, Filter, Group, Removal, SetInfo, Silenced, Title};
pub(in crate::deck) use deck::{max_loads, max_marks};
pub(crate) use facts::{Needs, Reads, Whom};
pub use grants::Grants;
pub use masks::{Masks, Rights};
pub(crate) use op::Traits;
pub use op::{Amount, CondRef, CountOrAll, Counted, FilterRef, Limits, Measure, Op, Program, Span, Tally, Test};
pub(crate) use sets::MapSets;
pub use uses::{Limit, TriggerRule, UseFlags, UseRule, Windows};
