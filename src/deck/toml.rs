//! Reads files. All files have one deserialiser, because each further one would compile another copy of the code that serde
//! derives for every type.
//!
//! A list in place of a table is an error. The derived code also accepts the values of a struct as a list in the order of its
//! fields, which is always a mistake in a file.

use std::borrow::Cow;
use std::convert::Infallible;
use std::fmt::{self, Display, Formatter};
use std::ops::Range;

use serde::de::{
    DeserializeOwned, DeserializeSeed, Deserializer, EnumAccess, Error, Expected, MapAccess, SeqAccess, Unexpected,
    VariantAccess, Visitor,
};
use serde::forward_to_deserialize_any;
use toml::Spanned;
use toml::de::{DeFloat, DeInteger, DeTable, DeValue};
use toml::value::Datetime;

/// The name under which `toml::Spanned` asks for a value and its place.
const SPANNED: &str = "$__serde_spanned_private_Spanned";
/// The key by which `toml::Value` recognises a date.
const DATE: &str = "$__toml_private_datetime";

/// Parses a file. A list in the place of a table is an error.
pub(crate) fn from_toml<T: DeserializeOwned>(text: &str) -> Result<T, TomlError> {
    from_part(&parsed(text)?)
}

/// Reads a part of a parsed file. Errors have their places in the file.
pub(crate) fn from_part<T: DeserializeOwned>(part: &Spanned<DeValue<'_>>) -> Result<T, TomlError> {
    T::deserialize(Node::of(part))
}

/// The first `most` faults of one part of a file: each is found after the parts with the faults before it are left out.
pub(super) fn faults_of<T: DeserializeOwned>(part: &mut Spanned<DeValue<'_>>, most: usize) -> Vec<TomlError> {
    let (mut faults, mut cut): (Vec<TomlError>, Vec<Range<usize>>) = (Vec::new(), Vec::new());
    while let Err(fault) = T::deserialize(Node::of(part)) {
        if faults.len() == most {
            break;
        }
        let place = fault.span.clone().unwrap_or_default();
        // What is wrong with a part that is incomplete only since its faults were left out is no fault of the file.
        if !cut.contains(&place) {
            faults.push(fault);
        }
        match leave_out(part, &place) {
            Some(around) => cut.push(around),
            None => break,
        }
    }
    faults
}

/// Removes the entry at a place. Returns the place of the table or list that contained it.
fn leave_out(part: &mut Spanned<DeValue<'_>>, place: &Range<usize>) -> Option<Range<usize>> {
    let around = part.span();
    match part.get_mut() {
        DeValue::Table(table) => {
            let there = |(key, value): &(&Spanned<Cow<'_, str>>, &Spanned<DeValue<'_>>)| {
                key.span() == *place || value.span() == *place
            };
            match table.iter().find(there).map(|(key, _)| key.get_ref().to_string()) {
                Some(key) => table.remove(key.as_str()).map(|_| around),
                None => table.iter_mut().find_map(|(_, value)| leave_out(value, place)),
            }
        }
        DeValue::Array(list) if list.iter().any(|value| value.span() == *place) => {
            *list = list.iter().filter(|value| value.span() != *place).cloned().collect();
            Some(around)
        }
        DeValue::Array(list) => list.iter_mut().find_map(|value| leave_out(value, place)),
        _ => None,
    }
}

/// The values of a file with their places.
pub(crate) fn parsed(text: &str) -> Result<Spanned<DeValue<'_>>, TomlError> {
    let read = DeTable::parse(text);
    let table = read.map_err(|error| TomlError { span: error.span(), ..TomlError::custom(error.message()) })?;
    Ok(Spanned::new(table.span(), DeValue::Table(table.into_inner())))
}

/// Why a file cannot be read.
#[derive(Debug, thiserror::Error)]
#[error("{message}")]
pub(crate) struct TomlError {
    /// What is wrong, in the parser's words.
    pub(crate) message: String,
    /// The bytes of the file that are wrong.
    pub(crate) span: Option<Range<usize>>,
    /// The type of the table that is wrong.
    pub(super) table: Option<&'static str>,
}

