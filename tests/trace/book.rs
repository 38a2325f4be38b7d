//! The titles of a game and their kinds, from the header of a trace.

use std::collections::HashMap;

use serde_json::{Value, json};

use super::measure::within;
use super::{Checked, figure, has, text};

/// The kinds that every set has, as `docs/CARDS.md` describes them: id, play and term.
const STANDARD: [[&str; 3]; 12] = [
    ["monster", "monster", ""],
    ["curse", "curse", "curse"],
    ["identity", "slot", "identity"],
    ["multi_identity", "room", "identity"],
    ["power", "rank", "power"],
    ["enhancer", "enhancer", ""],
    ["wandering_monster", "bring_monster", ""],
    ["cheat", "cheat", ""],
    ["item", "item", ""],
    ["special", "special", ""],
    ["blank", "blank", ""],
    ["role", "role", ""],
];

/// A kind of card in one set.
#[derive(Clone, Debug, Default)]
pub(super) struct Kind {
    pub(super) id: String,
    pub(super) play: String,
    /// The slot that its cards fill or widen, or the name of a kind of powers.
    pub(super) slot: String,
    pub(super) limit: i64,
    pub(super) alone: bool,
    pub(super) carries: String,
}

/// The titles, and the kinds of all sets.
pub(super) struct Book {
    titles: Value,
    kinds: HashMap<String, Vec<Kind>>,
    /// The kind of each title.
    kind_of: HashMap<String, Kind>,
    terms: Value,
    /// The titles of identities, companions and powers by their id without the set.
    traits: HashMap<String, Vec<String>>,
}

impl Book {
    pub(super) fn read(header: &Value) -> Checked<Book> {
        let mut kinds = HashMap::new();
        let mut terms = json!({});
        for set in header["deck"]["sets"].as_array().ok_or("no sets")? {
            let standard = STANDARD.map(|[id, play, term]| json!({ "id": id, "play": play, "term": term }));
            let declared = set["kinds"].as_array().cloned().unwrap_or_default();
            let all = standard.iter().chain(&declared).map(|kind| kind_of(kind, &set["terms"]));
            let id = text(set, "id")?;
            kinds.insert(id.to_owned(), all.collect());
            terms[id] = set["terms"].clone();
        }
        let mut book =
            Book { titles: header["cards"].clone(), kinds, kind_of: HashMap::new(), terms, traits: HashMap::new() };
        book.kind_of =
            book.all().filter_map(|title| Some((title.to_owned(), book.printed_kind(title)?.clone()))).collect();
        let traits: Vec<String> = book.all().filter(|title| book.is_trait(title)).map(str::to_owned).collect();
        for title in traits {
            book.traits.entry(id_of(&title).to_owned()).or_default().push(title);
        }
        Ok(book)
    }

    /// The properties of a card or of a title.
    pub(super) fn title(&self, card: &str) -> &Value {
        &self.titles[title_of(card)]
    }

    /// The lasting effect among the effects of a title, wherever it stands.
    pub(super) fn affliction(&self, title: &str) -> Option<&Value> {
        find(self.title(title), "afflict")
    }

    /// All titles.
    pub(super) fn all(&self) -> impl Iterator<Item = &str> {
        self.titles.as_object().into_iter().flatten().map(|(title, _)| title.as_str())
    }

    /// The kind of a card.
    pub(super) fn kind(&self, card: &str) -> &Kind {
        self.kind_of.get(title_of(card)).unwrap_or_else(|| panic!("{card} has no kind"))
    }

    fn printed_kind(&self, title: &str) -> Option<&Kind> {
        self.kind_named(self.title(title)["kind"].as_str()?, set_of(title))
    }

    /// The kind of a set with this id.
    pub(super) fn kind_named(&self, id: &str, set: &str) -> Option<&Kind> {
        self.kinds[set].iter().find(|kind| kind.id == id)
    }

    pub(super) fn play(&self, card: &str) -> &str {
        &self.kind(card).play
    }

    /// The limit of a slot: the lowest of all sets.
    pub(super) fn limit(&self, slot: &str) -> i64 {
        let kinds = self.kinds.values().flatten().filter(|kind| kind.play == "slot" && kind.slot == slot);
        kinds.map(|kind| kind.limit).min().unwrap_or(1)
    }

    /// The term of a set for `identity` or `power`.
    pub(super) fn term(&self, set: &str, term: &str) -> &str {
        self.terms[set][term].as_str().unwrap_or_default()
    }

