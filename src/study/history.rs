//! `history`: the metrics of a deck, version by version.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::control::Control;
use super::error::StudyError;
use super::run::RunRequest;
use super::table::{Setup, TableRequest, check_table};
use crate::deck::{Commit, DeckError, Problem, Sets, commit_of, content_hash, file_of, read_text, revisions};
use crate::report::history::{HistoryEntry, Version, append, parse};
use crate::report::{Manifest, Study};
use crate::run::Tally;

/// Games of a version by default.
pub(crate) const GAMES: u64 = 20_000;
/// The name of the file.
pub(crate) const FILE: &str = "history.jsonl";
/// Characters of a hash that names a version.
const SHORT: usize = 10;

/// One version of a deck.
///
/// ```
/// use kickdoor::study::{Control, HistoryRequest, TableRequest};
///
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let table = TableRequest::of(["tests/decks/mini.toml"]).strategies(["greedy"]).players(3);
/// let result = HistoryRequest::of(table).games(60).label("draft").play(&mut Control::default())?;
/// assert_eq!(result.entry.label, "draft");
/// # Ok(())
/// # }
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct HistoryRequest {
    /// The table.
    pub table: TableRequest,
    /// Number of games.
    pub games: u64,
    /// The name of the version; by default that of its commit, otherwise the beginning of the hash of its cards.
    pub label: Option<String>,
    /// Its date; by default that of its commit.
    pub date: Option<String>,
}

/// A version of a deck with its metrics.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct HistoryResult {
    /// The inputs of the games.
    pub manifest: Manifest,
    /// The line of the history.
    pub entry: HistoryEntry,
    /// The counts of the games.
    pub tally: Tally,
}

/// The file of a history.
#[derive(Clone, Debug, Default)]
pub struct History {
    /// Its versions.
    pub entries: Vec<HistoryEntry>,
    /// What is wrong with its other lines.
    pub problems: Vec<Problem>,
}

impl History {
    /// Reads a file.
    ///
    /// # Errors
    /// If it cannot be read as text.
    pub fn read(path: &str) -> Result<History, DeckError> {
        let (entries, problems) = parse(path, &read_text(path)?);
        Ok(History { entries, problems })
    }

    /// Appends a version to a file, which is made if there is none.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn append(path: &Path, entry: &HistoryEntry) -> std::io::Result<()> {
        append(path, entry)
    }

    /// The usual file for a deck: beside the deck, or in the current folder for a shipped one.
    pub fn beside(deck: &str) -> PathBuf {
        let path = Path::new(file_of(deck));
        if path.is_file() { path.with_file_name(FILE) } else { PathBuf::from(FILE) }
    }

    /// Names of all metrics.
    pub fn metrics(&self) -> BTreeSet<&str> {
        self.entries.iter().flat_map(|entry| &entry.metrics).map(|metric| metric.metric.as_str()).collect()
    }
}

impl Default for HistoryRequest {
    fn default() -> Self {
        HistoryRequest { table: TableRequest::default(), games: GAMES, label: None, date: None }
    }
}

impl HistoryRequest {
    /// A version of the decks of this table.
    pub fn of(table: TableRequest) -> Self {
        HistoryRequest { table, ..Self::default() }
    }

    /// The number of games.
    #[must_use]
    pub fn games(self, games: u64) -> Self {
        HistoryRequest { games, ..self }
    }

    /// The name of the version.
    #[must_use]
    pub fn label(self, label: impl Into<String>) -> Self {
        HistoryRequest { label: Some(label.into()), ..self }
    }

    /// Requests for the versions of a deck file in a range of git revisions, such as `v1..HEAD`, the oldest first. The deck
    /// is the last one of the table.
    ///
    /// # Errors
    /// If there is no git or no repository, or the range is wrong.
    pub fn of_revisions(&self, range: &str) -> Result<Vec<HistoryRequest>, StudyError> {
        let Some((file, partners)) = self.table.decks.split_last() else { return Ok(Vec::new()) };
        let request = |commit: Commit| {
            let deck = format!("{file}@{}", commit.hash);
            let decks = partners.iter().cloned().chain([deck]).collect();
            HistoryRequest {
                table: TableRequest { decks, ..self.table.clone() },
                label: Some(commit.hash),
                date: Some(commit.date),
                ..self.clone()
            }
        };
        Ok(revisions(file, range)?.into_iter().map(request).collect())
    }

    /// Checks the inputs, with these sets, without playing.
    ///
    /// # Errors
    /// If an input is missing or wrong.
    pub fn check(&self, sets: &Sets) -> Result<(), StudyError> {
        check_table(sets, &self.table, self.games)
    }

    /// Whether a history has the games of this version already.
    ///
    /// # Errors
    /// If an input is missing or wrong.
    pub fn is_in(&self, history: &History, sets: &Sets, control: &mut Control<'_>) -> Result<bool, StudyError> {
        let setup = Setup::new(sets, &self.table, self.games, control)?;
        let games = setup.plan.games();
        let manifest = Manifest::of(Study::Run, Vec::new(), setup.seated(), setup.plan.players(), setup.plan.seed());
        let hash = content_hash(&setup.deck);
        let is_same = |entry: &HistoryEntry| {
            entry.hash == hash && entry.games == games && entry.is_at_table(&manifest, &self.table.rules)
        };
        Ok(history.entries.iter().any(is_same))
    }

    /// Reads the decks and plays the games.
    ///
    /// # Errors
    /// If an input is missing or wrong, or a game cannot continue.
    pub fn play(&self, control: &mut Control<'_>) -> Result<HistoryResult, StudyError> {
        self.play_with(&self.table.sets()?, control)
    }

    /// Plays the games with these sets.
    ///
    /// # Errors
    /// If an input is missing or wrong, or a game cannot continue.
    pub fn play_with(&self, sets: &Sets, control: &mut Control<'_>) -> Result<HistoryResult, StudyError> {
        let run = RunRequest::of(self.table.clone()).games(self.games).play_with(sets, control, None)?;
        let deck = self.table.compile(sets)?;
        let commit = self.table.decks.iter().rev().find_map(|deck| commit_of(deck));
        let hash = run.manifest.deck().hash.chars().take(SHORT).collect();
        let label = self.label.clone().or_else(|| commit.as_ref().map(|commit| commit.hash.clone())).unwrap_or(hash);
        let date = self.date.clone().or_else(|| commit.map(|commit| commit.date));
        let version = Version { label, date, rules: self.table.rules.clone() };
        let entry = HistoryEntry::new(version, &run.manifest, (&deck, &run.tally), &run.report);
        Ok(HistoryResult { manifest: run.manifest, entry, tally: run.tally })
    }
}
