//! Witness games: for each title one game that shows what it does.

use super::request::{ImpactRequest, ImpactResult};
use crate::report::impact::{ValueRow, WitnessRow};
use crate::run::{DecidedGame, WantedDraw, WitnessCrew};
use crate::study::control::Control;
use crate::study::error::StudyError;
use crate::study::table::Setup;

/// Games of a table for each game whose draws are examined, and maximum number of these.
const A_GAME: u64 = 64;
const GAMES: u64 = 512;
/// Games of a table for each draw that may be followed, and maximum number of draws of a title. Few titles need that many.
const A_DRAW: u64 = 8;
const DRAWS: u64 = 64;

impl ImpactRequest {
    /// Adds witness games, as many as cost little beside the games of the values. A study without draw values, or one that
    /// was stopped, has none.
    pub(super) fn with_witnesses(
        &self,
        mut result: ImpactResult,
        setups: &[Setup],
        control: &mut Control<'_>,
    ) -> Result<ImpactResult, StudyError> {
        if !self.draws || result.interrupted().is_some() {
            return Ok(result);
        }
        let mut values = result.report.by_strategy().into_iter();
        let mut witnesses = Vec::new();
        for (setup, run) in setups.iter().zip(&result.runs) {
            let values: Vec<&[ValueRow]> = values.by_ref().take(setup.players.len()).collect();
            witnesses.extend(witnesses_of(setup, run.games, &values, control)?);
        }
        result.report.witnesses = witnesses;
        // The values so far are whole, but some witnesses may be missing.
        result.runs.iter_mut().for_each(|run| run.interrupted |= control.is_stopped());
        Ok(result)
    }
}

/// The witness games at a table that played so many games, from the values of its strategies.
fn witnesses_of(
    setup: &Setup,
    games: u64,
    values: &[&[ValueRow]],
    control: &Control<'_>,
) -> Result<Vec<WitnessRow>, StudyError> {
    let Setup { plan, deck, players, kept, .. } = setup;
    let wanted: Vec<WantedDraw> = (0..).zip(values).flat_map(|(strategy, rows)| of_strategy(strategy, rows)).collect();
    let draws = (games / A_DRAW / wanted.len().max(1) as u64).min(DRAWS) as usize;
    if draws == 0 {
        return Ok(Vec::new());
    }
    let games = (games / A_GAME).min(GAMES);
    let threads = control.thread_count();
    let crew = WitnessCrew { plan, deck, players, threads, kept: kept.as_ref(), games, draws };
    let found = crew.find(&wanted, control.stop_flag())?.unwrap_or_default();
    let names = setup.names();
    let row = |found: DecidedGame| WitnessRow::new(deck, &names[usize::from(found.draw.strategy)], &found);
    Ok(found.into_iter().flatten().map(row).collect())
}

/// The draws that show what the titles do for a strategy.
fn of_strategy(strategy: u8, rows: &[ValueRow]) -> impl Iterator<Item = WantedDraw> {
    // One line per title, in the order of the deck.
    (0..).zip(rows).map(move |(title, row)| {
        let is_bad = row.draw.value.0 < 0.0;
        WantedDraw { strategy, title, wins: !is_bad }
    })
}
