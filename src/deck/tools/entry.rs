//! The entry of a card as a deck file has it.

use serde::Serialize;
use toml_edit::ser::ValueSerializer;
use toml_edit::{Array, InlineTable, Value};

use crate::deck::compiled::{Deck, Title};
use crate::deck::english::{TextLine, explained};
use crate::deck::language::CardSpec;

/// Maximum length of a line, in characters.
const WIDTH: usize = 120;

impl Deck {
    /// The lines of a title's text, each with the fields that it says, in TOML.
    pub(crate) fn explain_title(&self, title: &Title) -> Vec<(String, Vec<String>)> {
        let mut entry = entry(&title.spec);
        let said = explained(&title.spec, &self.set_of(title).names);
        said.into_iter()
            .map(|TextLine { text, says }| {
                let fields = says.iter().filter_map(|(field, value)| {
                    let parts = value.as_array().map(Vec::len);
                    Some(format!("{field} = {}", first(entry.get_mut(field)?, parts)))
                });
                (text, fields.collect())
            })
            .collect()
    }
}

/// The first parts of a list, which are taken out of it; another value as it is.
fn first(value: &mut Value, parts: Option<usize>) -> Value {
    match (value, parts) {
        (Value::Array(list), Some(parts)) => {
            let parts = (0..parts.min(list.len())).map(|_| list.remove(0).decorated("", ""));
            let taken: Array = parts.collect();
            Value::Array(taken)
        }
        (value, _) => value.clone().decorated("", ""),
    }
}

/// The entry of a card, its fields in the order of the language.
pub(super) fn entry(spec: &CardSpec) -> InlineTable {
    match spec.serialize(ValueSerializer::new()) {
        Ok(Value::InlineTable(entry)) => entry,
        _ => InlineTable::new(),
    }
}

/// A value of a field; a list that is too long for a line has a line for each part.
pub(super) fn in_lines(field: &str, value: &Value) -> Value {
    let length = field.len() + " = ".len() + value.to_string().trim().chars().count();
    match value {
        Value::Array(list) if length > WIDTH => Value::Array(with_breaks(list)),
        _ => value.clone(),
    }
}

fn with_breaks(list: &Array) -> Array {
    let mut list: Array = list.iter().cloned().map(|part| part.decorated("\n  ", "")).collect();
    list.set_trailing("\n");
    list.set_trailing_comma(true);
    list
}
