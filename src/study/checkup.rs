//! `checkup`: is a set healthy? Its metrics against its targets and the usual ranges.

use std::time::Instant;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::control::Control;
use super::error::StudyError;
use super::impact::{ImpactRequest, TABLES};
use super::metric_names::MetricNames;
use super::project::Project;
use super::table::{DEFAULT_STRATEGY, Setup, TableRequest, check_table};
use crate::deck::{Deck, Sets};
use crate::report::checkup::{CheckupGames, CheckupReport, GAMES, PART_GAMES, Robust};
use crate::report::{Manifest, RunReport, Study};
use crate::run::{Finished, Firings, Tally, firings};
use crate::stats::Target;

/// Games at the table for each game in which parts of cards are counted.
const A_PART_GAME: u64 = GAMES / PART_GAMES;
/// Games at the table for each game with each other number of players.
const AN_OTHER_GAME: u64 = 4;
/// Games at the table for each game at each table with other manners.
const A_TABLE_GAME: u64 = 4;

/// A checkup of a set.
///
/// ```
/// use kickdoor::study::{CheckupRequest, Control, TableRequest};
///
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let table = TableRequest::of(["tests/decks/mini.toml"]).strategies(["greedy"]).players(3);
/// let result = CheckupRequest::of(table).games(120).play(&mut Control::default())?;
/// for row in result.report.metrics.iter().filter(|row| row.verdict.is_out()) {
///     println!("{}: {:.3}", row.metric, row.value.0);
/// }
/// # Ok(())
/// # }
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct CheckupRequest {
    /// The table.
    pub table: TableRequest,
    /// Number of games; they are played in whole blocks of all seatings.
    pub games: u64,
    /// Path of a `kickdoor.toml` with targets, which count in place of the usual ranges.
    pub project: Option<String>,
    /// Whether games with other numbers of players show which values depend on it.
    pub other_players: bool,
    /// Whether games at tables with other manners show which values depend on the table.
    pub tables: bool,
}

/// The result of a checkup.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct CheckupResult {
    /// The inputs of the games.
    pub manifest: Manifest,
    /// The metrics and their ranges.
    pub report: CheckupReport,
    /// The counts of the games at the table.
    pub tally: Tally,
}

impl Default for CheckupRequest {
    fn default() -> Self {
        CheckupRequest {
            table: TableRequest::default(),
            games: GAMES,
            project: None,
            other_players: true,
            tables: false,
        }
    }
}

impl CheckupRequest {
    /// A checkup at this table.
    pub fn of(table: TableRequest) -> Self {
        CheckupRequest { table, ..Self::default() }
    }

    /// The number of games.
    #[must_use]
    pub fn games(self, games: u64) -> Self {
        CheckupRequest { games, ..self }
    }

    /// The path of a `kickdoor.toml` with targets.
    #[must_use]
    pub fn project(self, path: impl Into<String>) -> Self {
        CheckupRequest { project: Some(path.into()), ..self }
    }

    /// Whether to play games with other numbers of players.
    #[must_use]
    pub fn other_players(self, other_players: bool) -> Self {
        CheckupRequest { other_players, ..self }
    }

    /// Also plays games at tables with other manners.
    #[must_use]
    pub fn with_tables(self) -> Self {
        CheckupRequest { tables: true, ..self }
    }

    /// Reads the decks and plays the games.
    ///
    /// # Errors
    /// If an input is missing or wrong, or a game cannot continue.
    pub fn play(&self, control: &mut Control<'_>) -> Result<CheckupResult, StudyError> {
        self.play_with(&self.table.sets()?, control)
    }

    /// Checks the inputs, with these sets, without playing.
    ///
    /// # Errors
    /// If an input is missing or wrong.
    pub fn check(&self, sets: &Sets) -> Result<(), StudyError> {
        check_table(sets, &self.table, self.games)
    }

    /// Plays the games with these sets. If it is stopped, the later parts are left out.
    ///
    /// # Errors
    /// If an input is missing or wrong, or a game cannot continue.
    pub fn play_with(&self, sets: &Sets, control: &mut Control<'_>) -> Result<CheckupResult, StudyError> {
        let setup = Setup::new(sets, &self.table, self.games, control)?;
        let targets = self.targets(&setup.deck)?;
        let others = self.others(sets, &setup, control)?;
        let begun = Instant::now();
        let mut progress = Progress { expected: self.expected(&setup, &others), played: 0 };
        let finished = progress.play(&setup, control)?;
        let firings = match finished.interrupted {
            true => None,
            false => progress.count_parts(&self.parts(&setup, sets, control)?, control)?,
        };
        let mut tallies = Vec::new();
        for other in others.iter().take(if firings.is_none() { 0 } else { others.len() }) {
            let finished = progress.play(other, control)?;
            // An incomplete number of players says less than none.
            tallies.extend((!finished.interrupted).then_some(finished.tally));
        }
        let robust = match firings.is_some() && tallies.len() == others.len() && self.tables {
            true => progress.at_tables(&self.at_tables(&setup), sets, control)?,
            false => Some(Robust::default()),
        };
        let manifest = setup.manifest(Study::Checkup, &finished, control.thread_count(), begun.elapsed().as_secs_f64());
        let interrupted = firings.is_none() || tallies.len() < others.len() || robust.is_none();
        let run = RunReport::new(&finished.tally, &setup.deck, &setup.names());
        let report = CheckupReport::new(&CheckupGames {
            deck: &setup.deck,
            tally: &finished.tally,
            run: &run,
            firings: firings.as_ref(),
            others: &tallies,
            robust: robust.unwrap_or_default(),
            targets: &targets,
            table: &self.words(),
        });
        let manifest = Manifest { interrupted: manifest.interrupted || interrupted, ..manifest };
        Ok(CheckupResult { manifest, report, tally: finished.tally })
    }

