//! Plays the games of all tables, and compares the strategies.

use super::against::blank_values;
use super::request::{ImpactRequest, ImpactResult, TableGames, games_for};
use super::tables::{PlayedTable, PlayerAtTable};
use crate::deck::{DeckSide, Sets};
use crate::report::impact::against::{BlankValueRow, compare_with_blanks};
use crate::report::impact::agreement::{AgreementRow, DisagreementRow, agreement_rows, disagreement_rows};
use crate::report::impact::pairs::{CardPairRow, pair_rows};
use crate::report::impact::{ImpactReport, ValueRow, mark_signs, value_rows};
use crate::report::texts::CardText;
use crate::run::{Hands, RunError};
use crate::stats::{Estimate, PairedGames};
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
        let (agreement, disagreements) = compare(&players);
        let pairs = players.iter().flat_map(screened).collect();
        // All tables have the same deck.
        let texts = players.first().map_or(Vec::new(), |player| CardText::all(&player.table.setup.deck));
        let card_values = values.concat();
        let report = ImpactReport {
            card_values,
            agreement,
            disagreements,
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

/// Compares each other player with the first one.
fn compare(players: &[PlayerAtTable<'_, '_>]) -> (Vec<AgreementRow>, Vec<DisagreementRow>) {
    let (mut agreement, mut disagreements) = (Vec::new(), Vec::new());
    let [first, others @ ..] = players else { return (agreement, disagreements) };
    let Setup { plan, deck, .. } = first.table.setup;
    // Tables with the same seed and number of players deal the same hands.
    let hands = (!others.is_empty()).then(|| Hands::of(first.games().blocks(), deck, plan));
    for (other, hands) in others.iter().zip(hands.iter().cycle()) {
        let paired = PairedGames::of_tables(first.games(), other.games());
        let changes = paired.between_strategies(hands, deck.titles.len(), [first.strategy, other.strategy]);
        let names = [first.name.clone(), other.name.clone()];
        agreement.extend(agreement_rows(deck, &names, &changes));
        disagreements.extend(disagreement_rows(deck, &names, &changes));
    }
    (agreement, disagreements)
}
