//! Profiles: the files that describe strategies.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::path::Path;

use crate::deck::locate::{problem_at, syntax_problem_within};
use crate::deck::nearest::did_you_mean;
use crate::deck::overrides::expected;
use crate::deck::{DeckError, DeckSource, Problem, is_there};

/// Name and text of each shipped profile, by name.
const SHIPPED: &[(&str, &str)] = &include!(concat!(env!("OUT_DIR"), "/strategies.rs"));

/// A strategy as its file describes it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Profile {
    /// What it is called in results: the file's name.
    #[serde(skip)]
    pub name: String,
    /// Which kind of player.
    pub brain: Brain,
    /// What it does, in one line.
    #[serde(default)]
    pub says: String,
    /// How it weighs things (brain `balanced` only).
    #[serde(default)]
    pub weights: Weights,
}

/// Kinds of players.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Brain {
    /// Any legal option, the verb first.
    Random,
    /// Everything as soon as it can.
    Greedy,
    /// The whole game with sense.
    Balanced,
}

/// What a `balanced` player weighs. Worth is counted in tenths of a level.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Weights {
    /// Strength that may be lost by a sale of 1,000 Gold Pieces.
    pub sale_loss: i16,
    /// Margin wanted before looking for trouble.
    pub trouble_margin: i16,
    /// Worth of a level won in a fight.
    pub level: i16,
    /// Worth of a Treasure.
    pub treasure: i16,
    /// From this Level on a rival's fights are interfered with when one card can turn them.
    pub hinder_level: i16,
    /// From this harm on an escape or a cancelled Curse is worth its card.
    pub escape_harm: i16,
    /// Treasures asked for help of a rival who is behind or level.
    pub help_price: u8,
    /// Treasures asked for help of a rival who is ahead.
    pub leader_price: u8,
    /// Winning margin from which the own monster is made stronger for its Treasure.
    pub fatten_margin: i16,
}

impl Default for Weights {
    fn default() -> Self {
        Weights {
            sale_loss: 4,
            trouble_margin: 1,
            level: 10,
            treasure: 5,
            hinder_level: 7,
            escape_harm: 14,
            help_price: 1,
            leader_price: 2,
            fatten_margin: 12,
        }
    }
}

/// A profile that cannot be used: everything wrong with its file, each with its place.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct StrategyError(DeckError);

/// The lowest and the highest worth, margin or harm.
const WORTH: (i64, i64) = (-100, 100);
/// The lowest and the highest price in Treasures.
const PRICE: (i64, i64) = (0, 30);

impl Profile {
    /// The profile of this path, or else the shipped one of this name.
    ///
    /// # Errors
    /// If there is no such file or name, or the file makes no sense.
    pub fn find(name: &str) -> Result<Profile, StrategyError> {
        if is_there(Path::new(name)) {
            let text = std::fs::read_to_string(name);
            let text = text.map_err(|error| plain(format!("cannot read `{name}`: {error}"), None))?;
            let stem = Path::new(name).file_stem().map(|stem| stem.to_string_lossy().into_owned());
            return Profile::parse(&stem.unwrap_or_default(), name, &text);
        }
        match SHIPPED.iter().find(|(known, _)| *known == name) {
            Some((known, text)) => Profile::parse(known, &format!("{known}.toml"), text),
            None => Err(unknown(name)),
        }
    }

    /// Reads a profile from its text; `file` is what messages call it.
    ///
    /// # Errors
    /// If the text makes no sense, or a weight is out of range.
    pub fn parse(name: &str, file: &str, text: &str) -> Result<Profile, StrategyError> {
        let source = DeckSource::new(file, text);
        let profile: Profile = toml::from_str(text).map_err(|error| {
            let limits = |field: &str| field.strip_prefix("weights.").and_then(weight_limits);
            StrategyError(DeckError(vec![syntax_problem_within(&source, &error, limits)]))
        })?;
        let problems: Vec<Problem> = profile.weights.out_of_range(&source);
        if problems.is_empty() {
            Ok(Profile { name: name.into(), ..profile })
        } else {
            Err(StrategyError(DeckError(problems)))
        }
    }

    /// SHA-256 of everything that decides how it plays, in hexadecimal.
    pub fn hash(&self) -> String {
        let text = toml::to_string(&Profile { says: String::new(), ..self.clone() }).unwrap_or_default();
        Sha256::digest(text).iter().map(|byte| format!("{byte:02x}")).collect()
    }
}

impl Weights {
    /// Each weight by its name in files.
    fn named(&self) -> [(&'static str, i64); 9] {
        [
            ("sale_loss", self.sale_loss.into()),
            ("trouble_margin", self.trouble_margin.into()),
            ("level", self.level.into()),
            ("treasure", self.treasure.into()),
            ("hinder_level", self.hinder_level.into()),
            ("escape_harm", self.escape_harm.into()),
            ("help_price", self.help_price.into()),
            ("leader_price", self.leader_price.into()),
            ("fatten_margin", self.fatten_margin.into()),
        ]
    }

    fn out_of_range(&self, source: &DeckSource) -> Vec<Problem> {
        let limits = |name: &str| weight_limits(name).unwrap_or(WORTH);
        let wrong = self.named().into_iter().map(|(name, found)| (name, found, limits(name)));
        let wrong = wrong.filter(|(_, found, (low, high))| !(low..=high).contains(&found));
        wrong
            .map(|(name, found, (low, high))| {
                problem_at(source, &["weights".into(), name.into()], expected(found, low, high), None)
            })
            .collect()
    }
}

/// The lowest and the highest number of a weight.
fn weight_limits(name: &str) -> Option<(i64, i64)> {
    let known = Weights::default().named().into_iter().any(|(known, _)| known == name);
    known.then_some(if name.ends_with("_price") { PRICE } else { WORTH })
}

fn unknown(name: &str) -> StrategyError {
    let shipped = || format!("shipped strategies: {}", names().collect::<Vec<_>>().join(", "));
    let hint = did_you_mean(name, names()).unwrap_or_else(shipped);
    plain(format!("there is no file and no shipped strategy `{name}`"), Some(hint))
}

/// A problem with a file as a whole.
fn plain(message: String, hint: Option<String>) -> StrategyError {
    StrategyError(DeckError(vec![Problem { message, hint, ..Problem::default() }]))
}

/// Names of the shipped profiles, sorted.
pub fn names() -> impl Iterator<Item = &'static str> {
    SHIPPED.iter().map(|(name, _)| *name)
}

/// JSON schema of a profile file.
pub fn schema() -> String {
    serde_json::to_string_pretty(&schemars::schema_for!(Profile)).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shipped_profiles_read() {
        for name in names() {
            let profile = Profile::find(name).expect("a shipped profile");
            assert_eq!(profile.hash().len(), 64, "{name}");
        }
    }

    #[test]
    fn a_misspelt_name_or_field_is_explained() {
        let error = Profile::find("balancd").expect_err("no such profile").to_string();
        assert!(error.contains("did you mean `balanced`?"), "{error}");
        let said = |text: &str| Profile::parse("x", "x.toml", text).expect_err("it makes no sense").to_string();
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
        for (name, _) in Weights::default().named() {
            let (low, high) = weight_limits(name).expect("a weight");
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