    /// The targets of the project.
    fn targets(&self, deck: &Deck) -> Result<Vec<(String, Target)>, StudyError> {
        let Some(path) = &self.project else { return Ok(Vec::new()) };
        Project::read(path)?.targets(&MetricNames::of(deck, self.table.players))
    }

    /// The table of the games in which parts of cards are counted.
    fn parts(&self, setup: &Setup, sets: &Sets, control: &mut Control<'_>) -> Result<Setup, StudyError> {
        Setup::new(sets, &self.table, (setup.plan.games() / A_PART_GAME).max(1), control)
    }

    /// The tables with other numbers of players that the deck allows and at which all strategies sit.
    fn others(&self, sets: &Sets, setup: &Setup, control: &mut Control<'_>) -> Result<Vec<Setup>, StudyError> {
        let (least, most) = (setup.deck.players.min, setup.deck.players.max);
        let fits =
            |players: &u8| *players != self.table.players && usize::from(*players) >= self.table.strategies.len();
        let games = (setup.plan.games() / AN_OTHER_GAME).max(1);
        let mut others = Vec::new();
        for players in (least..=most).filter(fits).filter(|_| self.other_players) {
            others.push(Setup::new(sets, &self.table.clone().players(players), games, control)?);
        }
        Ok(others)
    }

    /// The values at tables with other manners.
    fn at_tables(&self, setup: &Setup) -> ImpactRequest {
        let table = self.table.clone().strategies(TABLES.split(','));
        ImpactRequest::of(table).without_draws().games((setup.plan.games() / A_TABLE_GAME).max(1))
    }

    fn expected(&self, setup: &Setup, others: &[Setup]) -> u64 {
        let games = setup.plan.games();
        let tables = if self.tables { TABLES.split(',').count() as u64 * games / A_TABLE_GAME } else { 0 };
        games + games / A_PART_GAME + others.iter().map(|other| other.plan.games()).sum::<u64>() + tables
    }

    /// The table as on a command line.
    fn words(&self) -> String {
        let TableRequest { decks, base, players, strategies, rules, .. } = &self.table;
        let usual = TableRequest::default();
        let mut words = decks.join(" ");
        words.extend(base.iter().map(|id| format!(" --base {id}")));
        if *players != usual.players {
            words += &format!(" --players {players}");
        }
        if strategies[..] != [DEFAULT_STRATEGY] {
            words += &format!(" --strategy {}", strategies.join(","));
        }
        words.extend(rules.iter().map(|rule| format!(" --rule {rule}")));
        words
    }
}

/// The games of all parts of a checkup.
struct Progress {
    expected: u64,
    /// Games of the finished parts.
    played: u64,
}

impl Progress {
    /// Plays the games of a table.
    fn play(&mut self, setup: &Setup, control: &mut Control<'_>) -> Result<Finished, StudyError> {
        self.begin(control);
        let finished =
            setup.crew(control.thread_count()).play(control.stop_flag(), &mut |games| control.played(games), None)?;
        self.played += finished.tally.games;
        Ok(finished)
    }

    /// Counts the parts of cards that take effect; `None` if it was stopped.
    fn count_parts(&mut self, setup: &Setup, control: &mut Control<'_>) -> Result<Option<Firings>, StudyError> {
        self.begin(control);
        let (threads, stop) = (control.thread_count(), control.stop_flag());
        let found = firings(setup.arm(), &setup.plan, threads, stop, &mut |games| control.played(games))?;
        self.played += found.sums.games;
        Ok((found.sums.games == setup.plan.games()).then_some(found))
    }

    /// Measures the values at several tables; `None` if it was stopped.
    fn at_tables(
        &mut self,
        request: &ImpactRequest,
        sets: &Sets,
        control: &mut Control<'_>,
    ) -> Result<Option<Robust>, StudyError> {
        control.begin_study_after(self.played);
        let result = request.play_with(sets, control)?;
        let games = result.runs.iter().map(|run| run.games);
        self.played += games.clone().sum::<u64>();
        let robust = Robust { games: games.max().unwrap_or(0), values: result.report.robust };
        Ok((!result.runs.iter().any(|run| run.interrupted)).then_some(robust))
    }

    fn begin(&self, control: &mut Control<'_>) {
        control.begin_after(self.played);
        control.expect(self.expected.saturating_sub(self.played));
    }
}
