//! The differences between two decks: head of the set, rule switches, and cards by field.

use std::collections::{BTreeMap, BTreeSet};

use schemars::JsonSchema;
use serde::Serialize;
use serde_json::{Value, json};

use super::canonical::canonical;
use crate::deck::english::{Names, described, lines_of};
use crate::deck::file::error::DeckError;
use crate::deck::file::locate::{Step, problem_at};
use crate::deck::file::sets::{LoadedSet, Sets};
use crate::deck::language::rules::Rules;
use crate::deck::language::{CardSpec, KindSpec, Play, SetHead};

/// Keys of `[set]` that contain only text; games do not depend on them.
const WORDS_OF_THE_SET: [&str; 3] = ["name", "terms.curse", "terms.kick"];

/// The differences between two decks. All lists are sorted by field or card id.
#[derive(Clone, Debug, Default, PartialEq, Serialize, JsonSchema)]
pub struct DeckDiff {
    /// Keys of `[set]`, with dots for nested tables: `players.max`.
    pub set: Vec<FieldChange>,
    /// Rule switches.
    pub rules: Vec<FieldChange>,
    /// Declared kinds, as `kind.field`; `kind` alone for an added or removed kind.
    pub kinds: Vec<FieldChange>,
    /// Changed cards.
    pub changed: Vec<CardChange>,
    /// Cards with another id that play as before.
    pub renamed: Vec<Renaming>,
    /// Cards in the first deck only.
    pub removed: Vec<CardText>,
    /// Cards in the second deck only.
    pub added: Vec<CardText>,
}

/// A changed field.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct FieldChange {
    /// Name of the field in deck files.
    pub field: String,
    /// Whether games can depend on it.
    pub changes_games: bool,
    /// The value before, with explicit defaults; null if there is none.
    pub before: Value,
    /// The value after, in the same form.
    pub after: Value,
    /// The text before, one string per entry, without unchanged entries; empty if entries were only added.
    pub words_before: Vec<String>,
    /// The text after, in the same form; empty if entries were only removed.
    pub words_after: Vec<String>,
}

/// A changed card.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct CardChange {
    /// Its id after the change.
    pub id: String,
    /// Its name after the change.
    pub name: String,
    /// The changed fields without the id; not empty unless the card is renamed.
    pub fields: Vec<FieldChange>,
}

/// A card with a new id and, at most, another name or origin.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct Renaming {
    /// The id before.
    pub id_before: String,
    /// The card after.
    #[serde(flatten)]
    pub card: CardChange,
}

/// A card of only one deck.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct CardText {
    /// Its id.
    pub id: String,
    /// Its name.
    pub name: String,
    /// Number of copies.
    pub copies: u8,
    /// Its text, line by line.
    pub says: Vec<String>,
}

/// Numbers of differences.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Totals {
    /// Titles with a changed field that can affect games.
    pub changed: usize,
    /// Added titles.
    pub added: usize,
    /// Removed titles.
    pub removed: usize,
    /// Renamed titles.
    pub renamed: usize,
    /// Changed fields of the set, the rules and the cards that can affect games.
    pub fields: usize,
    /// Changed fields that contain only names and notes.
    pub notes: usize,
}

/// Compares two decks by card: the sets that were given last. The others supply names of cards. The order of cards and explicit defaults make no difference. Cards are matched by
/// id, even if the id of the set has changed. The decks need not be playable.
///
/// # Errors
/// If two cards of one deck have the same id.
pub fn diff(before: &Sets, after: &Sets) -> Result<DeckDiff, DeckError> {
    let (old, new) = (cards_by_id(before.subject())?, cards_by_id(after.subject())?);
    let [one, other] = [before, after].map(|sets| &sets.subject().file);
    let both = old.iter().filter_map(|(id, card)| Some((*card, *new.get(id)?)));
    let names = [before, after].map(|sets| sets.names_for(sets.subject));
    let changes = both.map(|(old, new)| card_change([old, new], &names));
    let mut gone: Vec<&CardSpec> = old.values().copied().filter(|card| !new.contains_key(card.id.as_str())).collect();
    let mut fresh: Vec<&CardSpec> = new.values().copied().filter(|card| !old.contains_key(card.id.as_str())).collect();
    let pairs = renamings(&mut gone, &mut fresh);
    let renaming = |(old, new): (&CardSpec, &CardSpec)| Renaming {
        id_before: old.id.clone(),
        card: card_change([old, new], &names),
    };
    Ok(DeckDiff {
        set: differences(&facts_of_set(&one.set), &facts_of_set(&other.set)),
        rules: differences(&facts_of_rules(&one.rules), &facts_of_rules(&other.rules)),
        kinds: differences(&facts_of_kinds(&one.kinds), &facts_of_kinds(&other.kinds)),
        changed: changes.filter(|change| !change.fields.is_empty()).collect(),
        renamed: pairs.into_iter().map(renaming).collect(),
        removed: gone.into_iter().map(|card| card_text(before, card, &names[0])).collect(),
        added: fresh.into_iter().map(|card| card_text(after, card, &names[1])).collect(),
    })
}

