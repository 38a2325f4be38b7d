//! `DeckSource`: the text of a deck file, embedded in the program or read from a path.

use std::ops::Range;
use std::path::Path;
use std::sync::Arc;

use super::cells::Cells;
use super::embedded::DECKS;
use super::error::{DeckError, Place, Problem};
use super::input::{BASELINE, is_there, note_input, read_input};
use super::nearest::did_you_mean;
use super::revision::Revision;

/// Maximum number of bytes of a text file.
const MAX_BYTES: u64 = 16 << 20;

/// The text of a deck file and its name in messages.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DeckSource {
    /// The path, `FILE@REV` for a file at a git revision, or `NAME.toml` for a shipped deck.
    pub name: String,
    /// The TOML text.
    pub text: String,
    /// The cells of a sheet, if the text was made of one.
    pub(in crate::deck) cells: Option<Arc<Cells>>,
}

impl DeckSource {
    /// A source from its parts.
    pub fn new(name: impl Into<String>, text: impl Into<String>) -> DeckSource {
        DeckSource { name: name.into(), text: text.into(), cells: None }
    }

    /// The place of a byte range of the text; in a sheet, that of the cell of which it was made.
    pub(crate) fn place(&self, span: Range<usize>) -> Place {
        match &self.cells {
            Some(cells) => cells.place_of(&span).unwrap_or_else(|| {
                // The head of the set and what was filled in.
                Place::of(&format!("{} as a deck", self.name), &self.text, span)
            }),
            None => Place::of(&self.name, &self.text, span),
        }
    }

    /// What of a sheet could not be read.
    pub(in crate::deck) fn faults(&self) -> &[Problem] {
        self.cells.as_ref().map_or(&[], |cells| &cells.faults)
    }

    /// Whether the text was made of a sheet, so that its lines are in no file.
    pub(crate) fn is_sheet(&self) -> bool {
        self.cells.is_some()
    }

    /// Whether this is the name of a deck, or looks like one: a file, `NAME.toml`, one of both at a revision, or a shipped
    /// deck.
    pub(crate) fn is_name(name: &str) -> bool {
        let is_file = |name: &str| is_there(Path::new(name)) || name.ends_with(".toml") || names_sheet(name);
        is_file(name)
            || Revision::of(name).is_some_and(|revision| is_file(revision.file))
            || DECKS.iter().any(|(known, _)| *known == name)
    }

    /// The shipped deck with this name.
    pub(in crate::deck) fn find_shipped(name: &str) -> Option<DeckSource> {
        let (known, text) = DECKS.iter().find(|(known, _)| *known == name)?;
        Some(DeckSource::new(format!("{known}.toml"), *text))
    }

    /// The shipped decks.
    pub fn shipped() -> impl Iterator<Item = DeckSource> {
        DECKS.iter().map(|(name, text)| DeckSource::new(format!("{name}.toml"), *text))
    }

    /// Names of the shipped decks, sorted.
    pub fn shipped_names() -> impl Iterator<Item = &'static str> {
        DECKS.iter().map(|(name, _)| *name)
    }
}

/// The ends of the names of sheets that are read wherever a deck is expected.
const SHEETS: [&str; 5] = ["csv", "tsv", "xlsx", "xlsm", "ods"];

/// Whether a name is that of a sheet.
pub(in crate::deck) fn names_sheet(name: &str) -> bool {
    let end = Path::new(name).extension().and_then(|end| end.to_str()).map(str::to_lowercase);
    end.is_some_and(|end| SHEETS.contains(&end.as_str()))
}

/// The text of a file or pipe, with at most `MAX_BYTES`.
///
/// # Errors
/// If the file cannot be read, is too large or is not UTF-8. Only the last of these errors has a place in the file.
pub(crate) fn read_text(name: &str) -> Result<String, DeckError> {
    text_of(name, read_bytes(name)?)
}

/// The bytes of a file or pipe, with at most one more than a text may have.
pub(in crate::deck) fn read_bytes(name: &str) -> Result<Vec<u8>, DeckError> {
    let bytes = read_input(Path::new(name), MAX_BYTES + 1);
    bytes.map_err(|error| DeckError::plain(format!("cannot read `{name}`: {error}"), None))
}

/// The bytes of `FILE@REV`.
pub(in crate::deck) fn read_bytes_at(name: &str) -> Result<Vec<u8>, DeckError> {
    let bytes = Revision::of(name).ok_or_else(|| DeckSource::missing(name))?.read()?;
    note_input(name, &bytes);
    Ok(bytes)
}

/// The text in the bytes of a file.
pub(in crate::deck) fn text_of(name: &str, bytes: Vec<u8>) -> Result<String, DeckError> {
    if bytes.len() as u64 > MAX_BYTES {
        let message = format!("`{name}` is too large, expected at most {} MiB of text", MAX_BYTES >> 20);
        return Err(DeckError::plain(message, None));
    }
    if bytes.starts_with(BASELINE) {
        let hint = "a baseline is read by `check`, and only from a file".to_owned();
        return Err(DeckError::plain(format!("`{name}` is a baseline, expected text"), Some(hint)));
    }
    String::from_utf8(bytes).map_err(|error| {
        let (at, text) = (error.utf8_error().valid_up_to(), String::from_utf8_lossy(error.as_bytes()));
        let place = Place::of(name, &text, at..at + char::REPLACEMENT_CHARACTER.len_utf8());
        let message = format!("expected text in UTF-8, found the byte 0x{:02x}", error.as_bytes()[at]);
        DeckError(vec![Problem { message, place: Some(place), ..Problem::default() }])
    })
}

/// The message for a name that is not a file; `expected` is the kind of thing it should name.
pub(crate) fn not_a_file(name: &str, expected: &str) -> String {
    match Path::new(name).is_dir() {
        _ if name.is_empty() => format!("expected a file or a shipped {expected}, found an empty name"),
        true => format!("`{name}` is a directory, expected a file or a shipped {expected}"),
        false => format!("`{name}` is neither a file nor a shipped {expected}"),
    }
}

impl DeckSource {
    /// The error for a name that is neither a file nor a shipped deck.
    pub(in crate::deck) fn missing(name: &str) -> DeckError {
        let known: Vec<String> = DeckSource::shipped_names().map(|name| format!("`{name}`")).collect();
        let hint = did_you_mean(name, DeckSource::shipped_names());
        let hint = hint.unwrap_or_else(|| format!("shipped decks: {}", known.join(", ")));
        DeckError::plain(not_a_file(name, "deck"), Some(hint))
    }

    /// The same source with another name.
    pub(in crate::deck) fn renamed(self, name: &str) -> DeckSource {
        DeckSource { name: name.to_owned(), ..self }
    }
}