impl Error for TomlError {
    fn custom<T: Display>(message: T) -> TomlError {
        TomlError { message: message.to_string(), span: None, table: None }
    }
}

/// Gives an error this place, unless it has a more exact one.
fn at(span: Range<usize>) -> impl FnOnce(TomlError) -> TomlError {
    |mut error| {
        error.span.get_or_insert(span);
        error
    }
}

/// A part of a file.
#[derive(Clone)]
struct Node<'t> {
    part: Part<'t>,
    span: Range<usize>,
}

#[derive(Clone, Copy)]
enum Part<'t> {
    Value(&'t DeValue<'t>),
    Key(&'t str),
    /// The text of a date.
    Date(&'t Datetime),
    /// The start or the end of a value.
    Byte(usize),
}

impl<'t> Node<'t> {
    fn of(value: &'t Spanned<DeValue<'t>>) -> Self {
        Node { part: Part::Value(value.get_ref()), span: value.span() }
    }

    /// Another part with the same place.
    fn with(&self, part: Part<'t>) -> Self {
        Node { part, span: self.span.clone() }
    }

    fn text(&self) -> Option<&'t str> {
        match self.part {
            Part::Value(value) => value.as_str(),
            Part::Key(key) => Some(key),
            Part::Date(_) | Part::Byte(_) => None,
        }
    }

    /// A number or a switch as it is written.
    fn literal(&self) -> Option<&'t str> {
        match self.part {
            Part::Value(DeValue::Integer(number)) => Some(number.as_str()),
            Part::Value(DeValue::Float(number)) => Some(number.as_str()),
            Part::Value(DeValue::Boolean(on)) => Some(if *on { "true" } else { "false" }),
            _ => None,
        }
    }

    /// The entries of a table, or the text of a date.
    fn entries(&self) -> Option<Entries<'t>> {
        let entries = match self.part {
            Part::Value(DeValue::Table(table)) => {
                table.iter().map(|(key, value)| (named(key), Node::of(value))).collect()
            }
            Part::Value(DeValue::Datetime(date)) => vec![(self.with(Part::Key(DATE)), self.with(Part::Date(date)))],
            _ => return None,
        };
        Some(Entries { rest: entries.into_iter(), value: None })
    }

    /// The node and its place, under the three names that `toml::Spanned` has for them.
    fn placed(&self, names: &'static [&'static str]) -> Entries<'t> {
        let ends = [self.span.start, self.span.end].map(|end| self.with(Part::Byte(end)));
        let keys = names.iter().map(|name| self.with(Part::Key(name)));
        let entries: Vec<_> = keys.zip(ends.into_iter().chain([self.clone()])).collect();
        Entries { rest: entries.into_iter(), value: None }
    }

    /// The word of an enum, one of `names`, and its settings.
    fn choice(&self, names: Names) -> Result<Choice<'t>, TomlError> {
        if self.text().is_some() {
            return Ok(Choice { word: self.clone(), settings: None });
        }
        if let Some(literal) = self.literal() {
            return Err(TomlError::unknown_variant(literal, names));
        }
        let wrong = match self.part {
            Part::Value(DeValue::Table(table)) => match (table.len(), table.iter().next()) {
                (1, Some((key, value))) => return Ok(Choice { word: named(key), settings: Some(value) }),
                (0, _) => "wanted exactly 1 element, found 0 elements",
                _ => "wanted exactly 1 element, more than 1 element",
            },
            _ => "wanted string or table",
        };
        Err(TomlError::custom(wrong))
    }

    /// The error of a visitor that does not accept this node.
    fn refused(self, visitor: &dyn Expected) -> TomlError {
        let Err(error) = self.deserialize_any(Nothing(visitor));
        error
    }
}

fn named<'t>(key: &'t Spanned<Cow<'t, str>>) -> Node<'t> {
    Node { part: Part::Key(key.get_ref()), span: key.span() }
}

/// A visitor that accepts nothing, in place of another one.
struct Nothing<'a>(&'a dyn Expected);

impl Visitor<'_> for Nothing<'_> {
    type Value = Infallible;

