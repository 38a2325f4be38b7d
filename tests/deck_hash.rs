//! The hash of a deck and the changes between two decks: they depend on everything that changes games, and on nothing else.

use kickdoor::deck::{DeckSource, changes, content_hash, load};

const MINI: &str = include_str!("decks/mini.toml");

fn hash(text: &str) -> String {
    content_hash(&load(&[DeckSource::new("mini.toml", text)], &[]).expect("it loads"))
}

/// The hash of the test deck with one change.
fn edited(from: &str, to: &str) -> String {
    assert!(MINI.contains(from), "{from}");
    hash(&MINI.replacen(from, to, 1))
}

#[test]
fn the_hash_depends_on_what_changes_games() {
    let before = hash(MINI);
    assert_eq!(before.len(), 64);
    assert_ne!(edited("level = 14", "level = 15"), before);
    assert_ne!(edited("joining_tags = [\"mouldy\"]", "joining_tags = []"), before);
    assert_ne!(edited("id = \"mini\"", "id = \"other\""), before);
}

#[test]
fn the_hash_ignores_names_and_explicit_defaults() {
    let before = hash(MINI);
    assert_eq!(edited("Angry Bun", "Furious Bun"), before);
    assert_eq!(edited("name = \"Angry Bun\"", "name = \"Angry Bun\"\ndeck = \"door\"\ncopies = 1"), before);
    assert_eq!(edited("slot = \"hand\"", "slot = \"hand\"\nhands = 1"), before);
}

#[test]
fn an_edited_role_may_change_any_game() {
    let with_bonus = |bonus: u8| {
        let role = "[[card]]\nid = \"host\"\nname = \"Host\"\nkind = \"role\"\norigin = \"modelled\"\n";
        let text = format!("{MINI}\n{role}bonus = {bonus}\n");
        load(&[DeckSource::new("mini.toml", text)], &[]).expect("it loads")
    };
    let decks = (with_bonus(1), with_bonus(2));
    let changes = changes(&decks.0, &decks.1);
    assert!(changes.cards.is_none() && changes.edited.len() == 1);
}
