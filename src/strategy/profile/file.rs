//! Profiles: the files that describe strategies.

use serde::{Deserialize, Serialize, Serializer};
use serde_json::{Value, json};
use std::path::Path;
use toml::Spanned;
use toml::de::DeValue;

use super::registry::{PlayerKind, SHIPPED, names};
use crate::deck::file::locate::{Step, problem_at, syntax_problem, syntax_problem_within};
use crate::deck::file::nearest::did_you_mean;
use crate::deck::language::ranged::expected;
use crate::deck::language::text::{MAX_NAME, MAX_SAYS, MAX_SELECTION, fault, name_fault};
use crate::deck::toml::{from_part, parsed};
use crate::deck::{Deck, DeckError, DeckSource, Problem, Unmatched, is_there, not_a_file, read_text};
use crate::ids::sha256;
use crate::strategy::Strategy;
use crate::strategy::lessons::learner;
use crate::strategy::restricted::{MAX_RESTRICTION, Restricted, Restriction};

/// A strategy as described by its file.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Profile {
    /// Name in results: the name of the file.
    #[serde(skip)]
    pub name: String,
    /// The kind of player.
    pub brain: &'static str,
    /// Description in one line.
    pub says: String,
    /// What the player never does.
    #[serde(skip_serializing_if = "Vec::is_empty", serialize_with = "as_words")]
    pub never: Vec<Restriction>,
    /// All settings of the kind of player.
    #[serde(skip_serializing_if = "toml::Table::is_empty")]
    pub weights: toml::Table,
    /// The player in all seats of its playouts. Only a player that looks ahead has one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub base: Option<Box<Profile>>,
    /// The players from which the other seats of each playout are drawn; if empty, they have the base.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub population: Vec<Profile>,
    #[serde(skip)]
    kind: PlayerKind,
}

/// The part of a strategy file that does not depend on the kind of player.
#[derive(Deserialize)]
struct Head {
    brain: Option<String>,
    extends: Option<String>,
    #[serde(default)]
    says: String,
    #[serde(default)]
    never: Vec<String>,
    #[serde(default)]
    weights: toml::Table,
}

/// All problems of a strategy file, each with its place.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct StrategyError(pub(crate) DeckError);

impl StrategyError {
    /// Whether a file was read and has a mistake.
    pub(crate) fn is_in_a_file(&self) -> bool {
        self.0.is_in_a_file()
    }
}

impl Profile {
    /// The profile at this path; otherwise, the shipped profile with this name.
    ///
    /// # Errors
    /// If there is no such file or name, or the file is invalid.
    pub fn find(name: &str) -> Result<Profile, StrategyError> {
        Profile::find_below(name, Chain::default())
    }

    /// Finds a profile that others extend or build on.
    fn find_below(name: &str, chain: Chain) -> Result<Profile, StrategyError> {
        if is_there(Path::new(name)) {
            let text = read_text(name).map_err(StrategyError)?;
            let stem = Path::new(name).file_stem().map(|stem| stem.to_string_lossy().into_owned());
            return Profile::parse_below(&stem.unwrap_or_default(), name, &text, chain);
        }
        match (SHIPPED.iter().find(|(known, _)| *known == name), PlayerKind::named(name)) {
            (Some((known, text)), _) => Profile::parse_below(known, &format!("{known}.toml"), text, chain),
            (None, Some(kind)) => Profile::parse(name, name, &format!("brain = \"{}\"", kind.name())),
            (None, None) => Err(unknown(name)),
        }
    }

    /// Parses a profile. `file` is its name in messages.
    ///
    /// # Errors
    /// If the text is invalid or a setting is out of range.
    pub fn parse(name: &str, file: &str, text: &str) -> Result<Profile, StrategyError> {
        Profile::parse_below(name, file, text, Chain::default())
    }