    fn expecting(&self, f: &mut Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl<'de> Deserializer<'de> for Node<'de> {
    type Error = TomlError;

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf unit unit_struct
        tuple tuple_struct ignored_any
    }

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, TomlError> {
        let read = match self.part {
            Part::Key(key) => visitor.visit_borrowed_str(key),
            Part::Date(date) => visitor.visit_string(date.to_string()),
            Part::Byte(byte) => visitor.visit_u64(byte as u64),
            Part::Value(DeValue::String(text)) => visitor.visit_borrowed_str(text),
            Part::Value(DeValue::Integer(number)) => integer(number, visitor),
            Part::Value(DeValue::Float(number)) => float(number, visitor),
            Part::Value(DeValue::Boolean(on)) => visitor.visit_bool(*on),
            Part::Value(DeValue::Array(list)) => visitor.visit_seq(List(list.iter())),
            Part::Value(DeValue::Table(_) | DeValue::Datetime(_)) => return self.deserialize_map(visitor),
        };
        read.map_err(at(self.span))
    }

    fn deserialize_map<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, TomlError> {
        match self.entries() {
            Some(entries) => visitor.visit_map(entries).map_err(at(self.span)),
            None => Err(self.refused(&visitor)),
        }
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        fields: Names,
        visitor: V,
    ) -> Result<V::Value, TomlError> {
        if name == SPANNED {
            return visitor.visit_map(self.placed(fields));
        }
        self.deserialize_map(visitor).map_err(|error| TomlError { table: error.table.or(Some(name)), ..error })
    }

    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, TomlError> {
        match self.part {
            Part::Value(DeValue::Array(list)) => visitor.visit_seq(List(list.iter())).map_err(at(self.span)),
            _ => Err(self.refused(&visitor)),
        }
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, TomlError> {
        let span = self.span.clone();
        visitor.visit_some(self).map_err(at(span))
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(self, _: &str, visitor: V) -> Result<V::Value, TomlError> {
        let span = self.span.clone();
        visitor.visit_newtype_struct(self).map_err(at(span))
    }

    fn deserialize_enum<V: Visitor<'de>>(self, _: &str, names: Names, visitor: V) -> Result<V::Value, TomlError> {
        self.choice(names).and_then(|choice| visitor.visit_enum(choice)).map_err(at(self.span))
    }

    fn deserialize_identifier<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, TomlError> {
        match self.text() {
            Some(text) => visitor.visit_str(text).map_err(at(self.span)),
            None => Err(self.refused(&visitor)),
        }
    }
}

type Names = &'static [&'static str];

fn integer<'t, V: Visitor<'t>>(number: &DeInteger<'_>, visitor: V) -> Result<V::Value, TomlError> {
    let (digits, radix) = (number.as_str(), number.radix());
    if let Ok(number) = i64::from_str_radix(digits, radix) {
        visitor.visit_i64(number)
    } else if let Ok(number) = u64::from_str_radix(digits, radix) {
        visitor.visit_u64(number)
    } else if let Ok(number) = i128::from_str_radix(digits, radix) {
        visitor.visit_i128(number)
    } else if let Ok(number) = u128::from_str_radix(digits, radix) {
        visitor.visit_u128(number)
    } else {
        Err(TomlError::custom("integer number overflowed"))
    }
}

fn float<'t, V: Visitor<'t>>(number: &DeFloat<'_>, visitor: V) -> Result<V::Value, TomlError> {
    let text = number.as_str();
    match text.parse::<f64>() {
        Ok(number) if !number.is_infinite() || text.contains("inf") => visitor.visit_f64(number),
        _ => Err(TomlError::custom("floating-point number overflowed")),
    }
}

/// The entries of a list.
struct List<'t>(std::slice::Iter<'t, Spanned<DeValue<'t>>>);

impl<'t> SeqAccess<'t> for List<'t> {
    type Error = TomlError;

    fn next_element_seed<S: DeserializeSeed<'t>>(&mut self, seed: S) -> Result<Option<S::Value>, TomlError> {
        self.0.next().map(|value| seed.deserialize(Node::of(value))).transpose()
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.0.len())
    }
}

