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
