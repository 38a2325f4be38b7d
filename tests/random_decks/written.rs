//! `Written`: a random deck as a document: rule switches, cards added to the ground deck, and cards of a second set.

use std::collections::BTreeSet;
use std::sync::OnceLock;

use kickdoor::deck::{Deck, DeckError, DeckSource, Kind, load};
use serde_json::{Map, Value, json};

use super::writer::Writer;

const GROUND: &str = include_str!("../decks/ground.toml");
const OTHER: &str =
    "[set]\nid = \"other\"\nname = \"Other\"\nplayers = { min = 3, max = 6 }\nterms = { identity = \"Mojo\" }\n";

/// A card of each kind and form, with the required fields.
const SKELETONS: [&str; 19] = [
    r#"{"kind":"monster","level":4,"treasures":1}"#,
    r#"{"kind":"monster","level":1,"treasures":2}"#,
    r#"{"kind":"curse","curse":[{"lose_levels":1}]}"#,
    r#"{"kind":"curse","lasts":"always"}"#,
    r#"{"kind":"curse","lasts":"next_combat"}"#,
    r#"{"kind":"identity"}"#,
    r#"{"kind":"identity","bonus":2}"#,
    r#"{"kind":"identity","use":[{"when":["before_roll"],"cost":"this_card","do":["escape_all"]}]}"#,
    r#"{"kind":"multi_identity"}"#,
    r#"{"kind":"power","rank":1}"#,
    r#"{"kind":"enhancer","bonus":5}"#,
    r#"{"kind":"wandering_monster"}"#,
    r#"{"kind":"cheat"}"#,
    r#"{"kind":"item","gold":300}"#,
    r#"{"kind":"item","gold":300,"slot":"hand","hands":1}"#,
    r#"{"kind":"item","gold":300,"once":true,"bonus":2}"#,
    r#"{"kind":"special","use":[{"when":["any_time"],"do":[{"gain_levels":1}]}]}"#,
    r#"{"kind":"special","use":[{"when":["combat"],"do":["copy_monster"]}]}"#,
    r#"{"kind":"blank"}"#,
];
/// Fields with fixed values.
const FIXED: [&str; 8] = ["id", "name", "origin", "kind", "copies", "modelled", "inert", "once"];
/// Switches that affect the length of games.
const LENGTHS: [&str; 2] = ["max_turns", "max_steps"];
/// Number of values to try for a field.
const TRIES: u32 = 3;

/// A random deck.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Written(pub(crate) Value);

impl Written {
    /// The deck of a seed, and the parts of the language in it.
    pub(crate) fn random(schema: &Value, seed: u64) -> (Written, BTreeSet<String>) {
        let mut writer = Writer::new(schema, seed);
        let mut written = Written(json!({ "rules": {}, "kind": [], "card": [], "other": [] }));
        written.add_rules(schema, &mut writer);
        written.add_kinds(schema, &mut writer);
        let cards = 4 + writer.dice.below(9);
        let sets = if writer.dice.below(4) == 0 { 2 } else { 1 };
        for number in 0..cards {
            let card = random_card(schema, &mut writer, number, &written.0["kind"]);
            let set = if number % sets == 0 { "card" } else { "other" };
            let mut more = written.clone();
            more.0[set].as_array_mut().expect("a list").push(card);
            written = if more.deck().is_some() { more } else { written };
        }
        (written, writer.used)
    }

    fn add_rules(&mut self, schema: &Value, writer: &mut Writer<'_>) {
        let max_turns = *writer.dice.pick(&[3, 6, 12, 25, 60]);
        let max_steps = *writer.dice.pick(&[300, 1000, 5000]);
        self.0["rules"] = json!({ "max_turns": max_turns, "max_steps": max_steps });
        for switch in schema["$defs"]["Rules"]["properties"].as_object().expect("switches").keys() {
            if !LENGTHS.contains(&switch.as_str()) && writer.dice.below(6) == 0 {
                let mut other = self.clone();
                other.0["rules"][switch] = writer.field("Rules", switch);
                *self = if other.deck().is_some() { other } else { self.clone() };
            }
        }
    }

    /// Up to three kinds of cards.
    fn add_kinds(&mut self, schema: &Value, writer: &mut Writer<'_>) {
        for number in 0..writer.dice.below(4) {
            writer.used.insert("KindSpec.id".to_owned());
            let mut kind = json!({ "id": format!("kind_{number}"), "play": writer.field("KindSpec", "play") });
            for field in schema["$defs"]["KindSpec"]["properties"].as_object().expect("fields of kinds").keys() {
                if kind.get(field).is_none() && writer.dice.below(2) == 0 {
                    let used = writer.used.clone();
                    let mut richer = kind.clone();
                    richer[field] = writer.field("KindSpec", field);
                    if self.with_kind(&richer).is_some() {
                        kind = richer;
                    } else {
                        writer.used = used;
                    }
                }
            }
            *self = self.with_kind(&kind).unwrap_or_else(|| self.clone());
        }
    }

    /// The same deck with one more kind, if it is valid.
    fn with_kind(&self, kind: &Value) -> Option<Written> {
        let mut more = self.clone();
        more.0["kind"].as_array_mut().expect("a list").push(kind.clone());
        more.deck().is_some().then_some(more)
    }

