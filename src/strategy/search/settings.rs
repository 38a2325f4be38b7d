//! `Foresight`: the settings of a `search` player.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The settings of a `search` player.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Foresight {
    /// Maximum number of playouts for one decision.
    #[schemars(range(min = 2, max = 1_000_000))]
    pub playouts: u32,
    /// Maximum number of options that it compares.
    #[schemars(range(min = 2, max = 500))]
    pub candidates: u16,
    /// Necessary lead over the choice of `balanced`, in tenths of a standard error.
    #[schemars(range(min = 0, max = 100))]
    pub caution: u8,
    /// Number of turns after which a playout ends and is evaluated; 0 plays to the end of the game.
    #[schemars(range(min = 0, max = 200))]
    pub horizon: u16,
    /// EXPERIMENT
    pub x: i32,
}

impl Default for Foresight {
    fn default() -> Self {
        Foresight { playouts: 128, candidates: 14, caution: 10, horizon: 0, x: 0 }
    }
}
