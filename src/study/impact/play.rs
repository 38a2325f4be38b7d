//! Plays the games of all tables, and compares the strategies.

use super::request::{ImpactRequest, ImpactResult, TableGames};
use super::tables::{PlayedTable, PlayerAtTable};
use crate::deck::Sets;
use crate::report::impact::agreement::{AgreementRow, DisagreementRow, agreement_rows, disagreement_rows};
use crate::report::impact::{ImpactReport, ValueRow, mark_signs, value_rows};
use crate::run::Hands;
use crate::stats::PairedGames;
use crate::study::control::Control;
use crate::study::error::StudyError;
use crate::study::table::Setup;

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
        Ok(self.result(&self.play_tables(&setups, control)?, control.thread_count()))
    }

    /// Plays the games of all tables in turn, until stopped. Then all have the same number of games: that of the table
    /// that needed most.
    fn play_tables<'s>(
        &self,
        setups: &'s [Setup],
        control: &mut Control<'_>,
    ) -> Result<Vec<PlayedTable<'s>>, StudyError> {
        // Only comparisons need the single games.
        let listed = setups.iter().map(|setup| setup.players.len()).sum::<usize>() > 1;
        let mut tables: Vec<PlayedTable<'s>> = Vec::new();
        let mut games = 0;
        for setup in setups {
            control.begin_after(games);
            let table = PlayedTable::play(setup, self, listed, control)?;
            let interrupted = table.finished.interrupted;
            games += table.finished.tally.games;
            tables.push(table);
            if interrupted {
                return Ok(tables);
            }
        }
        // Two strategies are compared block by block, so both need the same blocks.
        let most = tables.iter().map(|table| table.finished.tally.blocks).max().unwrap_or(0);
        for table in &mut tables {
            games -= table.finished.tally.games;
            control.begin_after(games);
            table.play_up_to(most, control)?;
            games += table.finished.tally.games;
        }
        Ok(tables)
    }

    fn result(&self, tables: &[PlayedTable<'_>], threads: usize) -> ImpactResult {
        let players: Vec<PlayerAtTable<'_, '_>> = tables.iter().flat_map(PlayedTable::players).collect();
        let mut values: Vec<Vec<ValueRow>> = players.iter().map(rows).collect();
        mark_signs(&mut values);
        let (agreement, disagreements) = compare(&players);
        let report = ImpactReport { card_values: values.concat(), agreement, disagreements };
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

/// The values of all titles for a player.
fn rows(player: &PlayerAtTable<'_, '_>) -> Vec<ValueRow> {
    value_rows(&player.table.setup.deck, &player.name, &player.table.finished.tally, player.strategy)
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
