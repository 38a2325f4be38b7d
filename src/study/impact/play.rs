//! Plays the games of all tables, and compares the strategies.

use super::against::blank_values;
use super::request::{ImpactRequest, ImpactResult, TableGames, games_for};
use super::tables::{PlayedTable, PlayerAtTable};
use crate::deck::{DeckSide, Sets};
use crate::report::impact::against::{BlankValueRow, compare_with_blanks};
use crate::report::impact::agreement::{AgreementRow, DisagreementRow, agreement_rows, disagreement_rows};
use crate::report::impact::pairs::{CardPairRow, pair_rows};
use crate::report::impact::robust::robust_rows;
use crate::report::impact::{ImpactReport, RobustRow, ValueRow, mark_signs, value_rows};
use crate::report::texts::CardText;
use crate::run::{Hands, RunError};
use crate::stats::{AcrossTables, Difference, Estimate, OpeningChange, PairedGames, across_tables};
use crate::study::control::Control;
use crate::study::error::StudyError;
use crate::study::table::Setup;

/// The first stage: the half-width of its values, and who sees them.
struct Stage<'f> {
    half_width: f64,
    show: &'f mut dyn FnMut(&[PlayedTable<'_>], &mut Control<'_>),
}

impl ImpactRequest {
    /// Reads the decks and plays the games.
    ///
    /// # Errors
    /// If an input is missing or wrong, or a game cannot continue.
    pub fn play(&self, control: &mut Control<'_>) -> Result<ImpactResult, StudyError> {
        self.play_with(&self.table.sets()?, control)
    }

    /// Plays the games with these sets.
    ///
    /// # Errors
    /// If an input is missing or wrong, or a game cannot continue.
    pub fn play_with(&self, sets: &Sets, control: &mut Control<'_>) -> Result<ImpactResult, StudyError> {
        let setups = self.setups(sets, control)?;
        let result = self.result(&self.play_tables(&setups, None, control)?, control.thread_count());
        self.with_more(result, sets, &setups, control)
    }

    /// The same in two stages: `first` receives the values when their intervals have the half-width `coarse`, in percentage
    /// points, if narrower ones are requested. The result is the same.
    ///
    /// # Errors
    /// If an input is missing or wrong, or a game cannot continue.
    pub fn play_in_stages(
        &self,
        sets: &Sets,
        coarse: f64,
        control: &mut Control<'_>,
        first: &mut dyn FnMut(&ImpactResult),
    ) -> Result<ImpactResult, StudyError> {
        let setups = self.setups(sets, control)?;
        let mut show = |tables: &[PlayedTable<'_>], control: &mut Control<'_>| {
            control.shows();
            first(&self.result(tables, control.thread_count()));
        };
        let staged = self.games.is_none() && self.precision < coarse;
        let stage = staged.then_some(Stage { half_width: coarse / 100.0, show: &mut show });
        let result = self.result(&self.play_tables(&setups, stage, control)?, control.thread_count());
        self.with_more(result, sets, &setups, control)
    }

    /// Plays the games of all tables until stopped: in stages, at first those for coarse values of all. At the end, all
    /// have the same number of games: that of the table that needed most.
    fn play_tables<'s>(
        &self,
        setups: &'s [Setup],
        stage: Option<Stage<'_>>,
        control: &mut Control<'_>,
    ) -> Result<Vec<PlayedTable<'s>>, StudyError> {
        // Only comparisons need the single games.
        let listed = setups.iter().map(|setup| setup.players.len()).sum::<usize>() > 1;
        let coarse = stage.as_ref().map(|stage| stage.half_width);
        let mut tables: Vec<PlayedTable<'s>> = Vec::new();
        let mut games = 0;
        for setup in setups {
            control.begin_after(games);
            let mut table = PlayedTable::begin(setup, first_blocks(setup, coarse), self.counted(listed), control)?;
            match coarse {
                Some(half_width) => table.refine_up_to(half_width, setup.plan.blocks(), control)?,
                None => table.refine(self, control)?,
            }
            games += table.finished.tally.games;
            tables.push(table);
            if is_interrupted(&tables) {
                return Ok(tables);
            }
        }
        level(&mut tables, control)?;
        if let Some(stage) = stage.filter(|_| !is_interrupted(&tables)) {
            (stage.show)(&tables, control);
            each(&mut tables, control, |table, control| table.refine(self, control))?;
            level(&mut tables, control)?;
        }
        Ok(tables)
    }

    /// Adds what is measured after the values.
    fn with_more(
        &self,
        result: ImpactResult,
        sets: &Sets,
        setups: &[Setup],
        control: &mut Control<'_>,
    ) -> Result<ImpactResult, StudyError> {
        let result = self.with_blanks(result, sets, setups, control)?;
        self.with_witnesses(result, setups, control)
    }

    /// Adds the values against a card that does nothing, if they are requested.
    fn with_blanks(
        &self,
        mut result: ImpactResult,
        sets: &Sets,
        setups: &[Setup],
        control: &mut Control<'_>,
    ) -> Result<ImpactResult, StudyError> {
        if !self.against_blank || result.interrupted().is_some() {
            return Ok(result);
        }
        let mut games = result.runs.iter().map(|run| run.games).sum::<u64>();
        for (table, setup) in self.tables()?.iter().zip(setups) {
            for pile in [DeckSide::Door, DeckSide::Treasure] {
                control.begin_after(games);
                let (values, more) = blank_values(sets, table, pile, self, control)?.unwrap_or_default();
                games += more;
                let row =
                    |(strategy, value): (String, Estimate)| BlankValueRow { strategy, pile, opening: value.into() };
                result.report.blanks.extend(setup.names().into_iter().zip(values).map(row));
            }
        }
        // The values so far are whole, but some may be missing.
        result.runs.iter_mut().for_each(|run| run.interrupted |= control.is_stopped());
        compare_with_blanks(&mut result.report.card_values, &result.report.blanks);
        Ok(result)
    }

    fn result(&self, tables: &[PlayedTable<'_>], threads: usize) -> ImpactResult {
        let players: Vec<PlayerAtTable<'_, '_>> = tables.iter().flat_map(PlayedTable::players).collect();
        let mut values: Vec<Vec<ValueRow>> = players.iter().map(rows).collect();
        mark_signs(&mut values);
        let Compared { agreement, disagreements, across } = compare(&players, &values);
        let alone: Vec<&[ValueRow]> =
            if self.together { Vec::new() } else { values.iter().map(Vec::as_slice).collect() };
        let robust: Vec<RobustRow> = robust_rows(&alone, &across);
        let pairs = players.iter().flat_map(screened).collect();
        // All tables have the same deck.
        let texts = players.first().map_or(Vec::new(), |player| CardText::all(&player.table.setup.deck));
        let card_values = values.concat();
        let report = ImpactReport {
            card_values,
            agreement,
            disagreements,
            robust,
            pairs,
            blanks: Vec::new(),
            witnesses: Vec::new(),
            texts,
        };
        let games = |PlayedTable { finished, played, .. }: &PlayedTable<'_>| TableGames {
            tally: finished.tally.clone(),
            games: played.clone(),
        };
        ImpactResult {
            runs: tables.iter().map(|table| table.manifest(self, threads)).collect(),
            report,
            tables: tables.iter().map(games).collect(),
        }
    }
}

