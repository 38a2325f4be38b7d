//! Profiles: the files that describe strategies.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::path::Path;

use crate::deck::is_there;

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

/// A profile that cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct StrategyError(String);

impl Profile {
    /// The profile of this path, or else the shipped one of this name.
    ///
    /// # Errors
    /// If there is no such file or name, or the file makes no sense.
    pub fn find(name: &str) -> Result<Profile, StrategyError> {
        if is_there(Path::new(name)) {
            let text = std::fs::read_to_string(name);
            let text = text.map_err(|error| StrategyError(format!("cannot read `{name}`: {error}")))?;
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
    /// If the text makes no sense.
    pub fn parse(name: &str, file: &str, text: &str) -> Result<Profile, StrategyError> {
        let profile: Profile = toml::from_str(text).map_err(|error| StrategyError(format!("{file}: {error}")))?;
        Ok(Profile { name: name.into(), ..profile })
    }

    /// SHA-256 of everything that decides how it plays, in hexadecimal.
    pub fn hash(&self) -> String {
        let text = toml::to_string(&Profile { says: String::new(), ..self.clone() }).unwrap_or_default();
        Sha256::digest(text).iter().map(|byte| format!("{byte:02x}")).collect()
    }
}

fn unknown(name: &str) -> StrategyError {
    let near = names().max_by(|a, b| strsim::jaro(a, name).total_cmp(&strsim::jaro(b, name)));
    let near = near.filter(|near| strsim::jaro(near, name) > 0.7);
    let hint = match near {
        Some(near) => format!("did you mean `{near}`?"),
        None => format!("shipped: {}", names().collect::<Vec<_>>().join(", ")),
    };
    StrategyError(format!("there is no file and no shipped strategy `{name}`\n  = {hint}"))
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
        let error = Profile::parse("x", "x.toml", "brain = \"greedy\"\nweight = 3").expect_err("unknown field");
        assert!(error.to_string().contains("x.toml") && error.to_string().contains("weights"), "{error}");
    }
}