    fn parse_below(name: &str, file: &str, text: &str, chain: Chain) -> Result<Profile, StrategyError> {
        let source = DeckSource::new(file, text);
        let part = parsed(text).map_err(|error| refused(syntax_problem(&source, &error)))?;
        Profile::read(name, Place { source: &source, path: &[] }, &part, chain)
    }

    /// Reads a profile from a file or from a table in it.
    fn read(name: &str, place: Place<'_>, part: &Spanned<DeValue<'_>>, chain: Chain) -> Result<Profile, StrategyError> {
        let head: Head = from_part(part).map_err(|error| refused(syntax_problem(place.source, &error)))?;
        if let Some(message) = name_fault(name, MAX_NAME) {
            return Err(plain(format!("the name of a strategy: {message}"), Some("rename the file".to_owned())));
        }
        let problems = unfit_texts(place, &head);
        if !problems.is_empty() {
            return Err(StrategyError(DeckError(problems)));
        }
        let extended = head.extends.as_deref().map(|other| extended(place, other, chain)).transpose()?;
        let kind = kind_of(place, &head, extended.as_ref())?;
        let mut weights = kind.read(part).map_err(|error| {
            let limits = |field: &str| field.split_once("weights.").and_then(|(_, setting)| kind.limits()(setting));
            refused(syntax_problem_within(place.source, &error, limits))
        })?;
        let never = restrictions(place, &head.never).map_err(|problems| StrategyError(DeckError(problems)))?;
        let problems = out_of_range(place, &kind, &weights);
        if !problems.is_empty() {
            return Err(StrategyError(DeckError(problems)));
        }
        let own = child(part, "base").filter(|_| !chain.of_base);
        let own = own.map(|part| steady(place, &["base".into()], part, kind.name()));
        let (mut inherited, mut all, base, population) =
            extended.map(|other| (other.weights, other.never, other.base, other.population)).unwrap_or_default();
        let population = match child(part, "population").and_then(|part| part.get_ref().as_array()) {
            Some(list) if !chain.of_base => {
                let entry = |(n, part)| steady(place, &["population".into(), Step::Index(n)], part, kind.name());
                list.iter().enumerate().map(entry).collect::<Result<_, _>>()?
            }
            _ => population,
        };
        let base = match (own.transpose()?, base) {
            (None, None) if kind.has_base() && !chain.of_base => Some(Box::new(Profile::find(DEFAULT_BASE)?)),
            (own, inherited) => own.map(Box::new).or(inherited),
        };
        // `weights` has defaults for all settings that the file leaves out, so what the file itself sets must be known
        // from its text.
        inherited.retain(|setting, _| !head.weights.contains_key(setting));
        weights.extend(inherited);
        all.extend(never);
        Ok(Profile {
            name: name.into(),
            brain: kind.name(),
            says: head.says,
            never: all,
            weights,
            base,
            population,
            kind,
        })
    }

    /// Compiles the strategy for a deck.
    pub fn compile(&self, deck: &Deck) -> Strategy {
        let base = self.base.as_ref().map(|base| base.compile(deck));
        // A player may take a second to learn a deck: one that is the base too learns it once.
        let other = |other: &Profile| (self.base.as_deref() != Some(other)).then(|| other.compile(deck));
        let population = self.population.iter().map(other).collect();
        let hash = || self.is_ours().then(|| self.hash());
        let player = learner(hash, || self.kind.player(deck, &self.weights, base, population));
        if self.never.is_empty() {
            return player;
        }
        Strategy::Restricted(Box::new(Restricted::new(player, deck, &self.never)))
    }

    /// Checks the cards of its restrictions and of its table `worth`, and those of its base. Returns the selections without cards in a
    /// deck.
    ///
    /// # Errors
    /// If such a selection is probably misspelt.
    pub fn check_cards(&self, deck: &Deck) -> Result<Vec<&str>, StrategyError> {
        let mut absent = Vec::new();
        for words in self.selections() {
            match deck.unmatched(words) {
                None => {}
                Some(Unmatched::Absent) => absent.push(words),
                Some(Unmatched::Misspelt(near)) => {
                    let message = format!("strategy `{}` names `{words}`, but the deck has no such card", self.name);
                    return Err(plain(message, Some(format!("did you mean `{near}`?"))));
                }
            }
        }
        Ok(absent)
    }

