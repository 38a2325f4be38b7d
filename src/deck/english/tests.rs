//! Both directions, over all shipped cards.

use std::collections::HashMap;

use serde_json::Value;

use super::card::{entry, says};
use super::*;
use crate::deck::Sets;
use crate::deck::file::source::DeckSource;

/// The shipped sets with their names.
fn shipped() -> Vec<(Sets, Names)> {
    let one = |source: DeckSource| {
        let sets = Sets::read(&[source]).expect("a shipped deck");
        let names = Names::of(sets.sets().iter().map(|set| &set.file));
        (sets, names)
    };
    DeckSource::shipped().map(one).collect()
}

#[test]
fn shipped_cards_are_read_as_they_are_written() {
    let (mut wrong, mut titles) = (Vec::new(), 0);
    for (sets, names) in shipped() {
        for card in sets.sets().iter().flat_map(|set| &set.file.cards) {
            titles += 1;
            let text = text_of(card, &names);
            match read(&text, &card.kind, &names) {
                _ if text.is_empty() => {}
                Err(fault) => wrong.push(format!("{}: {text}\n    {fault:?}", card.id)),
                Ok(said) if !says(&said, &entry(card)) => {
                    wrong.push(format!("{}: {text}\n    {}", card.id, Value::Object(said)));
                }
                Ok(_) => {}
            }
        }
    }
    assert!(titles > 800);
    assert!(wrong.is_empty(), "{} of {titles}\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn no_two_different_cards_have_the_same_text() {
    for (sets, names) in shipped() {
        let mut texts: HashMap<String, Value> = HashMap::new();
        for card in sets.sets().iter().flat_map(|set| &set.file.cards) {
            let said = read(&text_of(card, &names), &card.kind, &names).map(Value::Object).unwrap_or_default();
            let text = format!("{}: {}", card.kind.id, text_of(card, &names));
            let other = texts.entry(text.clone()).or_insert_with(|| said.clone());
            assert_eq!(*other, said, "{text}");
        }
    }
}

/// A Curse that tests a fighter against its player names this player, and each names its own actor.
#[test]
fn an_actor_is_named_by_what_it_is_to_the_reader() {
    let names = Names::default();
    for (text, effects) in [
        (
            "If someone in the combat is of a higher Level than the player who played this card, lose a level.",
            serde_json::json!([{ "if": { "test": { "fighter": "above_actor" }, "then": [{ "lose_levels": 1 }] } }]),
        ),
        (
            "Each other player who is of a higher Level than you loses a level.",
            serde_json::json!([{ "each": { "who": "rivals", "if": "above_actor", "do": [{ "lose_levels": 1 }] } }]),
        ),
    ] {
        let kind = crate::deck::Kind::named("curse").expect("a standard kind");
        let said = read(text, &kind, &names).unwrap_or_else(|fault| panic!("{fault:?}"));
        assert_eq!(said["curse"], effects);
        let card = crate::deck::language::CardSpec {
            curse: serde_json::from_value(effects).expect("effects"),
            kind,
            ..Default::default()
        };
        assert_eq!(text_of(&card, &names), text);
    }
}
