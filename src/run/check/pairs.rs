//! Pairs: the same games, by number, with two decks.

use std::ops::Range;
use std::sync::atomic::AtomicBool;

use serde::{Deserialize, Serialize};

use crate::deck::Deck;
use crate::ids::CardSet;
use crate::run::engine::error::RunError;
use crate::run::engine::game_result::Played;
use crate::run::engine::plan::Plan;
use crate::run::engine::runner::{Blocks, Crew};
use crate::run::engine::worker::GameRow;
use crate::run::tally::Tally;
use crate::strategy::Strategy;

/// Number of blocks played with one deck before the other deck plays them.
// Memory for the rows of both decks stays small.
const CHUNK: u64 = 1024;
/// The same if the counts are kept: a batch.
const BATCH: u64 = 256;
/// Maximum number of batches.
const MAX_BATCHES: usize = 48;

/// A deck and its players.
#[derive(Clone, Copy, Debug)]
pub struct Arm<'a> {
    /// The deck.
    pub deck: &'a Deck,
    /// The players, in the order of the plan's strategies.
    pub players: &'a [Strategy],
}

/// The deck before the edit.
#[derive(Clone, Copy, Debug)]
pub enum Before<'a> {
    /// Its games must be played.
    Play {
        /// The deck and its players.
        arm: Arm<'a>,
        /// A game that draws none of these cards stays the same; `None` if any game may change.
        changed: Option<CardSet>,
    },
    /// Its games are known, from the first game of the plan.
    Known(&'a [Played]),
}

/// Two arms that play one plan.
#[derive(Clone, Copy, Debug)]
pub struct Pairing<'a> {
    /// The plan that both decks play.
    pub plan: &'a Plan,
    /// The deck before the edit.
    pub before: Before<'a>,
    /// The deck after the edit.
    pub after: Arm<'a>,
    /// Number of threads.
    pub threads: usize,
    /// Whether the counts of the games are kept too. Then every game is played with both decks.
    pub tallied: bool,
}

/// The callback and the stop flag of a run of pairs.
pub struct RunControl<'w> {
    /// Set to stop the run.
    pub stop: &'w AtomicBool,
    /// Receives the number of games done.
    pub on_progress: &'w mut dyn FnMut(u64),
}

/// Games played with both decks, in the order of their numbers: whole blocks, from the first.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Pairs {
    /// Games with the deck before the edit.
    pub before: Vec<Played>,
    /// Games with the deck after the edit.
    pub after: Vec<Played>,
    /// Number of games that had to be played with the deck after the edit.
    pub replayed: u64,
    /// The counts of batches of about equal numbers of blocks with both decks, if they are kept. They are not stored.
    #[serde(skip)]
    pub tallies: Vec<[Tally; 2]>,
    /// Whether the run was stopped before its end.
    pub interrupted: bool,
}

impl Pairs {
    /// Number of games that are identical in every choice.
    pub fn identical(&self) -> u64 {
        self.both().filter(|(before, after)| before == after).count() as u64
    }

    /// The first game with another winner.
    pub fn witness(&self) -> Option<usize> {
        self.both().position(|(before, after)| before.winners != after.winners)
    }

    /// Adds the pairs after these.
    pub(crate) fn append(&mut self, mut next: Pairs) {
        self.before.append(&mut next.before);
        self.after.append(&mut next.after);
        self.replayed += next.replayed;
        next.tallies.into_iter().for_each(|batch| self.add_batch(batch));
        self.interrupted |= next.interrupted;
    }

    /// Adds the counts of a batch. If there are too many batches, each becomes twice as large.
    fn add_batch(&mut self, batch: [Tally; 2]) {
        // Batches of one size: those that were joined take up further ones until they are as large as the others.
        match self.tallies.split_last_mut() {
            Some((last, others))
                if others.first().is_some_and(|first| last[0].blocks + batch[0].blocks <= first[0].blocks) =>
            {
                last.iter_mut().zip(&batch).for_each(|(sum, tally)| sum.merge(tally));
            }
            _ => self.tallies.push(batch),
        }
        if self.tallies.len() > MAX_BATCHES {
            let pairs = std::mem::take(&mut self.tallies);
            let mut batches = pairs.into_iter();
            while let Some(mut batch) = batches.next() {
                if let Some(next) = batches.next() {
                    batch.iter_mut().zip(&next).for_each(|(sum, tally)| sum.merge(tally));
                }
                self.tallies.push(batch);
            }
        }
    }

    /// The games of both arms.
    pub(crate) fn both(&self) -> impl Iterator<Item = (&Played, &Played)> {
        self.before.iter().zip(&self.after)
    }
}

impl Arm<'_> {
    /// Plays some blocks in order and records draws of the `watched` cards; `None` if stopped.
    ///
    /// # Errors
    /// If a game cannot continue.
    pub(crate) fn play(
        self,
        plan: &Plan,
        blocks: &[u64],
        watched: CardSet,
        threads: usize,
        (stop, on_progress): (&AtomicBool, &mut dyn FnMut(u64)),
    ) -> Result<Option<Vec<GameRow>>, RunError> {
        Ok(self.play_counted(plan, blocks, watched, threads, (stop, on_progress))?.map(|(rows, _)| rows))
    }

    /// The same, with the counts of the games.
    fn play_counted(
        self,
        plan: &Plan,
        blocks: &[u64],
        watched: CardSet,
        threads: usize,
        (stop, on_progress): (&AtomicBool, &mut dyn FnMut(u64)),
    ) -> Result<Option<(Vec<GameRow>, Tally)>, RunError> {
        let crew =
            Crew { blocks: Blocks::Listed(blocks), watched, ..Crew::new(plan, self.deck, self.players, threads) };
        let mut rows = Vec::with_capacity(blocks.len() * plan.seatings().len());
        let mut list = |row: &GameRow| {
            rows.push(*row);
            Ok(())
        };
        let finished = crew.play(stop, on_progress, Some(&mut list))?;
        Ok((!finished.interrupted).then_some((rows, finished.tally)))
    }
}

