//! The value of a card that does nothing, with which all cards of its pile can be compared.

use super::dealt::DealtTable;
use super::request::ImpactRequest;
use crate::deck::{DeckSide, Sets};
use crate::stats::Estimate;
use crate::study::control::Control;
use crate::study::error::StudyError;
use crate::study::table::{Setup, TableRequest};
use crate::study::title::find_title;

/// Half-width of the interval of a blank, relative to that of a card.
// Four times fewer games: the value against a blank then has an interval little wider than twice the requested one.
const WIDER: f64 = 2.0;

/// A table whose deck has one more card in a pile, which does nothing.
pub(super) struct BlankSetup {
    pub(super) setup: Setup,
    pub(super) title: usize,
    /// How precisely its value is measured.
    pub(super) request: ImpactRequest,
}

/// The table with a blank in a pile; `None` if the deck has no room for another card.
pub(super) fn blank_setup(
    sets: &Sets,
    table: &TableRequest,
    side: DeckSide,
    request: &ImpactRequest,
    control: &mut Control<'_>,
) -> Result<Option<BlankSetup>, StudyError> {
    let precision = (WIDER * request.precision).min(100.0);
    let request = ImpactRequest { precision, draw_precision: None, draws: false, pairs: false, ..request.clone() };
    let (sets, set, id) = sets.with_added_blank(side);
    // The deck itself was read before.
    let Ok(games) = request.games_at_first(&sets) else { return Ok(None) };
    let setup = Setup::new(&sets, table, games, control)?;
    let title = find_title(&setup.deck, &format!("{set}/{id}"))?;
    Ok(Some(BlankSetup { setup, title, request }))
}

/// The opening value of one added blank in a pile, for each strategy of a table, relative to the average of the other cards
/// of the pile; with the number of games. `None` if it was stopped, or if the deck has no room for another card.
///
/// The opening values of a pile sum to 0, so `n - 1` other cards have the mean `-v / (n - 1)`, and the blank is worth `v n /
/// (n - 1)` against them.
pub(super) fn blank_values(
    sets: &Sets,
    table: &TableRequest,
    side: DeckSide,
    request: &ImpactRequest,
    control: &mut Control<'_>,
) -> Result<Option<(Vec<Estimate>, u64)>, StudyError> {
    let Some(BlankSetup { setup, title, request }) = blank_setup(sets, table, side, request, control)? else {
        return Ok(None);
    };
    let played = DealtTable::play(&setup, title, &request, control)?;
    if played.ordinary.finished.interrupted {
        return Ok(None);
    }
    let masks = &setup.deck.masks;
    let cards = if side == DeckSide::Door { masks.door } else { masks.treasure }.len() as f64;
    let scale = cards / (cards - 1.0).max(1.0);
    let value = |strategy: usize| {
        let Estimate { value, low, high, n } = played.opening(strategy);
        Estimate { value: scale * value, low: scale * low, high: scale * high, n }
    };
    let games = played.ordinary.finished.tally.games + played.further_games();
    Ok(Some(((0..setup.plan.strategies()).map(value).collect(), games)))
}
