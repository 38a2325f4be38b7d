//! `Ranged`: a whole number with its range in the type. The type reads the number, describes it in the JSON schema and has the message
//! for a number beyond its limits.

use std::borrow::Cow;
use std::fmt::{self, Display, Formatter};
use std::ops::Deref;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::{Deserialize, Deserializer, Error, Visitor};
use serde::{Serialize, Serializer};

/// A whole number from `LOW` to `HIGH`, stored as `N`. With `ODD_ZERO`, 0 is an exception: if it is in the range it is not allowed,
/// otherwise it is.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Ranged<N, const LOW: i32, const HIGH: i32, const ODD_ZERO: bool = false>(N);

/// The numbers that a type allows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Range {
    low: i32,
    high: i32,
    odd_zero: bool,
}

/// A number that its type does not allow.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected a number from {range}, found {found}")]
pub struct OutOfRange {
    range: Range,
    found: i128,
}

/// The message for a number that is not from `low` to `high`.
pub(crate) fn expected(found: impl Display, low: impl Display, high: impl Display) -> String {
    format!("expected a number from {low} to {high}, found {found}")
}

impl Range {
    fn has_zero(self) -> bool {
        self.low <= 0 && 0 <= self.high
    }

    fn check(self, found: i128) -> Result<i64, OutOfRange> {
        let inside = (self.low.into()..=self.high.into()).contains(&found);
        match i64::try_from(found) {
            Ok(number) if inside != (self.odd_zero && found == 0) => Ok(number),
            _ => Err(OutOfRange { range: self, found }),
        }
    }

    /// The allowed number nearest to 0.
    fn least(self) -> i64 {
        let least = if self.odd_zero { self.has_zero().into() } else { 0.clamp(self.low, self.high) };
        least.into()
    }

    fn schema(self) -> Schema {
        let Range { low, high, odd_zero } = self;
        match (odd_zero, self.has_zero()) {
            (true, true) => json_schema!({ "type": "integer", "minimum": low, "maximum": high, "not": { "const": 0 } }),
            (true, false) => json_schema!({ "type": "integer", "minimum": low.min(0), "maximum": high.max(0),
                "anyOf": [{ "const": 0 }, { "minimum": low, "maximum": high }] }),
            (false, _) => json_schema!({ "type": "integer", "minimum": low, "maximum": high }),
        }
    }
}

impl Display for Range {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "{} to {}", self.low, self.high)?;
        f.write_str(match (self.odd_zero, self.has_zero()) {
            (true, true) => " other than 0",
            (true, false) => " or 0",
            (false, _) => "",
        })
    }
}

impl Visitor<'_> for Range {
    type Value = i64;

    fn expecting(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "a whole number from {self}")
    }

    fn visit_i64<E: Error>(self, number: i64) -> Result<i64, E> {
        self.visit_i128(number.into())
    }

    fn visit_u64<E: Error>(self, number: u64) -> Result<i64, E> {
        self.visit_i128(number.into())
    }

    fn visit_i128<E: Error>(self, number: i128) -> Result<i64, E> {
        self.check(number).map_err(E::custom)
    }

    fn visit_u128<E: Error>(self, number: u128) -> Result<i64, E> {
        // Out of any range in either case; the message shows a number of the right size.
        self.visit_i128(i128::try_from(number).unwrap_or(i128::MAX))
    }
}

impl<N, const LOW: i32, const HIGH: i32, const ODD_ZERO: bool> Ranged<N, LOW, HIGH, ODD_ZERO> {
    /// The lowest number of the range.
    pub(crate) const LOW: i32 = LOW;
    /// The highest number of the range.
    pub(crate) const HIGH: i32 = HIGH;
    /// The allowed numbers.
    pub(crate) const RANGE: Range = Range { low: LOW, high: HIGH, odd_zero: ODD_ZERO };
}

impl<N: TryFrom<i64>, const LOW: i32, const HIGH: i32, const ODD_ZERO: bool> Ranged<N, LOW, HIGH, ODD_ZERO> {
    /// This number, which must be in the range.
    ///
    /// # Panics
    /// If it is not.
    pub fn new(number: i64) -> Self {
        Ranged::try_from(number).unwrap_or_else(|error| panic!("{error}"))
    }
}

impl<N: TryFrom<i64>, const LOW: i32, const HIGH: i32, const ODD_ZERO: bool> TryFrom<i64>
    for Ranged<N, LOW, HIGH, ODD_ZERO>
{
    type Error = OutOfRange;

    fn try_from(number: i64) -> Result<Self, OutOfRange> {
        let out = OutOfRange { range: Self::RANGE, found: number.into() };
        Self::RANGE.check(number.into()).and_then(|number| N::try_from(number).map(Ranged).map_err(|_| out))
    }
}

