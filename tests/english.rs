//! Card texts in plain English: what is written is read back, for random cards of the whole language.
//!
//! ```text
//! KICKDOOR_CARDS=100000 cargo test --release --test suite english -- --ignored --nocapture
//! ```

use std::collections::BTreeSet;

use kickdoor::deck::Kind;
use kickdoor::deck::english::{Names, read, text_of};
use kickdoor::deck::language::{CardSpec, DeckFile};
use kickdoor::deck::schema;
use serde_json::{Value, json};

use crate::common;
use crate::random_decks::writer::Writer;

/// The fields that texts say, by the skeleton of a card.
const SAID: [(&str, &[&str]); 6] = [
    (
        "monster",
        &[
            "fight",
            "ignores",
            "silences",
            "enhancers",
            "joins",
            "helped_by",
            "pursues",
            "strength",
            "more_treasures",
            "flee",
            "on",
            "bad_stuff",
            "use",
        ],
    ),
    ("curse", &["strength", "flee", "grants", "on", "curse", "lasts", "ignores"]),
    ("item", &["usable_by", "given_to", "strength", "flee", "grants", "use", "on"]),
    ("identity", &["uncounted", "strength", "flee", "grants", "use", "on"]),
    ("special", &["use"]),
    ("power", &["strength", "flee", "grants", "use", "on"]),
];

/// A set whose names are as awkward as names can be.
const AWKWARD: &str = r#"
[set]
id = "awkward"
name = "Awkward"
players = { min = 3, max = 6 }

[[kind]]
id = "kind_0"
name = "Item"
play = "slot"

[[kind]]
id = "kind_1"
name = "Old Friend"
play = "slot"

[[card]]
id = "baker"
name = "Elf"
kind = "identity"

[[card]]
id = "butcher"
name = "Level, or Worse."
kind = "identity"

[[card]]
id = "kneading"
name = "elves"
kind = "power"
rank = 1

[[card]]
id = "crumb"
name = "Big Item in use"
kind = "item"
gold = 100
tags = ["mouldy"]

[[card]]
id = "paper-hat"
name = "Hat of \"No\" & Co. -- 2"
kind = "item"
gold = 100
tags = ["crusty"]
"#;

/// The names of the awkward set.
fn names() -> Names {
    let file: DeckFile = toml::from_str(AWKWARD).expect("a deck file");
    Names::of(std::iter::once(&file))
}

/// A random card of the whole language. It need not be a card that a deck may have.
fn random_card(schema: &Value, number: u64) -> CardSpec {
    let mut writer = Writer::new(schema, number);
    let (kind, fields) = writer.dice.pick(&SAID);
    let mut card = json!({ "id": "x", "name": "X", "kind": kind });
    for field in *fields {
        if writer.dice.below(3) == 0 {
            card[field] = writer.field("CardSpec", field);
        }
    }
    let mut card: CardSpec = serde_json::from_value(card).expect("a card of the schema");
    card.kind = Kind::named(kind).expect("a standard kind");
    card
}

/// What a text should say of a card.
fn said_of(card: &CardSpec) -> Value {
    let mut said = json!(card);
    for field in ["id", "name", "kind", "origin"] {
        said.as_object_mut().expect("a table").remove(field);
    }
    said
}

/// Whether there is an `all` or `any` of a single condition, or `most` without `each`, which no deck may have.
fn has_single(value: &Value) -> bool {
    match value {
        Value::Object(table)
            if table.contains_key("add") && table.contains_key("most") && !table.contains_key("each") =>
        {
            true
        }
        Value::Object(table) => table.iter().any(|(key, part)| {
            let single = ["all", "any"].contains(&key.as_str()) && part.as_array().is_some_and(|parts| parts.len() < 2);
            single || has_single(part)
        }),
        Value::Array(list) => list.iter().any(has_single),
        _ => false,
    }
}

/// The cards with these numbers that are not read as they are written.
fn misread(numbers: std::ops::Range<u64>) -> Vec<String> {
    let schema: Value = serde_json::from_str(&schema()).expect("JSON");
    let names = names();
    let cards = common::all_cases(numbers, &|number| {
        let card = random_card(&schema, number);
        if has_single(&said_of(&card)) {
            return None;
        }
        let text = text_of(&card, &names);
        match read(&text, &card.kind, &names) {
            _ if text.is_empty() && said_of(&card) == json!({}) => None,
            Ok(said) if Value::Object(said.clone()) == said_of(&card) => None,
            Ok(said) => Some(format!("{number}: {text}\n  {}\n  {}", said_of(&card), Value::Object(said))),
            Err(fault) => Some(format!("{number}: {text}\n  {}\n  {fault:?}", said_of(&card))),
        }
    });
    let mut wrong: Vec<String> = cards.into_iter().flatten().collect();
    wrong.sort_by_key(String::len);
    wrong
}

#[test]
fn random_cards_are_read_as_they_are_written() {
    let wrong = misread(0..1500);
    assert!(wrong.is_empty(), "{}\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
#[ignore = "a long campaign"]
fn many_random_cards_are_read_as_they_are_written() {
    let cards = std::env::var("KICKDOOR_CARDS").map_or(100_000, |cards| cards.parse().expect("a number"));
    let wrong = misread(0..cards);
    println!("{cards} cards, {} misread", wrong.len());
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn every_part_of_the_language_is_in_a_random_card() {
    let schema: Value = serde_json::from_str(&schema()).expect("JSON");
    let mut used = BTreeSet::new();
    for number in 0..3000 {
        let mut writer = Writer::new(&schema, number);
        let (_, fields) = *writer.dice.pick(&SAID);
        fields.iter().for_each(|field| drop(writer.field("CardSpec", field)));
        used.append(&mut writer.used);
    }
    let effects = schema["$defs"]["Effect"]["oneOf"].as_array().expect("effects");
    for effect in effects {
        let named = effect["properties"].as_object().into_iter().flat_map(|fields| fields.keys().cloned());
        let words = effect["enum"].as_array().into_iter().flatten().filter_map(Value::as_str).map(str::to_owned);
        for name in named.chain(words) {
            assert!(used.iter().any(|part| part.ends_with(&format!(".{name}"))), "{name}");
        }
    }
}
