//! Pairs: the same games, by number, with two decks.

use std::ops::Range;
use std::sync::atomic::AtomicBool;

use serde::{Deserialize, Serialize};

use super::pair_sums::{Chunk, PairCount, PairSums};
use crate::deck::Deck;
use crate::ids::CardSet;
use crate::run::engine::batches::is_slow;
use crate::run::engine::call::{Call, CallSize};
use crate::run::engine::error::RunError;
use crate::run::engine::game_result::Played;
use crate::run::engine::game_sums::GameSums;
use crate::run::engine::kept::Kept;
use crate::run::engine::plan::Plan;
use crate::run::engine::runner::{Blocks, Crew, Listing};
use crate::run::engine::worker::GameRow;
use crate::run::tally::Tally;
use crate::strategy::Strategy;

/// Number of blocks of a piece. One deck plays some pieces, then the other one plays them.
// A whole batch. Pieces do not depend on the number of threads.
const PIECE: u64 = BATCH;
/// The same if a player looks ahead.
const SLOW_PIECE: u64 = 4;
/// Minimum number of pieces at a time; at least one for each thread.
// Enough batches for all threads; memory for the rows of both decks stays small.
const PIECES: u64 = 4;
/// Number of blocks of a batch whose counts are kept.
const BATCH: u64 = 256;

/// A deck and its players.
#[derive(Clone, Copy, Debug)]
pub struct Arm<'a> {
    /// The deck.
    pub deck: &'a Deck,
    /// The players, in the order of the plan's strategies.
    pub players: &'a [Strategy],
    /// Where its games are kept, if they are.
    pub kept: Option<&'a Kept>,
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

    /// The sums of both arms together, apart from the number of games.
    pub(crate) fn sums(&self) -> GameSums {
        let both = || self.before.iter().chain(&self.after);
        GameSums {
            games: self.before.len() as u64,
            unfinished: both().filter(|game| game.winners.is_empty()).count() as u64,
            // Signatures are hashes; their sum wraps.
            signature: both().fold(0, |sum, game| sum.wrapping_add(game.signature)),
        }
    }

    /// The games of both arms.
    pub(crate) fn both(&self) -> impl Iterator<Item = (&Played, &Played)> {
        self.before.iter().zip(&self.after)
    }
}

/// Games, and the counts of batches of them.
type Counted = (Vec<GameRow>, Vec<Tally>);

impl<'a> Arm<'a> {
    /// A deck with its players, whose games are not kept.
    pub fn new(deck: &'a Deck, players: &'a [Strategy]) -> Self {
        Arm { deck, players, kept: None }
    }

    /// A crew that plays a plan.
    pub(in crate::run) fn crew<'p>(self, plan: &'p Plan, threads: usize) -> Crew<'p>
    where
        'a: 'p,
    {
        Crew { kept: self.kept, ..Crew::new(plan, self.deck, self.players, threads) }
    }

    /// Plays some blocks in order and records draws of the `watched` cards; `None` if stopped.
    ///
    /// # Errors
    /// If a game cannot continue.
    pub(crate) fn play(
        self,
        plan: &Plan,
        blocks: Blocks<'_>,
        watched: CardSet,
        threads: usize,
        (stop, on_progress): (&AtomicBool, &mut dyn FnMut(u64)),
    ) -> Result<Option<Vec<GameRow>>, RunError> {
        let (rows, finished) = self.listed(plan, blocks, watched, threads, |crew, list| {
            Ok(!crew.play(stop, on_progress, Some(list))?.interrupted)
        })?;
        Ok(finished.then_some(rows))
    }

    /// The same, with the counts of batches of blocks, which are multiples of `BATCH`.
    fn play_counted(
        self,
        plan: &Plan,
        blocks: &[u64],
        threads: usize,
        (stop, on_progress): (&AtomicBool, &mut dyn FnMut(u64)),
    ) -> Result<Option<Counted>, RunError> {
        let mut tallies = Vec::new();
        let (rows, ()) = self.listed(plan, Blocks::Listed(blocks), CardSet::EMPTY, threads, |crew, list| {
            crew.play_parts(BATCH, stop, on_progress, Some(list), &mut |tally| tallies.push(tally))
        })?;
        Ok((rows.len() == blocks.len() * plan.seatings().len()).then_some((rows, tallies)))
    }

    /// The games that a crew of this arm plays.
    fn listed<T>(
        self,
        plan: &Plan,
        blocks: Blocks<'_>,
        watched: CardSet,
        threads: usize,
        play: impl FnOnce(&Crew<'_>, Listing<'_>) -> Result<T, RunError>,
    ) -> Result<(Vec<GameRow>, T), RunError> {
        let crew = Crew { blocks, watched, ..self.crew(plan, threads) };
        let mut rows = Vec::with_capacity(blocks.count() as usize * plan.seatings().len());
        let mut list = |row: &GameRow| {
            rows.push(*row);
            Ok(())
        };
        let played = play(&crew, &mut list)?;
        Ok((rows, played))
    }
}

