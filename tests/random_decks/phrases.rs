//! Random cards and conditions in words: no phrase is empty.

use std::collections::BTreeSet;

use super::{first_decks, language, writer};
use kickdoor::deck::english::{Names, text_of};
use kickdoor::deck::language::{CardSpec, DeckFile};
use kickdoor::deck::{Deck, DeckSource, load};
use serde_json::json;
use writer::Writer;

/// Signs of an empty phrase inside a text.
const GAPS: [&str; 9] = ["  ", "()", "( ", " )", " ,", " ;", " :", ", then ,", ": ;"];
/// Words and signs that something follows.
const OPEN: [&str; 12] = [" ", ",", ";", ":", "(", " if", " unless", " and", " or", " than", " of", " to"];

/// The sign of an empty phrase in a text, if there is one.
pub(crate) fn empty_phrase(text: &str) -> Option<&'static str> {
    let ends = |sign: &&&str| text.ends_with(**sign) || text.contains(&format!("{sign})")) && **sign != ")";
    GAPS.iter().find(|sign| text.contains(**sign)).or_else(|| OPEN.iter().find(ends)).copied()
}

fn refuse_gaps(deck: &Deck) {
    for title in &deck.titles {
        for line in deck.describe_title(title) {
            assert_eq!(empty_phrase(&line), None, "`{}`: {line:?}", title.id);
        }
    }
}

#[test]
fn cards_have_no_empty_phrase() {
    for (written, _) in first_decks() {
        refuse_gaps(&written.deck().expect("a valid deck"));
    }
    for source in DeckSource::shipped() {
        refuse_gaps(&load(&[source], &[]).expect("a valid deck"));
    }
}

#[test]
fn signs_of_empty_phrases_are_found() {
    for text in ["+3 in combat if ", "lose 1 level, then , then die", "if : (die)", "not ()", "(if )", "roll a die: "] {
        assert!(empty_phrase(text).is_some(), "{text:?}");
    }
    assert_eq!(empty_phrase("+3 in combat if you have Baker (only if you help): (die)"), None);
}

/// A new condition fails this test until it has a phrase in every form.
#[test]
fn conditions_have_no_empty_phrase_in_any_form() {
    let schema = language();
    let file: DeckFile = toml::from_str(include_str!("../decks/mini.toml")).expect("a deck");
    let names = Names::of(std::iter::once(&file));
    let words = writer::parts(&schema, "Condition").into_iter().filter(|part| part.starts_with("Condition."));
    let mut missing: BTreeSet<String> = words.collect();
    for seed in 0..2_000 {
        let mut writer = Writer::new(&schema, seed);
        let condition = writer.field("Modifier", "if");
        missing.retain(|part| !writer.used.contains(part));
        let forms = [
            condition.clone(),
            json!({ "not": condition }),
            json!({ "main": { "not": condition } }),
            json!({ "not": { "rival": condition } }),
            json!({ "any": [{ "actor": condition }, { "not": { "all": [condition, { "fighter": condition }] } }] }),
        ];
        for form in forms {
            let card = json!({ "id": "x", "name": "X", "kind": "identity", "strength": [{ "add": 1, "if": form }] });
            let card: CardSpec = serde_json::from_value(card).expect("a card");
            let text = text_of(&card, &names);
            assert!(!text.is_empty() && empty_phrase(&text).is_none() && !text.contains('{'), "{form}: {text:?}");
        }
    }
    assert!(missing.is_empty(), "never written: {missing:?}");
}
