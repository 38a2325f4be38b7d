//! `run`: plays games and estimates how they go.

use std::time::Instant;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::control::Control;
use super::error::StudyError;
use super::table::{Setup, TableRequest, check_table};
use crate::deck::Sets;
use crate::report::checkup::checkup_of_run;
use crate::report::{Manifest, RunReport, Study, counted, thousands};
use crate::run::tally::Count;
use crate::run::{Busiest, Listing, Plan, RunError, Tally, busiest_card};

/// Games of a run by default.
pub(crate) const GAMES: u64 = 100_000;

/// A run: games at one table.
///
/// ```
/// use kickdoor::study::{Control, RunRequest, TableRequest};
///
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let table = TableRequest::of(["tests/decks/mini.toml"]).strategies(["greedy"]).players(3);
/// let result = RunRequest::of(table).games(60).play(&mut Control::default())?;
/// for seat in &result.report.seats {
///     println!("seat {}: {:.3} of the games", seat.position, seat.win_rate.0);
/// }
/// assert_eq!(result.report.seats.len(), 3);
/// # Ok(())
/// # }
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct RunRequest {
    /// The table.
    pub table: TableRequest,
    /// Number of games; they are played in whole blocks of all seatings.
    pub games: u64,
}

/// The result of a run.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct RunResult {
    /// The inputs of the games.
    pub manifest: Manifest,
    /// The estimates.
    pub report: RunReport,
    /// The counts behind the estimates.
    pub tally: Tally,
    /// The games that did not end on their own, if any.
    pub stopped: Option<StoppedGames>,
}

/// Games that did not end on their own.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct StoppedGames {
    /// Number of the first one.
    pub first: u64,
    /// Number of games that took too many steps in a turn.
    pub steps: u64,
    /// Number of games that went too deep.
    pub depth: u64,
    /// The card that acted most in the first one, by name, and how often it acted.
    pub busiest: Option<(String, u64)>,
}

impl Default for RunRequest {
    fn default() -> Self {
        RunRequest { table: TableRequest::default(), games: GAMES }
    }
}

impl RunRequest {
    /// A run at this table.
    pub fn of(table: TableRequest) -> Self {
        RunRequest { table, ..Self::default() }
    }

    /// The number of games.
    #[must_use]
    pub fn games(self, games: u64) -> Self {
        RunRequest { games, ..self }
    }

    /// Reads the decks and plays the games.
    ///
    /// # Errors
    /// If an input is missing or wrong, or a game cannot continue.
    pub fn play(&self, control: &mut Control<'_>) -> Result<RunResult, StudyError> {
        self.play_with(&self.table.sets()?, control, None)
    }

    /// Checks the inputs, with these sets, without playing.
    ///
    /// # Errors
    /// If an input is missing or wrong.
    pub fn check(&self, sets: &Sets) -> Result<(), StudyError> {
        check_table(sets, &self.table, self.games)
    }

    /// Plays the games with these sets. `rows` receives every game in order, if given.
    ///
    /// # Errors
    /// If an input is missing or wrong, a game cannot continue, or `rows` fails.
    pub fn play_with(
        &self,
        sets: &Sets,
        control: &mut Control<'_>,
        rows: Option<Listing<'_>>,
    ) -> Result<RunResult, StudyError> {
        let setup = Setup::new(sets, &self.table, self.games, control)?;
        let Setup { plan, deck, .. } = &setup;
        self.note_whole_blocks(plan, control);
        let begun = Instant::now();
        control.expect(plan.games());
        let threads = control.thread_count();
        let finished = setup.crew(threads).play(control.stop_flag(), &mut |games| control.played(games), rows)?;
        let manifest = setup.manifest(Study::Run, &finished, threads, begun.elapsed().as_secs_f64());
        let report = RunReport::new(&finished.tally, deck, &setup.names());
        let checkup = checkup_of_run(&finished.tally, deck, &report);
        let report = RunReport { checkup, ..report };
        let stopped = stopped_games(&setup, &finished.tally)?;
        Ok(RunResult { manifest, report, tally: finished.tally, stopped })
    }

    fn note_whole_blocks(&self, plan: &Plan, control: &mut Control<'_>) {
        if plan.games() != self.games {
            let (games, asked) = (counted(plan.games(), "game"), thousands(self.games));
            let seatings = plan.seatings().len();
            control.note(&format!("playing {games} instead of {asked}: whole blocks of {seatings} seatings"));
        }
    }
}

fn stopped_games(setup: &Setup, tally: &Tally) -> Result<Option<StoppedGames>, RunError> {
    let Some(first) = tally.first_stopped else { return Ok(None) };
    let Setup { plan, deck, players, .. } = setup;
    let by = |count: Count| u64::try_from(tally.counts.sum(count as usize)).unwrap_or(u64::MAX);
    // The game is played again to count: counting in every game would slow down all others.
    let busiest = busiest_card(plan, deck, players, first);
    let busiest = busiest.map_err(|error| RunError::Game { seed: plan.seed(), game: first, error })?;
    let busiest = busiest.map(|Busiest { card, acts }| (deck.name(card).to_owned(), acts));
    Ok(Some(StoppedGames { first, steps: by(Count::UnfinishedSteps), depth: by(Count::UnfinishedDepth), busiest }))
}