    /// The selections of cards in its restrictions and in its table `worth`, and those of its base.
    fn selections(&self) -> Vec<&str> {
        let added = self.weights.get("worth").and_then(toml::Value::as_table);
        let added = added.into_iter().flat_map(toml::Table::keys).map(String::as_str);
        let of_base = self.others().flat_map(Profile::selections);
        self.never.iter().filter_map(Restriction::cards).chain(added).chain(of_base).collect()
    }

    /// JSON schema of its settings.
    pub(in crate::strategy) fn settings_schema(&self) -> Value {
        self.kind.settings_schema()
    }

    /// Whether its kind of player and that of its base belong to this crate.
    pub(crate) fn is_ours(&self) -> bool {
        !matches!(self.kind, PlayerKind::Registered(_)) && self.others().all(Profile::is_ours)
    }

    /// SHA-256, in hex, of everything that affects how the strategy plays.
    pub fn hash(&self) -> String {
        sha256(toml::to_string(&self.without_words()).unwrap_or_default())
    }

    /// The same strategy without descriptions, which play no part in a game.
    fn without_words(&self) -> Profile {
        let base = self.base.as_ref().map(|base| Box::new(base.without_words()));
        let population = self.population.iter().map(Profile::without_words).collect();
        Profile { says: String::new(), base, population, ..self.clone() }
    }

    /// The other players of its playouts.
    fn others(&self) -> impl Iterator<Item = &Profile> {
        self.base.iter().map(AsRef::as_ref).chain(&self.population)
    }
}

/// The base of a player that looks ahead, unless its file names one.
const DEFAULT_BASE: &str = "balanced";

/// How a file is reached from the one that is read.
#[derive(Clone, Copy, Default)]
struct Chain {
    /// How often strategies extend each other to reach it.
    extended: u8,
    /// Whether it is the base of a player that looks ahead. Its own base is not read, because it may not have one.
    of_base: bool,
}

/// A file, or a table in it.
#[derive(Clone, Copy)]
struct Place<'a> {
    source: &'a DeckSource,
    /// The path of the table.
    path: &'a [Step<'a>],
}

impl Place<'_> {
    /// A problem at the end of a path in the table.
    fn problem(&self, path: &[Step<'_>], message: String, hint: Option<String>) -> Problem {
        problem_at(self.source, &[self.path, path].concat(), message, hint)
    }
}

fn refused(problem: Problem) -> StrategyError {
    StrategyError(DeckError(vec![problem]))
}

/// The value of a key in a table.
fn child<'v, 'i>(part: &'v Spanned<DeValue<'i>>, key: &str) -> Option<&'v Spanned<DeValue<'i>>> {
    part.get_ref().as_table().and_then(|table| table.get(key))
}

/// Maximum number of strategies in a chain of `extends`.
// Only a file that extends itself, perhaps through others, gets so deep.
const MAX_EXTENDED: u8 = 16;

/// The profile that a file extends.
fn extended(place: Place<'_>, other: &str, chain: Chain) -> Result<Profile, StrategyError> {
    if chain.extended == MAX_EXTENDED {
        let hint = format!("does `{other}` extend itself?");
        let message = format!("expected at most {MAX_EXTENDED} strategies in a chain of `extends`, found more");
        return Err(refused(place.problem(&["extends".into()], message, Some(hint))));
    }
    named(place, &["extends".into()], other, Chain { extended: chain.extended + 1, ..chain })
}

/// The profile that a file names at the end of this path.
fn named(place: Place<'_>, path: &[Step<'_>], name: &str, chain: Chain) -> Result<Profile, StrategyError> {
    if !is_there(Path::new(name)) && !names().any(|known| known == name) {
        let (message, hint) =
            (format!("`{name}` is neither a file nor a shipped strategy"), did_you_mean(name, names()));
        return Err(refused(place.problem(path, message, hint)));
    }
    Profile::find_below(name, chain)
}

