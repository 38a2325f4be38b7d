//! `Written`: a random deck as a document: rule switches, cards added to the ground deck, cards of a second set, and shipped sets
//! at the same table.

use std::collections::BTreeSet;
use std::mem;
use std::sync::OnceLock;

use kickdoor::deck::{Deck, DeckError, DeckSource, Kind, Sets, load};
use kickdoor::ids::{CardSet, NARROW};
use serde_json::{Map, Value, json};

use super::writer::{Writer, parts_in};

const GROUND: &str = include_str!("../decks/ground.toml");
const OTHER: &str = "[set]\nid = \"other\"\nname = \"Other\"\nplayers = { min = 3, max = 6 }\n";
/// The joining tags of the ground deck.
const JOINING: &str = "joining_tags = [\"mouldy\"]\n";
/// Where the heads of the ground deck and of the second set are.
const HEADS: [&str; 2] = ["head", "other_head"];
/// Where the cards of the ground deck and of the second set are, and where their kinds are.
const SETS: [[&str; 2]; 2] = [["card", "kind"], ["other", "other_kind"]];

/// A card of each kind and form, with the required fields.
const SKELETONS: [&str; 26] = [
    r#"{"kind":"monster","level":4,"treasures":1}"#,
    r#"{"kind":"monster","level":1,"treasures":2}"#,
    r#"{"kind":"monster","level":2,"treasures":1,"use":[{"when":["combat"],"cost":{"discard":1},"do":[{"strengthen":{"side":"monsters","by":2}}]}]}"#,
    r#"{"kind":"monster","level":5,"treasures":1,"use":[{"when":["combat"],"by":"main","cost":{"discard":1},"do":[{"strengthen":{"side":"players","by":2}}]},{"when":["combat"],"by":"helper","do":[{"strengthen":{"side":"players","by":1}}]}]}"#,
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
    r#"{"kind":"special","use":[{"when":["drawn"],"do":[{"gain_levels":1}]}]}"#,
    r#"{"kind":"item","gold":500,"big":true,"bonus":3,"slot":"armor"}"#,
    r#"{"kind":"enhancer","tags":["mouldy"],"treasures":1}"#,
    r#"{"kind":"role"}"#,
    r#"{"kind":"role","bonus":1}"#,
    r#"{"kind":"blank"}"#,
];
/// Fields with fixed values.
const FIXED: [&str; 8] = ["id", "name", "origin", "kind", "copies", "modelled", "inert", "once"];
/// Switches that the tests choose themselves: the length of games and the number of players.
const CHOSEN: [&str; 3] = ["max_turns", "max_steps", "max_players"];

/// A random deck.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Written(pub(crate) Value);

impl Written {
    /// The deck of a seed, and the parts of the language in it.
    pub(crate) fn random(schema: &Value, seed: u64) -> (Written, BTreeSet<String>) {
        let mut writer = Writer::new(schema, seed);
        let mut written = Written(json!({ "rules": {}, "kind": [], "card": [], "other": [], "other_kind": [] }));
        let sets = if writer.dice.below(5) < 2 { 2 } else { 1 };
        written.add_rules(schema, &mut writer);
        for set in 0..sets {
            written.add_head(set, &mut writer);
            written.add_kinds(schema, set, &mut writer);
        }
        written.add_cards(schema, sets, &mut writer);
        if sets == 2 && writer.dice.below(2) == 0 {
            written.try_with("base", json!("other"));
        }
        if writer.dice.below(10) == 0 {
            written.add_shipped(&mut writer);
        }
        (written, writer.used)
    }

    /// Keeps a change if the deck is still valid.
    fn try_with(&mut self, field: &str, value: Value) {
        let mut more = self.clone();
        more.0[field] = value;
        if more.is_valid() {
            *self = more;
        }
    }

    fn add_rules(&mut self, schema: &Value, writer: &mut Writer<'_>) {
        let max_turns = *writer.dice.pick(&[3, 6, 12, 25, 60]);
        let max_steps = *writer.dice.pick(&[300, 1000, 5000]);
        self.0["rules"] = json!({ "max_turns": max_turns, "max_steps": max_steps });
        let switches = schema["$defs"]["Rules"]["properties"].as_object().expect("switches").keys();
        let chosen = switches.filter(|switch| !CHOSEN.contains(&switch.as_str()) && writer.dice.below(6) == 0);
        let chosen: Vec<&str> = chosen.map(String::as_str).collect();
        let mut deck = self.clone();
        self.0["rules"] = writer.filled("Rules", &self.0["rules"], &chosen, &mut |rules| {
            deck.0["rules"] = rules.clone();
            deck.is_valid()
        });
    }

