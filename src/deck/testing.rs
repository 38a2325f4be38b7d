//! Decks for tests.

use super::source::DeckSource;

const MINI: &str = include_str!("../../tests/decks/mini.toml");

/// The small test deck.
pub(crate) fn mini() -> DeckSource {
    DeckSource::new("mini.toml", MINI)
}

/// The small test deck with another set id.
pub(crate) fn mini_named(id: &str) -> DeckSource {
    DeckSource::new(format!("{id}.toml"), MINI.replacen("id = \"mini\"", &format!("id = \"{id}\""), 1))
}
