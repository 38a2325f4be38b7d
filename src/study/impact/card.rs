//! One card in depth: its values by round and way of drawing, and games with another card in its place.

use std::time::Instant;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::against::blank_values;
use super::dealt::DealtTable;
use super::request::ImpactRequest;
use super::tables::PlayerAtTable;
use crate::deck::Sets;
use crate::report::Manifest;
use crate::report::impact::card::CardReport;
use crate::report::texts::CardText;
use crate::run::{DrawCrew, Followed, FollowedDraws, RunError, Tally};
use crate::stats::exchange_value;
use crate::study::control::Control;
use crate::study::error::StudyError;
use crate::study::pilot::Pace;
use crate::study::table::Setup;
use crate::study::title::find_title;

/// Minimum number of draws for an estimate of the spread.
const FEWEST: usize = 200;
/// The narrowest half-width of the mean difference that is not asked for, in percentage points.
const FINEST: f64 = 1.0;

/// One card in depth.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct CardRequest {
    /// The card, by id or name.
    pub card: String,
    /// The tables and the precision. Only games with the card in an opening hand are played until the opening value is
    /// that precise. Without a draw precision, games with another card in place of a drawn one are played until the
    /// interval of their difference is twice as wide, but not narrower than plus or minus one percentage point.
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
    /// The counts of the ordinary games.
    pub tally: Tally,
    /// Number of further games, with the card in an opening hand.
    pub further: u64,
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
        for (table, setup) in self.impact.tables()?.iter().zip(&setups) {
            control.begin_after(games);
            let played = DealtTable::play(setup, title, &self.impact, control)?;
            games += played.ordinary.finished.tally.games + played.further_games();
            control.begin_after(games);
            let followed = match self.impact.draws {
                true => self.exchange_draws(setup, title, control)?,
                false => FollowedDraws::default(),
            };
            games += setup.plan.games();
            let mut card = self.table(&played, followed, title, control.thread_count());
            if self.impact.against_blank && !card.manifest.interrupted && setup.can_be_dealt(title) {
                control.begin_after(games);
                let side = deck.card(deck.titles[title].first).side;
                let found = blank_values(sets, table, side, &self.impact, control)?;
                card.manifest.interrupted |= found.is_none() && control.is_stopped();
                let (blanks, more) = found.unwrap_or_default();
                games += more;
                let reports = card.reports.iter_mut().zip(blanks);
                reports.for_each(|(report, blank)| report.compare_with(blank));
            }
            result.tables.push(card);
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
        // A few draws can all end alike, and their spread would be far too small.
        let want =
            |list: &[Followed]| list.len() < FEWEST || exchange_value(list.iter()).half_width() > self.exchange_width();
        self.follow(setup, title, want, control)
    }

    /// Follows draws of the title with another card in its place, as long as they are wanted.
    fn follow(
        &self,
        setup: &Setup,
        title: usize,
        want: impl Fn(&[Followed]) -> bool,
        control: &mut Control<'_>,
    ) -> Result<FollowedDraws, RunError> {
        let Setup { plan, deck, players, kept, .. } = setup;
        let crew = DrawCrew { plan, deck, players, threads: control.thread_count(), title, kept: kept.as_ref() };
        control.expect(plan.games());
        crew.play(want, control.stop_flag(), &mut |games| control.played(games))
    }

    /// The half-width of the mean difference.
    fn exchange_width(&self) -> f64 {
        self.impact.draw_precision.unwrap_or((2.0 * self.impact.precision).max(FINEST)) / 100.0
    }

    /// About how many draws are followed, and the seconds that they take: by a pilot of some of them.
    pub(super) fn exchanges(
        &self,
        setup: &Setup,
        title: usize,
        control: &mut Control<'_>,
    ) -> Result<(u64, f64), RunError> {
        let begun = Instant::now();
        let FollowedDraws { list, .. } = self.follow(setup, title, |list| list.len() < FEWEST, control)?;
        let pace = Pace::since(begun, list.len() as u64);
        let reach = exchange_value(list.iter()).half_width() / self.exchange_width();
        let draws = (pace.games as f64 * reach.powi(2).max(1.0)).ceil();
        Ok((draws as u64, pace.seconds_of(draws)))
    }

    fn table(
        &self,
        played: &DealtTable<'_>,
        FollowedDraws { list, interrupted }: FollowedDraws,
        title: usize,
        threads: usize,
    ) -> CardTable {
        let table = &played.ordinary;
        let mut manifest = table.manifest(&self.impact, threads);
        manifest.interrupted |= interrupted;
        let (deck, tally) = (&table.setup.deck, &table.finished.tally);
        // Whether the card is ever played can be seen in all games; how often it is, in none of the chosen ones.
        let mut seen = tally.clone();
        if let Some(further) = &played.further.tally {
            seen.plays.merge(&further.plays);
            seen.games += further.games;
        }
        let report = |PlayerAtTable { strategy, name, .. }: PlayerAtTable<'_, '_>| {
            let opening = played.opening(strategy);
            CardReport::new((deck, title), opening, [tally, &seen], (strategy, name), &list)
        };
        let reports = table.players().map(report).collect();
        CardTable { manifest, reports, tally: tally.clone(), further: played.further_games(), draws: list }
    }
}

impl CardResult {
    /// Whether the study was stopped before its end.
    pub fn is_interrupted(&self) -> bool {
        self.tables.iter().any(|table| table.manifest.interrupted)
    }
}
