//! What an earlier command has stored in its folder, to continue it.

use std::io;
use std::path::{Path, PathBuf};

use serde_json::Value;

use super::files::column::fitted;
use super::files::folder::MANIFEST;
use super::files::seal::is_sealed;
use super::manifest::Manifest;
use crate::deck::{is_no_file, read_file};
use crate::ids::{PROGRAM, VERSION, program_words, sha256, this_program};

/// Fields of a manifest that determine the games and when they end, except for their number.
const PLANNED: [&str; 5] = ["decks", "strategies", "players", "seed", "study"];
/// What is wrong with an altered file.
const ALTERED: &str = "its SHA-256 is wrong; the file was truncated or edited";
/// Maximum length of a stored value in a message.
const MAX_VALUE_CHARS: usize = 60;

/// A command that can be continued, and the words for what it stores.
#[derive(Clone, Copy, Debug)]
pub(in crate::report) struct Continued {
    pub(in crate::report) command: &'static str,
    /// What a folder of another command does not have.
    pub(in crate::report) what: &'static str,
    /// What a folder with other settings has.
    pub(in crate::report) other: &'static str,
}

/// A folder that can be continued.
pub(in crate::report) struct StoredFolder<'p> {
    place: &'p Path,
    pub(in crate::report) manifest: Value,
}

/// Stored results that cannot be continued.
#[derive(Debug, thiserror::Error)]
pub(crate) enum StoredError {
    /// There are no readable results.
    #[error("`{place}` has no {what} of `{command}` to continue")]
    None {
        /// The folder.
        place: PathBuf,
        /// What it does not have.
        what: &'static str,
        /// The command that writes it.
        command: &'static str,
    },
    /// A file cannot be read.
    #[error("cannot read `{0}`: {1}")]
    Unreadable(PathBuf, io::Error),
    /// A file is damaged.
    #[error("`{0}` is damaged: {1}")]
    Damaged(PathBuf, String),
    /// Another program has written them.
    #[error(
        "`{place}` was written by {program}, this is {}: the results of two programs are not mixed",
        this_program()
    )]
    Program {
        /// The folder.
        place: PathBuf,
        /// The program.
        program: String,
    },
    /// The results have other settings.
    #[error("`{place}` has {other}: {setting} is {stored} there and {here} here")]
    Different {
        /// The folder.
        place: PathBuf,
        /// What it has.
        other: &'static str,
        /// The first setting that differs.
        setting: String,
        /// Its stored value.
        stored: String,
        /// Its value now.
        here: String,
    },
}

impl Continued {
    /// Opens a folder. It must be of this command and this program, with the games that are planned here.
    pub(in crate::report) fn folder<'p>(
        self,
        place: &'p Path,
        planned: &Manifest,
    ) -> Result<StoredFolder<'p>, StoredError> {
        let file = place.join(MANIFEST);
        let text = match read(&file)? {
            Some(text) => text,
            None => return Err(self.none(place)),
        };
        let damaged = |what: &str| StoredError::Damaged(file.clone(), what.to_owned());
        let manifest: Value = serde_json::from_slice(&text).map_err(|_| damaged("it is not JSON"))?;
        let word = |key: &str| manifest[key].as_str().unwrap_or_default();
        // First: another program may have another form.
        if !manifest["version"].is_null() && (word("version"), word("program")) != (VERSION, PROGRAM) {
            let program = program_words(word("version"), word("program"));
            return Err(StoredError::Program { place: place.to_owned(), program });
        }
        if manifest["study"]["name"] != self.command {
            return Err(self.none(place));
        }
        if !is_sealed(&text) {
            return Err(damaged(ALTERED));
        }
        let now = serde_json::json!(planned);
        match PLANNED.into_iter().find_map(|key| first_difference(key, &manifest[key], &now[key])) {
            None => Ok(StoredFolder { place, manifest }),
            Some((setting, stored, here)) => {
                Err(StoredError::Different { place: place.to_owned(), other: self.other, setting, stored, here })
            }
        }
    }

    /// The error for a folder of another command.
    fn none(self, place: &Path) -> StoredError {
        StoredError::None { place: place.to_owned(), what: self.what, command: self.command }
    }
}

impl StoredFolder<'_> {
    /// Reads a file that is as the command wrote it.
    pub(in crate::report) fn file(&self, name: &str) -> Result<Vec<u8>, StoredError> {
        let file = self.place.join(name);
        let damaged = |what: &str| StoredError::Damaged(file.clone(), what.to_owned());
        let bytes = read(&file)?.ok_or_else(|| damaged("it is missing"))?;
        if self.manifest["files"][name] == sha256(&bytes) { Ok(bytes) } else { Err(damaged(ALTERED)) }
    }
}

/// Reads a file; `None` if there is none.
fn read(file: &Path) -> Result<Option<Vec<u8>>, StoredError> {
    // An input: a state of a command that continues a folder belongs to that folder.
    match read_file(file) {
        Err(error) if is_no_file(&error) => Ok(None),
        Err(error) => Err(StoredError::Unreadable(file.to_owned(), error)),
        Ok(bytes) => Ok(Some(bytes)),
    }
}

/// The path and both values of the first difference; names before other fields.
fn first_difference(path: &str, stored: &Value, now: &Value) -> Option<(String, String, String)> {
    match (stored, now) {
        _ if stored == now => None,
        (Value::Object(one), Value::Object(other)) if one.len() == other.len() => {
            let mut fields: Vec<(&String, &Value)> = other.iter().collect();
            fields.sort_by_key(|(key, _)| *key != "name");
            fields.into_iter().find_map(|(key, now)| first_difference(&format!("{path}.{key}"), &stored[key], now))
        }
        (Value::Array(one), Value::Array(other)) if one.len() == other.len() => {
            let places = one.iter().zip(other).enumerate();
            places
                .into_iter()
                .find_map(|(place, (stored, now))| first_difference(&format!("{path}[{place}]"), stored, now))
        }
        _ => {
            let text = |value: &Value| fitted(&value.to_string(), MAX_VALUE_CHARS).to_string();
            Some((path.to_owned(), text(stored), text(now)))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_difference_is_named() {
        let [one, other] = [9, 8].map(|limit| serde_json::json!({ "rules": { "hand_limit": limit }, "list": [1] }));
        let named = first_difference("settings", &one, &other).expect("a difference");
        assert_eq!(named, ("settings.rules.hand_limit".to_owned(), "9".to_owned(), "8".to_owned()));
        assert_eq!(first_difference("settings", &one, &one), None);
    }
}
