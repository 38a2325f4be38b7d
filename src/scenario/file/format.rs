//! The file format: these types *are* the syntax of a scenario file.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::{SeqAccess, Visitor};
use serde::{Deserialize, Deserializer};
use toml::Spanned;

use super::expect::{Expect, some};
use super::spanned::Word;
use crate::deck::language::{CardSpec, Gender};
use crate::game::Start;

/// A whole scenario file.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ScenarioFile {
    /// Ids of the rules that it covers.
    #[schemars(with = "Vec<String>")]
    pub rules: Spanned<Vec<Word>>,
    /// One sentence that states what the scenario shows.
    #[schemars(with = "String")]
    pub says: Spanned<String>,
    /// Shipped sets, or paths from the scenario's folder.
    #[schemars(with = "OneOrMany")]
    pub deck: Spanned<OneOrMany>,
    /// Id of the set whose rules apply; by default, the first deck.
    #[schemars(with = "Option<String>")]
    pub base: Option<Word>,
    /// Seed for all remaining chance.
    #[serde(default)]
    pub seed: u64,
    /// Rule switches that differ here.
    #[serde(default)]
    #[schemars(with = "BTreeMap<String, serde_json::Value>")]
    pub rule: BTreeMap<Word, toml::Value>,
    /// Additional cards. A card with a known id replaces the known one.
    #[serde(default, rename = "card")]
    pub cards: Vec<CardSpec>,

    /// The start of play.
    #[serde(default)]
    pub start: Start,
    /// The active player; by default, the first seat.
    #[schemars(with = "Option<String>")]
    pub active: Option<Word>,
    /// The players, each to the left of the previous one.
    #[serde(default, rename = "seat")]
    pub seats: Vec<SeatFile>,
    /// Next cards of the Door pile, top first.
    #[serde(default)]
    #[schemars(with = "Vec<String>")]
    pub doors: Vec<Word>,
    /// Next cards of the Treasure pile, top first.
    #[serde(default)]
    #[schemars(with = "Vec<String>")]
    pub treasures: Vec<Word>,
    /// Whether the piles contain only the named cards; all other cards are out of the game.
    #[serde(default)]
    pub only_these: bool,
    /// Discarded Doors, oldest first.
    #[serde(default)]
    #[schemars(with = "Vec<String>")]
    pub door_discards: Vec<Word>,
    /// Discarded Treasures, oldest first.
    #[serde(default)]
    #[schemars(with = "Vec<String>")]
    pub treasure_discards: Vec<Word>,
    /// The fight, for a start in combat.
    #[schemars(with = "Option<FightFile>")]
    pub fight: Option<Spanned<FightFile>>,
    /// All dice, in the order of their rolls.
    #[serde(default)]
    #[schemars(with = "Vec<i64>")]
    pub dice: Vec<Spanned<i64>>,

    /// Actions and checks during play.
    #[serde(default, rename = "step")]
    pub steps: Vec<StepFile>,
    /// The end of the scenario.
    #[schemars(with = "Option<Until>")]
    pub until: Option<Spanned<Until>>,
    /// The number of turns until the end, instead of `until`.
    #[schemars(with = "Option<u16>")]
    pub turns: Option<Spanned<u16>>,
    /// Statements that must hold at the end.
    #[schemars(with = "Option<Expect>")]
    pub expect: Option<Spanned<Expect>>,
}

