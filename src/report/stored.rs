//! What an earlier command has stored in its folder, to continue it.

use std::io::{self, BufReader};
use std::path::{Path, PathBuf};

use serde::de::DeserializeOwned;
use serde_json::Value;

use super::files::column::fitted;
use super::files::folder::MANIFEST;
use super::manifest::Manifest;
use crate::deck::{is_no_file, open_file};

/// Fields of a manifest that determine the games and when they end, except for their number.
const PLANNED: [&str; 6] = ["version", "decks", "strategies", "players", "seed", "study"];
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
    /// Reads the manifest of a folder. It must be of this command, with the games that are planned here.
    pub(in crate::report) fn manifest(self, place: &Path, planned: &Manifest) -> Result<Value, StoredError> {
        let manifest: Option<Value> = read_json(&place.join(MANIFEST))?;
        let own = |manifest: &Value| manifest["study"]["name"] == self.command;
        let manifest = manifest.filter(own).ok_or_else(|| self.none(place))?;
        let now = serde_json::json!(planned);
        match PLANNED.into_iter().find_map(|key| first_difference(key, &manifest[key], &now[key])) {
            None => Ok(manifest),
            Some((setting, stored, here)) => {
                Err(StoredError::Different { place: place.to_owned(), other: self.other, setting, stored, here })
            }
        }
    }

    /// The error for a folder of another command.
    pub(in crate::report) fn none(self, place: &Path) -> StoredError {
        StoredError::None { place: place.to_owned(), what: self.what, command: self.command }
    }
}

/// Reads a JSON file; `None` if there is none, or it is damaged.
pub(in crate::report) fn read_json<T: DeserializeOwned>(file: &Path) -> Result<Option<T>, StoredError> {
    match open_file(file) {
        Err(error) if is_no_file(&error) => Ok(None),
        Err(error) => Err(StoredError::Unreadable(file.to_owned(), error)),
        Ok(read) => Ok(serde_json::from_reader(BufReader::new(read)).ok()),
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