/// A player in the playouts of another one: a strategy by name or path, or a table.
fn steady(
    place: Place<'_>,
    path: &[Step<'_>],
    part: &Spanned<DeValue<'_>>,
    brain: &str,
) -> Result<Profile, StrategyError> {
    let chain = Chain { extended: 0, of_base: true };
    let wrong = |message: String| refused(place.problem(path, message, Some(format!("for example, `{DEFAULT_BASE}`"))));
    let player = match part.get_ref() {
        DeValue::String(name) => named(place, path, name, chain)?,
        DeValue::Table(_) => Profile::read("base", Place { path, ..place }, part, chain)?,
        _ => return Err(wrong("expected a strategy".to_owned())),
    };
    if player.kind.looks_ahead() {
        return Err(wrong(format!("a player in playouts of `{brain}` may not look ahead, but `{}` does", player.name)));
    }
    Ok(player)
}

/// The kind of player: that of the file, or of the profile that it extends.
fn kind_of(place: Place<'_>, head: &Head, extended: Option<&Profile>) -> Result<PlayerKind, StrategyError> {
    match (&head.brain, extended) {
        (Some(brain), extended) => {
            let kind = PlayerKind::named(brain).ok_or_else(|| refused(no_such_brain(place, brain)))?;
            let other = extended.filter(|other| other.kind != kind);
            other.map_or(Ok(kind), |other| {
                let message = format!("`{}` has the brain `{}`, not `{brain}`", other.name, other.brain);
                Err(refused(place.problem(&["brain".into()], message, Some("remove `brain`".into()))))
            })
        }
        (None, Some(extended)) => Ok(extended.kind),
        (None, None) => {
            let message = "expected `brain` or `extends`, found neither".to_owned();
            Err(refused(place.problem(&[], message, Some("for example, `brain = \"balanced\"`".into()))))
        }
    }
}

/// The texts of a file that are too long or cannot be printed.
fn unfit_texts(place: Place<'_>, head: &Head) -> Vec<Problem> {
    let problem = |path: &[Step<'_>], fault: Option<String>| fault.map(|message| place.problem(path, message, None));
    let says = problem(&["says".into()], fault(&head.says, MAX_SAYS));
    let never = head.never.iter().enumerate();
    let never = never.filter_map(|(n, words)| problem(&["never".into(), n.into()], fault(words, MAX_RESTRICTION)));
    let selections = head.weights.get("worth").and_then(toml::Value::as_table).into_iter().flat_map(toml::Table::keys);
    let path = |words| [Step::Key("weights"), Step::Key("worth"), Step::Key(words)];
    let worth = selections.filter_map(|words| problem(&path(words), name_fault(words, MAX_SELECTION)));
    says.into_iter().chain(never).chain(worth).collect()
}

/// The restrictions of a file.
fn restrictions(place: Place<'_>, never: &[String]) -> Result<Vec<Restriction>, Vec<Problem>> {
    let mut problems = Vec::new();
    let mut read = Vec::new();
    for (n, words) in never.iter().enumerate() {
        match Restriction::parse(words) {
            Ok(restriction) => read.push(restriction),
            Err(hint) => {
                let message = format!("unknown restriction `{words}`");
                problems.push(place.problem(&["never".into(), n.into()], message, Some(hint)));
            }
        }
    }
    if problems.is_empty() { Ok(read) } else { Err(problems) }
}

/// Restrictions, in their words.
fn as_words<S: Serializer>(never: &[Restriction], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(never.iter().map(ToString::to_string))
}

/// Settings outside the limits of their schema.
fn out_of_range(place: Place<'_>, kind: &PlayerKind, weights: &toml::Table) -> Vec<Problem> {
    let schema = kind.settings_schema();
    let problem = |path: &[&str], schema: &Value, value: &toml::Value| {
        let path: Vec<Step<'_>> = path.iter().map(|&word| word.into()).collect();
        beyond_limits(schema, value).map(|message| place.problem(&path, message, None))
    };
    let mut problems = Vec::new();
    for (name, value) in weights {
        let schema = &schema["properties"][name];
        problems.extend(problem(&["weights", name], schema, value));
        for (key, value) in value.as_table().into_iter().flatten() {
            problems.extend(problem(&["weights", name, key], &schema["additionalProperties"], value));
        }
    }
    problems
}

/// What is wrong with a number outside the limits of its schema, if it has both.
fn beyond_limits(schema: &Value, value: &toml::Value) -> Option<String> {
    let [low, high] = ["minimum", "maximum"].map(|limit| &schema[limit]);
    match *value {
        toml::Value::Integer(found) => {
            let (low, high) = (low.as_i64()?, high.as_i64()?);
            (!(low..=high).contains(&found)).then(|| expected(found, low, high))
        }
        toml::Value::Float(found) => {
            let (low, high) = (low.as_f64()?, high.as_f64()?);
            let wrong = !(low..=high).contains(&found);
            wrong.then(|| format!("expected a number from {low} to {high}, found {found}"))
        }
        _ => None,
    }
}

fn no_such_brain(place: Place<'_>, brain: &str) -> Problem {
    let names = || PlayerKind::all().into_iter().map(|kind| kind.name());
    let listed = || names().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ");
    let hint = did_you_mean(brain, names()).unwrap_or_else(|| format!("expected one of {}", listed()));
    place.problem(&["brain".into()], format!("unknown brain `{brain}`"), Some(hint))
}

fn unknown(name: &str) -> StrategyError {
    let shipped = || format!("shipped strategies: {}", names().collect::<Vec<_>>().join(", "));
    let hint = did_you_mean(name, names()).unwrap_or_else(shipped);
    plain(not_a_file(name, "strategy"), Some(hint))
}

/// A problem of the whole file.
fn plain(message: String, hint: Option<String>) -> StrategyError {
    StrategyError(DeckError(vec![Problem { message, hint, ..Problem::default() }]))
}

/// JSON schema of a strategy file: one form for each kind of player.
pub fn schema() -> String {
    let (mut forms, mut definitions) = (Vec::new(), serde_json::Map::new());
    for kind in PlayerKind::all() {
        forms.push(kind.reference());
        let mut form = form(kind);
        let own = form.as_object_mut().and_then(|form| form.remove("$defs"));
        definitions.extend(own.as_ref().and_then(Value::as_object).cloned().unwrap_or_default());
        definitions.insert(kind.definition(), form);
    }
    let schema = json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Profile",
        // Not `oneOf`: a file that only extends another strategy has the form of several kinds.
        "anyOf": forms,
        "$defs": definitions,
    });
    serde_json::to_string_pretty(&schema).unwrap_or_default()
}

/// The schema of the files of one kind of player.
fn form(kind: PlayerKind) -> Value {
    let mut schema = kind.schema();
    schema["title"] = json!(kind.name());
    schema["properties"]["brain"]["const"] = json!(kind.name());
    schema
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_with_and_without_decimals_have_limits() {
        let within = |schema: &Value, value: toml::Value| beyond_limits(schema, &value);
        let (whole, part) = (json!({ "minimum": 0, "maximum": 50 }), json!({ "minimum": 0.0, "maximum": 1.5 }));
        assert_eq!(within(&whole, 50.into()), None);
        assert_eq!(within(&whole, 51.into()).as_deref(), Some("expected a number from 0 to 50, found 51"));
        assert_eq!(within(&part, 1.5.into()), None);
        assert_eq!(within(&part, 1.75.into()).as_deref(), Some("expected a number from 0 to 1.5, found 1.75"));
        assert_eq!(within(&part, f64::NAN.into()).as_deref(), Some("expected a number from 0 to 1.5, found NaN"));
        assert_eq!(within(&json!({}), 1e9.into()), None, "a number without limits");
    }
}
