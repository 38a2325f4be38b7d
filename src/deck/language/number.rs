//! Numbers of the card language: counts and amounts.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

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

/// An amount: a number or `{ each = COUNT, times = N }`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(untagged)]
pub enum Amount {
    /// A number.
    Number(i16),
    /// A count multiplied by `times`.
    PerCount {
        /// The count.
        each: Count,
        /// The factor (1 if not given).
        #[serde(default = "one_time")]
        times: i16,
    },
}

fn one_time() -> i16 {
    1
}

/// A number or `"all"`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(untagged)]
pub enum HowMany {
    /// This number, or all if there are fewer.
    Number(u8),
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

/// `deserialize` for enums that are a number, a word or a table, with matching error messages.
mod bare {
    use super::{AllWord, Amount, Count, CountOrAll, HowMany};
    use serde::de::{Deserialize, Deserializer, Error, MapAccess, Unexpected, Visitor, value::MapAccessDeserializer};
    use std::fmt;

    #[derive(serde::Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Each {
        each: Count,
        #[serde(default = "super::one_time")]
        times: i16,
    }

    struct Bare {
        word: bool,
        table: bool,
    }

    impl<'de> Visitor<'de> for Bare {
        type Value = CountOrAll;
        fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
            f.write_str("a whole number")?;
            if self.word {
                f.write_str(", \"all\"")?;
            }
            if self.table {
                f.write_str(" or { each = COUNT, times = N }")?;
            }
            Ok(())
        }
        fn visit_i64<E: Error>(self, number: i64) -> Result<CountOrAll, E> {
            let small = i16::try_from(number).map_err(|_| E::invalid_value(Unexpected::Signed(number), &self))?;
            Ok(CountOrAll::Amount(Amount::Number(small)))
        }
        fn visit_u64<E: Error>(self, number: u64) -> Result<CountOrAll, E> {
            self.visit_i64(i64::try_from(number).unwrap_or(i64::MAX))
        }
        fn visit_str<E: Error>(self, word: &str) -> Result<CountOrAll, E> {
            match word {
                "all" if self.word => Ok(CountOrAll::All(AllWord::All)),
                _ => Err(E::invalid_value(Unexpected::Str(word), &self)),
            }
        }
        fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<CountOrAll, A::Error> {
            if !self.table {
                return Err(A::Error::invalid_type(Unexpected::Map, &self));
            }
            let Each { each, times } = Each::deserialize(MapAccessDeserializer::new(map))?;
            Ok(CountOrAll::Amount(Amount::PerCount { each, times }))
        }
    }

    impl<'de> Deserialize<'de> for CountOrAll {
        fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
            from.deserialize_any(Bare { word: true, table: true })
        }
    }

    impl<'de> Deserialize<'de> for Amount {
        fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
            match from.deserialize_any(Bare { word: false, table: true })? {
                CountOrAll::Amount(amount) => Ok(amount),
                CountOrAll::All(_) => Err(D::Error::custom("expected a number")),
            }
        }
    }

    impl<'de> Deserialize<'de> for HowMany {
        fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
            match from.deserialize_any(Bare { word: true, table: false })? {
                CountOrAll::All(all) => Ok(HowMany::All(all)),
                CountOrAll::Amount(Amount::Number(n @ 1..=99)) => Ok(HowMany::Number(n as u8)),
                CountOrAll::Amount(Amount::Number(n)) => {
                    Err(D::Error::custom(format!("expected a number from 1 to 99, found {n}")))
                }
                CountOrAll::Amount(Amount::PerCount { .. }) => Err(D::Error::custom("expected a number")),
            }
        }
    }
}
