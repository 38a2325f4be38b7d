//! `Foresight`: the settings of a `search` player.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The settings of a `search` player.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Foresight {
    /// Maximum number of playouts for one decision. With very many options, each has at least one playout.
    #[schemars(range(min = 2, max = 1_000_000), extend("x-budget" = true))]
    pub playouts: u32,
    /// Maximum number of options to compare.
    #[schemars(range(min = 2, max = 500))]
    pub candidates: u16,
    /// Lead over the choice of the base for which the player departs from it, in tenths of a standard error.
    #[schemars(range(min = 0, max = 100))]
    pub caution: u8,
    /// Number of turns that begin before a playout stops and its position is evaluated; 0 plays to the end of the game.
    #[schemars(range(min = 0, max = 1_000))]
    pub horizon: u16,
    /// Number of games of the base to which the evaluation is fitted when the deck is loaded.
    #[schemars(range(min = 1, max = 100_000), extend("x-budget" = true))]
    pub lessons: u32,
}

impl Default for Foresight {
    fn default() -> Self {
        // One turn: playouts to the end of the game take most of the time, and their results vary more.
        Foresight { playouts: 64, candidates: 14, caution: 10, horizon: 1, lessons: 3_000 }
    }
}
