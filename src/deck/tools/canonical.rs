//! The canonical form of cards: the same for all spellings of one meaning. Used for comparisons and hashes.

use serde_json::{Value, json};

use crate::deck::compiled::{Deck, SetInfo, Title};
use crate::deck::language::fields::{side_of, word};
use crate::deck::language::{CardSpec, DeckFile, KindSpec, Levels, Play, Slot};
use crate::ids::sha256;

/// Fields that do not affect how a card plays.
const COSMETIC_FIELDS: [&str; 5] = ["name", "origin", "modelled", "inert", "flavour"];
/// Further fields that two cards with the same meaning may differ in.
const OWN: [&str; 2] = ["id", "copies"];

/// A card with explicit defaults and without the fields that do not affect how it plays.
pub fn canonical(spec: &CardSpec) -> Value {
    let mut spec = spec.clone();
    spec.deck = Some(side_of(&spec));
    if spec.kind.play == Play::Monster {
        spec.levels.get_or_insert(Levels::new(1));
    }
    if spec.slot == Some(Slot::Hand) {
        spec.hands.get_or_insert_default();
    }
    spec.tags.sort_unstable();
    spec.fight.sort_by_key(word);
    let mut value = json!(spec);
    value.sort_all_objects();
    without(value, &COSMETIC_FIELDS)
}

/// The meaning of a card without its id, name and number of copies.
pub(in crate::deck) fn meaning(spec: &CardSpec) -> String {
    without(canonical(spec), &OWN).to_string()
}

fn without(mut value: Value, fields: &[&str]) -> Value {
    if let Some(object) = value.as_object_mut() {
        object.retain(|field, _| !fields.contains(&field.as_str()));
    }
    value
}

/// SHA-256, in hex, of everything in a deck's cards that can change games. Names and origins cannot. The hash does not
/// cover the rules; files that contain the hash list them separately.
pub fn content_hash(deck: &Deck) -> String {
    let tags = |bits: u16| -> Vec<&String> {
        (0..).zip(&deck.tags).filter(|(bit, _)| bits >> bit & 1 == 1).map(|(_, tag)| tag).collect()
    };
    let sets: Vec<Value> =
        (0..).zip(&deck.sets).map(|(number, set)| canonical_set(number, set, &deck.titles)).collect();
    let players = [deck.players.min, deck.players.max];
    let mut parts = json!([players, tags(deck.joining), sets]);
    if let (Some(parts), true) = (parts.as_array_mut(), deck.gifts != 0) {
        parts.push(json!(tags(deck.gifts)));
    }
    let native = deck.joining & !deck.bringing;
    if let (Some(parts), true) = (parts.as_array_mut(), native != 0) {
        parts.push(json!({ "native_tags": tags(native) }));
    }
    let text = parts.to_string();
    sha256(text)
}

fn canonical_set(number: u16, set: &SetInfo, titles: &[Title]) -> Value {
    let own = titles.iter().filter(|title| title.set == number);
    let cards: Vec<Value> = own.map(|title| canonical(&title.spec)).collect();
    let mut parts = vec![json!(set.id), json!(set.terms.identity), json!(set.terms.power), json!(cards)];
    parts.extend((!set.kinds.is_empty()).then(|| json!(canonical_kinds(&set.kinds))));
    json!(parts)
}

/// The declared kinds, sorted by id.
pub(in crate::deck) fn canonical_kinds(kinds: &[KindSpec]) -> Vec<Value> {
    let mut kinds: Vec<&KindSpec> = kinds.iter().collect();
    kinds.sort_by(|one, other| one.id.cmp(&other.id));
    kinds.into_iter().map(|kind| json!(kind)).collect()
}

/// The JSON schema of a deck file.
pub fn schema() -> String {
    format!("{:#}", schemars::schema_for!(DeckFile).to_value())
}
