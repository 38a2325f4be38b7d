//! One card in depth: its values by round and way of drawing, and games with another card in its place.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::request::ImpactRequest;
use super::tables::PlayedTable;
use crate::deck::Sets;
use crate::report::Manifest;
use crate::report::impact::card::{CardReport, CardText};
use crate::run::{DrawCrew, Followed, FollowedDraws, RunError, Tally};
use crate::stats::exchange_value;
use crate::study::control::Control;
use crate::study::error::StudyError;
use crate::study::table::Setup;
use crate::study::title::find_title;

/// Minimum number of draws for an estimate of the spread.
const FEWEST: usize = 200;

/// One card in depth.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct CardRequest {
    /// The card, by id or name.
    pub card: String,
    /// The tables and the precision. Without a draw precision, games with another card in place of a drawn one are
    /// played until the interval of their difference is twice as wide as those of opening values.
    pub impact: ImpactRequest,
}

/// The values of one card.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct CardResult {
    /// The card.
    pub card: CardText,
    /// The tables.
    pub tables: Vec<CardTable>,
}

/// The values of one card at one table.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct CardTable {
    /// The inputs of the games.
    pub manifest: Manifest,
    /// The estimates for each strategy.
    pub reports: Vec<CardReport>,
    /// The counts behind the values.
    pub tally: Tally,
    /// The draws of the card that were followed with another card in its place.
    pub draws: Vec<Followed>,
}

impl CardRequest {
    /// One card, by id or name, at these tables.
    pub fn of(card: impl Into<String>, impact: ImpactRequest) -> Self {
        CardRequest { card: card.into(), impact }
    }

    /// Reads the decks and plays the games.
    ///
    /// # Errors
    /// If an input is missing or wrong, or a game cannot continue.
    pub fn play(&self, control: &mut Control<'_>) -> Result<CardResult, StudyError> {
        self.play_with(&self.impact.table.sets()?, control)
    }

    /// Plays the games with these sets.
    ///
    /// # Errors
    /// If an input is missing or wrong, or a game cannot continue.
    pub fn play_with(&self, sets: &Sets, control: &mut Control<'_>) -> Result<CardResult, StudyError> {
        let setups = self.impact.setups(sets, control)?;
        let deck = &setups[0].deck;
        let title = find_title(deck, &self.card)?;
        let mut result = CardResult { card: CardText::of(deck, title), tables: Vec::new() };
        let mut games = 0;
        for setup in &setups {
            control.begin_after(games);
            let played = PlayedTable::play(setup, &self.impact, false, control)?;
            games += played.finished.tally.games;
            control.begin_after(games);
            let followed = self.exchange_draws(setup, title, control)?;
            games += setup.plan.games();
            result.tables.push(self.table(&played, followed, title, control.thread_count()));
            if result.is_interrupted() {
                break;
            }
        }
        Ok(result)
    }

    /// Replaces draws of the title with another card until the mean is precise enough.
    fn exchange_draws(
        &self,
        setup: &Setup,
        title: usize,
        control: &mut Control<'_>,
    ) -> Result<FollowedDraws, RunError> {
        let Setup { plan, deck, players, .. } = setup;
        let crew = DrawCrew { plan, deck, players, threads: control.thread_count(), title };
        let half_width = self.impact.draw_precision.unwrap_or(2.0 * self.impact.precision) / 100.0;
        // A few draws can all end alike, and their spread would be far too small.
        let want = |list: &[Followed]| list.len() < FEWEST || exchange_value(list.iter()).half_width() > half_width;
        control.expect(plan.games());
        crew.play(want, control.stop_flag(), &mut |games| control.played(games))
    }

    fn table(
        &self,
        played: &PlayedTable<'_>,
        FollowedDraws { list, interrupted }: FollowedDraws,
        title: usize,
        threads: usize,
    ) -> CardTable {
        let mut manifest = played.manifest(&self.impact, threads);
        manifest.interrupted |= interrupted;
        let (deck, tally) = (&played.setup.deck, &played.finished.tally);
        let players = played.players();
        let reports = players.map(|player| CardReport::new(deck, title, tally, (player.strategy, player.name), &list));
        CardTable { manifest, reports: reports.collect(), tally: tally.clone(), draws: list }
    }
}

impl CardResult {
    /// Whether the study was stopped before its end.
    pub fn is_interrupted(&self) -> bool {
        self.tables.iter().any(|table| table.manifest.interrupted)
    }
}
