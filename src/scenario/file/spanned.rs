//! Words with their place in the file.

use std::collections::BTreeMap;

use toml::Spanned;

/// A word of the file with its place.
pub type Word = Spanned<String>;
/// Values by seat.
pub type PerSeat<T> = BTreeMap<Word, T>;
