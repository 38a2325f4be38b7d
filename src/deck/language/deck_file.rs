//! `DeckFile`: a whole file, with the head of its set.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::card::CardSpec;
use super::kind::KindSpec;
use super::ranged::{Ranged, ranged};
use super::rules::Rules;
use super::terms::Terms;
use super::text::{ID, MAX_ID, MAX_NAME, MAX_TAG, MAX_TERM, NAME};

/// A number of players.
pub(crate) type Seats = Ranged<u8, 3, 6>;

/// A deck file: one set of cards with the rules of its edition.
#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct DeckFile {
    /// The name of the set and its number of players.
    pub set: SetHead,
    /// The differences between the edition and the shared rules.
    #[serde(default)]
    pub rules: Rules,
    /// Kinds of cards in addition to the standard kinds.
    #[serde(default, rename = "kind")]
    pub kinds: Vec<KindSpec>,
    /// The cards, one entry per title.
    #[serde(default, rename = "card")]
    pub cards: Vec<CardSpec>,
}

/// The head of a set.
#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SetHead {
    /// Short name in file names, keys and `deck list`: lower-case letters, digits and dashes.
    #[schemars(length(max = MAX_ID), regex(pattern = ID))]
    pub id: String,
    /// Printed name.
    #[schemars(length(max = MAX_NAME), regex(pattern = NAME))]
    pub name: String,
    /// Minimum and maximum number of players.
    pub players: PlayerCounts,
    /// The set that this one expands: a shipped set, or a path from the folder of this file. It joins the table as its first
    /// set, whose rules apply, unless it is among the sets already.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(length(max = MAX_NAME), regex(pattern = NAME))]
    pub expands: Option<String>,
    /// The set's terms for common concepts.
    #[serde(default)]
    pub terms: Terms,
    /// Words of the set for several of something, such as `Elves` for `Elf`, if English has another one.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    #[schemars(extend("propertyNames" = json!({ "maxLength": MAX_TERM, "pattern": NAME }),
        "additionalProperties" = json!({ "type": "string", "maxLength": MAX_TERM, "pattern": NAME })))]
    pub words: BTreeMap<String, String>,
    /// Tags whose monsters may join a fight with a monster of the same tag.
    #[serde(default)]
    #[schemars(inner(length(max = MAX_TAG)))]
    pub joining_tags: Vec<String>,
    /// Joining tags that must be printed on the monster: an enhancer that adds the tag does not let a monster join from
    /// hand.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(inner(length(max = MAX_TAG)))]
    pub native_tags: Vec<String>,
    /// Tags whose Items any player may give, in a combat, to a monster with the same tag.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(inner(length(max = MAX_TAG)))]
    pub gift_tags: Vec<String>,
}

/// The number of players that a set allows.
#[derive(Clone, Copy, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PlayerCounts {
    /// Minimum number of players.
    #[serde(deserialize_with = "ranged::<_, Seats>")]
    #[schemars(with = "Seats")]
    pub min: u8,
    /// Maximum number of players, at least the minimum.
    #[serde(deserialize_with = "ranged::<_, Seats>")]
    #[schemars(with = "Seats")]
    pub max: u8,
}

impl std::fmt::Display for PlayerCounts {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        if self.min == self.max { write!(out, "{}", self.min) } else { write!(out, "{} to {}", self.min, self.max) }
    }
}
