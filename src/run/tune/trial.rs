//! Plays several variants of a player in the same blocks, in parallel.

use std::ops::Range;
use std::sync::atomic::AtomicBool;

use crate::deck::Deck;
use crate::ids::Seat;
use crate::run::compare::Contest;
use crate::run::engine::batches::{Batches, Journaled, is_slow};
use crate::run::engine::error::RunError;
use crate::run::engine::plan::Seating;
use crate::run::engine::tables::tables;
use crate::run::engine::witness::{Seen, Watch};
use crate::run::tally::{WIN, share_of_win};
use crate::strategy::Strategy;

/// Number of variants times blocks that a worker plays at a time.
const BATCH: u64 = 64;

/// A contest of strategy 0 against a field, in which several variants take the seat of strategy 0 in turn.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Trial<'a> {
    /// The contest.
    pub contest: &'a Contest,
    /// The deck.
    pub deck: &'a Deck,
    /// The variants, followed by the other strategies of the contest.
    pub players: &'a [Strategy],
    /// Number of threads.
    pub threads: usize,
}

/// Callback and stop flag of a trial.
pub struct TrialControl<'w> {
    /// Set to stop the trial.
    pub stop: &'w AtomicBool,
    /// Receives the number of games played.
    pub on_progress: &'w mut dyn FnMut(u64),
}

/// The results of a trial.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Trials {
    /// For each variant, its wins in each block, in units of `WIN`. An unfinished game is a win shared by all seats.
    pub wins: Vec<Vec<u16>>,
    /// Number of games.
    pub games: u64,
    /// Sum of the signatures of the games.
    pub signature: u64,
}

/// Blocks of a batch: for each block the wins of each variant, and the sum of the signatures.
type Played = (Vec<Vec<u16>>, u64);

impl Trial<'_> {
    /// Plays blocks with these variants, after `before` games; `None` if stopped.
    ///
    /// # Errors
    /// If a game cannot continue.
    pub(crate) fn play(
        &self,
        variants: &[usize],
        blocks: Range<u64>,
        before: u64,
        control: &mut TrialControl<'_>,
    ) -> Result<Option<Trials>, RunError> {
        let batch = (BATCH / variants.len().max(1) as u64).max(1);
        let count = (blocks.end - blocks.start).div_ceil(batch);
        let per_block = variants.len() as u64 * u64::from(self.contest.players());
        let mut done = 0;
        let mut trials = Trials { wins: vec![Vec::new(); variants.len()], games: 0, signature: 0 };
        let mut take = |batch: Option<(u64, Played)>| {
            if let Some((_, batch)) = batch {
                done += 1;
                trials.games += batch.0.len() as u64 * per_block;
                trials.add(batch);
            }
            (control.on_progress)(before + trials.games);
            Ok(())
        };
        let tables = tables(self.deck);
        let begin = || TrialTable { trial: *self, table: tables.witness(self.players) };
        let play = |table: &mut TrialTable<'_>, number: u64| {
            let start = blocks.start + number * batch;
            table.play(variants, start..blocks.end.min(start + batch))
        };
        let batches = Batches { count, threads: self.threads, stop: control.stop };
        let games = (blocks.end - blocks.start) * per_block;
        let journaled = Journaled { name: "variants", games, slow: is_slow(self.players), may_end: false };
        batches.work_kept(journaled, begin, play, |_| true, &mut take)?;
        Ok((done == count).then_some(trials))
    }
}

impl Trials {
    /// Adds the next blocks.
    fn add(&mut self, (blocks, signature): Played) {
        self.signature = self.signature.wrapping_add(signature);
        for block in blocks {
            self.wins.iter_mut().zip(block).for_each(|(all, wins)| all.push(wins));
        }
    }
}

/// A table that plays blocks of a trial.
struct TrialTable<'a> {
    trial: Trial<'a>,
    table: Box<dyn Watch + 'a>,
}

impl TrialTable<'_> {
    fn play(&mut self, variants: &[usize], blocks: Range<u64>) -> Result<Played, RunError> {
        let mut signature = 0_u64;
        let mut one = |block: u64| -> Result<Vec<u16>, RunError> {
            let seatings = self.trial.contest.seatings(block);
            let wins = variants.iter().map(|variant| {
                let numbered = seatings.iter().zip(0..);
                numbered.map(|(seating, number)| self.game(*variant, block, *seating, number, &mut signature)).sum()
            });
            wins.collect()
        };
        let wins = blocks.map(&mut one).collect::<Result<Vec<_>, _>>()?;
        Ok((wins, signature))
    }

    /// Plays a game and returns the wins of the variant.
    fn game(
        &mut self,
        variant: usize,
        block: u64,
        seating: Seating,
        number: u64,
        signature: &mut u64,
    ) -> Result<u16, RunError> {
        let Trial { contest, players, .. } = self.trial;
        // The field comes after all variants.
        let field = players.len() - (contest.strategies() - 1);
        let player = |strategy: u8| if strategy == 0 { variant } else { field + usize::from(strategy) - 1 };
        let seats = Seating { 0: seating.0.map(|strategy| player(strategy) as u8) };
        let game = block * contest.games_per_block() + number;
        let seen = self.table.play(contest.game_setup(block), seats);
        let Seen { outcome, signature: own, .. } =
            seen.map_err(|error| RunError::ContestGame { seed: contest.seed(), game, error })?;
        *signature = signature.wrapping_add(own);
        let seats = contest.players();
        let own = (0..seats).map(Seat).find(|seat| seating[*seat] == 0);
        let wins = match outcome.winners.is_empty() {
            true => WIN / u64::from(seats),
            false => own.map_or(0, |seat| share_of_win(outcome.winners, seat)),
        };
        // A win is 60 units and a block has at most as many games as seats, so the sum of a block fits as well.
        Ok(wins as u16)
    }
}
