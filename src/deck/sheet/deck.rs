//! The deck file that is made of the cards of a sheet.

use std::ops::Range;
use std::sync::Arc;

use toml::{Table, Value};

use super::card::{Sentence, SheetCard};
use super::mapping::Mapping;
use crate::deck::file::cells::{CellPlace, Cells};
use crate::deck::file::error::Problem;
use crate::deck::file::source::DeckSource;
use crate::deck::language::text::MAX_ID;

use super::words::WORDS;

/// The order of fields in a deck file; all others follow.
const ORDER: [&str; 19] = [
    "id",
    "name",
    "kind",
    "copies",
    "deck",
    "level",
    "treasures",
    "levels",
    "once",
    "bonus",
    "gold",
    "slot",
    "hands",
    "big",
    "rank",
    "tags",
    "text",
    "origin",
    "modelled",
];

/// A text while it is written, with the cells of its parts.
#[derive(Default)]
struct Writer {
    text: String,
    parts: Vec<(Range<usize>, CellPlace)>,
}

/// The deck file of these cards, with the cells of its parts.
pub(crate) fn source(name: &str, cards: &[SheetCard], mapping: &Mapping, faults: Vec<Problem>) -> DeckSource {
    let mut writer = Writer::default();
    writer.text += &head(name, mapping);
    cards.iter().filter(|card| card.refusals.is_empty()).for_each(|card| writer.card(card));
    let mut made = DeckSource::new(name, writer.text);
    made.cells = Some(Arc::new(Cells { parts: writer.parts, faults }));
    made
}

/// The text of a deck file for its author. Cards that are not understood are comments.
pub(crate) fn text(name: &str, cards: &[SheetCard], mapping: &Mapping) -> String {
    let mut text = head(name, mapping);
    for card in cards {
        let mut writer = Writer::default();
        writer.card(card);
        let why = card.refusals.iter().map(|why| format!("Not read, row {}: {why}.", card.rows[0]));
        let unsaid = card.unsaid.iter().map(|text| format!("Text: {text}"));
        let comments: String =
            why.chain(unsaid).map(|line| format!("# {}\n", line.replace(['\n', '\r'], " "))).collect();
        text.push('\n');
        text += &comments;
        for line in writer.text.trim().lines() {
            text += if card.refusals.is_empty() { "" } else { "# " };
            text += line;
            text.push('\n');
        }
    }
    text
}

/// The head of the set, its rules and its kinds.
fn head(name: &str, mapping: &Mapping) -> String {
    let mut file = Table::new();
    file.insert("set".to_owned(), Value::Table(set(name, mapping)));
    if !mapping.rules.is_empty() {
        file.insert("rules".to_owned(), Value::Table(mapping.rules.clone()));
    }
    let mut text = String::new();
    for (heading, table) in [("set", Some(set(name, mapping))), ("rules", Some(mapping.rules.clone()))] {
        if let Some(table) = table.filter(|table| !table.is_empty()) {
            text += &format!("[{heading}]\n{}\n", lines(&table));
        }
    }
    for kind in &mapping.kinds {
        text += &format!("[[kind]]\n{}\n", lines(kind));
    }
    text
}

/// The head of a set; its id and name are those of the file if nothing else is given.
fn set(name: &str, mapping: &Mapping) -> Table {
    let stem = std::path::Path::new(name).file_stem().and_then(|stem| stem.to_str()).unwrap_or("sheet");
    let mut id = WORDS.id(stem);
    id.truncate(MAX_ID);
    let id = if id.is_empty() { "sheet".to_owned() } else { id };
    let mut set = Table::new();
    set.insert("id".to_owned(), id.into());
    set.insert("name".to_owned(), stem.into());
    set.insert(
        "players".to_owned(),
        Table::from_iter([("min".to_owned(), 3.into()), ("max".to_owned(), 6.into())]).into(),
    );
    set.extend(mapping.set.clone());
    set
}

/// The entries of a table, one in each line.
fn lines(table: &Table) -> String {
    table.iter().map(|(field, value)| format!("{} = {value}\n", key(field))).collect()
}

/// A key of a table as it is written.
fn key(field: &str) -> String {
    let is_bare = !field.is_empty() && field.chars().all(|c| c.is_ascii_alphanumeric() || c == '_' || c == '-');
    if is_bare { field.to_owned() } else { Value::String(field.to_owned()).to_string() }
}

impl Writer {
    fn card(&mut self, card: &SheetCard) {
        self.text += "\n[[card]]\n";
        let rest = card.fields.keys().map(String::as_str).filter(|field| !ORDER.contains(field));
        let before = ORDER.iter().copied().take_while(|field| *field != "text");
        let after = ORDER.iter().copied().skip_while(|field| *field != "text");
        let order: Vec<&str> = before.chain(rest).chain(after).collect();
        let whole = self.text.len()..self.text.len();
        let first = self.parts.len();
        self.parts.push((whole.clone(), card.place.clone()));
        for field in order {
            if field == "text" {
                self.said(card);
            } else if let Some(value) = card.fields.get(field) {
                let place = card.places.get(field).unwrap_or(&card.place);
                self.part(&format!("{} = {value}", key(field)), place);
                self.text.push('\n');
            } else if field == "origin" {
                self.text += "origin = \"published\"\n";
            }
        }
        self.parts[first].0 = whole.start - "[[card]]\n".len()..self.text.len();
    }

    /// Writes a part that was made of a cell.
    fn part(&mut self, text: &str, place: &CellPlace) {
        let start = self.text.len();
        self.text += text;
        self.parts.push((start..self.text.len(), place.clone()));
    }

    /// Writes the text: its sentences, and Bad Stuff after these words.
    fn said(&mut self, card: &SheetCard) {
        if card.says.is_empty() && card.bad.is_empty() {
            return;
        }
        let whole = self.text.len() + "text = ".len();
        let first = self.parts.len();
        if let Some(sentence) = card.texts().next() {
            let place = CellPlace { part: 0..sentence.place.text.len(), ..sentence.place.clone() };
            self.parts.push((whole..whole, place));
        }
        self.text += "text = \"";
        for (number, sentence) in card.says.iter().enumerate() {
            self.text += if number > 0 { " " } else { "" };
            self.sentence(sentence);
        }
        if !card.bad.is_empty() {
            self.text += if card.says.is_empty() { "Bad Stuff: " } else { " Bad Stuff: " };
        }
        for (number, sentence) in card.bad.iter().enumerate() {
            self.text += if number > 0 { " " } else { "" };
            self.sentence(sentence);
        }
        self.text += "\"\n";
        self.parts[first].0 = whole..self.text.len();
    }

    fn sentence(&mut self, sentence: &Sentence) {
        let quoted = Value::String(sentence.text.clone()).to_string();
        let escaped = sentence.text.chars().any(|c| matches!(c, '"' | '\\') || c.is_control());
        let inner = if escaped { escape(&sentence.text) } else { sentence.text.clone() };
        debug_assert!(escaped || quoted.len() == inner.len() + 2, "only escaped texts change");
        self.part(&inner, &sentence.place);
        if !sentence.text.ends_with(['.', '!', '?', ':', ')']) {
            self.text.push('.');
        }
    }
}

/// A text inside quotation marks.
fn escape(text: &str) -> String {
    let shown = |c: char| match c {
        '"' => "\\\"".to_owned(),
        '\\' => "\\\\".to_owned(),
        c if c.is_control() => format!("\\u{:04X}", u32::from(c)),
        c => c.to_string(),
    };
    text.chars().map(shown).collect()
}
