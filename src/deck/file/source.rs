//! `DeckSource`: the text of a deck file, embedded in the program or read from a path.

use std::path::Path;

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
}

impl DeckSource {
    /// A source from its parts.
    pub fn new(name: impl Into<String>, text: impl Into<String>) -> DeckSource {
        DeckSource { name: name.into(), text: text.into() }
    }

    /// The deck at this path; otherwise, that of `FILE@REV`, or the shipped deck with this name.
    ///
    /// # Errors
    /// If there is no such file or shipped deck, or if the file cannot be read as text.
    pub fn find(name: &str) -> Result<DeckSource, DeckError> {
        if is_there(Path::new(name)) {
            return Ok(DeckSource::new(name, read_text(name)?));
        }
        if let Some(revision) = Revision::of(name) {
            let bytes = revision.read()?;
            note_input(name, &bytes);
            return Ok(DeckSource::new(name, text_of(name, bytes)?));
        }
        DeckSource::find_shipped(name).ok_or_else(|| missing(name))
    }

    /// Whether this is the name of a deck, or looks like one: a file, `NAME.toml`, one of both at a revision, or a shipped
    /// deck.
    pub(crate) fn is_name(name: &str) -> bool {
        let is_file = |name: &str| is_there(Path::new(name)) || name.ends_with(".toml");
        is_file(name)
            || Revision::of(name).is_some_and(|revision| is_file(revision.file))
            || DECKS.iter().any(|(known, _)| *known == name)
    }

    /// The deck at a path from the folder of this file; otherwise, the shipped deck with this name.
    ///
    /// # Errors
    /// If there is no such file or shipped deck, or if the file cannot be read as text.
    pub(in crate::deck) fn beside(&self, name: &str) -> Result<DeckSource, DeckError> {
        let own = Revision::of(&self.name).map_or(self.name.as_str(), |revision| revision.file);
        let path = Path::new(own).with_file_name(name);
        match path.to_str().filter(|_| is_there(&path)) {
            Some(path) => Ok(DeckSource::new(path, read_text(path)?)),
            None => DeckSource::find_shipped(name).ok_or_else(|| missing(name)),
        }
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

/// The text of a file or pipe, with at most `MAX_BYTES`.
///
/// # Errors
/// If the file cannot be read, is too large or is not UTF-8. Only the last of these errors has a place in the file.
pub(crate) fn read_text(name: &str) -> Result<String, DeckError> {
    let bytes = read_input(Path::new(name), MAX_BYTES + 1);
    text_of(name, bytes.map_err(|error| DeckError::plain(format!("cannot read `{name}`: {error}"), None))?)
}

/// The text in the bytes of a file.
fn text_of(name: &str, bytes: Vec<u8>) -> Result<String, DeckError> {
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

fn missing(name: &str) -> DeckError {
    let known: Vec<String> = DeckSource::shipped_names().map(|name| format!("`{name}`")).collect();
    let hint = did_you_mean(name, DeckSource::shipped_names());
    let hint = hint.unwrap_or_else(|| format!("shipped decks: {}", known.join(", ")));
    DeckError::plain(not_a_file(name, "deck"), Some(hint))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_missing_deck_is_an_error() {
        let error = DeckSource::find("no-such-deck.toml").expect_err("there is none");
        assert!(error.to_string().contains("neither a file nor a shipped deck"), "{error}");
    }

    #[test]
    fn shipped_decks_are_found_by_name() {
        for name in DeckSource::shipped_names() {
            assert!(DeckSource::find(name).is_ok());
        }
    }
}