impl DeckDiff {
    /// Whether there are no differences, not even in names.
    pub fn is_empty(&self) -> bool {
        self.totals() == Totals::default()
    }

    /// Whether games can have other results.
    pub fn changes_games(&self) -> bool {
        Totals { notes: 0, ..self.totals() } != Totals::default()
    }

    /// The numbers of differences.
    pub fn totals(&self) -> Totals {
        let renamed = self.renamed.iter().map(|renaming| &renaming.card);
        let of_cards = self.changed.iter().chain(renamed).flat_map(|card| &card.fields);
        let fields: Vec<&FieldChange> = self.set.iter().chain(&self.rules).chain(&self.kinds).chain(of_cards).collect();
        let relevant = fields.iter().filter(|change| change.changes_games).count();
        Totals {
            changed: self.changed.iter().filter(|card| card.changes_games()).count(),
            added: self.added.len(),
            removed: self.removed.len(),
            renamed: self.renamed.len(),
            fields: relevant,
            notes: fields.len() - relevant,
        }
    }
}

impl CardChange {
    /// Whether games can depend on a changed field.
    pub(crate) fn changes_games(&self) -> bool {
        self.fields.iter().any(|change| change.changes_games)
    }
}

fn cards_by_id(set: &LoadedSet) -> Result<BTreeMap<&str, &CardSpec>, DeckError> {
    let mut cards = BTreeMap::new();
    for (place, card) in set.file.cards.iter().enumerate() {
        if cards.insert(card.id.as_str(), card).is_some() {
            let path = [Step::Key("card"), Step::Index(place), Step::Key("id")];
            let mut problem = problem_at(&set.source, &path, format!("two cards have the id `{}`", card.id), None);
            problem.card = Some(card.id.clone());
            return Err(DeckError(vec![problem]));
        }
    }
    Ok(cards)
}

/// Removes and returns the pairs that differ only in id, name and notes. Pairs with equal names are matched first.
fn renamings<'a>(gone: &mut Vec<&'a CardSpec>, fresh: &mut Vec<&'a CardSpec>) -> Vec<(&'a CardSpec, &'a CardSpec)> {
    let mut pairs = Vec::new();
    // Equal names first: cards that play alike may be twins with different names.
    for same_name in [true, false] {
        gone.retain(|old| {
            let fits = |new: &&CardSpec| (!same_name || old.name == new.name) && play_alike(old, new);
            let place = fresh.iter().position(fits);
            pairs.extend(place.map(|place| (*old, fresh.remove(place))));
            place.is_none()
        });
    }
    pairs.sort_by(|(_, a), (_, b)| a.id.cmp(&b.id));
    pairs
}

/// Whether two cards differ only in id, name and notes.
fn play_alike(one: &CardSpec, other: &CardSpec) -> bool {
    let nameless = |card: &CardSpec| canonical(&CardSpec { id: String::new(), ..card.clone() });
    nameless(one) == nameless(other)
}

fn card_change(cards: [&CardSpec; 2], names: &[Names; 2]) -> CardChange {
    let [mut old, mut new] = cards.map(facts_of_card);
    old.remove("id");
    new.remove("id");
    let same: Vec<String> =
        old.iter().filter(|(field, fact)| is_same(new.get(*field), fact)).map(|(field, _)| field.clone()).collect();
    for (facts, card, names) in [(&mut old, cards[0], &names[0]), (&mut new, cards[1], &names[1])] {
        facts.retain(|field, _| !same.contains(field));
        facts.iter_mut().for_each(|(field, fact)| fact.words = field_words(names, card, field, &fact.value));
    }
    CardChange { id: cards[1].id.clone(), name: cards[1].name.clone(), fields: differences(&old, &new) }
}

