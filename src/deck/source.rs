//! `DeckSource`: the text of a deck file, embedded in the program or read from a path.

use std::path::Path;

use super::embedded::DECKS;
use super::error::DeckError;
use super::nearest::did_you_mean;

/// The text of a deck file and its name in messages.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DeckSource {
    /// The path, or `NAME.toml` for a shipped deck.
    pub name: String,
    /// The TOML text.
    pub text: String,
}

impl DeckSource {
    /// A source from its parts.
    pub fn new(name: impl Into<String>, text: impl Into<String>) -> DeckSource {
        DeckSource { name: name.into(), text: text.into() }
    }

    /// The deck at this path; otherwise, the shipped deck with this name.
    ///
    /// # Errors
    /// If there is no such file or shipped deck, or if the file cannot be read as text.
    pub fn find(name: &str) -> Result<DeckSource, DeckError> {
        if is_there(Path::new(name)) {
            let text = std::fs::read_to_string(name);
            let text = text.map_err(|error| DeckError::plain(format!("cannot read `{name}`: {error}"), None))?;
            return Ok(DeckSource::new(name, text));
        }
        match DECKS.iter().find(|(known, _)| *known == name) {
            Some((known, text)) => Ok(DeckSource::new(format!("{known}.toml"), *text)),
            None => Err(missing(name)),
        }
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

/// Whether a file or pipe, but not a folder, exists at this path.
pub(crate) fn is_there(path: &Path) -> bool {
    path.exists() && !path.is_dir()
}

fn missing(name: &str) -> DeckError {
    let known: Vec<String> = DeckSource::shipped_names().map(|name| format!("`{name}`")).collect();
    let hint = did_you_mean(name, DeckSource::shipped_names());
    let hint = hint.unwrap_or_else(|| format!("shipped decks: {}", known.join(", ")));
    DeckError::plain(format!("`{name}` is neither a file nor a shipped deck"), Some(hint))
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
