//! Cards as designers of the family invent them: what the language can say of them, and that the rest is refused.

use kickdoor::deck::{DeckSource, Sets};

/// The head of a set with a monster, before its text.
const MONSTER: &str = "[set]\nid = \"a\"\nname = \"A\"\nplayers = { min = 3, max = 6 }\n[[card]]\nid = \"ogre\"\nname = \"Ogre\"\n\
    kind = \"monster\"\nlevel = 4\ntreasures = 1\ntext = ";

#[test]
fn cards_of_strangers_are_understood() {
    let text = std::fs::read_to_string("tests/decks/strangers.toml").expect("the deck");
    let sets = Sets::read(&[DeckSource::new("strangers.toml", text)]).unwrap_or_else(|error| panic!("{error}"));
    sets.compile(&[]).unwrap_or_else(|error| panic!("{error}"));
}

/// A sentence that the language cannot say is refused, and never taken for flavour.
#[test]
fn what_the_language_cannot_say_is_refused() {
    for sentence in [
        "Attach this Item to a blade.",
        "Look at the top 3 Doors and put them back in any order.",
        "You never fall below Level 2.",
        "You must help the player on your left in their next combat.",
        "If you wear glasses, lose a level.",
        "Lose 5 life points.",
        "Your cards are worth nothing.",
    ] {
        let source =
            DeckSource::new("a.toml", format!("{MONSTER}{:?}\n", format!("Bad Stuff: {sentence} Lose a level.")));
        let error = Sets::read(&[source]).expect_err(sentence).to_string();
        assert!(error.contains("not understood") || error.contains("not complete"), "{error}");
    }
}