fn is_same(one: Option<&Fact>, other: &Fact) -> bool {
    one.is_some_and(|one| one.value == other.value)
}

fn card_text(sets: &Sets, card: &CardSpec, names: &Names) -> CardText {
    let says = described(card, &sets.subject().file.set.terms, names);
    CardText { id: card.id.clone(), name: card.name.clone(), copies: *card.copies, says }
}

/// The content of a field.
struct Fact {
    changes_games: bool,
    value: Value,
    words: Vec<String>,
}

/// Fields by name.
type Facts = BTreeMap<String, Fact>;

fn facts_of_set(head: &SetHead) -> Facts {
    let mut head = head.clone();
    // The order of tags and repetitions mean nothing.
    head.joining_tags.sort_unstable();
    head.joining_tags.dedup();
    head.native_tags.sort_unstable();
    head.native_tags.dedup();
    head.gift_tags.sort_unstable();
    head.gift_tags.dedup();
    let mut keys = Vec::new();
    flatten("", json!(head), &mut keys);
    let fact = |(key, value): (String, Value)| {
        let changes_games = !(WORDS_OF_THE_SET.contains(&key.as_str()) || key.starts_with("words"));
        (key, Fact { changes_games, words: plain(&value), value })
    };
    keys.into_iter().map(fact).collect()
}

/// The keys of a table and its nested tables, joined with dots.
fn flatten(path: &str, value: Value, keys: &mut Vec<(String, Value)>) {
    let Value::Object(table) = value else { return keys.push((path.to_owned(), value)) };
    for (key, value) in table {
        let path = if path.is_empty() { key } else { format!("{path}.{key}") };
        flatten(&path, value, keys);
    }
}

fn facts_of_rules(rules: &Rules) -> Facts {
    let fact = |(key, value): (String, Value)| (key, Fact { changes_games: true, words: plain(&value), value });
    entries(json!(rules)).map(fact).collect()
}

fn facts_of_kinds(kinds: &[KindSpec]) -> Facts {
    let fields = kinds.iter().flat_map(|kind| {
        let named = |(field, value): (String, Value)| match field.as_str() {
            "id" => (kind.id.clone(), value),
            _ => (format!("{}.{field}", kind.id), value),
        };
        entries(json!(kind)).map(named).collect::<Vec<_>>()
    });
    let fact = |(field, value): (String, Value)| {
        let changes_games = !field.ends_with(".name");
        (field, Fact { changes_games, words: plain(&value), value })
    };
    fields.map(fact).collect()
}

/// The fields of a card. Their words are those of the file.
fn facts_of_card(card: &CardSpec) -> Facts {
    let mut notes = card.clone();
    notes.modelled.sort_unstable();
    let notes = entries(json!(notes)).map(|entry| (false, entry));
    let copies = ("copies".to_owned(), json!(card.copies));
    let rules = entries(canonical(card)).chain([copies]).map(|entry| (true, entry));
    let fact = |(changes_games, (field, value)): (bool, (String, Value))| {
        let words = plain(&value);
        (field, Fact { changes_games, value, words })
    };
    notes.chain(rules).map(fact).collect()
}

fn entries(value: Value) -> impl Iterator<Item = (String, Value)> {
    let table = if let Value::Object(table) = value { table } else { serde_json::Map::new() };
    table.into_iter()
}

