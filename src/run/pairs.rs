//! Pairs: the same games, by number, with two decks.

use std::sync::atomic::AtomicBool;

use super::crew::{Crew, RunError};
use super::plan::Plan;
use super::worker::GameRow;
use crate::deck::Deck;
use crate::ids::{CardSet, Seat, SeatSet};
use crate::strategy::Player;

/// Blocks that are played with one deck before the other has its turn.
const CHUNK: u64 = 1024;

/// A deck and its players.
#[derive(Clone, Copy, Debug)]
pub struct Arm<'a, const W: usize> {
    /// With which cards.
    pub deck: &'a Deck<W>,
    /// By whom, in the order of the plan's strategies.
    pub players: &'a [Player],
}

/// Two arms that play one plan.
#[derive(Clone, Copy, Debug)]
pub struct Pairing<'a, const W: usize> {
    /// What is played.
    pub plan: &'a Plan,
    /// The deck as it was.
    pub before: Arm<'a, W>,
    /// The deck as it is.
    pub after: Arm<'a, W>,
    /// Cards of the deck as it was without which a game stays as it is; `None` if any game may change.
    pub changed: Option<CardSet<W>>,
    /// On how many threads.
    pub threads: usize,
}

/// What a game came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Played {
    /// Who won; nobody if unfinished.
    pub winners: SeatSet,
    /// Who had the first turn.
    pub first: Seat,
    /// Turns played.
    pub turns: u16,
    /// Characters that died.
    pub deaths: u8,
    /// Hash of every choice, draw and die.
    pub signature: u64,
}

/// Games played with both decks, in the order of their numbers: whole blocks from the first on.
#[derive(Clone, Debug, Default)]
pub struct Pairs {
    /// With the deck as it was.
    pub before: Vec<Played>,
    /// With the deck as it is.
    pub after: Vec<Played>,
    /// Games that had to be played a second time.
    pub replayed: u64,
    /// Whether it was stopped before its end.
    pub interrupted: bool,
}

impl Pairs {
    /// Games that came out the same to the last choice.
    pub fn identical(&self) -> u64 {
        self.both().filter(|(before, after)| before.signature == after.signature).count() as u64
    }

    /// The first game with another winner.
    pub fn witness(&self) -> Option<usize> {
        self.both().position(|(before, after)| before.winners != after.winners)
    }

    /// The games of both arms.
    pub fn both(&self) -> impl Iterator<Item = (&Played, &Played)> {
        self.before.iter().zip(&self.after)
    }
}

impl From<&GameRow> for Played {
    fn from(row: &GameRow) -> Played {
        let GameRow { winners, first, turns, deaths, signature, .. } = *row;
        Played { winners, first, turns, deaths, signature }
    }
}

impl<const W: usize> Pairing<'_, W> {
    /// Plays all pairs. A block in which no changed card was drawn is not played twice. `watch` is told how many games
    /// are settled.
    ///
    /// # Errors
    /// If a game cannot go on.
    pub fn play(&self, stop: &AtomicBool, watch: &mut dyn FnMut(u64)) -> Result<Pairs, RunError> {
        let mut pairs = Pairs::default();
        for start in (0..self.plan.blocks()).step_by(CHUNK as usize) {
            let blocks: Vec<u64> = (start..(start + CHUNK).min(self.plan.blocks())).collect();
            let settled = pairs.before.len() as u64;
            if !self.play_chunk(&blocks, &mut pairs, stop, &mut |games| watch(settled + games / 2))? {
                pairs.interrupted = true;
                break;
            }
        }
        Ok(pairs)
    }

    /// Plays some blocks with both decks; false, and nothing added, if that was stopped.
    fn play_chunk(
        &self,
        blocks: &[u64],
        pairs: &mut Pairs,
        stop: &AtomicBool,
        watch: &mut dyn FnMut(u64),
    ) -> Result<bool, RunError> {
        let watched = self.changed.unwrap_or(CardSet::EMPTY);
        let Some(before) = self.play_arm(self.before, blocks, watched, stop, watch)? else { return Ok(false) };
        let seatings = self.plan.seatings().len();
        let touched = |rows: &[GameRow]| self.changed.is_none() || rows.iter().any(|row| row.drawn);
        let again: Vec<u64> = before.chunks(seatings).filter(|rows| touched(rows)).map(|rows| rows[0].block).collect();
        let games = before.len() as u64;
        let later = &mut |done| watch(games + done);
        let Some(after) = self.play_arm(self.after, &again, CardSet::EMPTY, stop, later)? else { return Ok(false) };
        let mut replays = after.chunks(seatings);
        for rows in before.chunks(seatings) {
            pairs.before.extend(rows.iter().map(Played::from));
            let replay = if touched(rows) { replays.next().unwrap_or_default() } else { rows };
            pairs.after.extend(replay.iter().map(Played::from));
        }
        pairs.replayed += after.len() as u64;
        Ok(true)
    }

    /// The games of some blocks in order, or nothing if that was stopped.
    fn play_arm(
        &self,
        arm: Arm<'_, W>,
        blocks: &[u64],
        watched: CardSet<W>,
        stop: &AtomicBool,
        watch: &mut dyn FnMut(u64),
    ) -> Result<Option<Vec<GameRow>>, RunError> {
        let crew = Crew { only: Some(blocks), watched, ..Crew::new(self.plan, arm.deck, arm.players, self.threads) };
        let mut rows = Vec::with_capacity(blocks.len() * self.plan.seatings().len());
        let mut list = |row: &GameRow| {
            rows.push(*row);
            Ok(())
        };
        let finished = crew.play(stop, watch, Some(&mut list))?;
        Ok((!finished.interrupted).then_some(rows))
    }
}
