//! `Weights`: the settings of a `balanced` player.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The weights of a `balanced` player. Worth is measured in tenths of a level.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Weights {
    /// Maximum loss of strength for Items worth one level.
    #[schemars(range(min = -100, max = 100))]
    pub sale_loss: i16,
    /// Minimum margin of strength for looking for trouble.
    #[schemars(range(min = -100, max = 100))]
    pub trouble_margin: i16,
    /// Worth of a level won in a fight.
    #[schemars(range(min = -100, max = 100))]
    pub level: i16,
    /// Worth of a Treasure.
    #[schemars(range(min = -100, max = 100))]
    pub treasure: i16,
    /// Lowest Level of a rival whose fight the player hinders when one card can turn it.
    #[schemars(range(min = -100, max = 100))]
    pub hinder_level: i16,
    /// Minimum harm for which an escape or a cancelled Curse is worth its card.
    #[schemars(range(min = -100, max = 100))]
    pub escape_harm: i16,
    /// Treasures asked for help from a rival whose Level is not higher.
    #[schemars(range(min = 0, max = 30))]
    pub help_price: u8,
    /// Treasures asked for help from a rival whose Level is higher.
    #[schemars(range(min = 0, max = 30))]
    pub leader_price: u8,
    /// Minimum winning margin for enhancing the player's own monster to gain its Treasure.
    #[schemars(range(min = -100, max = 100))]
    pub fatten_margin: i16,
}

impl Default for Weights {
    fn default() -> Self {
        Weights {
            sale_loss: 4,
            trouble_margin: 1,
            level: 10,
            treasure: 5,
            hinder_level: 7,
            escape_harm: 14,
            help_price: 1,
            leader_price: 2,
            fatten_margin: 12,
        }
    }
}
