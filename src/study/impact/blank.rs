//! The balance without one card.

use std::time::Instant;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::request::ImpactRequest;
use crate::deck::{Sets, changes};
use crate::report::impact::blank::BlankReport;
use crate::report::{Manifest, Study};
use crate::run::{Before, Pairs};
use crate::study::control::Control;
use crate::study::error::StudyError;
use crate::study::pairs::TwoDecks;
use crate::study::table::Setup;
use crate::study::title::find_title;

/// The same games with a card and with a card that does nothing in its place.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct BlankRequest {
    /// The card, by id or name.
    pub card: String,
    /// The tables and the number of games.
    pub impact: ImpactRequest,
}

/// The effect of one card on the balance.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct BlankResult {
    /// The tables with games.
    pub tables: Vec<BlankTable>,
    /// Whether the study was stopped before its end.
    pub interrupted: bool,
}

/// The effect of one card on the balance of one table.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct BlankTable {
    /// The inputs of the games.
    pub manifest: Manifest,
    /// The estimates.
    pub report: BlankReport,
    /// The games behind the estimates.
    pub pairs: Pairs,
}

impl BlankRequest {
    /// One card, by id or name, at these tables.
    pub fn of(card: impl Into<String>, impact: ImpactRequest) -> Self {
        BlankRequest { card: card.into(), impact }
    }

    /// Reads the decks and plays the games.
    ///
    /// # Errors
    /// If an input is missing or wrong, or a game cannot continue.
    pub fn play(&self, control: &mut Control<'_>) -> Result<BlankResult, StudyError> {
        self.play_with(&self.impact.table.sets()?, control)
    }

    /// Plays the games with these sets.
    ///
    /// # Errors
    /// If an input is missing or wrong, or a game cannot continue.
    pub fn play_with(&self, sets: &Sets, control: &mut Control<'_>) -> Result<BlankResult, StudyError> {
        let setups = self.impact.setups(sets, control)?;
        let deck = &setups[0].deck;
        let title = find_title(deck, &self.card)?;
        let card = &deck.titles[title];
        let without = sets.with_blank(&deck.set_of(card).id, &card.id);
        let mut result = BlankResult { tables: Vec::new(), interrupted: false };
        let mut games = 0;
        for (table, before) in self.impact.tables()?.iter().zip(&setups) {
            let after = Setup::new(&without, table, before.plan.games(), control)?;
            control.begin_after(games);
            let played = play(TwoDecks { before, after: &after }, title, control)?;
            games += before.plan.games();
            result.interrupted = played.pairs.interrupted;
            if !played.pairs.before.is_empty() {
                result.tables.push(played);
            }
            if result.interrupted {
                break;
            }
        }
        Ok(result)
    }
}

pub(super) fn play(decks: TwoDecks<'_>, title: usize, control: &mut Control<'_>) -> Result<BlankTable, StudyError> {
    let TwoDecks { before, after } = decks;
    let changed = changes(&before.deck, &after.deck).cards;
    let begun = Instant::now();
    control.expect(before.plan.games());
    let known = Before::Play { arm: before.arm(), changed };
    let pairs = decks.play(known, control)?;
    let (threads, seconds) = (control.thread_count(), begun.elapsed().as_secs_f64());
    let manifest = decks.manifest(Study::Blank, pairs.sums(), pairs.interrupted, threads, seconds);
    let report = BlankReport::new(&before.plan, [&before.deck, &after.deck], title, before.names(), &pairs);
    Ok(BlankTable { manifest, report, pairs })
}
