//! Numbers of the card language: counts and amounts.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::ranged::Ranged;

/// A count.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Count {
    /// The last die rolled for this card.
    Roll,
    /// Your Level.
    Level,
    /// Cards in your hand.
    Hand,
    /// Items that you carry.
    Items,
    /// Big Items that you carry.
    BigItems,
    /// Powers that you have in play.
    Powers,
    /// Curses that stay with you.
    Curses,
    /// Monsters in the fight.
    Monsters,
    /// Living players other than you.
    Rivals,
    /// Level of the helper in the fight (0 without one).
    HelperLevel,
    /// The players' total in the fight (0 without a fight).
    Strength,
}

/// A number of cards, levels or times.
pub(crate) type Times = Ranged<i16, 1, 99>;

/// An amount: a number or `{ each = COUNT, times = N }`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(untagged)]
#[schemars(rename = "Amount_{N}")]
pub enum Amount<N: Default = Times> {
    /// A number.
    Number(N),
    /// A count multiplied by `times`.
    PerCount {
        /// The count.
        each: Count,
        /// The factor (1 if not given).
        #[serde(default)]
        times: N,
    },
}

impl Default for Amount {
    fn default() -> Self {
        Amount::Number(Times::default())
    }
}

/// A number or `"all"`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(untagged)]
pub enum HowMany {
    /// This number, or all if there are fewer.
    Number(Ranged<u8, 1, 99>),
    /// All of them.
    All(AllWord),
}

/// The word `"all"`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum AllWord {
    /// All of them.
    All,
}

/// An amount or `"all"`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(untagged)]
pub enum CountOrAll {
    /// All of them.
    All(AllWord),
    /// An amount.
    Amount(Amount),
}
