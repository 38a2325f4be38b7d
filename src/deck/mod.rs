//! Decks: the card language, the rule switches, and the compiled decks for play.

mod blank;
mod canonical;
mod changes;
pub mod check;
mod compile;
pub mod compiled;
pub mod diff;
mod embedded;
pub mod error;
mod feeding;
mod forms;
mod grants;
mod kinds;
pub mod language;
pub mod load;
pub(crate) mod locate;
mod masks;
pub(crate) mod nearest;
mod numbers;
mod ops;
mod overrides;
mod plain;
pub(crate) mod ranges;
pub mod render;
pub mod rules;
pub mod sets;
mod sorts;
mod source;
mod stable;
#[cfg(test)]
mod testing;
mod uses;

pub use canonical::{canonical, content_hash, schema};
pub use changes::{Changes, changes};
pub use compiled::{Card, Deck};
pub use error::{DeckError, Problem};
pub use kinds::Kind;
pub use language::{DeckSide, Play, Slot};
pub use load::{count_cards, load};
pub use numbers::Number;
pub use rules::Rules;
pub use sets::Sets;
pub use source::DeckSource;
pub(crate) use source::is_there;
pub use stable::stable_id;
