//! Plays a contest in parallel, in whole laps.

use std::sync::atomic::{AtomicBool, Ordering};

use super::block_result::BlockResult;
use super::contest::Contest;
use super::results::Results;
use super::sample::PlayedBlock;
use crate::deck::Deck;
use crate::run::engine::batches::{Batches, Journaled, batch_size, is_slow};
use crate::run::engine::error::RunError;
use crate::run::engine::tables::tables;
use crate::run::engine::witness::Watch;
use crate::strategy::{Haste, Strategy};

/// Blocks that a worker takes at a time.
const BATCH: u64 = 16;

/// Number of laps between two looks at the results. Looks are at fixed numbers of laps, so a contest that stops
/// early ends with the same games for any number of threads.
pub const LOOK: u64 = 64;

/// A contest with its deck and its players.
#[derive(Clone, Copy, Debug)]
pub struct ContestCrew<'a> {
    /// The contest.
    pub contest: &'a Contest,
    /// The deck.
    pub deck: &'a Deck,
    /// The players, in the order of the strategies.
    pub players: &'a [Strategy],
    /// Number of threads.
    pub threads: usize,
}

/// Callbacks and the stop flag of a contest.
pub struct ContestControl<'w> {
    /// Set to stop the contest.
    pub stop: &'w AtomicBool,
    /// Receives the number of games in complete laps.
    pub on_progress: &'w mut dyn FnMut(u64),
    /// Called after every `LOOK` laps; returns true to end the contest.
    pub enough: &'w mut dyn FnMut(&Results) -> bool,
    /// Whether there can be enough before the last block.
    pub may_end: bool,
}

/// A block after play: its result and the sum of its signatures.
type Block = (BlockResult, u64);

/// Counts the blocks of complete laps.
struct Laps<'r> {
    results: &'r mut Results,
    games: u64,
    tables: u64,
    /// Number of complete laps.
    complete: u64,
    /// Blocks of the lap that is not complete.
    partial: Vec<Block>,
    done: bool,
}

impl ContestCrew<'_> {
    /// Continues after the blocks in `results` until there are `blocks` blocks, there is `enough`, or `stop` is set.
    /// `results` grows by whole laps. Returns whether the contest was stopped.
    ///
    /// # Errors
    /// If a game cannot continue.
    pub fn play(&self, results: &mut Results, blocks: u64, control: ContestControl<'_>) -> Result<bool, RunError> {
        let ContestControl { stop, on_progress, enough, may_end } = control;
        let mut laps = Laps::after(results, self.contest.tables());
        let first = laps.complete * laps.tables;
        if laps.look(enough) || first >= blocks {
            return Ok(false);
        }
        // A flag of its own: the contest also ends when there is enough, which is no interruption for the caller.
        let halt = AtomicBool::new(false);
        let size = batch_size(self.players, BATCH);
        let batches = Batches { count: (blocks - first).div_ceil(size), threads: self.threads, stop: &halt };
        let mut is_cut = false;
        let mut take = |batch: Option<(u64, Option<Vec<Block>>)>| {
            is_cut |= matches!(batch, Some((_, None)));
            let blocks = batch.into_iter().filter(|_| !is_cut).filter_map(|(_, blocks)| blocks);
            blocks.flatten().for_each(|block| laps.add(block, enough));
            if laps.done || is_cut || stop.load(Ordering::Relaxed) {
                halt.store(true, Ordering::Relaxed);
            }
            on_progress(laps.games);
            Ok(())
        };
        let tables = tables(self.deck);
        let begin = || ContestTable { contest: self.contest, table: tables.witness(self.players) };
        let play = |table: &mut ContestTable<'_>, number: u64| {
            let start = first + number * size;
            let played = (start..blocks.min(start + size)).map(|block| table.play(block));
            let played: Vec<Block> = played.collect::<Result<_, RunError>>()?;
            // Players obey the caller, who sets `stop`, before `halt` is set.
            let is_cut = stop.load(Ordering::Relaxed) && Haste::inherited().was_obeyed();
            Ok((!is_cut).then_some(played))
        };
        let games = (blocks - first) * self.contest.games_per_block();
        let journaled = Journaled { name: "contest", games, slow: is_slow(self.players), may_end };
        batches.work_kept(journaled, begin, play, Option::is_some, &mut take)?;
        Ok(!laps.done && laps.complete * laps.tables < blocks)
    }
}

impl ContestCrew<'_> {
    /// Replays the first and the last blocks of results, and some between them. Returns the number of a block that has another
    /// result now.
    ///
    /// # Errors
    /// If a game cannot continue.
    pub(crate) fn differing_block(&self, results: &Results) -> Result<Option<u64>, RunError> {
        let replayed = results.replayed();
        let mut other = None;
        let mut compare = |batch: Option<(u64, Block)>| {
            if let Some((number, (result, signature))) = batch {
                let stored = replayed[number as usize];
                let is_same = (&result, signature) == (&stored.result, stored.signature);
                other = other.or((!is_same).then_some(stored.block));
            }
            Ok(())
        };
        let tables = tables(self.deck);
        let begin = || ContestTable { contest: self.contest, table: tables.witness(self.players) };
        let play = |table: &mut ContestTable<'_>, number: u64| table.play(replayed[number as usize].block);
        let count = replayed.len() as u64;
        Batches { count, threads: self.threads, stop: &AtomicBool::new(false) }.work(begin, play, &mut compare)?;
        // Players who were asked to hurry play other games.
        Ok(other.filter(|_| !Haste::inherited().was_obeyed()))
    }
}

impl<'r> Laps<'r> {
    fn after(results: &'r mut Results, tables: u64) -> Self {
        let (games, complete) = (results.games(), results.blocks() / tables);
        Laps { results, games, tables, complete, partial: Vec::new(), done: false }
    }

    /// Adds the next block.
    fn add(&mut self, block: Block, enough: &mut dyn FnMut(&Results) -> bool) {
        self.partial.push(block);
        // Only whole laps count, so that all strategies have played equally often.
        if self.done || (self.partial.len() as u64) < self.tables {
            return;
        }
        for ((result, signature), block) in self.partial.drain(..).zip(self.complete * self.tables..) {
            self.games += result.games();
            self.results.add_played(PlayedBlock { block, result, signature });
        }
        self.complete += 1;
        self.done = self.look(enough);
    }

    /// Whether there is enough, at a number of laps at which to look.
    fn look(&self, enough: &mut dyn FnMut(&Results) -> bool) -> bool {
        self.complete > 0 && self.complete.is_multiple_of(LOOK) && enough(self.results)
    }
}

/// A table that plays blocks of a contest.
struct ContestTable<'a> {
    contest: &'a Contest,
    table: Box<dyn Watch + 'a>,
}

impl ContestTable<'_> {
    fn play(&mut self, block: u64) -> Result<Block, RunError> {
        let contest = self.contest;
        let (mut result, mut signatures) = (BlockResult::default(), 0_u64);
        for (number, seating) in contest.seatings(block).into_iter().enumerate() {
            let game = block * contest.games_per_block() + number as u64;
            let seen = self.table.play(contest.game_setup(block), seating);
            let seen = seen.map_err(|error| RunError::ContestGame { seed: contest.seed(), game, error })?;
            result.add(&seating, contest.players(), seen.outcome.winners);
            signatures = signatures.wrapping_add(seen.signature);
        }
        Ok((result, signatures))
    }
}