impl<N: TryFrom<i64>, const LOW: i32, const HIGH: i32, const ODD_ZERO: bool> Default
    for Ranged<N, LOW, HIGH, ODD_ZERO>
{
    /// The allowed number nearest to 0.
    fn default() -> Self {
        Ranged::new(Self::RANGE.least())
    }
}

impl<N, const LOW: i32, const HIGH: i32, const ODD_ZERO: bool> Deref for Ranged<N, LOW, HIGH, ODD_ZERO> {
    type Target = N;

    #[inline]
    fn deref(&self) -> &N {
        &self.0
    }
}

impl<N: fmt::Debug, const LOW: i32, const HIGH: i32, const ODD_ZERO: bool> fmt::Debug
    for Ranged<N, LOW, HIGH, ODD_ZERO>
{
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl<N: Display, const LOW: i32, const HIGH: i32, const ODD_ZERO: bool> Display for Ranged<N, LOW, HIGH, ODD_ZERO> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl<N: Serialize, const LOW: i32, const HIGH: i32, const ODD_ZERO: bool> Serialize for Ranged<N, LOW, HIGH, ODD_ZERO> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.serialize(serializer)
    }
}

impl<'de, N: TryFrom<i64>, const LOW: i32, const HIGH: i32, const ODD_ZERO: bool> Deserialize<'de>
    for Ranged<N, LOW, HIGH, ODD_ZERO>
{
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Ranged::try_from(deserializer.deserialize_i64(Self::RANGE)?).map_err(D::Error::custom)
    }
}

/// Reads a plain number with the range of the type `R`.
pub(super) fn ranged<'de, D: Deserializer<'de>, R: Deserialize<'de> + Deref<Target: Copy>>(
    deserializer: D,
) -> Result<R::Target, D::Error> {
    R::deserialize(deserializer).map(|ranged| *ranged)
}

/// The schema stands in place of the number: it has no name of its own.
impl<N, const LOW: i32, const HIGH: i32, const ODD_ZERO: bool> JsonSchema for Ranged<N, LOW, HIGH, ODD_ZERO> {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        format!("From_{LOW}_to_{HIGH}").into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        Self::RANGE.schema()
    }
}

/// Conversions to types that hold every number of the stored type.
macro_rules! converts_to {
    ($($number:ty),*) => {$(
        impl<N: Into<$number>, const LOW: i32, const HIGH: i32, const ODD_ZERO: bool>
            From<Ranged<N, LOW, HIGH, ODD_ZERO>> for $number
        {
            #[inline]
            fn from(ranged: Ranged<N, LOW, HIGH, ODD_ZERO>) -> $number {
                ranged.0.into()
            }
        }
    )*};
}
converts_to!(i16, i32, i64, u16, u32, u64, usize, f64);

#[cfg(test)]
mod tests {
    use super::*;

    /// The numbers from -9 to 9 that a type allows.
    fn allowed<const LOW: i32, const HIGH: i32, const ODD_ZERO: bool>() -> Vec<i64> {
        (-9..=9).filter(|&number| Ranged::<i8, LOW, HIGH, ODD_ZERO>::try_from(number).is_ok()).collect()
    }

    #[test]
    fn a_type_allows_its_range_and_perhaps_not_zero() {
        assert_eq!(allowed::<1, 3, false>(), [1, 2, 3]);
        assert_eq!(allowed::<-1, 1, false>(), [-1, 0, 1]);
        assert_eq!(allowed::<-1, 1, true>(), [-1, 1]);
        assert_eq!(allowed::<3, 4, true>(), [0, 3, 4]);
    }

    #[test]
    fn the_default_is_the_allowed_number_nearest_to_zero() {
        assert_eq!(*Ranged::<u8, 3, 6>::default(), 3);
        assert_eq!(*Ranged::<u8, 3, 6, true>::default(), 0);
        assert_eq!(*Ranged::<i8, -6, 6>::default(), 0);
        assert_eq!(*Ranged::<i8, -6, 6, true>::default(), 1);
    }

    #[test]
    fn the_message_names_the_range() {
        let message = |error: OutOfRange| error.to_string();
        assert_eq!(
            Ranged::<u8, 1, 20>::try_from(31).map_err(message),
            Err("expected a number from 1 to 20, found 31".to_owned())
        );
        let zero = Ranged::<i8, -50, 50, true>::try_from(0).map_err(message);
        assert_eq!(zero, Err("expected a number from -50 to 50 other than 0, found 0".to_owned()));
        let two = Ranged::<u8, 3, 6, true>::try_from(2).map_err(message);
        assert_eq!(two, Err("expected a number from 3 to 6 or 0, found 2".to_owned()));
    }
}
