//! Playing a sweep: the printed deck first, and then each of the others in the games in which it can matter.

use std::time::Duration;

use super::super::failure::Failure;
use super::super::interrupt;
use super::super::progress::Progress;
use super::super::setup::{Setup, threads};
use super::Args;
use crate::deck::{Deck, changes};
use crate::ids::CardSet;
use crate::report::sweep::{SweepMetric, SweepPoint};
use crate::run::{Finished, FirstGames, Hands, Played, Series};
use crate::stats::{Figure, PlayedGames};

/// A value and its deck; no deck for the printed value.
pub(super) struct Value<const W: usize> {
    pub(super) value: i32,
    pub(super) edit: Option<Setup<W>>,
}

/// The measurements.
pub(super) struct SweepResults {
    /// The values all of whose games were played.
    pub(super) points: Vec<SweepPoint>,
    /// The figures of the printed deck.
    pub(super) printed: [Figure; 4],
    /// The games of the printed deck.
    pub(super) finished: Finished,
    /// Games played in all.
    pub(super) played: u64,
    /// Elapsed time.
    pub(super) time: Duration,
}

/// All values of one number of one title.
pub(super) struct Values<'a, const W: usize> {
    pub(super) setup: &'a Setup<W>,
    pub(super) list: &'a [Value<W>],
    pub(super) title: usize,
}

impl<const W: usize> Values<'_, W> {
    /// Plays all values, until stopped; nothing if that was before the printed deck had played all its games.
    pub(super) fn play(&self, args: &Args) -> Result<Option<SweepResults>, Failure> {
        let Setup { plan, deck, .. } = self.setup;
        let stop = interrupt::listen(args.report.quiet);
        let series = Series { plan, threads: threads(args.report.threads), stop, draws: false };
        let total = plan.games().saturating_mul(1 + self.edits().count() as u64);
        let mut progress = Progress::new(total, args.report.quiet);
        let watched = self.edits().filter_map(|edit| self.changed(edit)).fold(CardSet::EMPTY, |all, cards| all | cards);
        let first = series.play_first(self.setup.arm(), watched, &mut |games| progress.note(games))?;
        if first.finished.interrupted {
            return Ok(None);
        }
        let printed = self.figures(deck, &first.played);
        let (points, played) = self.play_others(series, &first, &printed, &mut progress)?;
        Ok(Some(SweepResults { points, printed, finished: first.finished, played, time: progress.finish() }))
    }

    /// Plays the other decks until stopped. Returns a point per value and the number of games played in all.
    fn play_others(
        &self,
        series: Series<'_>,
        first: &FirstGames,
        printed: &[Figure; 4],
        progress: &mut Progress,
    ) -> Result<(Vec<SweepPoint>, u64), Failure> {
        let plan = &self.setup.plan;
        let blocks = |edit| self.changed(edit).map(|_| &first.touched[..]);
        let games = |edit| blocks(edit).map_or(plan.games(), |blocks| (blocks.len() * plan.seatings().len()) as u64);
        progress.expect(plan.games() + self.edits().map(games).sum::<u64>());
        let (mut points, mut played) = (Vec::new(), plan.games());
        for Value { value, edit } in self.list {
            let Some(edit) = edit else {
                points.push(point(*value, first, &first.played, printed.clone()));
                continue;
            };
            let on_progress = &mut |games| progress.note(played + games);
            let Some(again) = series.play_again(first, edit.arm(), blocks(edit), on_progress)? else { break };
            points.push(point(*value, first, &again, self.figures(&edit.deck, &again)));
            played += games(edit);
        }
        Ok((points, played))
    }

    /// The decks that are not the printed one.
    fn edits(&self) -> impl Iterator<Item = &Setup<W>> {
        self.list.iter().filter_map(|value| value.edit.as_ref())
    }

    /// Cards that a game must draw to change; nothing if any game may change.
    fn changed(&self, edit: &Setup<W>) -> Option<CardSet<W>> {
        changes(&self.setup.deck, &edit.deck).cards
    }

    /// All figures of games with one deck.
    fn figures(&self, deck: &Deck<W>, played: &[Played]) -> [Figure; 4] {
        let games = PlayedGames::new(&self.setup.plan, played);
        let hands = Hands::of(games.blocks(), deck, &self.setup.plan);
        SweepMetric::ALL.map(|metric| metric.figure(games, &hands, self.title))
    }
}

fn point(value: i32, first: &FirstGames, played: &[Played], figures: [Figure; 4]) -> SweepPoint {
    let same = first.played.iter().zip(played).filter(|(one, other)| one.signature == other.signature);
    SweepPoint { value, games: played.len() as u64, identical: same.count() as u64, figures }
}
