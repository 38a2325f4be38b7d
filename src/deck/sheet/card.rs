//! `SheetCard`: a card as a row of a sheet gives it.

use std::collections::BTreeMap;

use toml::{Table, Value};

use super::grid::in_one_line;
use super::words::WORDS;
use crate::deck::file::cells::CellPlace;

/// A sentence of a text, and where it stands.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Sentence {
    pub(crate) text: String,
    pub(crate) place: CellPlace,
}

impl Sentence {
    /// The sentence with a sign at its end.
    fn ended(&self) -> String {
        let has_end = self.text.ends_with(['.', '!', '?', ':', ')']);
        if has_end { self.text.clone() } else { format!("{}.", self.text) }
    }
}

/// A card as a row gives it.
#[derive(Clone, Debug)]
pub(crate) struct SheetCard {
    /// The cell with its name.
    pub(crate) place: CellPlace,
    /// The rows of its copies, from 1.
    pub(crate) rows: Vec<usize>,
    /// The fields without the text.
    pub(crate) fields: Table,
    /// The cells of the fields.
    pub(crate) places: BTreeMap<String, CellPlace>,
    /// The sentences of the text, without Bad Stuff.
    pub(crate) says: Vec<Sentence>,
    /// The sentences of Bad Stuff.
    pub(crate) bad: Vec<Sentence>,
    /// Notes for a program, which may say something else than the text.
    pub(crate) notes: Vec<Sentence>,
    /// Texts that were left out.
    pub(crate) unsaid: Vec<String>,
    /// Why it cannot be part of the deck.
    pub(crate) refusals: Vec<String>,
}

impl SheetCard {
    pub(super) fn new(name: &str, place: CellPlace) -> SheetCard {
        let rows = vec![place.row];
        let mut card = SheetCard {
            place,
            rows,
            fields: Table::new(),
            places: BTreeMap::new(),
            says: Vec::new(),
            bad: Vec::new(),
            notes: Vec::new(),
            unsaid: Vec::new(),
            refusals: Vec::new(),
        };
        card.set("id", WORDS.id(name), None);
        card.set("name", in_one_line(name), None);
        card
    }

    /// Sets a field, which comes from a cell.
    pub(super) fn set(&mut self, field: &str, value: impl Into<Value>, place: Option<&CellPlace>) {
        self.fields.insert(field.to_owned(), value.into());
        let place = place.unwrap_or(&self.place).clone();
        self.places.insert(field.to_owned(), place);
    }

    /// A field that is a word.
    pub(crate) fn word(&self, field: &str) -> &str {
        self.fields.get(field).and_then(Value::as_str).unwrap_or_default()
    }

    /// A field that is a number.
    pub(crate) fn number(&self, field: &str) -> Option<i64> {
        self.fields.get(field).and_then(Value::as_integer)
    }

    /// The name.
    pub(crate) fn name(&self) -> &str {
        self.word("name")
    }

    /// The id.
    pub(crate) fn id(&self) -> &str {
        self.word("id")
    }

    /// Number of copies.
    pub(crate) fn copies(&self) -> i64 {
        self.number("copies").unwrap_or(1)
    }

    /// The text as in a deck file.
    pub(crate) fn text(&self) -> String {
        let joined = |sentences: &[Sentence]| sentences.iter().map(Sentence::ended).collect::<Vec<_>>().join(" ");
        let bad = if self.bad.is_empty() { String::new() } else { format!("Bad Stuff: {}", joined(&self.bad)) };
        [joined(&self.says), bad].into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" ")
    }

    /// The sentences of the text and of Bad Stuff.
    pub(crate) fn texts(&self) -> impl Iterator<Item = &Sentence> {
        self.says.iter().chain(&self.bad)
    }

    /// Whether two rows are copies of one title.
    pub(super) fn is_copy_of(&self, other: &SheetCard) -> bool {
        self.is_like(other) && self.wording() == other.wording()
    }

    /// Whether two titles have the same fields, except for their texts.
    pub(super) fn is_like(&self, other: &SheetCard) -> bool {
        let own = |card: &SheetCard| {
            let mut fields = card.fields.clone();
            fields.remove("copies");
            fields
        };
        own(self) == own(other)
    }

    /// The whole text, for comparisons.
    pub(super) fn wording(&self) -> String {
        let sentences = |sentences: &[Sentence]| {
            sentences.iter().map(|sentence| sentence.text.to_lowercase()).collect::<Vec<_>>().join(" ")
        };
        format!("{}|{}|{}", sentences(&self.says), sentences(&self.bad), self.unsaid.join(" "))
    }
}
