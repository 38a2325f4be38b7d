//! Words with their place in the file.

use std::collections::BTreeMap;

use toml::Spanned;

/// A word of the file with its place.
pub(crate) type Word = Spanned<String>;
/// Values by seat.
pub(crate) type PerSeat<T> = BTreeMap<Word, T>;
