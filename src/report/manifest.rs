//! The manifest: the inputs of the games of a report, and how they were played. It has one shape for all studies.

use std::borrow::Cow;

use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use serde_json::{Map, Value};

use super::files::number::{Fraction, counted};
use super::sweep::SweepQuestion;
use crate::deck::{Deck, Rules, content_hash};
use crate::ids::{PROGRAM, VERSION, program_words};
use crate::run::ContestKind;
use crate::stats::Sprt;

/// `manifest.json`. All but the command and the last three fields are the same for every run of the same plan.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Manifest {
    /// Version of the program.
    pub version: String,
    /// SHA-256 of the sources of the program; empty in results of a program that did not store it.
    #[serde(default)]
    pub program: String,
    /// The study, and what no other study has.
    pub study: Study,
    /// The command line.
    pub command: Vec<String>,
    /// The deck; of paired games, the decks before and after the edit.
    pub decks: Vec<DeckEntry>,
    /// The strategies: of a comparison, in the order of the command line; of a search, the tuned one and those in the other
    /// seats; otherwise, in the order of the seats of the first seating.
    pub strategies: Vec<StrategyEntry>,
    /// Seats at the table.
    pub players: u8,
    /// Master seed.
    pub seed: u64,
    /// Games played; of paired games, with each deck.
    pub games: u64,
    /// Blocks played: the sample size.
    pub blocks: u64,
    /// Games per block.
    pub seatings: u64,
    /// Unfinished games.
    pub unfinished: u64,
    /// Whether the study was stopped before its end.
    pub interrupted: bool,
    /// Sum of all games' hashes: equal for equal runs.
    pub signature: String,
    /// Threads.
    pub threads: usize,
    /// Elapsed time.
    pub duration_seconds: f64,
    /// Games per second.
    pub games_per_second: f64,
}

/// A study, and what no other study has.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "name", rename_all = "snake_case")]
pub enum Study {
    /// Games at one table.
    Run,
    /// The values of cards.
    Impact {
        /// Requested half-width of opening values.
        precision: Fraction,
        /// Requested half-width of draw values; null if none was requested.
        draw_precision: Fraction,
        /// Number of first draws of a title counted.
        draws: u64,
    },
    /// Two cards in one opening hand. The games are the ordinary ones.
    Pair {
        /// Number of further games, with both or one of the cards in an opening hand.
        further: u64,
    },
    /// The balance without one card.
    Blank,
    /// An edit of the cards.
    Check,
    /// The health of a set.
    Checkup,
    /// Values of a printed number. The games are those with the printed value.
    Sweep {
        /// The question.
        question: SweepQuestion,
        /// Number of games played with all values.
        played: u64,
        /// The values at which the curve meets the target.
        crossings: Vec<Fraction>,
        /// The 95% confidence set: the ends of its ranges.
        confidence_set: Vec<[Fraction; 2]>,
    },
    /// A change of a card's numbers. The games are the ordinary ones with the printed card.
    Suggest {
        /// Number of games played with all cards.
        played: u64,
    },
    /// A comparison of strategies.
    Compare {
        /// Who plays whom.
        contest: ContestKind,
        /// Half-width of the Elo intervals at which the comparison ends, if requested.
        precision: Option<f64>,
        /// The anchor of a ladder with a precision: the differences to it decide when the comparison ends.
        anchor: Option<String>,
        /// The sequential test, if requested.
        sprt: Option<Sprt>,
    },
    /// The cost of restrictions. The games are those of all complete rows.
    Restrictions,
    /// A search for settings.
    Tune {
        /// Maximum number of games.
        budget: u64,
    },
    /// What happens with cards, and changes that leave every game the same.
    Coverage,
    /// What an adviser would do differently.
    Advice,
}

/// A deck.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct DeckEntry {
    /// Of paired games, whether it is the deck before or after the edit.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub role: Option<Role>,
    /// Ids of the sets.
    pub sets: Vec<String>,
    /// Id of the set whose rules apply.
    pub base: String,
    /// SHA-256 of the cards.
    pub hash: String,
    /// All rule switches.
    pub rules: Rules,
}

/// A deck of paired games.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Role {
    /// Before the edit.
    Before,
    /// After the edit.
    After,
}

/// A strategy of a study.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct StrategyEntry {
    /// Its name.
    pub name: String,
    /// SHA-256 of its profile.
    pub hash: String,
}

/// Fields that differ between equal runs.
const DIFFERENT: [&str; 4] = ["command", "threads", "duration_seconds", "games_per_second"];

impl DeckEntry {
    /// A deck without a role.
    pub(crate) fn of(deck: &Deck) -> DeckEntry {
        DeckEntry {
            role: None,
            sets: deck.sets.iter().map(|set| set.id.clone()).collect(),
            base: deck.base_id().to_owned(),
            hash: content_hash(deck),
            rules: deck.rules.clone(),
        }
    }

    /// Its sets.
    pub(crate) fn name(&self) -> String {
        self.sets.join(" + ")
    }

    /// The beginning of its hash, by which people tell decks apart.
    pub(crate) fn short_hash(&self) -> String {
        self.hash.chars().take(12).collect()
    }

    /// Its sets and, if there are several, whose rules apply.
    pub(crate) fn words(&self) -> String {
        let of_base = if self.sets.len() > 1 { format!(" by the rules of {}", self.base) } else { String::new() };
        self.name() + &of_base
    }
}

