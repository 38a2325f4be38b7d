//! The numbers of cards, with their paths and ranges, and decks with one changed number.
//!
//! They are found in the card's JSON form, and the reader of deck files decides which values a number may have, so they cover
//! every field of the card language.

use serde_json::{Value, json};

use crate::deck::file::error::{DeckError, Problem};
use crate::deck::file::nearest::did_you_mean;
use crate::deck::file::sets::Sets;
use crate::deck::language::fields::{allowed, sort_of, treasures_of};
use crate::deck::language::parts::{Step, part_mut, walk, written};
use crate::deck::language::{CardSpec, Play, Slot};
use crate::deck::toml::{TomlError, from_toml};

/// The numbers that a card has without naming them, in the order of lists.
const UNNAMED: [(&str, i32); 8] = [
    ("copies", 1),
    ("level", 0),
    ("treasures", 0),
    ("levels", 1),
    ("bonus", 0),
    ("hands", 1),
    ("gold", 0),
    ("rank", 0),
];

/// No number of a card is larger.
const LARGEST: i32 = 1 << 20;

/// A number of a card.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Number {
    /// Its path in the card's entry, such as `level` or `strength[0].add`.
    pub path: String,
    /// The number of the card.
    pub value: i32,
    /// The lowest value that it may have. Other parts of the card can allow fewer values.
    pub low: i32,
    /// The highest one.
    pub high: i32,
    /// Whether the card's entry has it; otherwise it is that of cards without the field.
    pub named: bool,
    steps: Vec<Step>,
}

impl Number {
    /// All numbers of a card: those of its fields, named or not, and those of its parts.
    pub fn all(spec: &CardSpec) -> Vec<Number> {
        places(spec).into_iter().map(|(steps, value)| Number::at(steps, value, spec)).collect()
    }

    /// The number with this path.
    ///
    /// # Errors
    /// If the card has no such number. The error lists its numbers.
    pub fn find(path: &str, spec: &CardSpec) -> Result<Number, DeckError> {
        let all = places(spec);
        let paths: Vec<String> = all.iter().map(|(steps, _)| written(steps)).collect();
        let place = paths.iter().position(|other| other == path);
        if let Some((steps, value)) = place.map(|place| all[place].clone()) {
            return Ok(Number::at(steps, value, spec));
        }
        let near = did_you_mean(path, paths.iter().map(String::as_str)).map_or(String::new(), |near| near + "\n");
        let paths: Vec<String> = paths.iter().map(|path| format!("`{path}`")).collect();
        let message = format!("unknown number `{path}` of {}, {}", spec.name, sort_of(spec));
        Err(DeckError::plain(message, Some(format!("{near}expected one of {}", paths.join(", ")))))
    }

    /// Finds the range of the number at a place.
    fn at(steps: Vec<Step>, value: i32, spec: &CardSpec) -> Number {
        let accepts = |number: i32| with(spec, &steps, number).is_ok();
        // Some numbers may not be 0, between others.
        let inside = |number: i32| accepts(number) || number == 0 && accepts(-1) && accepts(1);
        let [low, high] = [-1, 1].map(|sign| {
            let (mut inner, mut outer) = (value, sign * LARGEST);
            while (outer - inner).abs() > 1 {
                let middle = inner + (outer - inner) / 2;
                if inside(middle) { inner = middle } else { outer = middle }
            }
            inner
        });
        let path = written(&steps);
        let (low, high) = match (path.as_str(), spec.kind.play) {
            ("treasures", Play::Monster) => treasures_of(Play::Monster),
            _ => (low, high),
        };
        let named = part_mut(&mut json!(spec), &steps).is_some();
        Number { path, value, low, high, named, steps }
    }

    /// The steps of its path.
    pub(super) fn steps(&self) -> &[Step] {
        &self.steps
    }

    /// A step of the size of the number: 100 Gold Pieces are a change, one is not.
    pub fn step(&self) -> i32 {
        step_of(self.value.into()) as i32
    }

    /// The card with another value of this number, if that is in its range.
    pub(crate) fn put(&self, spec: &CardSpec, value: i32) -> Result<CardSpec, DeckError> {
        with(spec, &self.steps, value).map_err(|error| {
            let (card, field) = (Some(spec.id.clone()), Some(self.path.clone()));
            DeckError(vec![Problem { message: error.message, card, field, ..Problem::default() }])
        })
    }
}

impl Sets {
    /// The same sets with another number on one title.
    ///
    /// # Errors
    /// If the number is out of range.
    pub fn with_number(&self, set: &str, card: &str, number: &Number, value: i32) -> Result<Sets, DeckError> {
        let mut sets = self.clone();
        for spec in sets.cards_of(set).filter(|spec| spec.id == card) {
            *spec = number.put(spec, value)?;
        }
        Ok(sets)
    }
}

/// The places of all numbers of a card, with their values.
fn places(spec: &CardSpec) -> Vec<(Vec<Step>, i32)> {
    let mut named = Vec::new();
    walk(&json!(spec), &mut Vec::new(), &mut |path, part| {
        if let Some(value) = part.as_i64().and_then(|value| i32::try_from(value).ok()) {
            named.push((path.to_vec(), value));
        }
    });
    let fields = UNNAMED.into_iter().filter(|(field, _)| belongs(field, spec)).map(|(field, unnamed)| {
        let steps = vec![Step::Key(field.to_owned())];
        let value = named.iter().find(|(path, _)| *path == steps).map_or(unnamed, |(_, value)| *value);
        (steps, value)
    });
    let fields: Vec<(Vec<Step>, i32)> = fields.collect();
    let parts = named.iter().filter(|(path, _)| path.len() > 1).cloned();
    fields.into_iter().chain(parts).collect()
}

/// Whether a card may have this number.
fn belongs(field: &str, spec: &CardSpec) -> bool {
    match field {
        "copies" => true,
        "hands" => spec.slot == Some(Slot::Hand),
        field => allowed(spec).contains(&field),
    }
}

/// The card with another number at a place.
fn with(spec: &CardSpec, steps: &[Step], number: i32) -> Result<CardSpec, TomlError> {
    let mut value = json!(spec);
    match (part_mut(&mut value, steps), steps) {
        (Some(part), _) => *part = json!(number),
        (None, [Step::Key(field)]) => value[field] = json!(number),
        (None, _) => {}
    }
    entry(&value, spec)
}

/// The entry with this JSON form, of the kind of another one. It is read as TOML, as in a deck file: the code for that exists.
pub(super) fn entry(value: &Value, other: &CardSpec) -> Result<CardSpec, TomlError> {
    let read: CardSpec = from_toml(&toml::to_string(value).unwrap_or_default())?;
    Ok(CardSpec { kind: other.kind.clone(), ..read })
}

/// The largest power of ten that divides a number; 1 for 0.
pub(super) fn step_of(number: i64) -> i64 {
    let powers = std::iter::successors(Some(1_i64), |power| power.checked_mul(10));
    powers.take_while(|power| number != 0 && number % power == 0).last().unwrap_or(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_are_as_round_as_the_number() {
        assert_eq!([0, 1, 7, 10, -20, 300, 1500].map(step_of), [1, 1, 1, 10, 10, 100, 100]);
    }
}
