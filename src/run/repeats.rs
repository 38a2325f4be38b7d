//! Repeats: the same run over and over with seeds of its own, to see how often its intervals hold the truth.

use std::io;
use std::sync::atomic::AtomicBool;

use super::batches::Batches;
use super::error::RunError;
use super::pairs::{Arm, Pairs};
use super::plan::Plan;
use super::played::Played;
use super::series::Series;
use super::tally::Tally;
use crate::ids::CardSet;
use crate::random::mix;

/// The stream from which repetitions get their seeds.
const SEEDS: u64 = 0x7265_7065_6174_7321;

/// Repetitions of a plan with two decks.
#[derive(Clone, Copy, Debug)]
pub struct Repeats<'a, const W: usize> {
    /// What one repetition plays, under a seed of its own.
    pub plan: &'a Plan,
    /// The deck as it was.
    pub before: Arm<'a, W>,
    /// The deck as it is.
    pub after: Arm<'a, W>,
    /// Edits of some cards of the deck as it was.
    pub edits: &'a [Arm<'a, W>],
    /// Those cards: without them a game stays as it is.
    pub edited: CardSet<W>,
    /// How many repetitions.
    pub count: u64,
    /// On how many threads.
    pub threads: usize,
}

/// What one repetition came to.
#[derive(Clone, Debug)]
pub struct Repetition {
    /// Which one it is, from 0.
    pub number: u64,
    /// What it played.
    pub plan: Plan,
    /// With the deck as it was.
    pub before: Tally,
    /// With the deck as it is.
    pub after: Tally,
    /// The same games side by side.
    pub pairs: Pairs,
    /// The same games with each of the edits.
    pub edits: Vec<Vec<Played>>,
}

impl<const W: usize> Repeats<'_, W> {
    /// Plays all repetitions and measures each; `take` gets what was measured in no order, and nothing ten times a second.
    ///
    /// # Errors
    /// If a game cannot go on, or `measure` fails.
    pub fn play<M: Send>(
        &self,
        measure: impl Fn(Repetition) -> Result<M, RunError> + Sync,
        stop: &AtomicBool,
        take: &mut dyn FnMut(Option<M>),
    ) -> Result<(), RunError> {
        let batches = Batches { count: self.count, threads: self.threads, stop };
        let repeat = |_: &mut (), number: u64| self.repetition(number).and_then(&measure);
        let mut hand_on = |measured: Option<(u64, M)>| {
            take(measured.map(|(_, measured)| measured));
            io::Result::Ok(())
        };
        batches.work(|| (), repeat, &mut hand_on).map(|_| ())
    }

    fn repetition(&self, number: u64) -> Result<Repetition, RunError> {
        let plan = self.plan.with_seed(mix(mix(self.plan.seed() ^ SEEDS).wrapping_add(number)));
        let series = Series { plan: &plan, threads: 1, stop: &AtomicBool::new(false), draws: true };
        let first = series.play_first(self.before, self.edited, &mut |_| ())?;
        let edits = self.edits.iter().map(|edit| series.play_again(&first, *edit, Some(&first.touched), &mut |_| ()));
        let edits = edits.filter_map(Result::transpose).collect::<Result<_, _>>()?;
        let after = Series { draws: false, ..series }.play_first(self.after, CardSet::EMPTY, &mut |_| ())?;
        let (before, replayed) = (first.finished.tally, plan.games());
        let pairs = Pairs { before: first.played, after: after.played, replayed, interrupted: false };
        Ok(Repetition { number, before, after: after.finished.tally, pairs, edits, plan })
    }
}