    /// The tags of a set that let monsters join and Items be given, and the terms of the second set.
    fn add_head(&mut self, set: u64, writer: &mut Writer<'_>) {
        let mut head = Map::new();
        for field in ["joining_tags", "native_tags", "gift_tags"] {
            let tags = *writer.dice.pick(&[&[][..], &["mouldy"], &["crusty"], &["mouldy", "crusty"]]);
            if !tags.is_empty() {
                writer.used.insert(format!("SetHead.{field}"));
                head.insert(field.to_owned(), json!(tags));
            }
        }
        if set == 1 {
            let terms = json!({ "identity": writer.dice.pick(&["Guild", "Mojo"]), "power": writer.dice.pick(&["Recipe", "Trick"]) });
            head.insert("terms".to_owned(), terms);
        }
        self.0[HEADS[set as usize]] = Value::Object(head);
    }

    /// Up to three kinds of cards. Companions that carry cards are common.
    fn add_kinds(&mut self, schema: &Value, set: u64, writer: &mut Writer<'_>) {
        for number in 0..writer.dice.below(4) {
            writer.used.insert("KindSpec.id".to_owned());
            let companion = writer.dice.below(3) == 0;
            let play = if companion { json!("slot") } else { writer.field("KindSpec", "play") };
            let kind = json!({ "id": format!("kind_{number}"), "play": play });
            let fields = schema["$defs"]["KindSpec"]["properties"].as_object().expect("fields of kinds").keys();
            let chosen: Vec<&str> = fields
                .filter(|field| kind.get(field).is_none())
                .filter(|field| writer.dice.below(2) == 0 || companion && *field == "carries")
                .map(String::as_str)
                .collect();
            let kind =
                writer.filled("KindSpec", &kind, &chosen, &mut |kind| self.with(set as usize, 1, kind).is_valid());
            self.add(set as usize, 1, &kind);
        }
    }

    /// Four to twelve cards of each set, fewer if they are not valid together.
    fn add_cards(&mut self, schema: &Value, sets: u64, writer: &mut Writer<'_>) {
        let used = mem::take(&mut writer.used);
        let mut cards = Vec::new();
        for number in 0..(4 + writer.dice.below(9)) * sets {
            let set = (number % sets) as usize;
            let card = random_card(schema, writer, number, &self.0[SETS[set][1]]);
            cards.push((set, card, mem::take(&mut writer.used)));
        }
        writer.used = used;
        let all = cards.iter().fold(self.clone(), |deck, (set, card, _)| deck.with(*set, 0, card));
        let valid = all.is_valid();
        if valid {
            *self = all;
        }
        for (set, card, parts) in cards {
            if valid || self.add(set, 0, &card) {
                writer.used.extend(parts);
            }
        }
    }

    /// Up to five shipped sets at the same table, so that the deck is wide.
    fn add_shipped(&mut self, writer: &mut Writer<'_>) {
        let names: Vec<&str> = DeckSource::shipped_names().collect();
        let count = 1 + writer.dice.below(5);
        let chosen: BTreeSet<&str> = (0..count).map(|_| *writer.dice.pick(&names)).collect();
        self.try_with("shipped", json!(chosen));
    }

    /// The same deck with one more card (0) or kind (1) of a set.
    fn with(&self, set: usize, what: usize, value: &Value) -> Written {
        let mut more = self.clone();
        more.0[SETS[set][what]].as_array_mut().expect("a list").push(value.clone());
        more
    }

    /// Adds a card (0) or a kind (1) to a set if the deck stays valid. Returns whether it does.
    fn add(&mut self, set: usize, what: usize, value: &Value) -> bool {
        let more = self.with(set, what, value);
        let valid = more.is_valid();
        if valid {
            *self = more;
        }
        valid
    }

    /// The deck files, the base first.
    pub(crate) fn files(&self) -> Vec<(String, String)> {
        let other_is_base = self.0["base"] == "other";
        let mut files = vec![("ground.toml".to_owned(), self.ground(!other_is_base))];
        if SETS[1].iter().any(|part| self.0[*part].as_array().is_some_and(|list| !list.is_empty())) {
            files.push(("other.toml".to_owned(), self.other(other_is_base)));
        }
        if other_is_base {
            files.reverse();
        }
        let shipped = self.0["shipped"].as_array().into_iter().flatten().filter_map(Value::as_str);
        let shipped = shipped.map(|name| DeckSource::find(name).expect("a shipped set"));
        files.extend(shipped.map(|source| (source.name, source.text)));
        files
    }

    fn ground(&self, base: bool) -> String {
        let head = self.0[HEADS[0]].as_object().map(|head| toml::to_string(head).expect("TOML"));
        let ground = GROUND.replacen(JOINING, &head.unwrap_or_else(|| JOINING.to_owned()), 1);
        format!("{ground}\n{}", self.text_of(&[if base { "rules" } else { "" }, "kind", "card"]))
    }

    fn other(&self, base: bool) -> String {
        let usual = json!({ "terms": { "identity": "Mojo" } });
        let head = self.0.get(HEADS[1]).unwrap_or(&usual);
        let mut parts = json!({ "kind": self.0["other_kind"], "card": self.0["other"] });
        if base {
            parts["rules"] = self.0["rules"].clone();
        }
        let parts = Written(parts).text_of(&["rules", "kind", "card"]);
        format!("{OTHER}{}\n{parts}", toml::to_string(head).expect("TOML").replace("[terms]", "[set.terms]"))
    }

