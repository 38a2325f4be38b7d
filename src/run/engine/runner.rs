//! `Crew`: workers that share a plan.

use std::io;
use std::sync::atomic::AtomicBool;

use super::batches::{Batches, batch_size};
use super::error::RunError;
use super::plan::Plan;
use super::tables::{Tables, tables};
use super::worker::{GameRow, Work};
use crate::deck::Deck;
use crate::ids::CardSet;
use crate::random::mix;
use crate::run::engine::draw_odds::Expected;
use crate::run::tally::{FINE, Tally};
use crate::strategy::Strategy;

/// Blocks that a worker takes at a time.
// Handing out a batch takes no time beside its games, and a stopped run ends soon.
const BATCH: u64 = 16;
/// Blocks used to estimate how often each strategy wins.
const TRIAL: u64 = 128;
/// Master seed of these blocks.
// The letters of "expected".
const TRIALS: u64 = 0x6578_7065_6374_6564;

/// Workers that play one plan in parallel.
#[derive(Clone, Copy, Debug)]
pub struct Crew<'a> {
    /// The plan.
    pub plan: &'a Plan,
    /// The deck.
    pub deck: &'a Deck,
    /// The players, in the order of the plan's strategies.
    pub players: &'a [Strategy],
    /// Number of threads.
    pub threads: usize,
    /// The blocks to play; they may be after the last block of the plan.
    pub blocks: Blocks<'a>,
    /// Cards whose draws are recorded, see `GameRow::drawn`.
    pub watched: CardSet,
    /// Expected wins, if draws are tallied: see `Crew::expected`.
    pub expected: Option<&'a Expected>,
    /// Whether pairs of cards in opening hands are counted, see `Tally::pairs`. All seats must have one strategy.
    pub pairs: bool,
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
    pub(in crate::run) fn count(self) -> u64 {
        match self {
            Blocks::From { first, end } => end.saturating_sub(first),
            Blocks::Listed(blocks) => blocks.len() as u64,
        }
    }

    /// The block at a place.
    pub(in crate::run) fn at(self, place: u64) -> u64 {
        match self {
            Blocks::From { first, .. } => first + place,
            Blocks::Listed(blocks) => blocks[place as usize],
        }
    }
}

/// Receives every game in order.
pub(crate) type Listing<'l> = &'l mut dyn FnMut(&GameRow) -> io::Result<()>;

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
    /// The counts of the batch, if its worker played only this batch.
    tally: Option<Tally>,
}

impl<'a> Crew<'a> {
    /// A crew that plays a whole plan and watches no card.
    pub fn new(plan: &'a Plan, deck: &'a Deck, players: &'a [Strategy], threads: usize) -> Self {
        let blocks = Blocks::From { first: 0, end: plan.blocks() };
        Crew { plan, deck, players, threads, blocks, watched: CardSet::EMPTY, expected: None, pairs: false }
    }

    /// Estimated win rate of each strategy at this table, from a few games with another seed.
    ///
    /// # Errors
    /// If a game cannot continue.
    pub fn expected(&self, stop: &AtomicBool) -> Result<Expected, RunError> {
        // Other games than those of the run: draw values are unbiased only with expected wins that do not depend on the
        // tallied games.
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

    /// Plays the plan until it ends or `stop` is set. Batches of blocks are taken in order and finished, or aborted and
    /// not counted, so the games played are a prefix of the plan.
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
        let (mut games, mut tallies) = (0, Vec::new());
        let tables = tables(self.deck);
        let mut whole = self.worker(&*tables).into_tally();
        let mut take = |batch: Option<(u64, Batch)>| {
            if let Some((_, batch)) = batch {
                games += batch.games;
                batch.tally.into_iter().for_each(|tally| whole.merge(&tally));
                if let Some(rows) = &mut rows {
                    batch.rows.iter().try_for_each(&mut **rows)?;
                }
            }
            watch(games);
            Ok(())
        };
        let size = batch_size(self.players, BATCH);
        let batches = Batches { count: self.blocks.count().div_ceil(size), threads: self.threads, stop };
        // A batch of a player that looks ahead may be aborted, so its counts must not be in the tally of a worker yet.
        if size < BATCH {
            let play = |_: &mut (), number| self.play_alone(&*tables, number, listing);
            batches.work(|| (), play, &mut take)?;
        } else {
            let play = |worker: &mut Box<dyn Work + '_>, number| {
                self.play_batch(&mut **worker, number * BATCH, BATCH, listing)
            };
            let workers = batches.work(|| self.worker(&*tables), play, &mut take)?;
            tallies = workers.into_iter().map(Work::into_tally).collect();
        }
        // In any order: tallies are sums of whole numbers.
        tallies.iter().for_each(|tally| whole.merge(tally));
        Ok(Finished { interrupted: whole.blocks < self.blocks.count(), tally: whole })
    }

    fn worker<'t>(&'t self, tables: &'t dyn Tables) -> Box<dyn Work + 't> {
        tables.worker(self.plan, self.players, self.watched, self.expected, self.pairs)
    }

    /// Plays a block with a worker of its own, whose counts are discarded if the block is aborted.
    fn play_alone(&self, tables: &dyn Tables, place: u64, listing: bool) -> Result<Batch, RunError> {
        let mut worker = self.worker(tables);
        let batch = self.play_batch(&mut *worker, place, 1, listing)?;
        Ok(Batch { tally: Some(worker.into_tally()), ..batch })
    }

    fn play_batch(&self, worker: &mut dyn Work, start: u64, size: u64, listing: bool) -> Result<Batch, RunError> {
        let blocks = start..(start + size).min(self.blocks.count());
        let games = (blocks.end - blocks.start) * self.plan.seatings().len() as u64;
        let mut rows = Vec::with_capacity(if listing { games as usize } else { 0 });
        for place in blocks {
            worker.play_block(self.blocks.at(place), &mut |row| {
                if listing {
                    rows.push(row);
                }
            })?;
        }
        Ok(Batch { games, rows, tally: None })
    }
}
