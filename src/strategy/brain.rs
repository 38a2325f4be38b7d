//! `Brain`: kinds of players. A strategy file names one and has its settings.

use schemars::JsonSchema;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use super::player::Player;
use crate::deck::Deck;

/// A kind of player. It makes a player for a deck from the settings of a strategy file.
pub trait Brain: 'static {
    /// The table `weights` of a strategy file. The schema sets the limits of its numbers.
    type Settings: Serialize + DeserializeOwned + JsonSchema + Default;
    /// The player for a deck whose card sets have `W` words.
    type Player<const W: usize>: Player<W> + 'static;

    /// Makes a player. It can compute its data about the cards here, once for all games.
    fn player<const W: usize>(deck: &Deck<W>, settings: &Self::Settings) -> Self::Player<W>;
}

/// The settings of a kind of player without settings.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct NoSettings {}