impl Pairing<'_> {
    /// Plays the pairs of the plan, until it ends or is stopped.
    ///
    /// # Errors
    /// If a game cannot continue.
    pub fn play(&self, control: RunControl<'_>) -> Result<Pairs, RunError> {
        self.list(Blocks::From { first: 0, end: self.blocks() }, control)
    }

    /// Lists the pairs of some blocks, which may be after those of the plan. Known games cover only the first blocks.
    ///
    /// # Errors
    /// If a game cannot continue.
    pub(in crate::run) fn list(&self, blocks: Blocks<'_>, control: RunControl<'_>) -> Result<Pairs, RunError> {
        let mut pairs = Pairs::default();
        pairs.interrupted = !self.play_chunks(blocks, control, &mut |chunk| {
            pairs.before.extend(chunk.before);
            pairs.after.extend(chunk.after);
            pairs.replayed += chunk.replayed;
            Ok(())
        })?;
        Ok(pairs)
    }

    /// Plays the pairs of these blocks of the plan and adds them to the sums. `after` receives the games with the deck after
    /// the edit.
    ///
    /// # Errors
    /// If a game cannot continue.
    pub(crate) fn count(
        &self,
        blocks: Blocks<'_>,
        count: &PairCount<'_>,
        tally: &mut PairSums,
        after: &mut dyn FnMut(&[Played]),
        control: RunControl<'_>,
    ) -> Result<(), RunError> {
        let blocks = match blocks {
            Blocks::From { first, end } => Blocks::From { first, end: end.min(self.blocks()) },
            listed @ Blocks::Listed(_) => listed,
        };
        let whole = self.play_chunks(blocks, control, &mut |chunk| {
            after(&chunk.after);
            count.add(tally, chunk)
        })?;
        tally.interrupted |= !whole;
        Ok(())
    }

    /// Plays the pairs of some blocks in chunks. Returns false if stopped.
    fn play_chunks(
        &self,
        all: Blocks<'_>,
        control: RunControl<'_>,
        take: &mut dyn FnMut(Chunk) -> Result<(), RunError>,
    ) -> Result<bool, RunError> {
        let RunControl { stop, on_progress } = control;
        let (count, seatings) = (all.count(), self.plan.seatings().len() as u64);
        let games = count.saturating_mul(seatings);
        let slow = is_slow(self.after.players);
        let piece = if slow && !self.tallied { SLOW_PIECE } else { PIECE };
        let size = CallSize { places: count.div_ceil(piece), games, slow, may_end: false };
        let mut play = |pieces: Range<u64>| {
            let places = pieces.start * piece..count.min(pieces.end * piece);
            let settled = places.start * seatings;
            let blocks: Vec<u64> = places.map(|place| all.at(place)).collect();
            let mut on_progress = |games| on_progress(settled + games);
            match self.before {
                Before::Play { arm, .. } if self.tallied => self.play_tallied(arm, blocks, stop, &mut on_progress),
                Before::Play { arm, changed } => self.play_both(arm, changed, blocks, stop, &mut on_progress),
                Before::Known(games) => self.play_after(games, blocks, stop, &mut on_progress),
            }
        };
        let mut take = |chunk: Chunk| take(chunk).map(|()| true);
        // Whole groups, as those that are kept.
        let step = (self.threads as u64).next_multiple_of(PIECES);
        Call::begin("pairs", size)?.sequence(step, &mut play, &mut take)
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
        blocks: Vec<u64>,
        stop: &AtomicBool,
        on_progress: &mut dyn FnMut(u64),
    ) -> Result<Option<Chunk>, RunError> {
        // Each game counts as half with the first deck and half with the other.
        let first = &mut |done| on_progress(done / 2);
        let watched = changed.unwrap_or(CardSet::EMPTY);
        let Some(before) = arm.play(self.plan, range_of(&blocks), watched, self.threads, (stop, first))? else {
            return Ok(None);
        };
        let seatings = self.plan.seatings().len();
        let touched = |rows: &[GameRow]| changed.is_none() || rows.iter().any(|row| row.drawn);
        // Whole blocks, even if only one seating drew a changed card: the block is the unit of play and of all
        // estimates.
        let again: Vec<u64> = before.chunks(seatings).filter(|rows| touched(rows)).map(|rows| rows[0].block).collect();
        let games = before.len() as u64;
        let then = &mut |done| on_progress((games + done) / 2);
        let Some(replayed) =
            self.after.play(self.plan, range_of(&again), CardSet::EMPTY, self.threads, (stop, then))?
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
        let before = before.iter().map(Played::from).collect();
        Ok(Some(Chunk { blocks, before, after, replayed: replayed.len() as u64, tallies: Vec::new() }))
    }

    /// Plays some blocks with both decks and counts them; `None` if stopped.
    fn play_tallied(
        &self,
        arm: Arm<'_>,
        blocks: Vec<u64>,
        stop: &AtomicBool,
        on_progress: &mut dyn FnMut(u64),
    ) -> Result<Option<Chunk>, RunError> {
        let first = &mut |done| on_progress(done / 2);
        let Some((before, old)) = arm.play_counted(self.plan, &blocks, self.threads, (stop, first))? else {
            return Ok(None);
        };
        let games = before.len() as u64;
        let then = &mut |done| on_progress((games + done) / 2);
        // Counts are those of whole batches, so no game is left out.
        let Some((after, new)) = self.after.play_counted(self.plan, &blocks, self.threads, (stop, then))? else {
            return Ok(None);
        };
        let tallies = old.into_iter().zip(new).map(|(old, new)| [old, new]).collect();
        let [before, after] = [before, after].map(|rows| rows.iter().map(Played::from).collect());
        Ok(Some(Chunk { blocks, before, after, replayed: games, tallies }))
    }

    /// Plays some blocks with the deck after the edit; `None` if stopped.
    fn play_after(
        &self,
        games: &[Played],
        blocks: Vec<u64>,
        stop: &AtomicBool,
        on_progress: &mut dyn FnMut(u64),
    ) -> Result<Option<Chunk>, RunError> {
        let played =
            self.after.play(self.plan, range_of(&blocks), CardSet::EMPTY, self.threads, (stop, on_progress))?;
        let start = blocks.first().map_or(0, |block| *block as usize * self.plan.seatings().len());
        Ok(played.map(|after| Chunk {
            blocks,
            before: games[start..][..after.len()].to_vec(),
            replayed: after.len() as u64,
            after: after.iter().map(Played::from).collect(),
            tallies: Vec::new(),
        }))
    }
}

/// These blocks, as a range if they are one: parts of a range are shared with other ranges.
fn range_of(blocks: &[u64]) -> Blocks<'_> {
    match (blocks.first(), blocks.last()) {
        (Some(&first), Some(&last)) if last - first + 1 == blocks.len() as u64 => Blocks::From { first, end: last + 1 },
        _ => Blocks::Listed(blocks),
    }
}
