//! `Brain`: kinds of players. A strategy file names one and has its settings.

use schemars::JsonSchema;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use super::player::PlayerOfAnyWidth;
use crate::deck::Deck;

/// A kind of player. It makes a player for a deck from the settings of a strategy file.
pub trait Brain: 'static {
    /// The table `weights` of a strategy file. The schema sets the limits of its numbers.
    type Settings: Serialize + DeserializeOwned + JsonSchema + Default;
    /// The player. It plays with card sets of any width.
    type Player: PlayerOfAnyWidth + 'static;

    /// Whether the player looks ahead, which makes its games slow: runs with it can be stopped in the middle of a game, and it cannot be the
    /// base of another player.
    const LOOKS_AHEAD: bool = false;

    /// Makes a player. It can compute its data about the cards here, once for all games.
    fn player(deck: &Deck, settings: &Self::Settings) -> Self::Player;
}

/// The settings of a kind of player without settings.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct NoSettings {}
