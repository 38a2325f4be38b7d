//! Numbers of the card language: amounts.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::condition::Count;
use super::ranged::Ranged;

/// The largest size of a number that depends on a count.
pub(crate) type Most = Ranged<i16, 1, 99>;

/// A number of cards, levels or times.
pub(crate) type Times = Ranged<i16, 1, 99>;

/// An amount: a number or `{ each = COUNT, times = N, most = N }`.
#[derive(Clone, Debug, Serialize, JsonSchema)]
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
        /// The largest amount, in either direction.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        most: Option<Most>,
    },
}

impl Amount {
    /// Whether it is one, which files need not say.
    pub(super) fn is_one(&self) -> bool {
        matches!(self, Amount::Number(number) if **number == 1)
    }
}

impl CountOrAll {
    /// Whether it is one, which files need not say.
    pub(super) fn is_one(&self) -> bool {
        matches!(self, CountOrAll::Amount(amount) if amount.is_one())
    }
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
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[serde(untagged)]
pub enum CountOrAll {
    /// All of them.
    All(AllWord),
    /// An amount.
    Amount(Amount),
}
