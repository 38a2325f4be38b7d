//! The kinds of players that a strategy file can name.

use std::sync::{PoisonError, RwLock};

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use toml::Spanned;
use toml::de::DeValue;

use crate::deck::Deck;
use crate::deck::language::text::MAX_SAYS;
use crate::deck::toml::{TomlError, from_part, from_toml};
use crate::strategy::Strategy;
use crate::strategy::balanced::Balanced;
use crate::strategy::brain::Brain;
use crate::strategy::greedy::Greedy;
use crate::strategy::random::Random;
use crate::strategy::restricted::MAX_RESTRICTION;
use crate::strategy::search::{Foresight, Search};

/// Name and text of each shipped strategy file, sorted by name.
pub(in crate::strategy) const SHIPPED: &[(&str, &str)] = &include!(concat!(env!("OUT_DIR"), "/strategies.rs"));

/// Defines a strategy file with the common fields, and with those of some kinds of players.
macro_rules! file {
    ($(#[$about:meta])* $name:ident { $($more:tt)* }) => {
        $(#[$about])*
        #[derive(Deserialize, JsonSchema)]
        #[serde(deny_unknown_fields, bound(deserialize = "S: DeserializeOwned + Default"))]
        #[allow(dead_code, reason = "the fields describe the file")]
        struct $name<S: Default> {
    /// The kind of player. Not needed with `extends`.
    #[serde(default)]
    brain: String,
    /// A strategy, by name or path, whose settings and restrictions apply unless this file has others.
    #[serde(default)]
    extends: String,
    /// Description in one line.
    #[serde(default)]
    #[schemars(length(max = MAX_SAYS))]
    says: String,
    /// What the player never does: "ask for help", "gift", "help", "interfere", "look for trouble", "sell", "trade",
    /// "play CARDS" or "wear CARDS", where CARDS is the id of a card or of a kind, "tag TAG", "big" or "one-shot".
    #[serde(default)]
    #[schemars(inner(length(max = MAX_RESTRICTION)))]
    never: Vec<String>,
    /// Its settings.
    #[serde(default)]
    weights: S,
            $($more)*
        }
    };
}

file! {
    /// The strategy file for one kind of player.
    File {}
}

file! {
    /// The strategy file for a player that looks ahead.
    ForesightFile {
        /// The player that answers for all seats in playouts and lessons, and whose choice is the usual one: a strategy, by name or
        /// path, or a table with the fields of a strategy file. By default, `balanced`.
        #[serde(default)]
        #[schemars(schema_with = "base_schema")]
        base: Option<toml::Value>,
        /// Players from which the other seats of each playout are drawn at random, as in `base`. At first each has the same chance, then those
        /// whose games a seat resembles have more. By default, only the base.
        #[serde(default)]
        #[schemars(schema_with = "population_schema")]
        population: Vec<toml::Value>,
    }
}

/// The schema of a strategy inside another one.
fn base_schema(_: &mut SchemaGenerator) -> Schema {
    let kinds = PlayerKind::all().into_iter().filter(|kind| !kind.looks_ahead());
    let tables: Vec<Value> = kinds.map(|kind| kind.reference()).collect();
    json_schema!({ "anyOf": [{ "type": "string" }, { "anyOf": tables }] })
}

fn population_schema(generator: &mut SchemaGenerator) -> Schema {
    json_schema!({ "type": "array", "items": base_schema(generator) })
}

/// A kind of player that a strategy file can name.
#[derive(Clone, Copy, Debug)]
pub(in crate::strategy) enum PlayerKind {
    Random,
    Greedy,
    Balanced,
    Search,
    Registered(Registered),
}

/// A kind of player from another crate.
#[derive(Clone, Copy, Debug)]
pub(in crate::strategy) struct Registered {
    name: &'static str,
    looks_ahead: bool,
    read: fn(&Spanned<DeValue<'_>>) -> Result<toml::Table, TomlError>,
    schema: fn() -> Value,
    settings_schema: fn() -> Value,
    player: fn(&Deck, &toml::Table) -> Strategy,
}

static REGISTERED: RwLock<Vec<Registered>> = RwLock::new(Vec::new());

/// Registers a kind of player. Afterwards, strategy files may contain `brain = "NAME"`, and `NAME` is also the name of a
/// strategy with the default settings.
///
/// # Panics
/// If another kind of player or a shipped strategy has this name.
pub fn register<B: Brain>(name: &'static str) {
    assert!(names().all(|known| known != name), "a strategy `{name}` already exists");
    let registered = Registered {
        name,
        looks_ahead: B::LOOKS_AHEAD,
        read: read::<B>,
        schema: schema::<File<B::Settings>>,
        settings_schema: schema::<B::Settings>,
        player: |deck, settings| Strategy::custom_of(made::<B>(deck, settings), B::LOOKS_AHEAD),
    };
    REGISTERED.write().unwrap_or_else(PoisonError::into_inner).push(registered);
}

/// Names of the shipped strategies, sorted, followed by those of registered kinds of players.
pub fn names() -> impl Iterator<Item = &'static str> {
    let shipped = SHIPPED.iter().map(|(name, _)| *name);
    shipped.chain(PlayerKind::registered().into_iter().map(|kind| kind.name()))
}

/// The settings in a strategy file, with defaults for the missing ones.
fn read<B: Brain>(part: &Spanned<DeValue<'_>>) -> Result<toml::Table, TomlError> {
    let file: File<B::Settings> = from_part(part)?;
    settings_of(&file.weights)
}

fn settings_of(weights: &impl Serialize) -> Result<toml::Table, TomlError> {
    toml::Table::try_from(weights).map_err(serde::de::Error::custom)
}

fn schema<T: JsonSchema>() -> Value {
    schemars::schema_for!(T).to_value()
}

fn made<B: Brain>(deck: &Deck, settings: &toml::Table) -> B::Player {
    B::player(deck, &stored(settings))
}

fn stored<S: DeserializeOwned>(settings: &toml::Table) -> S {
    from_toml(&settings.to_string()).expect("settings that were read from such a table")
}

/// Kinds are equal if their names are.
impl PartialEq for PlayerKind {
    fn eq(&self, other: &Self) -> bool {
        self.name() == other.name()
    }
}

impl PlayerKind {
    /// All kinds, the shipped ones first.
    pub(in crate::strategy) fn all() -> Vec<PlayerKind> {
        let shipped = vec![PlayerKind::Balanced, PlayerKind::Greedy, PlayerKind::Random, PlayerKind::Search];
        [shipped, PlayerKind::registered()].concat()
    }

    /// The registered kinds.
    pub(in crate::strategy) fn registered() -> Vec<PlayerKind> {
        let registered = REGISTERED.read().unwrap_or_else(PoisonError::into_inner);
        registered.iter().copied().map(PlayerKind::Registered).collect()
    }

    /// The kind with this name.
    pub(in crate::strategy) fn named(name: &str) -> Option<PlayerKind> {
        PlayerKind::all().into_iter().find(|kind| kind.name() == name)
    }

    pub(in crate::strategy) fn name(&self) -> &'static str {
        match self {
            PlayerKind::Random => "random",
            PlayerKind::Greedy => "greedy",
            PlayerKind::Balanced => "balanced",
            PlayerKind::Search => "search",
            PlayerKind::Registered(registered) => registered.name,
        }
    }

    /// The settings in a strategy file, with defaults for the missing ones.
    pub(in crate::strategy) fn read(&self, part: &Spanned<DeValue<'_>>) -> Result<toml::Table, TomlError> {
        match self {
            PlayerKind::Random => read::<Random>(part),
            PlayerKind::Greedy => read::<Greedy>(part),
            PlayerKind::Balanced => read::<Balanced>(part),
            PlayerKind::Search => {
                let file: ForesightFile<Foresight> = from_part(part)?;
                settings_of(&file.weights)
            }
            PlayerKind::Registered(registered) => (registered.read)(part),
        }
    }

    /// JSON schema of a strategy file.
    pub(in crate::strategy) fn schema(&self) -> Value {
        match self {
            PlayerKind::Random => schema::<File<<Random as Brain>::Settings>>(),
            PlayerKind::Greedy => schema::<File<<Greedy as Brain>::Settings>>(),
            PlayerKind::Balanced => schema::<File<<Balanced as Brain>::Settings>>(),
            PlayerKind::Search => schema::<ForesightFile<Foresight>>(),
            PlayerKind::Registered(registered) => (registered.schema)(),
        }
    }

    /// JSON schema of the settings.
    pub(in crate::strategy) fn settings_schema(&self) -> Value {
        match self {
            PlayerKind::Random => schema::<<Random as Brain>::Settings>(),
            PlayerKind::Greedy => schema::<<Greedy as Brain>::Settings>(),
            PlayerKind::Balanced => schema::<<Balanced as Brain>::Settings>(),
            PlayerKind::Search => schema::<Foresight>(),
            PlayerKind::Registered(registered) => (registered.settings_schema)(),
        }
    }

    /// Gives the lowest and the highest value of a setting, if its schema has limits.
    pub(in crate::strategy) fn limits(&self) -> impl Fn(&str) -> Option<(i64, i64)> + use<> {
        let schema = self.settings_schema();
        move |setting| {
            let field = schema.get("properties")?.get(setting)?;
            Some((field.get("minimum")?.as_i64()?, field.get("maximum")?.as_i64()?))
        }
    }

    /// Whether it looks ahead.
    pub(in crate::strategy) fn looks_ahead(&self) -> bool {
        match self {
            PlayerKind::Search => true,
            PlayerKind::Registered(registered) => registered.looks_ahead,
            PlayerKind::Random | PlayerKind::Greedy | PlayerKind::Balanced => false,
        }
    }

    /// Whether its strategy file names the player in its playouts.
    pub(in crate::strategy) fn has_base(&self) -> bool {
        matches!(self, PlayerKind::Search)
    }

    /// The place of its strategy file among the definitions of a schema.
    pub(in crate::strategy) fn reference(&self) -> Value {
        json!({ "$ref": format!("#/$defs/{}", self.definition()) })
    }

    /// The name of its strategy file among the definitions of a schema.
    pub(in crate::strategy) fn definition(&self) -> String {
        format!("strategy:{}", self.name())
    }

    /// Makes a player with settings returned by `read`, and with this base if it looks ahead.
    pub(in crate::strategy) fn player(
        &self,
        deck: &Deck,
        settings: &toml::Table,
        base: Option<Strategy>,
        population: Vec<Option<Strategy>>,
    ) -> Strategy {
        match self {
            PlayerKind::Random => Strategy::Random(made::<Random>(deck, settings)),
            PlayerKind::Greedy => Strategy::Greedy(Box::new(made::<Greedy>(deck, settings))),
            PlayerKind::Balanced => Strategy::Balanced(Box::new(made::<Balanced>(deck, settings))),
            PlayerKind::Search => Strategy::Search(Box::new(match base {
                Some(base) => Search::with_base(deck, &stored(settings), base, population),
                None => made::<Search<Strategy>>(deck, settings),
            })),
            PlayerKind::Registered(registered) => (registered.player)(deck, settings),
        }
    }
}
