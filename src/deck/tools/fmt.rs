//! `deck fmt`: the cards of a deck file with texts, or with fields, in their place.

use serde_json::json;
use toml_edit::{DocumentMut, InlineTable, Item, Key, RawString, Table, Value};

use super::entry::{entry, in_lines};
use crate::deck::english::{TextLine, explained, read, text_place};
use crate::deck::file::error::DeckError;
use crate::deck::file::sets::{LoadedSet, Sets};
use crate::deck::file::source::DeckSource;
use crate::deck::language::CardSpec;

/// How the effects of cards are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// By `text`, in the canonical wording.
    Text,
    /// By fields.
    Fields,
}

/// Fields before which new ones are written.
const LAST: [&str; 3] = ["origin", "modelled", "inert"];

impl Sets {
    /// The file of a set with its cards in this form; comments and all other parts stay. Without a form, the texts get the canonical
    /// wording, and cards without a text stay as they are.
    ///
    /// # Errors
    /// If the set is a sheet, or its cards are not written as `[[card]]`.
    pub fn formatted(&self, set: &LoadedSet, form: Option<Form>) -> Result<String, DeckError> {
        let refused =
            |why: &str, hint: &str| DeckError::plain(format!("{}: {why}", set.source.name), Some(hint.into()));
        if set.source.is_sheet() {
            return Err(refused("a sheet has only texts", "`kickdoor deck export --format toml` writes a deck file"));
        }
        let place = self.sets().iter().position(|other| other.id() == set.id()).unwrap_or(0);
        let names = self.names_for(place);
        let parsed = set.source.text.parse::<DocumentMut>();
        let mut file = parsed.map_err(|error| DeckError::plain(error.to_string(), None))?;
        let Some(cards) = file.get_mut("card") else { return Ok(set.source.text.clone()) };
        let tables = cards.as_array_of_tables_mut();
        let tables = tables.ok_or_else(|| refused("its cards are a list", "write each of them as `[[card]]`"))?;
        for (table, spec) in tables.iter_mut().zip(&set.file.cards) {
            let own = table.get("text").and_then(Item::as_str).map(str::to_owned);
            match (form, own) {
                (Some(Form::Fields), Some(own)) => {
                    let said = read(&own, &spec.kind, &names).unwrap_or_default();
                    by_fields(table, spec, |field| said.contains_key(field));
                }
                (Some(Form::Fields), None) | (None, None) => {}
                (Some(Form::Text) | None, own) => {
                    let lines = explained(&CardSpec { tags: Vec::new(), ..spec.clone() }, &names);
                    let said = own.as_ref().map(|own| read(own, &spec.kind, &names).unwrap_or_default());
                    by_text(table, spec, own.as_deref(), &lines, |field| {
                        said.as_ref().is_some_and(|said| said.contains_key(field))
                    });
                }
            }
        }
        self.verified(set, file.to_string())
    }

    /// The text of a changed file, if it has the same cards.
    fn verified(&self, set: &LoadedSet, text: String) -> Result<String, DeckError> {
        let source = |other: &LoadedSet| match other.id() == set.id() {
            true => DeckSource::new(other.source.name.clone(), text.clone()),
            false => other.source.clone(),
        };
        let base = self.base().id();
        let (first, others): (Vec<_>, Vec<_>) = self.sets().iter().partition(|other| other.id() == base);
        let sources: Vec<DeckSource> = first.into_iter().chain(others).map(source).collect();
        let again = Sets::read(&sources)?;
        let same =
            again.sets().iter().any(|other| other.id() == set.id() && json!(other.file.cards) == json!(set.file.cards));
        if same { Ok(text) } else { Err(DeckError::plain("the cards would change; nothing is written", None)) }
    }
}

/// Writes fields in place of the text.
fn by_fields(table: &mut Table, spec: &CardSpec, is_new: impl Fn(&str) -> bool) {
    let entry = in_order(spec);
    let new = entry
        .iter()
        .filter(|(field, _)| is_new(field))
        .map(|(field, value)| (field.to_owned(), in_lines(field, value)));
    replace(table, &["text"], new.collect());
}

