//! The settings and the state of a search as stored in its folder, to continue it.

use std::path::Path;

use serde::{Deserialize, Serialize};

use crate::deck::Rules;
use crate::report::files::manifest::StrategyEntry;
use crate::report::files::stored::{Continued, StoredError, read_json};
use crate::run::{Search, SearchPlan};
use crate::strategy::Setting;

/// What `tune` stores.
const TUNE: Continued = Continued { command: "tune", what: "search", other: "another search" };
/// The file with the state of a search.
pub(crate) const STATE: &str = "state.json";

/// Everything that determines which games a search plays.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct TuneSettings {
    /// Version of the program.
    pub version: String,
    /// The strategy at the start.
    pub tuned: StrategyEntry,
    /// The strategies in the other seats.
    pub against: Vec<StrategyEntry>,
    /// Seats at the table.
    pub players: u8,
    /// Ids of the sets.
    pub decks: Vec<String>,
    /// Id of the set whose rules apply.
    pub base: String,
    /// SHA-256 of the cards.
    pub deck_hash: String,
    /// Master seed.
    pub seed: u64,
    /// Maximum number of games.
    pub budget: u64,
    /// All rule switches.
    pub rules: Rules,
}

impl TuneSettings {
    /// The decks and the number of players.
    pub(crate) fn table(&self) -> String {
        let TuneSettings { decks, base, players, .. } = self;
        let of_base = if decks.len() > 1 { format!(" by the rules of {base}") } else { String::new() };
        format!("{}{of_base}, {players} players", decks.join(" + "))
    }

    /// The table and the strategies.
    pub(crate) fn title(&self) -> String {
        let field: Vec<&str> = self.against.iter().map(|entry| entry.name.as_str()).collect();
        format!("{}, seed {}: {} against {}", self.table(), self.seed, self.tuned.name, field.join(", "))
    }
}

/// `manifest.json` of a search. All but the command and the last three fields are the same for every run of the same
/// search.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct TuneManifest {
    /// The settings.
    #[serde(flatten)]
    pub settings: TuneSettings,
    /// The command line.
    pub command: Vec<String>,
    /// Games played, with those of the final test.
    pub games: u64,
    /// Complete generations.
    pub generations: usize,
    /// Whether the search was stopped before its end.
    pub interrupted: bool,
    /// Whether the final test accepted the tuned profile.
    pub accepted: bool,
    /// Sum of all games' hashes: equal for equal runs.
    pub signature: String,
    /// Threads.
    pub threads: usize,
    /// Elapsed time.
    pub duration_seconds: f64,
    /// Games per second.
    pub games_per_second: f64,
}

/// Reads the state of a search with these settings.
///
/// # Errors
/// If the folder has no search, it is damaged, or a setting differs.
pub(crate) fn stored_search(
    place: &Path,
    settings: &TuneSettings,
    varied: &[Setting],
    plan: &SearchPlan,
) -> Result<Search, StoredError> {
    TUNE.manifest(place, "tuned", settings)?;
    let file = place.join(STATE);
    let search: Option<Search> = read_json(&file)?;
    let possible = search.filter(|search| search.is_possible(varied, plan));
    possible.ok_or_else(|| StoredError::Damaged(file, "it is not the state of this search".to_owned()))
}