/// Keys and their values.
struct Entries<'t> {
    rest: std::vec::IntoIter<(Node<'t>, Node<'t>)>,
    value: Option<Node<'t>>,
}

impl<'t> MapAccess<'t> for Entries<'t> {
    type Error = TomlError;

    fn next_key_seed<S: DeserializeSeed<'t>>(&mut self, seed: S) -> Result<Option<S::Value>, TomlError> {
        let Some((key, value)) = self.rest.next() else { return Ok(None) };
        self.value = Some(value);
        let span = key.span.clone();
        seed.deserialize(key).map(Some).map_err(at(span))
    }

    fn next_value_seed<S: DeserializeSeed<'t>>(&mut self, seed: S) -> Result<S::Value, TomlError> {
        let value = self.value.take().expect("a value is read after its key");
        let span = value.span.clone();
        seed.deserialize(value).map_err(at(span))
    }
}

/// A word of an enum and its settings, if it has any.
struct Choice<'t> {
    word: Node<'t>,
    settings: Option<&'t Spanned<DeValue<'t>>>,
}

impl<'t> Choice<'t> {
    fn settings(&self, wanted: &str) -> Result<Node<'t>, TomlError> {
        let missing = || TomlError::invalid_type(Unexpected::UnitVariant, &wanted);
        self.settings.map(Node::of).ok_or_else(missing)
    }
}

impl<'t> EnumAccess<'t> for Choice<'t> {
    type Error = TomlError;
    type Variant = Self;

    fn variant_seed<S: DeserializeSeed<'t>>(self, seed: S) -> Result<(S::Value, Self), TomlError> {
        Ok((seed.deserialize(self.word.clone())?, self))
    }
}

impl<'t> VariantAccess<'t> for Choice<'t> {
    type Error = TomlError;

    fn unit_variant(self) -> Result<(), TomlError> {
        let Some(settings) = self.settings else { return Ok(()) };
        let wrong = match settings.get_ref() {
            DeValue::Array(list) if list.is_empty() => return Ok(()),
            DeValue::Table(table) if table.is_empty() => return Ok(()),
            DeValue::Array(_) => "expected empty array".to_owned(),
            DeValue::Table(_) => "expected empty table".to_owned(),
            other => format!("expected table, found {}", other.type_str()),
        };
        Err(at(settings.span())(TomlError::custom(wrong)))
    }

    fn newtype_variant_seed<S: DeserializeSeed<'t>>(self, seed: S) -> Result<S::Value, TomlError> {
        seed.deserialize(self.settings("newtype variant")?)
    }

    fn tuple_variant<V: Visitor<'t>>(self, _: usize, visitor: V) -> Result<V::Value, TomlError> {
        self.settings("tuple variant")?.deserialize_seq(visitor)
    }

    fn struct_variant<V: Visitor<'t>>(self, _: Names, visitor: V) -> Result<V::Value, TomlError> {
        self.settings("struct variant")?.deserialize_map(visitor)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;

    #[test]
    fn values_are_those_of_the_parser() {
        let text =
            "n = [0x1F, -1_000, 1.5, inf]\nt = \"é\\n\"\n[d]\nat = 1979-05-27T07:32:00Z\non = [true, { x = [] }]\n";
        assert_eq!(from_toml::<toml::Table>(text).expect("TOML"), text.parse().expect("TOML"));
    }

    #[test]
    fn words_and_values_know_their_places() {
        let text = "one = 1\ntwo = 22\n";
        let read: BTreeMap<Spanned<String>, Spanned<u64>> = from_toml(text).expect("TOML");
        let places: Vec<_> = read.iter().map(|(key, value)| (&text[key.span()], &text[value.span()])).collect();
        assert_eq!(places, [("one", "1"), ("two", "22")]);
    }

    #[test]
    fn an_error_has_the_place_of_the_innermost_value() {
        let text = "a = [1]\nb = [2, { c = 1979-05-27 }]\n";
        let error = from_toml::<BTreeMap<String, Vec<u8>>>(text).expect_err("no number");
        assert_eq!(error.message, "invalid type: map, expected u8");
        assert_eq!(&text[error.span.expect("a place")], "{ c = 1979-05-27 }");
    }
}
