//! The fields of cards: their schema, their list, and their perturbations.

use kickdoor::deck::language::CardSpec;
use kickdoor::deck::{DeckSource, Sets, perturbations, schema};
use serde_json::Value;

/// The JSON schema of a deck file.
fn language() -> Value {
    serde_json::from_str(&schema()).expect("it is JSON")
}

#[test]
fn the_schema_describes_cards() {
    assert!(language()["properties"]["card"].is_object());
}

#[test]
fn the_list_contains_every_field_of_a_card() {
    let schema = language();
    let fields = schema["$defs"]["CardSpec"]["properties"].as_object().expect("a card has fields");
    let mut fields: Vec<&str> = fields.keys().map(String::as_str).filter(|field| *field != "origin").collect();
    fields.sort_unstable();
    let mut known: Vec<&str> = CardSpec::fields().collect();
    known.sort_unstable();
    assert_eq!(fields, known);
}

#[test]
fn every_number_switch_and_removable_part_is_changed_once() {
    let mini = include_str!("decks/mini.toml");
    let card = "id = 'x'\nname = 'X'\nkind = 'item'\ngold = 300\nbonus = 2\nbig = true\norigin = 'modelled'\n\
         use = [{ when = ['combat'], cost = { discard = 1 }, do = ['copy_monster', { gain_levels = 1 }] }]";
    let sets = Sets::read(&[DeckSource::new("x.toml", format!("{mini}\n[[card]]\n{card}\n"))]).expect("a deck");
    let spec = sets.sets()[0].file.cards.last().expect("a card");
    let list = perturbations(spec);
    let listed: Vec<String> = list.iter().map(|change| format!("{} {:?}", change.part, change.edit)).collect();
    let expected = [
        "big Removed",
        "bonus Removed",
        "gold Removed",
        "use[0] Removed",
        "use[0].cost Removed",
        "use[0].do[0] Removed",
        "use[0].do[1] Removed",
        "use[0].when[0] Removed",
        "bonus Number { from: 2, to: [3, 1] }",
        "gold Number { from: 300, to: [400, 200] }",
        "use[0].cost.discard Number { from: 1, to: [2] }",
        "use[0].do[1].gain_levels Number { from: 1, to: [2] }",
    ];
    assert_eq!(listed, expected);
}
