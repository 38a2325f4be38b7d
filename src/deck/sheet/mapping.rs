//! `Mapping`: how a sheet is read, as its author has answered. It is kept in `NAME.import.toml` beside the sheet; what several sheets of a folder
//! share is in the table `sheet` of `kickdoor.toml`.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use toml::{Table, Value};

use super::field::Field;
use super::words::plain;

/// The answers of an author about a sheet.
#[derive(Clone, Debug, Default, PartialEq, Deserialize, Serialize)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct Mapping {
    /// The sheets of the workbook that are read.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) sheets: Vec<String>,
    /// The row with the headers, from 1; 0 if there is none, so that columns are named by their letters.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) header: Option<usize>,
    /// Source of the figures of all cards.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) origin: Option<String>,
    /// The words for the status of the cards that are read. If not given, all but those that are cut.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) status: Vec<String>,
    /// Whether cards without a tick are read.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) unticked: Option<bool>,
    /// Whether titles that differ in a few letters are copies of one.
    #[serde(skip_serializing_if = "is_false")]
    pub(crate) merge_near: bool,
    /// Whether monsters without a text and Bad Stuff are read.
    #[serde(skip_serializing_if = "is_false")]
    pub(crate) placeholders: bool,
    /// Whether texts are left out.
    #[serde(skip_serializing_if = "is_false")]
    pub(crate) figures_only: bool,
    /// What columns are, by header: a field, or `leave out`.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub(crate) columns: BTreeMap<String, String>,
    /// What words in the cells of a column mean: another word that is known there.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub(crate) words: BTreeMap<Field, BTreeMap<String, String>>,
    /// What icons in texts mean.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub(crate) icons: BTreeMap<String, String>,
    /// Sentences in the words of the sheet, in English.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub(crate) texts: BTreeMap<String, String>,
    /// Figures that the sheet does not give.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub(crate) fill: BTreeMap<Field, Fill>,
    /// Fields of single cards, by name, in place of those in the sheet.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub(crate) cards: BTreeMap<String, Table>,
    /// The head of the set.
    #[serde(skip_serializing_if = "Table::is_empty")]
    pub(crate) set: Table,
    /// The rules of the set.
    #[serde(skip_serializing_if = "Table::is_empty")]
    pub(crate) rules: Table,
    /// The kinds that the set declares.
    #[serde(rename = "kind", skip_serializing_if = "Vec::is_empty")]
    pub(crate) kinds: Vec<Table>,
}

/// A figure that the sheet does not give.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
#[serde(untagged)]
pub(crate) enum Fill {
    /// The same for all cards.
    Number(i64),
    /// By the Level of the card: from each Level on.
    ByLevel(BTreeMap<String, i64>),
}

/// The word for a column that is left out.
pub(crate) const LEAVE_OUT: &str = "leave out";

#[allow(clippy::trivially_copy_pass_by_ref)]
fn is_false(flag: &bool) -> bool {
    !*flag
}

impl Fill {
    /// The figure of a card with this Level.
    pub(super) fn at(&self, level: Option<i64>) -> Option<i64> {
        match self {
            Fill::Number(number) => Some(*number),
            Fill::ByLevel(steps) => {
                let steps = steps.iter().filter_map(|(from, number)| Some((from.parse::<i64>().ok()?, *number)));
                steps.filter(|(from, _)| level.is_some_and(|level| *from <= level)).max().map(|(_, number)| number)
            }
        }
    }
}

impl Mapping {
    /// These answers, and the others where these are silent.
    pub(crate) fn over(self, other: &Mapping) -> Mapping {
        let merged = merged(table_of(other), table_of(&self));
        merged.try_into().unwrap_or(self)
    }

    /// The same with these lines of a mapping.
    pub(crate) fn with(self, lines: &str) -> Mapping {
        let lines: Table = lines.parse().unwrap_or_default();
        merged(table_of(&self), lines).try_into().unwrap_or(self)
    }

    /// The field that the author has named for a header.
    pub(super) fn column(&self, header: &str) -> Option<&str> {
        if header.is_empty() {
            return None;
        }
        let header = plain(header);
        self.columns.iter().find(|(known, _)| plain(known) == header).map(|(_, field)| field.as_str())
    }

    /// The word that the author has given for a word in a column.
    pub(super) fn word(&self, column: Field, word: &str) -> Option<&str> {
        let word = plain(word);
        let words = self.words.get(&column)?;
        words.iter().find(|(known, _)| plain(known) == word).map(|(_, meaning)| meaning.as_str())
    }

    /// The fields that the author has given for a card.
    pub(super) fn card(&self, name: &str) -> Option<&Table> {
        let name = plain(name);
        self.cards.iter().find(|(known, _)| plain(known) == name).map(|(_, fields)| fields)
    }

    /// The mapping as a file.
    pub(crate) fn text(&self) -> String {
        toml::to_string(self).unwrap_or_default()
    }
}

fn table_of(mapping: &Mapping) -> Table {
    Table::try_from(mapping).unwrap_or_default()
}

/// The entries of both tables, those of `new` where both have one. Lists of tables are joined.
fn merged(mut old: Table, new: Table) -> Table {
    for (key, value) in new {
        match (old.get_mut(&key), value) {
            (Some(Value::Table(below)), Value::Table(new)) => *below = merged(std::mem::take(below), new),
            (Some(Value::Array(below)), Value::Array(new)) if new.iter().all(Value::is_table) => {
                below.retain(|one| new.iter().all(|other| other.get("id") != one.get("id")));
                below.extend(new);
            }
            (_, value) => {
                old.insert(key, value);
            }
        }
    }
    old
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_are_merged_and_kept() {
        let read = |text: &str| -> Mapping { toml::from_str(text).expect("a mapping") };
        let shared = read("origin = \"own\"\n[columns]\nA = \"name\"\nB = \"text\"\n[set]\nid = \"x\"\n");
        let own = read("[columns]\nB = \"leave out\"\n[fill]\ntreasures = { 1 = 1, 10 = 3 }\n");
        let both =
            own.over(&shared).with("[words.slot]\n\"Back?\" = \"armor\"\n[[kind]]\nid = \"race\"\nplay = \"slot\"\n");
        assert_eq!((both.column("a"), both.column("B:"), both.column("C")), (Some("name"), Some("leave out"), None));
        assert_eq!(both.word(Field::Slot, "back"), Some("armor"));
        let fill = &both.fill[&Field::Treasures];
        assert_eq!([None, Some(1), Some(9), Some(12)].map(|level| fill.at(level)), [None, Some(1), Some(1), Some(3)]);
        assert_eq!(read(&both.text()), both);
    }
}
