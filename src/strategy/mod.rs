//! Strategies: players that answer the questions of a game and see only a `View`.
//!
//! A strategy file names a kind of player, its [`Brain`], and has its settings. Compiled for a deck, it becomes a
//! [`Strategy`], which plays like any [`Player`]. A new kind of player is one file with both traits, here or in another
//! crate: see [`register`].

mod adviser;
mod balanced;
mod brain;
mod greedy;
mod haste;
mod player;
mod profile;
pub mod random;
mod restricted;
mod search;
mod strategy;
mod worth;

pub(crate) use adviser::Advice;
pub use adviser::Adviser;
pub use brain::{Brain, NoSettings};
pub use greedy::Greedy;
pub(crate) use haste::Haste;
pub use player::{Memo, Player};
pub(crate) use profile::StrategyError;
pub use profile::registry::{names, register};
pub(crate) use profile::setting::Setting;
pub use profile::{Profile, schema};
pub use random::Random;
pub(crate) use restricted::Restriction;
pub(crate) use search::Lead;
pub use strategy::Strategy;
pub use worth::{Taste, Worth};