    /// These parts of the deck as TOML.
    pub(crate) fn text_of(&self, parts: &[&str]) -> String {
        let filled = |part: &Value| !part.is_null() && part.as_array().is_none_or(|list| !list.is_empty());
        let parts = parts
            .iter()
            .filter_map(|&part| Some((part.to_owned(), self.0.get(part).filter(|part| filled(part))?.clone())));
        toml::to_string(&parts.collect::<Map<String, Value>>()).expect("TOML")
    }

    /// Whether the deck has so many cards that its sets of cards are wide.
    pub(crate) fn is_wide(&self) -> bool {
        self.deck().is_some_and(|deck| deck.cards.len() > CardSet::<NARROW>::CAPACITY)
    }

    /// The deck, if it is valid.
    pub(crate) fn deck(&self) -> Option<Deck> {
        self.load().ok()
    }

    fn is_valid(&self) -> bool {
        Sets::read(&self.sources()).is_ok_and(|sets| sets.compile(&[]).is_ok())
    }

    fn load(&self) -> Result<Deck, DeckError> {
        load(&self.sources(), &[])
    }

    fn sources(&self) -> Vec<DeckSource> {
        self.files().into_iter().map(|(name, text)| DeckSource::new(name, text)).collect()
    }
}

/// A skeleton with random fields.
fn random_card(schema: &Value, writer: &mut Writer<'_>, number: u64, kinds: &Value) -> Value {
    let skeleton = writer.dice.below(SKELETONS.len() as u64) as usize;
    let mut card = bare(skeleton);
    card["kind"] = declared(&card["kind"], kinds, writer);
    card["id"] = json!(format!("random-{number}"));
    card["name"] = json!(format!("Random {number}"));
    card["copies"] = json!(if writer.dice.below(8) == 0 { 20 } else { 1 + writer.dice.below(6) });
    writer.used.extend(["id", "name", "origin", "kind", "copies", "once"].map(|field| format!("CardSpec.{field}")));
    let fields: Vec<&str> = fields_of(schema, skeleton).iter().copied().filter(|_| writer.dice.below(3) > 0).collect();
    let mut fuller = card.clone();
    fields.iter().for_each(|field| fuller[field] = writer.field("CardSpec", field));
    let card = repaired(fuller, kinds).unwrap_or(card);
    writer.used.clear();
    writer.used.extend(parts_in(schema, "CardSpec", &card));
    card
}

/// Maximum number of tries to repair a card.
const REPAIRS: u32 = 60;

/// A random card without the parts that are not valid together. `None` if nothing of it is valid.
fn repaired(mut card: Value, kinds: &Value) -> Option<Value> {
    for _ in 0..REPAIRS {
        let Err(error) = alone(&card, kinds).load() else { return Some(card) };
        // One after another: a problem may be gone with the part of another one.
        let problem = error.problems().iter().find(|problem| problem.card.as_deref() == card["id"].as_str())?;
        remove_part(&mut card, &steps_of(problem.field.as_deref().unwrap_or_default()));
    }
    None
}

/// The steps of a path such as `use[0].do[1].draw`.
fn steps_of(path: &str) -> Vec<String> {
    let steps = path.split(['.', '[']).map(|step| step.trim_end_matches(']').trim_matches('"').to_owned());
    steps.filter(|step| !step.is_empty()).collect()
}

/// Removes the part at a path, or the smallest part around it that can be removed. A list of one condition becomes that condition.
fn remove_part(card: &mut Value, steps: &[String]) {
    let Some((last, outer)) = steps.split_last() else { return };
    let pointer: String = outer.iter().map(|step| format!("/{step}")).collect();
    let removed = match card.pointer_mut(&pointer) {
        Some(Value::Object(fields)) => match fields.get(last) {
            Some(Value::Array(list)) if ["all", "any"].contains(&last.as_str()) && list.len() == 1 => {
                let only = list[0].clone();
                *card.pointer_mut(&pointer).expect("it is there") = only;
                return;
            }
            _ => fields.remove(last).is_some(),
        },
        Some(Value::Array(list)) => match last.parse::<usize>() {
            Ok(place) if place < list.len() => {
                list.remove(place);
                true
            }
            _ => false,
        },
        _ => false,
    };
    if !removed {
        remove_part(card, outer);
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
        !error.contains("cannot have `")
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

/// Usually a declared kind with the play of a standard kind, if there is one.
fn declared(kind: &Value, kinds: &Value, writer: &mut Writer<'_>) -> Value {
    let play = Kind::named(kind.as_str().expect("a kind")).expect("a standard kind").play;
    let alike: Vec<&Value> =
        kinds.as_array().expect("a list").iter().filter(|kind| kind["play"] == json!(play)).collect();
    if alike.is_empty() || writer.dice.below(4) == 0 { kind.clone() } else { writer.dice.pick(&alike)["id"].clone() }
}
