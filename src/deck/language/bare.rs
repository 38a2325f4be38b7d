//! Reads enums that are a number, a word or a table, with matching error messages.

use std::fmt;
use std::marker::PhantomData;

use serde::de::{Deserialize, Deserializer, Error, MapAccess, Unexpected, Visitor, value::MapAccessDeserializer};

use super::number::{AllWord, Amount, Count, CountOrAll, HowMany};
use super::ranged::{OutOfRange, Range, Ranged};

#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields)]
struct Each<N: Default> {
    each: Count,
    #[serde(default)]
    times: N,
}

/// What is found.
enum Found<N: Default> {
    All,
    Amount(Amount<N>),
}

/// The numbers, and whether the word `"all"` and a table are allowed.
struct Bare<N> {
    range: Range,
    word: bool,
    table: bool,
    number: PhantomData<N>,
}

impl<N, const LOW: i32, const HIGH: i32, const ODD_ZERO: bool> Bare<Ranged<N, LOW, HIGH, ODD_ZERO>> {
    fn of(word: bool, table: bool) -> Self {
        Bare { range: Ranged::<N, LOW, HIGH, ODD_ZERO>::RANGE, word, table, number: PhantomData }
    }
}

impl<'de, N: Default + Deserialize<'de> + TryFrom<i64, Error = OutOfRange>> Visitor<'de> for Bare<N> {
    type Value = Found<N>;

    fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
        self.range.expecting(f)?;
        if self.word {
            f.write_str(", \"all\"")?;
        }
        if self.table {
            f.write_str(" or { each = COUNT, times = N }")?;
        }
        Ok(())
    }

    fn visit_i64<E: Error>(self, number: i64) -> Result<Found<N>, E> {
        N::try_from(number).map(|number| Found::Amount(Amount::Number(number))).map_err(E::custom)
    }

    fn visit_u64<E: Error>(self, number: u64) -> Result<Found<N>, E> {
        self.visit_i128(number.into())
    }

    fn visit_i128<E: Error>(self, number: i128) -> Result<Found<N>, E> {
        let number = self.range.visit_i128(number)?;
        self.visit_i64(number)
    }

    fn visit_str<E: Error>(self, word: &str) -> Result<Found<N>, E> {
        match word {
            "all" if self.word => Ok(Found::All),
            _ => Err(E::invalid_value(Unexpected::Str(word), &self)),
        }
    }

    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Found<N>, A::Error> {
        if !self.table {
            return Err(A::Error::invalid_type(Unexpected::Map, &self));
        }
        let Each { each, times } = Each::deserialize(MapAccessDeserializer::new(map))?;
        Ok(Found::Amount(Amount::PerCount { each, times }))
    }
}

impl<'de> Deserialize<'de> for CountOrAll {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        Ok(match from.deserialize_any(Bare::of(true, true))? {
            Found::All => CountOrAll::All(AllWord::All),
            Found::Amount(amount) => CountOrAll::Amount(amount),
        })
    }
}

impl<'de, N: TryFrom<i64>, const LOW: i32, const HIGH: i32, const ODD_ZERO: bool> Deserialize<'de>
    for Amount<Ranged<N, LOW, HIGH, ODD_ZERO>>
{
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        match from.deserialize_any(Bare::of(false, true))? {
            Found::Amount(amount) => Ok(amount),
            Found::All => Err(D::Error::custom("expected a number")),
        }
    }
}

impl<'de> Deserialize<'de> for HowMany {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        match from.deserialize_any(Bare::of(true, false))? {
            Found::All => Ok(HowMany::All(AllWord::All)),
            Found::Amount(Amount::Number(number)) => Ok(HowMany::Number(number)),
            Found::Amount(Amount::PerCount { .. }) => Err(D::Error::custom("expected a number")),
        }
    }
}
