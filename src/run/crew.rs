//! `Crew`: workers that share a plan.

use std::collections::BTreeMap;
use std::io;
use std::sync::atomic::AtomicBool;

use super::batches::Batches;
use super::error::RunError;
use super::plan::Plan;
use super::risk::Expected;
use super::tally::{FINE, Tally};
use super::worker::{GameRow, Worker};
use crate::deck::Deck;
use crate::ids::CardSet;
use crate::random::mix;
use crate::strategy::Strategy;

/// Blocks that a worker takes at a time.
const BATCH: u64 = 16;
/// Blocks used to estimate how often each strategy wins.
const TRIAL: u64 = 128;
/// Master seed of these blocks.
const TRIALS: u64 = 0x6578_7065_6374_6564;

/// Workers that play one plan in parallel.
#[derive(Clone, Copy, Debug)]
pub struct Crew<'a, const W: usize> {
    /// The plan.
    pub plan: &'a Plan,
    /// The deck.
    pub deck: &'a Deck<W>,
    /// The players, in the order of the plan's strategies.
    pub players: &'a [Strategy<W>],
    /// Number of threads.
    pub threads: usize,
    /// The blocks to play; they may be after the last block of the plan.
    pub blocks: Blocks<'a>,
    /// Cards whose draws are recorded, see `GameRow::drawn`.
    pub watched: CardSet<W>,
    /// Expected wins, if draws are tallied: see `Crew::expected`.
    pub expected: Option<&'a Expected>,
}

/// Blocks to play, in ascending order.
#[derive(Clone, Copy, Debug)]
pub enum Blocks<'a> {
    /// A range.
    From {
        /// The first block.
        first: u64,
        /// The end, exclusive.
        end: u64,
    },
    /// A list.
    Listed(&'a [u64]),
}

impl Blocks<'_> {
    /// Number of blocks.
    pub(super) fn count(self) -> u64 {
        match self {
            Blocks::From { first, end } => end.saturating_sub(first),
            Blocks::Listed(blocks) => blocks.len() as u64,
        }
    }

    /// The block at a place.
    pub(super) fn at(self, place: u64) -> u64 {
        match self {
            Blocks::From { first, .. } => first + place,
            Blocks::Listed(blocks) => blocks[place as usize],
        }
    }
}

/// Receives every game in order.
pub type Listing<'l> = &'l mut dyn FnMut(&GameRow) -> io::Result<()>;

/// The result of a run.
#[derive(Clone, Debug)]
pub struct Finished {
    /// The counts.
    pub tally: Tally,
    /// Whether the run was stopped before its end. The games played are a prefix of the plan.
    pub interrupted: bool,
}

/// A batch of blocks after play.
struct Batch {
    games: u64,
    rows: Vec<GameRow>,
}

/// Batches that have arrived, and the number of the next one to pass on.
#[derive(Default)]
struct InOrder {
    games: u64,
    next: u64,
    early: BTreeMap<u64, Vec<GameRow>>,
}

impl<'a, const W: usize> Crew<'a, W> {
    /// A crew that plays a whole plan and watches no card.
    pub fn new(plan: &'a Plan, deck: &'a Deck<W>, players: &'a [Strategy<W>], threads: usize) -> Self {
        let blocks = Blocks::From { first: 0, end: plan.blocks() };
        Crew { plan, deck, players, threads, blocks, watched: CardSet::EMPTY, expected: None }
    }

    /// Estimated win rate of each strategy at this table, from a few games with another seed.
    ///
    /// # Errors
    /// If a game cannot continue.
    pub fn expected(&self, stop: &AtomicBool) -> Result<Expected, RunError> {
        let plan = self.plan.with_seed(mix(self.plan.seed() ^ TRIALS));
        let blocks = Blocks::From { first: 0, end: TRIAL };
        let crew = Crew { blocks, ..Crew::new(&plan, self.deck, self.players, self.threads) };
        let strata = crew.play(stop, &mut |_| {}, None)?.tally.strata;
        let expected = |strategy: usize| {
            let of = strata.of_strategy(strategy);
            let sum = |sums: &[u64]| of.iter().map(|&stratum| sums[stratum]).sum::<u64>() as i64;
            sum(strata.wins()) * FINE / sum(strata.games()).max(1)
        };
        Ok(Expected((0..self.plan.strategies()).map(expected).collect()))
    }

    /// Plays the plan to its end.
    ///
    /// # Errors
    /// If a game cannot continue.
    pub fn play_all(&self) -> Result<Finished, RunError> {
        self.play(&AtomicBool::new(false), &mut |_| {}, None)
    }

    /// Plays the plan until it ends or `stop` is set. Batches of blocks are taken in order and always finished, so the
    /// games played are a prefix of the plan.
    ///
    /// `watch` receives the number of games played, at least ten times a second. `rows`, if any, receives the games in
    /// order.
    ///
    /// # Errors
    /// If a game cannot continue, or if `rows` fails.
    pub fn play(
        &self,
        stop: &AtomicBool,
        watch: &mut dyn FnMut(u64),
        mut rows: Option<Listing<'_>>,
    ) -> Result<Finished, RunError> {
        let listing = rows.is_some();
        let mut order = InOrder::default();
        let mut take = |batch: Option<(u64, Batch)>| {
            if let Some((number, batch)) = batch {
                order.games += batch.games;
                if let Some(rows) = &mut rows {
                    order.add(number, batch.rows, rows)?;
                }
            }
            watch(order.games);
            Ok(())
        };
        let batches = Batches { count: self.blocks.count().div_ceil(BATCH), threads: self.threads, stop };
        let begin = || Worker::new(self.plan, self.deck, self.players, self.watched, self.expected);
        let play = |worker: &mut Worker<'a, W>, number| self.play_batch(worker, number, listing);
        let workers = batches.work(begin, play, &mut take)?;
        let tallies = workers.into_iter().map(Worker::into_tally);
        let merged = tallies.reduce(|mut whole, tally| {
            whole.merge(&tally);
            whole
        });
        let tally = merged.ok_or(RunError::Thread)?;
        Ok(Finished { interrupted: tally.blocks < self.blocks.count(), tally })
    }

    fn play_batch(&self, worker: &mut Worker<'_, W>, number: u64, listing: bool) -> Result<Batch, RunError> {
        let start = number * BATCH;
        let blocks = start..(start + BATCH).min(self.blocks.count());
        let games = (blocks.end - blocks.start) * self.plan.seatings().len() as u64;
        let mut rows = Vec::with_capacity(if listing { games as usize } else { 0 });
        for place in blocks {
            worker.play_block(self.blocks.at(place), |row| {
                if listing {
                    rows.push(row);
                }
            })?;
        }
        Ok(Batch { games, rows })
    }
}

impl InOrder {
    /// Passes on the games of a batch after those of all earlier batches.
    fn add(&mut self, number: u64, rows: Vec<GameRow>, listing: &mut Listing<'_>) -> io::Result<()> {
        self.early.insert(number, rows);
        while let Some(rows) = self.early.remove(&self.next) {
            rows.iter().try_for_each(&mut **listing)?;
            self.next += 1;
        }
        Ok(())
    }
}
