//! Repeats: one run with many seeds, to measure how often its intervals contain the true value.

use std::io;
use std::sync::atomic::{AtomicBool, Ordering};

use super::check::pairs::{Arm, Pairs};
use super::compare::{Contest, ContestControl, ContestCrew, Results};
use super::engine::batches::{Batches, Journaled, is_slow};
use super::engine::error::RunError;
use super::engine::game_result::Played;
use super::engine::plan::Plan;
use super::sweep::Series;
use super::tally::Tally;
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::deck::Deck;
use crate::ids::CardSet;
use crate::random::mix;
use crate::strategy::Strategy;

/// The random stream of the seeds.
// The letters of "repeats!".
const SEEDS: u64 = 0x7265_7065_6174_7321;

/// Repetitions of a plan with two decks.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Repeats<'a> {
    /// The plan of one repetition; each repetition has its own seed.
    pub plan: &'a Plan,
    /// The deck before the edit.
    pub before: Arm<'a>,
    /// The deck after the edit.
    pub after: Arm<'a>,
    /// Decks with edits of some cards of the deck before the edit.
    pub edits: &'a [Arm<'a>],
    /// The edited cards. A game that draws none of them stays the same.
    pub edited: CardSet,
    /// Contests with the deck before the edit.
    pub duels: Duels<'a>,
    /// Number of repetitions.
    pub count: u64,
    /// Number of threads.
    pub threads: usize,
}

/// Contests of two strategies, each about as large as the plan.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Duels<'a> {
    /// The contest that each of the pairs plays; each repetition has its own seed.
    pub contest: &'a Contest,
    /// The two strategies of each contest.
    pub pairs: &'a [Vec<Strategy>],
}

impl Duels<'_> {
    /// Plays all contests; incomplete if stopped.
    fn play(&self, deck: &Deck, plan: &Plan, stop: &AtomicBool) -> Result<Vec<Results>, RunError> {
        let contest = &self.contest.with_seed(plan.seed());
        let duel = |players: &Vec<Strategy>| {
            let mut results = Results::default();
            let control = ContestControl { stop, on_progress: &mut |_| (), enough: &mut |_| false, may_end: false };
            // One thread: the repetitions themselves are spread over the threads.
            let crew = ContestCrew { contest, deck, players, threads: 1 };
            crew.play(&mut results, contest.blocks_for(plan.games()), control)?;
            Ok(results)
        };
        self.pairs.iter().map(duel).collect()
    }
}

/// The result of one repetition.
#[derive(Clone, Debug)]
pub(crate) struct Repetition {
    /// The plan that it played.
    pub plan: Plan,
    /// Counts with the deck before the edit.
    pub before: Tally,
    /// Counts with the deck after the edit.
    pub after: Tally,
    /// The games of both decks in pairs.
    pub pairs: Pairs,
    /// The games with each of the edits.
    pub edits: Vec<Vec<Played>>,
    /// The results of the contests.
    pub duels: Vec<Results>,
}

impl Repeats<'_> {
    /// Plays and measures all repetitions. `take` receives the measurements in order, and `None` ten times a second.
    ///
    /// # Errors
    /// If a game cannot continue, or if `measure` fails.
    pub(crate) fn play<M: Send + Serialize + DeserializeOwned>(
        &self,
        measure: impl Fn(Repetition) -> Result<M, RunError> + Sync,
        stop: &AtomicBool,
        take: &mut dyn FnMut(Option<M>),
    ) -> Result<(), RunError> {
        let batches = Batches { count: self.count, threads: self.threads, stop };
        let repeat = |_: &mut (), number: u64| self.repetition(number, stop)?.map(&measure).transpose();
        let mut hand_on = |measured: Option<(u64, Option<M>)>| {
            take(measured.and_then(|(_, measured)| measured));
            io::Result::Ok(())
        };
        // Each repetition plays the plan with both decks, the contests, and the games that the edits change.
        let games = self.count.saturating_mul(self.plan.games()).saturating_mul(2 + self.duels.pairs.len() as u64);
        let slow = is_slow(self.before.players);
        let journaled = Journaled { name: "repetitions", games, slow, may_end: false };
        batches.work_kept(journaled, || (), repeat, Option::is_some, &mut hand_on)
    }

    /// Plays one repetition; `None` if it was stopped.
    fn repetition(&self, number: u64, stop: &AtomicBool) -> Result<Option<Repetition>, RunError> {
        // Mixed twice, so that the seeds of neighbouring repetitions and of neighbouring runs have nothing in common.
        let plan = self.plan.with_seed(mix(mix(self.plan.seed() ^ SEEDS).wrapping_add(number)));
        let series = Series { plan: &plan, threads: 1, stop, draws: true };
        let first = series.play_first(self.before, self.edited, &mut |_| ())?;
        let edits = self.edits.iter().map(|edit| series.play_again(&first, *edit, Some(&first.touched), &mut |_| ()));
        let edits = edits.filter_map(Result::transpose).collect::<Result<_, _>>()?;
        let after = Series { draws: false, ..series }.play_first(self.after, CardSet::EMPTY, &mut |_| ())?;
        let duels = self.duels.play(self.before.deck, &plan, stop)?;
        let (before, replayed) = (first.finished.tally, plan.games());
        let pairs = Pairs { before: first.played, after: after.played, replayed, ..Pairs::default() };
        // A repetition that was stopped has parts of different lengths.
        if stop.load(Ordering::Relaxed) {
            return Ok(None);
        }
        Ok(Some(Repetition { before, after: after.finished.tally, pairs, edits, duels, plan }))
    }
}