/// The games of some blocks with both decks, how many of them had to be played twice, and the counts of both.
struct Chunk {
    before: Vec<Played>,
    after: Vec<Played>,
    replayed: u64,
    tallies: Option<[Tally; 2]>,
}

impl Pairing<'_> {
    /// Plays the pairs of the plan, until it ends or is stopped.
    ///
    /// # Errors
    /// If a game cannot continue.
    pub fn play(&self, control: RunControl<'_>) -> Result<Pairs, RunError> {
        self.play_blocks(Blocks::From { first: 0, end: self.blocks() }, control)
    }

    /// Plays the pairs of these blocks of the plan.
    ///
    /// # Errors
    /// If a game cannot continue.
    pub(crate) fn play_range(&self, blocks: Range<u64>, control: RunControl<'_>) -> Result<Pairs, RunError> {
        self.play_blocks(Blocks::From { first: blocks.start, end: blocks.end.min(self.blocks()) }, control)
    }

    /// Plays the pairs of some blocks, which may be after those of the plan. Known games cover only the first blocks.
    ///
    /// # Errors
    /// If a game cannot continue.
    pub(in crate::run) fn play_blocks(&self, all: Blocks<'_>, control: RunControl<'_>) -> Result<Pairs, RunError> {
        let mut pairs = Pairs::default();
        let RunControl { stop, on_progress } = control;
        let chunk = if self.tallied { BATCH } else { CHUNK };
        for start in (0..all.count()).step_by(chunk as usize) {
            let blocks: Vec<u64> = (start..all.count().min(start + chunk)).map(|place| all.at(place)).collect();
            let settled = pairs.before.len() as u64;
            let mut on_progress = |games| on_progress(settled + games);
            let played = match self.before {
                Before::Play { arm, changed } => self.play_both(arm, changed, &blocks, stop, &mut on_progress)?,
                Before::Known(games) => self.play_after(games, &blocks, stop, &mut on_progress)?,
            };
            let Some(Chunk { before, after, replayed, tallies }) = played else {
                pairs.interrupted = true;
                break;
            };
            pairs.before.extend(before);
            pairs.after.extend(after);
            pairs.replayed += replayed;
            tallies.into_iter().for_each(|batch| pairs.add_batch(batch));
        }
        Ok(pairs)
    }

    /// Blocks that both arms can play.
    fn blocks(&self) -> u64 {
        match self.before {
            Before::Play { .. } => self.plan.blocks(),
            Before::Known(games) => self.plan.blocks().min((games.len() / self.plan.seatings().len()) as u64),
        }
    }

    /// Plays some blocks with both decks; `None` if stopped. A block in which no changed card was drawn is played once.
    fn play_both(
        &self,
        arm: Arm<'_>,
        changed: Option<CardSet>,
        blocks: &[u64],
        stop: &AtomicBool,
        on_progress: &mut dyn FnMut(u64),
    ) -> Result<Option<Chunk>, RunError> {
        // Each game counts as half with the first deck and half with the other.
        let first = &mut |done| on_progress(done / 2);
        // Counts are those of whole batches, so no game is left out.
        let changed = changed.filter(|_| !self.tallied);
        let watched = changed.unwrap_or(CardSet::EMPTY);
        let Some((before, counts_before)) =
            arm.play_counted(self.plan, blocks, watched, self.threads, (stop, first))?
        else {
            return Ok(None);
        };
        let seatings = self.plan.seatings().len();
        let touched = |rows: &[GameRow]| changed.is_none() || rows.iter().any(|row| row.drawn);
        // Whole blocks, even if only one seating drew a changed card: the block is the unit of play and of all
        // estimates.
        let again: Vec<u64> = before.chunks(seatings).filter(|rows| touched(rows)).map(|rows| rows[0].block).collect();
        let games = before.len() as u64;
        let then = &mut |done| on_progress((games + done) / 2);
        let Some((replayed, counts_after)) =
            self.after.play_counted(self.plan, &again, CardSet::EMPTY, self.threads, (stop, then))?
        else {
            return Ok(None);
        };
        let mut replays = replayed.chunks(seatings);
        let mut after = Vec::with_capacity(before.len());
        for rows in before.chunks(seatings) {
            // A game without a changed card is the same with the other deck, so its row serves for both.
            let replay = if touched(rows) { replays.next().unwrap_or_default() } else { rows };
            after.extend(replay.iter().map(Played::from));
        }
        Ok(Some(Chunk {
            before: before.iter().map(Played::from).collect(),
            after,
            replayed: replayed.len() as u64,
            tallies: self.tallied.then_some([counts_before, counts_after]),
        }))
    }

    /// Plays some blocks with the deck after the edit; `None` if stopped.
    fn play_after(
        &self,
        games: &[Played],
        blocks: &[u64],
        stop: &AtomicBool,
        on_progress: &mut dyn FnMut(u64),
    ) -> Result<Option<Chunk>, RunError> {
        let played = self.after.play(self.plan, blocks, CardSet::EMPTY, self.threads, (stop, on_progress))?;
        let start = blocks.first().map_or(0, |block| *block as usize * self.plan.seatings().len());
        Ok(played.map(|after| Chunk {
            before: games[start..][..after.len()].to_vec(),
            replayed: after.len() as u64,
            after: after.iter().map(Played::from).collect(),
            tallies: None,
        }))
    }
}
