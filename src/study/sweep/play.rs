//! Plays a sweep: first the printed deck, then each other deck in the games that it can change.

use crate::deck::{Deck, changes};
use crate::ids::CardSet;
use crate::report::sweep::{SweepMetric, SweepPoint};
use crate::run::{Finished, FirstGames, Hands, Played, Series};
use crate::stats::{Figure, PlayedGames};
use crate::study::control::Control;
use crate::study::error::StudyError;
use crate::study::table::Setup;

/// A value and its deck; `None` for the printed value.
pub(super) struct Value {
    pub(super) value: i32,
    pub(super) edit: Option<Setup>,
}

/// The measurements.
pub(super) struct SweepResults {
    /// The values with complete games.
    pub(super) points: Vec<SweepPoint>,
    /// The figures of the printed deck.
    pub(super) printed: [Figure; 4],
    /// The games of the printed deck.
    pub(super) finished: Finished,
    /// Total number of games played.
    pub(super) played: u64,
}

/// All values of one number of one title.
pub(super) struct Values<'a> {
    pub(super) setup: &'a Setup,
    pub(super) list: &'a [Value],
    pub(super) title: usize,
}

impl Values<'_> {
    /// Plays all values until stopped. Returns `None` if stopped before the end of the printed deck's games.
    pub(super) fn play(&self, control: &mut Control<'_>) -> Result<Option<SweepResults>, StudyError> {
        let Setup { plan, deck, .. } = self.setup;
        let series = Series { plan, threads: control.thread_count(), stop: control.stop_flag(), draws: false };
        let total = plan.games().saturating_mul(1 + self.edits().count() as u64);
        control.expect(total);
        // Together for all edits: the games of the printed deck are played once, and each edit looks only at those that
        // it can change.
        let watched = self.edits().filter_map(|edit| self.changed(edit)).fold(CardSet::EMPTY, |all, cards| all | cards);
        let first = series.play_first(self.setup.arm(), watched, &mut |games| control.played(games))?;
        if first.finished.interrupted {
            return Ok(None);
        }
        let printed = self.figures(deck, &first.played);
        let (points, played) = self.play_others(series, &first, &printed, control)?;
        Ok(Some(SweepResults { points, printed, finished: first.finished, played }))
    }

    /// Plays the other decks until stopped. Returns a point per value and the total number of games played.
    fn play_others(
        &self,
        series: Series<'_>,
        first: &FirstGames,
        printed: &[Figure; 4],
        control: &mut Control<'_>,
    ) -> Result<(Vec<SweepPoint>, u64), StudyError> {
        let plan = &self.setup.plan;
        let blocks = |edit| self.changed(edit).map(|_| &first.touched[..]);
        let games = |edit| blocks(edit).map_or(plan.games(), |blocks| (blocks.len() * plan.seatings().len()) as u64);
        control.expect(plan.games() + self.edits().map(games).sum::<u64>());
        let (mut points, mut played) = (Vec::new(), plan.games());
        for Value { value, edit } in self.list {
            let Some(edit) = edit else {
                points.push(point(*value, first, &first.played, printed.clone()));
                continue;
            };
            let on_progress = &mut |games| control.played(played + games);
            let Some(again) = series.play_again(first, edit.arm(), blocks(edit), on_progress)? else { break };
            points.push(point(*value, first, &again, self.figures(&edit.deck, &again)));
            played += games(edit);
        }
        Ok((points, played))
    }

    /// The decks other than the printed one.
    fn edits(&self) -> impl Iterator<Item = &Setup> {
        self.list.iter().filter_map(|value| value.edit.as_ref())
    }

    /// Only games that draw these cards can change; `None` if any game can change.
    fn changed(&self, edit: &Setup) -> Option<CardSet> {
        changes(&self.setup.deck, &edit.deck).cards
    }

    /// All figures for the games with one deck.
    fn figures(&self, deck: &Deck, played: &[Played]) -> [Figure; 4] {
        let games = PlayedGames::new(&self.setup.plan, played);
        let hands = Hands::of(games.blocks(), deck, &self.setup.plan);
        SweepMetric::ALL.map(|metric| metric.figure(games, &hands, self.title))
    }
}

fn point(value: i32, first: &FirstGames, played: &[Played], figures: [Figure; 4]) -> SweepPoint {
    let same = first.played.iter().zip(played).filter(|(one, other)| one.signature == other.signature);
    SweepPoint { value, games: played.len() as u64, identical: same.count() as u64, figures }
}
