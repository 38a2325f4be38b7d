//! `Crew`: workers that share a plan, and whoever waits for them.

use std::collections::BTreeMap;
use std::io;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, SyncSender};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use super::plan::Plan;
use super::tally::Tally;
use super::worker::{GameRow, Worker};
use crate::deck::Deck;
use crate::game::GameError;
use crate::ids::CardSet;
use crate::strategy::Player;

/// Blocks that a worker takes at a time.
const BATCH: u64 = 16;
/// How often whoever waits is told that nothing happened.
const PULSE: Duration = Duration::from_millis(100);

/// Workers on threads of their own that play one plan.
#[derive(Clone, Copy, Debug)]
pub struct Crew<'a, const W: usize> {
    /// What is played.
    pub plan: &'a Plan,
    /// With which cards.
    pub deck: &'a Deck<W>,
    /// By whom, in the order of the plan's strategies.
    pub players: &'a [Player],
    /// On how many threads.
    pub threads: usize,
    /// Which blocks of the plan, in ascending order; all of them if none are named.
    pub only: Option<&'a [u64]>,
    /// Cards whose draws are noted, see `GameRow::drawn`.
    pub watched: CardSet<W>,
}

/// Whoever takes note of every game.
pub type Listing<'l> = &'l mut dyn FnMut(&GameRow) -> io::Result<()>;

/// A run that is over.
#[derive(Clone, Debug)]
pub struct Finished {
    /// What was counted.
    pub tally: Tally,
    /// Whether it was stopped before its end; what was played is a prefix of the plan.
    pub interrupted: bool,
}

/// A run that failed.
#[derive(Debug, thiserror::Error)]
pub enum RunError {
    /// A game could not go on.
    #[error("game {game} of seed {seed}: {error}")]
    Game {
        /// Master seed.
        seed: u64,
        /// Number of the game.
        game: u64,
        /// What went wrong.
        error: GameError,
    },
    /// The list of games could not be written.
    #[error("cannot write the list of games: {0}")]
    Rows(#[from] io::Error),
    /// The threads could not be started.
    #[error("cannot start the worker threads")]
    Thread,
}

/// A batch of blocks that has been played.
struct Batch {
    number: u64,
    games: u64,
    rows: Vec<GameRow>,
}

/// What the workers share.
struct Shared<'s> {
    next: AtomicU64,
    failed: AtomicBool,
    stop: &'s AtomicBool,
}

impl Shared<'_> {
    fn stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed) || self.failed.load(Ordering::Relaxed)
    }
}

impl<'a, const W: usize> Crew<'a, W> {
    /// A crew that plays all of a plan and watches no card.
    pub fn new(plan: &'a Plan, deck: &'a Deck<W>, players: &'a [Player], threads: usize) -> Self {
        Crew { plan, deck, players, threads, only: None, watched: CardSet::EMPTY }
    }

    /// How many blocks are played.
    fn blocks(&self) -> u64 {
        self.only.map_or(self.plan.blocks(), |blocks| blocks.len() as u64)
    }

    /// Plays the plan. Batches of blocks are taken in order and always finished, so that what has been played when
    /// `stop` is set is a prefix of the plan.
    ///
    /// `watch` is told ten times a second or more how many games have been played. `rows`, if any, gets the games in
    /// order.
    ///
    /// # Errors
    /// If a game cannot go on, or `rows` fails.
    pub fn play(
        &self,
        stop: &AtomicBool,
        watch: &mut dyn FnMut(u64),
        rows: Option<Listing<'_>>,
    ) -> Result<Finished, RunError> {
        let shared = Shared { next: AtomicU64::new(0), failed: AtomicBool::new(false), stop };
        let listing = rows.is_some();
        let threads = self.threads.max(1);
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().map_err(|_| RunError::Thread)?;
        let results = Mutex::new(Vec::with_capacity(threads));
        let waited = pool.in_place_scope(|scope| {
            let (sender, receiver) = mpsc::sync_channel(4 * threads + 4);
            for _ in 0..threads {
                let sender = sender.clone();
                let (shared, results) = (&shared, &results);
                scope.spawn(move |_| {
                    let result = self.work(shared, listing, &sender);
                    results.lock().unwrap_or_else(PoisonError::into_inner).push(result);
                });
            }
            drop(sender);
            let waited = wait(&receiver, watch, rows);
            if waited.is_err() {
                shared.failed.store(true, Ordering::Relaxed);
            }
            waited
        });
        waited?;
        let tally = merged(results.into_inner().unwrap_or_else(PoisonError::into_inner))?;
        Ok(Finished { interrupted: tally.blocks < self.blocks(), tally })
    }

    /// One worker: takes batches until there are no more.
    fn work(&self, shared: &Shared<'_>, listing: bool, sender: &SyncSender<Batch>) -> Result<Tally, RunError> {
        let mut worker = Worker::new(self.plan, self.deck, self.players, self.watched);
        while !shared.stopped() {
            let number = shared.next.fetch_add(1, Ordering::Relaxed);
            let start = number.saturating_mul(BATCH);
            let end = start.saturating_add(BATCH).min(self.blocks());
            if start >= end {
                break;
            }
            let batch = self.play_batch(&mut worker, number, start..end, listing);
            let batch = batch.inspect_err(|_| shared.failed.store(true, Ordering::Relaxed))?;
            if sender.send(batch).is_err() {
                break;
            }
        }
        Ok(worker.tally)
    }

    fn play_batch(
        &self,
        worker: &mut Worker<'_, W>,
        number: u64,
        blocks: std::ops::Range<u64>,
        listing: bool,
    ) -> Result<Batch, RunError> {
        let games = (blocks.end - blocks.start) * self.plan.seatings().len() as u64;
        let mut rows = Vec::with_capacity(if listing { games as usize } else { 0 });
        for place in blocks {
            let block = self.only.map_or(place, |blocks| blocks[place as usize]);
            worker.play_block(block, |row| {
                if listing {
                    rows.push(row);
                }
            })?;
        }
        Ok(Batch { number, games, rows })
    }
}

/// Waits for the batches and hands their games on in order.
fn wait(batches: &Receiver<Batch>, watch: &mut dyn FnMut(u64), mut rows: Option<Listing<'_>>) -> io::Result<()> {
    let mut early = BTreeMap::new();
    let mut next = 0;
    let mut games = 0;
    loop {
        match batches.recv_timeout(PULSE) {
            Ok(batch) => {
                games += batch.games;
                if let Some(rows) = &mut rows {
                    early.insert(batch.number, batch.rows);
                    while let Some(batch) = early.remove(&next) {
                        batch.iter().try_for_each(&mut **rows)?;
                        next += 1;
                    }
                }
            }
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => return Ok(()),
        }
        watch(games);
    }
}

/// The tallies of all workers as one; of several errors the one of the earliest game.
fn merged(results: Vec<Result<Tally, RunError>>) -> Result<Tally, RunError> {
    let mut whole: Option<Tally> = None;
    let mut first: Option<RunError> = None;
    for result in results {
        match (result, &mut whole) {
            (Ok(tally), Some(whole)) => whole.merge(&tally),
            (Ok(tally), None) => whole = Some(tally),
            (Err(error), _) if first.as_ref().is_none_or(|first| error.game() < first.game()) => first = Some(error),
            (Err(_), _) => {}
        }
    }
    match first {
        Some(error) => Err(error),
        None => whole.ok_or(RunError::Thread),
    }
}

impl RunError {
    fn game(&self) -> u64 {
        match self {
            RunError::Game { game, .. } => *game,
            _ => u64::MAX,
        }
    }
}