impl Manifest {
    /// The manifest of a study before its first game.
    pub(crate) fn of(
        study: Study,
        decks: Vec<DeckEntry>,
        strategies: Vec<StrategyEntry>,
        players: u8,
        seed: u64,
    ) -> Manifest {
        Manifest {
            version: VERSION.to_owned(),
            program: PROGRAM.to_owned(),
            study,
            command: Vec::new(),
            decks,
            strategies,
            players,
            seed,
            games: 0,
            blocks: 0,
            seatings: 0,
            unfinished: 0,
            interrupted: false,
            signature: String::new(),
            threads: 0,
            duration_seconds: 0.0,
            games_per_second: 0.0,
        }
    }

    /// The manifest with the time that it took to play `games` games.
    #[must_use]
    pub(crate) fn timed(self, games: u64, threads: usize, seconds: f64) -> Manifest {
        // A run can be shorter than the clock can tell.
        let games_per_second = games as f64 / seconds.max(1e-9);
        Manifest { threads, duration_seconds: seconds, games_per_second, ..self }
    }

    /// One manifest for all tables of a study: the strategies and the sums of all of them. `None` without tables.
    pub(crate) fn joined<'m>(tables: impl IntoIterator<Item = &'m Manifest>) -> Option<Manifest> {
        let mut tables = tables.into_iter();
        let first = tables.next()?.clone();
        Some(tables.fold(first, |mut all, table| {
            all.strategies.extend(table.strategies.iter().cloned());
            all.games += table.games;
            all.blocks += table.blocks;
            all.unfinished += table.unfinished;
            all.interrupted |= table.interrupted;
            // Signatures are sums of hashes, which wrap.
            let [one, other] = [&all, table].map(|table| u64::from_str_radix(&table.signature, 16).unwrap_or_default());
            all.signature = signature_words(one.wrapping_add(other));
            if let (Study::Impact { draws, .. }, Study::Impact { draws: more, .. }) = (&mut all.study, &table.study) {
                *draws += more;
            }
            let (games, seconds) = (all.games, all.duration_seconds + table.duration_seconds);
            let threads = all.threads;
            all.timed(games, threads, seconds)
        }))
    }

    /// The deck; of paired games, that before the edit.
    pub(crate) fn deck(&self) -> &DeckEntry {
        &self.decks[0]
    }

    /// The deck; of paired games, that after the edit.
    pub(crate) fn last_deck(&self) -> &DeckEntry {
        &self.decks[self.decks.len() - 1]
    }

    /// The program that played it, in words.
    pub(crate) fn program_words(&self) -> String {
        program_words(&self.version, &self.program)
    }

    /// What was played, in words.
    pub fn played_words(&self) -> String {
        let games = counted(self.games, "game");
        format!("{}, {} players, {games}, seed {}", self.deck().words(), self.players, self.seed)
    }

    /// Number of games with all values of a sweep, or with all cards of a suggestion; otherwise, of games.
    pub(crate) fn played(&self) -> u64 {
        if let Study::Sweep { played, .. } | Study::Suggest { played } = self.study { played } else { self.games }
    }

    /// Number of first draws of a title counted.
    pub(crate) fn draws(&self) -> u64 {
        if let Study::Impact { draws, .. } = self.study { draws } else { 0 }
    }
}

/// A sum of hashes, as a manifest has it.
pub(crate) fn signature_words(signature: u64) -> String {
    format!("{signature:016x}")
}

/// A manifest that is written without the fields that differ between equal runs: the command, threads, time and speed.
#[derive(Clone, Debug)]
pub struct Repeatable(Manifest);

/// The fields of a manifest that are equal for every run of the same plan.
pub fn repeatable(manifest: &Manifest) -> Repeatable {
    let without = Manifest { command: Vec::new(), ..manifest.clone() };
    Repeatable(Manifest { threads: 0, duration_seconds: 0.0, games_per_second: 0.0, ..without })
}

impl Repeatable {
    /// The manifest; the fields that differ between equal runs are empty.
    pub fn manifest(&self) -> &Manifest {
        &self.0
    }

    fn value(&self) -> Value {
        let mut fields = serde_json::json!(self.0);
        if let Some(fields) = fields.as_object_mut() {
            fields.retain(|key, _| !DIFFERENT.contains(&key.as_str()));
        }
        fields
    }
}

impl Serialize for Repeatable {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.value().serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Repeatable {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let mut fields = Map::deserialize(deserializer)?;
        for (key, empty) in DIFFERENT.into_iter().zip([Value::Array(Vec::new()), 0.into(), 0.0.into(), 0.0.into()]) {
            fields.insert(key.to_owned(), empty);
        }
        serde_json::from_value(Value::Object(fields)).map(Repeatable).map_err(de::Error::custom)
    }
}

impl PartialEq for Repeatable {
    fn eq(&self, other: &Repeatable) -> bool {
        // Unknown numbers are equal.
        self.value() == other.value()
    }
}

impl JsonSchema for Repeatable {
    fn schema_name() -> Cow<'static, str> {
        "RepeatableManifest".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let mut schema = Manifest::json_schema(generator);
        if let Some(properties) = schema.get_mut("properties").and_then(Value::as_object_mut) {
            properties.retain(|key, _| !DIFFERENT.contains(&key.as_str()));
        }
        if let Some(required) = schema.get_mut("required").and_then(Value::as_array_mut) {
            required.retain(|key| !DIFFERENT.iter().any(|different| key == different));
        }
        schema
    }
}