/// The text of a card's field, one string per entry.
fn field_words(names: &Names, card: &CardSpec, field: &str, value: &Value) -> Vec<String> {
    let said = |card: CardSpec| lines_of(&card, names);
    let bare = CardSpec { kind: card.kind.clone(), ..CardSpec::default() };
    match field {
        "bad_stuff" => said(CardSpec { bad_stuff: card.bad_stuff.clone(), ..bare }),
        "curse" => said(CardSpec { curse: card.curse.clone(), ..bare }),
        "strength" => said(CardSpec { strength: card.strength.clone(), ..bare }),
        "more_treasures" => said(CardSpec { more_treasures: card.more_treasures.clone(), ..bare }),
        "flee" => said(CardSpec { flee: card.flee.clone(), ..bare }),
        "use" => said(CardSpec { uses: card.uses.clone(), ..bare }),
        "on" => said(CardSpec { triggers: card.triggers.clone(), ..bare }),
        "usable_by" => said(CardSpec { usable_by: card.usable_by.clone(), ..bare }),
        "pursues" => said(CardSpec { pursues: card.pursues.clone(), ..bare }),
        "helped_by" => said(CardSpec { helped_by: card.helped_by.clone(), ..bare }),
        "silences" => said(CardSpec { silences: card.silences.clone(), ..bare }),
        "joins" => said(CardSpec { joins: card.joins.clone(), ..bare }),
        "enhancers" => said(CardSpec { enhancers: card.enhancers, ..bare }),
        "ignores" => said(CardSpec { ignores: card.ignores.clone(), ..bare }),
        "fight" => said(CardSpec { fight: card.fight.clone(), ..bare }),
        "grants" => said(CardSpec { grants: card.grants.clone(), ..bare }),
        "lasts" => said(CardSpec { lasts: card.lasts, ..bare }),
        "bonus" => card.bonus.iter().map(|bonus| format!("{bonus:+}")).collect(),
        "treasures" if card.kind.play == Play::Enhancer => {
            card.treasures.iter().map(|count| format!("{count:+}")).collect()
        }
        _ => plain(value),
    }
}

/// A value as in the file, without quotation marks; one string per list entry.
fn plain(value: &Value) -> Vec<String> {
    match value {
        Value::String(text) => vec![text.clone()],
        Value::Array(entries) => entries.iter().flat_map(plain).collect(),
        Value::Object(table) => {
            let entry = |(key, value): (&String, &Value)| format!("{key} {}", plain(value).join(", "));
            vec![table.iter().map(entry).collect::<Vec<_>>().join(", ")]
        }
        other => vec![other.to_string()],
    }
}

fn differences(before: &Facts, after: &Facts) -> Vec<FieldChange> {
    let fields: BTreeSet<&String> = before.keys().chain(after.keys()).collect();
    fields.into_iter().filter_map(|field| difference(field, before.get(field), after.get(field))).collect()
}

fn difference(field: &str, before: Option<&Fact>, after: Option<&Fact>) -> Option<FieldChange> {
    let value = |fact: Option<&Fact>| fact.map_or(Value::Null, |fact| fact.value.clone());
    let (old, new) = (value(before), value(after));
    if old == new {
        return None;
    }
    let words =
        |fact: Option<&Fact>, other: &Value| fact.map_or_else(|| absent(field, other), |fact| fact.words.clone());
    let (words_before, words_after) = unlike((words(before, &new), &old), (words(after, &old), &new));
    let changes_games = [before, after].into_iter().flatten().any(|fact| fact.changes_games);
    Some(FieldChange { field: field.to_owned(), changes_games, before: old, after: new, words_before, words_after })
}

/// The text for a missing field; `other` is its value in the other deck.
fn absent(field: &str, other: &Value) -> Vec<String> {
    match (field, other) {
        ("usable_by" | "helped_by" | "pursues", _) => vec!["everybody".to_owned()],
        (_, Value::Array(_)) => Vec::new(),
        (_, Value::Bool(flag)) => vec![(!flag).to_string()],
        _ => vec!["none".to_owned()],
    }
}

/// The texts that differ; all texts if only their order differs, or the values if all texts are equal.
fn unlike(before: (Vec<String>, &Value), after: (Vec<String>, &Value)) -> (Vec<String>, Vec<String>) {
    let ((old, old_value), (new, new_value)) = (before, after);
    let rest = (without(&old, &new), without(&new, &old));
    if rest.0 != rest.1 {
        rest
    } else if old != new {
        (old, new)
    } else {
        (vec![old_value.to_string()], vec![new_value.to_string()])
    }
}

/// The texts of one list minus those of the other, with multiplicity.
fn without(texts: &[String], others: &[String]) -> Vec<String> {
    let mut rest = texts.to_vec();
    for other in others {
        if let Some(place) = rest.iter().position(|text| text == other) {
            rest.remove(place);
        }
    }
    rest
}
