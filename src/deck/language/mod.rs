//! The card language: these types *are* the syntax of a deck file.
//!
//! A card has a kind, numbers and effects: modifiers, which may have conditions; uses, which a player chooses; triggers, which
//! events start; and effects, which uses and triggers apply.
//! On a card, `you` is the player affected: the victim of a Curse or of Bad Stuff, the user of a card, the owner of an Item.
//! Inside `each`, `you` is each of the named players in turn, and `actor` is the outer `you`.

mod bare;
mod card;
mod condition;
pub(super) mod contents;
mod deck_file;
mod effect;
pub(super) mod fields;
mod kind;
pub(super) mod kinds;
mod measure;
mod modifier;
pub(super) mod moments;
mod number;
mod options;
pub(super) mod parts;
pub mod ranged;
pub mod rules;
mod terms;
pub mod text;
mod uses;
mod values;

pub use card::*;
pub use condition::*;
pub use deck_file::*;
pub use effect::*;
pub use kind::*;
pub use measure::*;
pub use modifier::*;
pub use number::*;
pub use terms::*;
pub use uses::*;
pub use values::*;
