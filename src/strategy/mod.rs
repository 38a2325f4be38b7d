//! Strategies: players that answer the questions of a game and see only a `View`.
//!
//! A strategy file names a kind of player, its [`Brain`], and has its settings. Compiled for a deck, it becomes a
//! [`Strategy`], which plays like any [`Player`]. A new kind of player is one file with both traits, here or in another
//! crate: see [`register`].

mod adviser;
mod balanced;
mod brain;
mod equations;
mod greedy;
mod haste;
mod lessons;
mod listener;
mod lookahead;
mod memories;
mod memory;
mod player;
mod profile;
mod proving;
mod pupils;
pub mod random;
mod rehearsal;
mod restricted;
mod search;
mod strategy;
mod worth;

pub use adviser::{Advice, Adviser};
pub use balanced::{Balanced, Weights};
pub use brain::{Brain, NoSettings};
pub use greedy::Greedy;
pub(crate) use haste::Haste;
pub(crate) use lessons::keeping_lessons;
pub use listener::Listener;
pub use lookahead::{Lookahead, Playouts, Valued};
pub(crate) use memories::Memories;
pub use memory::Memory;
pub use player::{Memo, Player, PlayerOfAnyWidth};
pub use profile::registry::{names, register};
pub use profile::setting::Setting;
pub use profile::{Profile, StrategyError, schema};
pub use proving::proof_figures;
pub use random::Random;
pub use restricted::{Restricted, Restriction};
pub use search::{Foresight, Lead, Search};
pub use strategy::{Custom, Strategy};
pub use worth::{Figure, Property, Proven, Taste, Worth};
