//! The manifest: the inputs and settings of a report.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::deck::Rules;

/// `manifest.json`. All but the command and the last three fields are the same for every run of the
/// same plan.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Manifest {
    /// Version of the program.
    pub version: String,
    /// The command line.
    pub command: Vec<String>,
    /// Master seed.
    pub seed: u64,
    /// Games played.
    pub games: u64,
    /// Blocks played: the sample size.
    pub blocks: u64,
    /// Games per block.
    pub seatings: usize,
    /// Seats at the table.
    pub players: u8,
    /// Ids of the sets.
    pub decks: Vec<String>,
    /// Id of the set whose rules apply.
    pub base: String,
    /// SHA-256 of the cards.
    pub deck_hash: String,
    /// The players, in the order of the seats of the first seating.
    pub strategies: Vec<StrategyEntry>,
    /// All rule switches.
    pub rules: Rules,
    /// Unfinished games.
    pub unfinished: u64,
    /// Whether the run was stopped before its end.
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

/// The fields of a manifest, or of a list of them, that are equal for every run of the same plan: all except the command,
/// threads, time and speed.
pub fn repeatable(manifest: &impl Serialize) -> Value {
    let mut value = serde_json::json!(manifest);
    remove_times(&mut value);
    value
}

fn remove_times(manifest: &mut Value) {
    let differs = ["command", "threads", "duration_seconds", "games_per_second"];
    match manifest {
        Value::Object(fields) => fields.retain(|key, _| !differs.contains(&key.as_str())),
        Value::Array(list) => list.iter_mut().for_each(remove_times),
        _ => {}
    }
}

/// The inputs of the same games with two decks.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct PairsManifest {
    /// Version of the program.
    pub version: String,
    /// The command line.
    pub command: Vec<String>,
    /// Master seed.
    pub seed: u64,
    /// Games played with each deck.
    pub games: u64,
    /// Blocks played: the sample size.
    pub blocks: u64,
    /// Games per block.
    pub seatings: usize,
    /// Seats at the table.
    pub players: u8,
    /// The deck before the edit.
    pub before: DeckEntry,
    /// The deck after the edit.
    pub after: DeckEntry,
    /// The players, in the order of the seats of the first seating.
    pub strategies: Vec<StrategyEntry>,
    /// Whether the run was stopped before its end.
    pub interrupted: bool,
    /// Threads.
    pub threads: usize,
    /// Elapsed time.
    pub duration_seconds: f64,
}

/// A deck of paired games.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct DeckEntry {
    /// Ids of the sets.
    pub sets: Vec<String>,
    /// Id of the set whose rules apply.
    pub base: String,
    /// SHA-256 of the cards.
    pub hash: String,
    /// All rule switches.
    pub rules: Rules,
}

/// A strategy of the run.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct StrategyEntry {
    /// Its name.
    pub name: String,
    /// SHA-256 of its profile.
    pub hash: String,
}