/// Number of blocks of a table before the precision of its values is known: those of the plan, or of coarse values.
pub(super) fn first_blocks(Setup { plan, deck, .. }: &Setup, coarse: Option<f64>) -> u64 {
    let Some(half_width) = coarse else { return plan.blocks() };
    let games = games_for(deck, plan.players(), half_width);
    games.div_ceil(plan.seatings().len() as u64).clamp(1, plan.blocks())
}

/// Whether the play was stopped.
fn is_interrupted(tables: &[PlayedTable<'_>]) -> bool {
    tables.iter().any(|table| table.finished.interrupted)
}

/// Plays further games at each table in turn, until stopped.
fn each(
    tables: &mut [PlayedTable<'_>],
    control: &mut Control<'_>,
    play: impl Fn(&mut PlayedTable<'_>, &mut Control<'_>) -> Result<(), RunError>,
) -> Result<(), RunError> {
    let mut games: u64 = tables.iter().map(|table| table.finished.tally.games).sum();
    for place in 0..tables.len() {
        if is_interrupted(tables) {
            break;
        }
        games -= tables[place].finished.tally.games;
        control.begin_after(games);
        play(&mut tables[place], control)?;
        games += tables[place].finished.tally.games;
    }
    Ok(())
}

/// Plays up to the blocks of the table that has most: two strategies are compared block by block.
fn level(tables: &mut [PlayedTable<'_>], control: &mut Control<'_>) -> Result<(), RunError> {
    let most = tables.iter().map(|table| table.finished.tally.blocks).max().unwrap_or(0);
    each(tables, control, |table, control| table.play_up_to(most, control))
}

/// The values of all titles for a player.
fn rows(player: &PlayerAtTable<'_, '_>) -> Vec<ValueRow> {
    value_rows(&player.table.setup.deck, &player.name, &player.table.finished.tally, player.strategy)
}

/// The pairs of titles for a player, if they were counted.
fn screened(player: &PlayerAtTable<'_, '_>) -> Vec<CardPairRow> {
    pair_rows(&player.table.setup.deck, &player.name, &player.table.finished.tally.pairs)
}

/// The players, compared with each other.
#[derive(Default)]
struct Compared {
    agreement: Vec<AgreementRow>,
    disagreements: Vec<DisagreementRow>,
    /// The values of each title, if there are several players.
    across: Vec<AcrossTables>,
}

/// Compares all pairs of players, with these values; the disagreements are those with the first player.
fn compare(players: &[PlayerAtTable<'_, '_>], values: &[Vec<ValueRow>]) -> Compared {
    let mut compared = Compared::default();
    let [first, _, ..] = players else { return compared };
    let Setup { plan, deck, .. } = first.table.setup;
    // Tables with the same seed and number of players deal the same hands.
    let hands = Hands::of(first.games().blocks(), deck, plan);
    let mut changes: Vec<Vec<OpeningChange>> = Vec::new();
    for (place, one) in players.iter().enumerate() {
        for other in &players[place + 1..] {
            let paired = PairedGames::of_tables(one.games(), other.games());
            let found = paired.between_strategies(&hands, deck.titles.len(), [one.strategy, other.strategy]);
            let names = [one.name.clone(), other.name.clone()];
            compared.agreement.extend(agreement_rows(deck, &names, &found));
            if place == 0 {
                compared.disagreements.extend(disagreement_rows(deck, &names, &found));
            }
            changes.push(found);
        }
    }
    let title = |title: usize| {
        let differences: Vec<Difference> = changes.iter().map(|pair| pair[title].difference).collect();
        let values: Vec<Estimate> = values.iter().map(|rows| rows[title].opening.interval().into()).collect();
        across_tables(&values, &differences)
    };
    compared.across = (0..deck.titles.len()).map(title).collect();
    compared
}
