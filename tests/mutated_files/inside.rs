//! The library reads mutated files.

use std::path::PathBuf;

use kickdoor::deck::{Deck, DeckSource, load};

use kickdoor::scenario::Scenario;
use kickdoor::strategy::Profile;

use crate::common;

/// The kinds of files that users write.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum FileKind {
    Deck,
    Strategy,
    Scenario,
}

/// Reads a file as a run does and uses it; the message if it is invalid.
pub(crate) fn used(kind: FileKind, text: &str) -> Option<String> {
    let result = match kind {
        FileKind::Deck => deck(text),
        FileKind::Strategy => strategy(text),
        FileKind::Scenario => scenario(text),
    };
    result.err()
}

fn deck(text: &str) -> Result<(), String> {
    let deck: Deck =
        load(&[DeckSource::new("file.toml", text)], &["max_turns=6".to_owned(), "max_steps=1000".to_owned()])
            .map_err(|error| error.to_string())?;
    let players = ["random", "balanced"].map(|name| common::player(name, &deck));
    let mut table = common::table(&deck, common::game_setup(deck.players.max, 1, 0));
    common::finish(&mut table, &players.each_ref());
    Ok(())
}

fn strategy(text: &str) -> Result<(), String> {
    let profile = Profile::parse("file", "file.toml", text).map_err(|error| error.to_string())?;
    assert_eq!(profile.hash().len(), 64);
    Ok(())
}

fn scenario(text: &str) -> Result<(), String> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/scenarios");
    let scenario = Scenario::read(DeckSource::new("file.toml", text), folder).map_err(|error| error.to_string())?;
    scenario.play().map(drop).map_err(|error| error.to_string())
}

/// The fault of a message, if any.
pub(crate) fn unclear(message: &str) -> Option<String> {
    const PROGRAMMERS: [&str; 8] =
        ["invalid type", "newtype", "unit variant", "struct ", "u8,", "i16", "panicked", "RUST_BACKTRACE"];
    if message.trim().is_empty() {
        return Some("the message is empty".to_owned());
    }
    if let Some(word) = PROGRAMMERS.iter().find(|word| message.contains(**word)) {
        return Some(format!("a word of the implementation, {word:?}"));
    }
    if let Some(control) = message.chars().find(|c| c.is_control() && !['\n', '\t'].contains(c)) {
        return Some(format!("a control character, {control:?}"));
    }
    if message.chars().count() > 20_000 || message.lines().any(|line| line.chars().count() > 1_500) {
        return Some(format!("too long: {} characters", message.chars().count()));
    }
    None
}
