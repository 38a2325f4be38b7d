//! Profiles: the files that describe strategies.

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use std::path::Path;

use super::Strategy;
use super::registry::PlayerKind;
use crate::deck::locate::{problem_at, syntax_problem, syntax_problem_within};
use crate::deck::nearest::did_you_mean;
use crate::deck::ranges::expected;
use crate::deck::{Deck, DeckError, DeckSource, Problem, is_there};

/// Name and text of each shipped profile, sorted by name.
const SHIPPED: &[(&str, &str)] = &include!(concat!(env!("OUT_DIR"), "/strategies.rs"));

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
    /// All settings of the kind of player.
    #[serde(skip_serializing_if = "toml::Table::is_empty")]
    pub weights: toml::Table,
    #[serde(skip)]
    kind: PlayerKind,
}

/// The part of a strategy file that does not depend on the kind of player.
#[derive(Deserialize)]
struct Head {
    brain: String,
    #[serde(default)]
    says: String,
}

/// All problems of a strategy file, each with its place.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct StrategyError(DeckError);

impl Profile {
    /// The profile at this path; otherwise, the shipped profile with this name.
    ///
    /// # Errors
    /// If there is no such file or name, or the file is invalid.
    pub fn find(name: &str) -> Result<Profile, StrategyError> {
        if is_there(Path::new(name)) {
            let text = std::fs::read_to_string(name);
            let text = text.map_err(|error| plain(format!("cannot read `{name}`: {error}"), None))?;
            let stem = Path::new(name).file_stem().map(|stem| stem.to_string_lossy().into_owned());
            return Profile::parse(&stem.unwrap_or_default(), name, &text);
        }
        match (SHIPPED.iter().find(|(known, _)| *known == name), PlayerKind::named(name)) {
            (Some((known, text)), _) => Profile::parse(known, &format!("{known}.toml"), text),
            (None, Some(kind)) => Profile::parse(name, name, &format!("brain = \"{}\"", kind.name())),
            (None, None) => Err(unknown(name)),
        }
    }

    /// Parses a profile. `file` is its name in messages.
    ///
    /// # Errors
    /// If the text is invalid or a setting is out of range.
    pub fn parse(name: &str, file: &str, text: &str) -> Result<Profile, StrategyError> {
        let source = DeckSource::new(file, text);
        let refused = |problem| StrategyError(DeckError(vec![problem]));
        let head: Head = toml::from_str(text).map_err(|error| refused(syntax_problem(&source, &error)))?;
        let kind = PlayerKind::named(&head.brain).ok_or_else(|| refused(no_such_brain(&source, &head.brain)))?;
        let weights = kind.read(text).map_err(|error| {
            let limits = |field: &str| field.strip_prefix("weights.").and_then(|setting| kind.limits(setting));
            refused(syntax_problem_within(&source, &error, limits))
        })?;
        let problems = out_of_range(&source, &kind, &weights);
        if problems.is_empty() {
            Ok(Profile { name: name.into(), brain: kind.name(), says: head.says, weights, kind })
        } else {
            Err(StrategyError(DeckError(problems)))
        }
    }

    /// Compiles the strategy for a deck.
    pub fn compile<const W: usize>(&self, deck: &Deck<W>) -> Strategy<W> {
        self.kind.player(deck, &self.weights)
    }

    /// SHA-256, in hex, of everything that affects how the strategy plays.
    pub fn hash(&self) -> String {
        let text = toml::to_string(&Profile { says: String::new(), ..self.clone() }).unwrap_or_default();
        Sha256::digest(text).iter().map(|byte| format!("{byte:02x}")).collect()
    }
}

/// Settings outside the limits of their schema.
fn out_of_range(source: &DeckSource, kind: &PlayerKind, weights: &toml::Table) -> Vec<Problem> {
    let numbers = weights.iter().filter_map(|(name, value)| Some((name.as_str(), value.as_integer()?)));
    let wrong = numbers.filter_map(|(name, found)| {
        let (low, high) = kind.limits(name)?;
        let message = expected(found, low, high);
        (!(low..=high).contains(&found)).then(|| problem_at(source, &["weights".into(), name.into()], message, None))
    });
    wrong.collect()
}

fn no_such_brain(source: &DeckSource, brain: &str) -> Problem {
    let names = || PlayerKind::all().into_iter().map(|kind| kind.name());
    let hint =
        did_you_mean(brain, names()).unwrap_or_else(|| format!("brains: {}", names().collect::<Vec<_>>().join(", ")));
    problem_at(source, &["brain".into()], format!("there is no brain `{brain}`"), Some(hint))
}

fn unknown(name: &str) -> StrategyError {
    let shipped = || format!("shipped strategies: {}", names().collect::<Vec<_>>().join(", "));
    let hint = did_you_mean(name, names()).unwrap_or_else(shipped);
    plain(format!("`{name}` is neither a file nor a shipped strategy"), Some(hint))
}

/// A problem of the whole file.
fn plain(message: String, hint: Option<String>) -> StrategyError {
    StrategyError(DeckError(vec![Problem { message, hint, ..Problem::default() }]))
}

/// Names of the shipped strategies, sorted, followed by those of registered kinds of players.
pub fn names() -> impl Iterator<Item = &'static str> {
    let shipped = SHIPPED.iter().map(|(name, _)| *name);
    shipped.chain(PlayerKind::registered().into_iter().map(|kind| kind.name()))
}

/// JSON schema of a strategy file: one form for each kind of player.
pub fn schema() -> String {
    let forms: Vec<Value> = PlayerKind::all().into_iter().map(form).collect();
    let schema =
        json!({ "$schema": "https://json-schema.org/draft/2020-12/schema", "title": "Profile", "oneOf": forms });
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
    fn shipped_profiles_can_be_read() {
        for name in names() {
            let profile = Profile::find(name).expect("a shipped profile");
            assert_eq!(profile.hash().len(), 64, "{name}");
        }
    }

    #[test]
    fn a_misspelt_name_or_field_is_explained() {
        let error = Profile::find("balancd").expect_err("no such profile").to_string();
        assert!(error.contains("did you mean `balanced`?"), "{error}");
        let said = |text: &str| Profile::parse("x", "x.toml", text).expect_err("an invalid profile").to_string();
        let error = said("brain = \"greedy\"\nweight = 3");
        for part in ["unknown field `weight`", "x.toml:2:1", "^^^^^^", "did you mean `weights`?"] {
            assert!(error.contains(part), "{part}: {error}");
        }
        assert!(said("brain = \"balancd\"").contains("did you mean `balanced`?"));
        assert!(said("says = 3").contains("expected a string, found the number 3"), "{}", said("says = 3"));
        assert!(said("brain = \"random\"\nweights = 3").contains("expected a table, found the number 3"));
    }

    #[test]
    fn weights_have_limits() {
        let profile = Profile::find("balanced").expect("a shipped profile");
        for name in profile.weights.keys() {
            let (low, high) = profile.kind.limits(name).expect("limits");
            let parse = |number: i64| {
                let text = format!("brain = \"balanced\"\n[weights]\n{name} = {number}\n");
                Profile::parse("x", "x.toml", &text).map_err(|error| error.to_string())
            };
            assert!(parse(low).is_ok() && parse(high).is_ok(), "{name}");
            for number in [low - 1, high + 1, 1_000_000] {
                let error = parse(number).expect_err("it is out of range");
                let expected = format!("expected a number from {low} to {high}, found {number}");
                assert!(error.contains(&expected) && error.contains("x.toml:3:"), "{error}");
            }
        }
    }
}