/// Writes a text in place of the fields that it says. Figures of the old text become fields.
fn by_text(table: &mut Table, spec: &CardSpec, own: Option<&str>, lines: &[TextLine], was_said: impl Fn(&str) -> bool) {
    let text = lines.iter().map(|line| line.text.as_str()).collect::<Vec<_>>();
    let said = |field: &str| lines.iter().any(|line| line.says.contains_key(field)) && is_said(field);
    let entry = entry(spec);
    // Lists of a text and a field are one: then the file has a part of them.
    let differs = |field: &str, value: &Value| {
        table.get(field).and_then(Item::as_value).is_none_or(|own| own.to_string().trim() != value.to_string().trim())
    };
    let figures = entry.iter().filter(|(field, value)| was_said(field) && !is_said(field) && differs(field, value));
    let mut new: Vec<(String, Value)> = figures.map(|(field, value)| (field.to_owned(), value.clone())).collect();
    // An empty list says nothing.
    let keys: Vec<String> = table.iter().map(|(key, _)| key.to_owned()).collect();
    let old: Vec<&str> =
        keys.iter().map(String::as_str).filter(|key| said(key) || (is_said(key) && !entry.contains_key(key))).collect();
    if own.is_some_and(|own| own.trim().lines().map(str::trim).eq(text.iter().copied()))
        && old.is_empty()
        && new.is_empty()
    {
        return;
    }
    match text[..] {
        [] => {}
        [line] => new.push(("text".to_owned(), line.into())),
        _ => new.push(("text".to_owned(), format!("{}\n", text.join("\n")).into())),
    }
    replace(table, &[&old[..], &["text"]].concat(), new);
}

/// The entry of a card, the fields that its text says in the order of the text.
fn in_order(spec: &CardSpec) -> InlineTable {
    let mut entry = entry(spec);
    entry.sort_values_by(|a, _, b, _| text_place(a).cmp(&text_place(b)));
    entry
}

/// Whether a text stands for this field. Tags are figures in a deck file.
fn is_said(field: &str) -> bool {
    text_place(field).is_some() && field != "tags"
}

/// Puts entries in the place of the first of others, with the comments of these.
fn replace(table: &mut Table, old: &[&str], new: Vec<(String, Value)>) {
    let keys: Vec<String> = table.iter().map(|(key, _)| key.to_owned()).collect();
    let first = keys.iter().position(|key| old.contains(&key.as_str()));
    let last = || keys.iter().position(|key| LAST.contains(&key.as_str())).unwrap_or(keys.len());
    let at = first.unwrap_or_else(last);
    let names: Vec<String> = new.iter().map(|(key, _)| key.clone()).collect();
    let removed: Vec<(Key, Item)> = keys
        .iter()
        .filter(|key| old.contains(&key.as_str()) || names.contains(key))
        .filter_map(|key| table.remove_entry(key))
        .collect();
    let mut comments: String = removed.iter().map(|(key, item)| comments(key, item)).collect();
    let kept = |keys: &[String]| {
        keys.iter().filter(|key| !old.contains(&key.as_str()) && !names.contains(key)).cloned().collect()
    };
    let order: Vec<String> = [kept(&keys[..at]), names.clone(), kept(&keys[at..])].concat();
    for (key, value) in new {
        table.insert_formatted(&Key::new(key.as_str()), Item::Value(value));
        if let Some(mut key) = table.key_mut(&key) {
            key.leaf_decor_mut().set_prefix(std::mem::take(&mut comments));
        }
    }
    let place = |key: &Key| order.iter().position(|name| name == key.get());
    table.sort_values_by(|a, _, b, _| place(a).cmp(&place(b)));
}

/// The comments before, in and after an entry, as lines.
fn comments(key: &Key, item: &Item) -> String {
    let mut texts = vec![key.leaf_decor().prefix()];
    let value = item.as_value();
    value.into_iter().for_each(|value| around(value, &mut texts));
    let lines = texts.into_iter().flatten().filter_map(RawString::as_str).flat_map(str::lines).map(str::trim);
    lines.filter(|line| line.starts_with('#')).map(|line| format!("{line}\n")).collect()
}

/// Adds what stands before, in and after a value and its parts, beside these.
fn around<'v>(value: &'v Value, texts: &mut Vec<Option<&'v RawString>>) {
    texts.push(value.decor().prefix());
    match value {
        Value::Array(list) => {
            list.iter().for_each(|part| around(part, texts));
            texts.push(Some(list.trailing()));
        }
        Value::InlineTable(table) => table.iter().for_each(|(_, part)| around(part, texts)),
        _ => {}
    }
    texts.push(value.decor().suffix());
}
