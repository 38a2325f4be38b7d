//! The edits behind a check: which cards changed, in words, and where they are in their file.

use crate::deck::Sets;
use crate::deck::file::locate::{Step, problem_at};
use crate::deck::file::sets::LoadedSet;
use crate::deck::tools::diff::{CardText, DeckDiff, FieldChange, diff};
use crate::report::files::row::row;

row! {
    "edits.csv"
/// A card, or another part of the deck, that was edited.
#[derive(Clone, Debug)]
pub struct EditRow {
    /// Id of the card; empty for another part of the deck.
    pub card: String,
    /// Its name, or the name of the part.
    pub name: String,
    /// What changed, in words.
    pub words: String,
    /// The file after the edit.
    pub file: String,
    /// The line where the card begins, from 1.
    pub line: usize,
}
}

/// The edits that can change games, in the order of `deck diff`. None if the decks cannot be compared card by card.
pub(crate) fn edits(before: &Sets, after: &Sets) -> Vec<EditRow> {
    let Ok(DeckDiff { set, rules, kinds, changed, renamed, removed, added }) = diff(before, after) else {
        return Vec::new();
    };
    let subject = after.subject();
    let row = |card: &str, name: &str, words: String| EditRow {
        card: card.to_owned(),
        name: name.to_owned(),
        words,
        file: subject.source.name.clone(),
        line: line_of(subject, card),
    };
    let part =
        |name: &str, fields: &[FieldChange]| Some(row("", name, in_words(fields))).filter(|row| !row.words.is_empty());
    let parts = [part("set", &set), part("rules", &rules), part("kinds", &kinds)];
    let changed = changed.iter().map(|card| row(&card.id, &card.name, in_words(&card.fields)));
    let renamed =
        renamed.iter().map(|one| row(&one.card.id, &one.card.name, format!("id {} -> {}", one.id_before, one.card.id)));
    let whole = |what: &str, card: &CardText| row(&card.id, &card.name, format!("{what}: {}", card.says.join("; ")));
    let removed = removed.iter().map(|card| whole("removed", card));
    let added = added.iter().map(|card| whole("added", card));
    let rows = parts.into_iter().flatten().chain(changed).chain(renamed).chain(added).chain(removed);
    rows.filter(|row| !row.words.is_empty()).collect()
}

/// Changed fields that can affect games.
fn in_words(fields: &[FieldChange]) -> String {
    let words = |change: &FieldChange| {
        let side = |words: &[String]| if words.is_empty() { "none".to_owned() } else { words.join("; ") };
        format!("{} {} -> {}", change.field, side(&change.words_before), side(&change.words_after))
    };
    fields.iter().filter(|change| change.changes_games).map(words).collect::<Vec<_>>().join(", ")
}

/// The line where a card begins; the first line if the file does not have it.
fn line_of(set: &LoadedSet, card: &str) -> usize {
    let file: toml::Table = set.source.text.parse().unwrap_or_default();
    let cards = file.get("card").and_then(toml::Value::as_array);
    let is_it = |entry: &toml::Value| entry.get("id").and_then(toml::Value::as_str) == Some(card);
    let Some(place) = cards.and_then(|cards| cards.iter().position(is_it)) else { return 1 };
    let path = [Step::Key("card"), Step::Index(place), Step::Key("id")];
    problem_at(&set.source, &path, String::new(), None).place.map_or(1, |place| place.line)
}