/// One player.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct SeatFile {
    /// The player's name.
    #[schemars(with = "String")]
    pub name: Word,
    /// Level; by default 1.
    #[schemars(with = "Option<i64>")]
    pub level: Option<Spanned<i64>>,
    /// Gender; by default `male`.
    pub gender: Option<Gender>,
    /// Cards in hand.
    #[serde(default)]
    #[schemars(with = "Vec<String>")]
    pub hand: Vec<Word>,
    /// Cards of the hand that every player knows.
    #[serde(default)]
    #[schemars(with = "Vec<String>")]
    pub known: Vec<Word>,
    /// Items in play and in use.
    #[serde(default)]
    #[schemars(with = "Vec<String>")]
    pub worn: Vec<Word>,
    /// Items in use by a Cheat.
    #[serde(default)]
    #[schemars(with = "Vec<String>")]
    pub cheated: Vec<Word>,
    /// Items carried, including one-shots.
    #[serde(default)]
    #[schemars(with = "Vec<String>")]
    pub carried: Vec<Word>,
    /// Identities, powers, multi-identity cards, Curses that stay, Cheats.
    #[serde(default)]
    #[schemars(with = "Vec<String>")]
    pub in_play: Vec<Word>,
    /// Whether the character is dead.
    #[serde(default)]
    pub dead: bool,
    /// Whether a new hand is dealt at the start of the next turn of this player.
    #[serde(default)]
    pub awaits_deal: bool,
}

/// A fight in progress.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct FightFile {
    /// The monsters.
    #[schemars(with = "Vec<String>")]
    pub monsters: Vec<Word>,
    /// Enhancers, with the position of their monster, from 1.
    #[serde(default)]
    pub enhancers: Vec<Enhanced>,
    /// The helper.
    #[schemars(with = "Option<String>")]
    pub helper: Option<Word>,
    /// Treasures promised to the helper.
    #[schemars(with = "Option<u8>")]
    pub treasures: Option<Spanned<u8>>,
    /// Whether the helper picks first.
    #[schemars(with = "Option<bool>")]
    pub helper_first: Option<Spanned<bool>>,
}

/// An enhancer in a fight in progress.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Enhanced {
    /// The enhancer.
    #[schemars(with = "String")]
    pub card: Word,
    /// The position of its monster, from 1; by default the first.
    #[schemars(with = "Option<usize>")]
    pub on: Option<Spanned<usize>>,
}

/// One step of the script.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct StepFile {
    /// The player who is asked.
    #[schemars(with = "String")]
    pub seat: Word,
    /// The question, if the step names one.
    #[schemars(with = "Option<String>")]
    pub at: Option<Word>,
    /// The answer.
    #[schemars(with = "Option<String>")]
    pub does: Option<Word>,
    /// Answers that must be offered.
    #[serde(default, deserialize_with = "some")]
    #[schemars(with = "Vec<String>")]
    pub offered: Vec<Word>,
    /// Answers that must not be offered.
    #[serde(default, deserialize_with = "some")]
    #[schemars(with = "Vec<String>")]
    pub not_offered: Vec<Word>,
    /// Whether the seat must not be asked until the next step is done.
    #[serde(default)]
    pub not_asked: bool,
    /// Statements that must hold before the answer.
    #[schemars(with = "Option<Expect>")]
    pub now: Option<Spanned<Expect>>,
    /// Statements that must hold after the answer.
    #[schemars(with = "Option<Expect>")]
    pub then: Option<Spanned<Expect>>,
    /// A note for the reader.
    #[schemars(with = "Option<String>")]
    pub says: Option<Spanned<String>>,
}

/// The end of a scenario.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Until {
    /// At the end of the turn.
    TurnEnd,
    /// When a combat is completely settled.
    CombatEnd,
    /// When the game is over.
    GameOver,
    /// After the last step.
    Steps,
}

/// One word, or a list.
#[derive(Clone, Debug)]
pub(crate) struct OneOrMany(pub Vec<String>);

impl JsonSchema for OneOrMany {
    fn schema_name() -> Cow<'static, str> {
        "OneOrMany".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": ["string", "array"], "items": { "type": "string" } })
    }
}

impl<'de> Deserialize<'de> for OneOrMany {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(OneOrManyVisitor)
    }
}

struct OneOrManyVisitor;

impl<'de> Visitor<'de> for OneOrManyVisitor {
    type Value = OneOrMany;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a name or a list of names")
    }

    fn visit_str<E>(self, word: &str) -> Result<OneOrMany, E> {
        Ok(OneOrMany(vec![word.to_owned()]))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<OneOrMany, A::Error> {
        let mut words = Vec::new();
        while let Some(word) = list.next_element()? {
            words.push(word);
        }
        Ok(OneOrMany(words))
    }
}