    /// The deck files.
    pub(crate) fn files(&self) -> Vec<(&'static str, String)> {
        let mut files = vec![("ground.toml", format!("{GROUND}\n{}", self.told(&["rules", "kind", "card"])))];
        if self.0["other"].as_array().is_some_and(|cards| !cards.is_empty()) {
            files.push((
                "other.toml",
                format!("{OTHER}\n{}", self.told(&["kind", "other"]).replace("[[other", "[[card")),
            ));
        }
        files
    }

    /// These parts of the deck as TOML.
    pub(crate) fn told(&self, parts: &[&str]) -> String {
        let filled = |part: &Value| part.as_array().is_none_or(|list| !list.is_empty());
        let parts = parts
            .iter()
            .filter_map(|&part| Some((part.to_owned(), self.0.get(part).filter(|part| filled(part))?.clone())));
        toml::to_string(&parts.collect::<Map<String, Value>>()).expect("TOML")
    }

    /// The deck, if it is valid.
    pub(crate) fn deck(&self) -> Option<Deck<3>> {
        self.load().ok()
    }

    fn load(&self) -> Result<Deck<3>, DeckError> {
        let sources: Vec<DeckSource> = self.files().iter().map(|(name, text)| DeckSource::new(*name, text)).collect();
        load(&sources, &[])
    }
}

/// A skeleton with random fields. If it does not load with all of them, they are added one by one.
fn random_card(schema: &Value, writer: &mut Writer<'_>, number: u64, kinds: &Value) -> Value {
    let skeleton = writer.dice.below(SKELETONS.len() as u64) as usize;
    let mut card = bare(skeleton);
    card["kind"] = declared(&card["kind"], kinds, writer);
    card["id"] = json!(format!("random-{number}"));
    card["name"] = json!(format!("Random {number}"));
    card["copies"] = json!(if writer.dice.below(8) == 0 { 20 } else { 1 + writer.dice.below(6) });
    writer.used.extend(["id", "name", "origin", "kind", "copies", "once"].map(|field| format!("CardSpec.{field}")));
    let fields: Vec<&str> = fields_of(schema, skeleton).iter().copied().filter(|_| writer.dice.below(3) > 0).collect();
    let used = writer.used.clone();
    let mut whole = card.clone();
    fields.iter().for_each(|field| whole[field] = writer.field("CardSpec", field));
    if loads(&whole, kinds) {
        return whole;
    }
    writer.used = used;
    fields.iter().for_each(|field| add_field(&mut card, field, writer, kinds));
    card
}

/// Adds a field if one of a few values is valid.
fn add_field(card: &mut Value, field: &str, writer: &mut Writer<'_>, kinds: &Value) {
    let used = writer.used.clone();
    for _ in 0..TRIES {
        let mut richer = card.clone();
        richer[field] = writer.field("CardSpec", field);
        if loads(&richer, kinds) {
            *card = richer;
            return;
        }
        writer.used.clone_from(&used);
    }
}

/// A skeleton as a card.
fn bare(skeleton: usize) -> Value {
    let mut card: Value = serde_json::from_str(SKELETONS[skeleton]).expect("a skeleton");
    card["id"] = json!("bare");
    card["name"] = json!("Bare");
    card["origin"] = json!("modelled");
    card
}

/// The possible fields of cards like a skeleton, determined once by trying each.
fn fields_of(schema: &Value, skeleton: usize) -> &'static [&'static str] {
    static FIELDS: OnceLock<Vec<Vec<&'static str>>> = OnceLock::new();
    let belongs = |skeleton: usize, field: &str| {
        let mut writer = Writer::new(schema, 0);
        let mut card = bare(skeleton);
        card[field] = writer.field("CardSpec", field);
        let error = alone(&card, &json!([])).load().err().map(|error| error.to_string()).unwrap_or_default();
        !error.contains("does not belong")
    };
    let all = FIELDS.get_or_init(|| {
        let names = schema["$defs"]["CardSpec"]["properties"].as_object().expect("fields of cards").keys();
        let names: Vec<&'static str> =
            names.filter(|name| !FIXED.contains(&name.as_str())).map(|name| &*name.clone().leak()).collect();
        (0..SKELETONS.len())
            .map(|skeleton| names.iter().copied().filter(|field| belongs(skeleton, field)).collect())
            .collect()
    });
    &all[skeleton]
}

fn alone(card: &Value, kinds: &Value) -> Written {
    Written(json!({ "rules": {}, "kind": kinds, "card": [card], "other": [] }))
}

fn loads(card: &Value, kinds: &Value) -> bool {
    alone(card, kinds).deck().is_some()
}

/// Usually a declared kind with the play of a standard kind, if there is one.
fn declared(kind: &Value, kinds: &Value, writer: &mut Writer<'_>) -> Value {
    let play = Kind::named(kind.as_str().expect("a kind")).expect("a standard kind").play;
    let alike: Vec<&Value> =
        kinds.as_array().expect("a list").iter().filter(|kind| kind["play"] == json!(play)).collect();
    if alike.is_empty() || writer.dice.below(4) == 0 { kind.clone() } else { writer.dice.pick(&alike)["id"].clone() }
}