    /// The titles that an id means on a card of a set: those of the same id and kind, if the set has one; otherwise those of the
    /// set's kinds, or all with the id.
    pub(super) fn called(&self, id: &str, set: &str) -> Vec<&str> {
        let traits = || self.traits.get(id).into_iter().flatten().map(String::as_str);
        let of = |kinds: &[&Kind]| -> Vec<&str> {
            let fits = |kind: &Kind| kinds.iter().any(|one| one.play == kind.play && one.slot == kind.slot);
            traits().filter(|title| fits(self.kind(title))).collect()
        };
        match traits().find(|title| set_of(title) == set) {
            Some(own) => of(&[self.kind(own)]),
            None => {
                let akin = of(&self.kinds[set].iter().collect::<Vec<_>>());
                if akin.is_empty() { traits().collect() } else { akin }
            }
        }
    }

    /// Whether the card is an identity, a companion or a power.
    pub(super) fn is_trait(&self, card: &str) -> bool {
        ["slot", "rank"].contains(&self.play(card))
    }

    /// Whether a card fits a filter on a card of a set by its printed properties.
    pub(super) fn fits(&self, card: &str, filter: &Value, set: &str) -> bool {
        let title = self.title(card);
        let kinds = filter["kinds"].as_array().into_iter().flatten().chain(filter.get("kind"));
        let kinds: Vec<&str> = kinds.filter_map(Value::as_str).collect();
        let kind = match kinds[..] {
            [] if !filter["card"].is_null() => ["item", "slot", "room", "rank"].contains(&self.play(card)),
            [] => self.play(card) == "item",
            _ => kinds.iter().any(|id| self.is_akin(card, id, set)),
        };
        let same = |field: &str| filter[field].is_null() || filter[field] == title[field];
        let flag = |field: &str| filter[field].is_null() || (filter[field] == true) == (title[field] == true);
        kind && same("slot")
            && (filter["not_slot"].is_null() || filter["not_slot"] != title["slot"])
            && filter["card"].as_str().is_none_or(|id| id == id_of(card))
            && flag("big")
            && flag("once")
            && figure(title, "gold") >= figure(filter, "worth")
            && (filter["bonus"].is_null() || within(&filter["bonus"], figure(title, "bonus")))
            && filter["tag"].as_str().is_none_or(|tag| has(title, "tags", tag))
    }

    /// Whether a card is of a kind, or of another set's kind for the same slot.
    pub(super) fn is_akin(&self, card: &str, id: &str, set: &str) -> bool {
        let kind = self.kind(card);
        let named = self.kind_named(id, set).filter(|named| named.play == "slot");
        let shares = named.is_some_and(|named| named.slot == kind.slot && kind.play == "slot");
        kind.id == id || set_of(card) != set && shares
    }
}

/// The value of the first such key at any depth.
fn find<'v>(value: &'v Value, key: &str) -> Option<&'v Value> {
    match value {
        Value::Object(fields) => fields.get(key).or_else(|| fields.values().find_map(|inner| find(inner, key))),
        Value::Array(items) => items.iter().find_map(|inner| find(inner, key)),
        _ => None,
    }
}

fn kind_of(kind: &Value, terms: &Value) -> Kind {
    let word = |field: &str| kind[field].as_str().map(str::to_owned);
    let term = kind["term"].as_str().and_then(|term| terms[term].as_str()).map(str::to_owned);
    let id = word("id").unwrap_or_default();
    let slot = word("slot").or(term).or_else(|| word("name")).unwrap_or_else(|| spelt_out(&id));
    Kind {
        play: word("play").unwrap_or_default(),
        slot,
        limit: kind["limit"].as_i64().unwrap_or(1),
        alone: kind["alone"] == true,
        carries: word("carries").unwrap_or_default(),
        id,
    }
}

/// `flying_steed` is Flying Steed.
fn spelt_out(id: &str) -> String {
    let capital = |word: &str| word[..1].to_uppercase() + &word[1..];
    id.split('_').filter(|word| !word.is_empty()).map(capital).collect::<Vec<_>>().join(" ")
}

pub(super) fn title_of(card: &str) -> &str {
    card.split('#').next().unwrap_or_default()
}

pub(super) fn set_of(card: &str) -> &str {
    card.split('/').next().unwrap_or_default()
}

pub(super) fn id_of(card: &str) -> &str {
    title_of(card).split('/').nth(1).unwrap_or_default()
}
