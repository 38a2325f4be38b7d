//! Repeats: the same run over and over with seeds of its own, to see how often its intervals hold the truth.

use std::io;
use std::sync::atomic::AtomicBool;

use super::batches::Batches;
use super::crew::RunError;
use super::draws::DrawCrew;
use super::pairs::{Arm, Pairs};
use super::plan::Plan;
use super::played::Played;
use super::tally::{DrawTally, Tally};
use super::worker::Worker;
use crate::game::mix;
use crate::ids::CardSet;

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
    /// Titles of the deck as it was whose draws are followed up.
    pub followed: &'a [bool],
    /// How many repetitions.
    pub count: u64,
    /// On how many threads.
    pub threads: usize,
}

/// What one repetition came to.
#[derive(Clone, Debug)]
pub struct Repetition {
    /// What it played.
    pub plan: Plan,
    /// With the deck as it was.
    pub before: Tally,
    /// With the deck as it is.
    pub after: Tally,
    /// The same games side by side.
    pub pairs: Pairs,
    /// Draws with the deck as it was.
    pub draws: DrawTally,
}

impl<const W: usize> Repeats<'_, W> {
    /// Plays all repetitions and measures each; `take` gets what was measured in no order, and nothing ten times a second.
    ///
    /// # Errors
    /// If a game cannot go on.
    pub fn play<M: Send>(
        &self,
        measure: impl Fn(Repetition) -> M + Sync,
        stop: &AtomicBool,
        take: &mut dyn FnMut(Option<M>),
    ) -> Result<(), RunError> {
        let batches = Batches { count: self.count, threads: self.threads, stop };
        let repeat = |_: &mut (), number: u64| self.repetition(number).map(&measure);
        let mut hand_on = |measured: Option<(u64, M)>| {
            take(measured.map(|(_, measured)| measured));
            io::Result::Ok(())
        };
        batches.work(|| (), repeat, &mut hand_on).map(|_| ())
    }

    fn repetition(&self, number: u64) -> Result<Repetition, RunError> {
        let plan = self.plan.with_seed(mix(mix(self.plan.seed() ^ SEEDS).wrapping_add(number)));
        let (before, was) = play_arm(&plan, self.before)?;
        let (after, is) = play_arm(&plan, self.after)?;
        let Arm { deck, players } = self.before;
        let draws = DrawCrew { plan: &plan, deck, players, threads: 1, listing: false }.follow(self.followed)?;
        let replayed = is.len() as u64;
        let pairs = Pairs { before: was, after: is, replayed, interrupted: false };
        Ok(Repetition { plan, before, after, pairs, draws })
    }
}

/// All games of a plan, on this thread.
fn play_arm<const W: usize>(plan: &Plan, arm: Arm<'_, W>) -> Result<(Tally, Vec<Played>), RunError> {
    let mut worker = Worker::new(plan, arm.deck, arm.players, CardSet::EMPTY);
    let mut games = Vec::new();
    (0..plan.blocks()).try_for_each(|block| worker.play_block(block, |row| games.push(Played::from(&row))))?;
    Ok((worker.into_tally(), games))
}
