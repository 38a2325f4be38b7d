//! Reads enums that are a number, a word or a table, with matching error messages.

use std::fmt;
use std::marker::PhantomData;

use serde::de::value::MapAccessDeserializer;
use serde::de::{Deserialize, Deserializer, Error, IntoDeserializer, MapAccess, Unexpected, Visitor};

use super::condition::{Count, Measure, Sum, Tally};
use super::measure::Number;
use super::number::{AllWord, Amount, CountOrAll, HowMany, Most};
use super::ranged::{OutOfRange, Range, Ranged};

#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields)]
struct Each<N: Default> {
    each: Count,
    #[serde(default)]
    times: N,
    #[serde(default)]
    most: Option<Most>,
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
            f.write_str(" or { each = COUNT, times = N, most = N }")?;
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
        let Each { each, times, most } = Each::deserialize(MapAccessDeserializer::new(map))?;
        Ok(Found::Amount(Amount::PerCount { each, times, most }))
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

/// A word, or a table that stands for more than a word can say.
struct WordOr<T>(&'static str, PhantomData<T>);

/// What a `WordOr` finds.
enum WordOrTable<T> {
    Word(Number),
    Table(T),
}

impl<'de, T: Deserialize<'de>> Visitor<'de> for WordOr<T> {
    type Value = WordOrTable<T>;

    fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "a word or {}", self.0)
    }

    fn visit_str<E: Error>(self, word: &str) -> Result<WordOrTable<T>, E> {
        Number::deserialize(word.into_deserializer()).map(WordOrTable::Word)
    }

    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<WordOrTable<T>, A::Error> {
        T::deserialize(MapAccessDeserializer::new(map)).map(WordOrTable::Table)
    }
}

impl<'de> Deserialize<'de> for Measure {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        Ok(match from.deserialize_any(WordOr::<Sum>("{ cards = FILTER }", PhantomData))? {
            WordOrTable::Word(number) => Measure::Number(number),
            WordOrTable::Table(sum) => Measure::Sum(sum),
        })
    }
}

impl<'de> Deserialize<'de> for Count {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        Ok(match from.deserialize_any(WordOr::<Tally>("{ what = ..., of = WHO }", PhantomData))? {
            WordOrTable::Word(number) => Count::Number(number),
            WordOrTable::Table(tally) => Count::Tally(Box::new(tally)),
        })
    }
}
