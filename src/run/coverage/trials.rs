//! Trials: known games played again with a changed card, until one of them differs.

use std::sync::atomic::{AtomicBool, Ordering};

use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::ids::CardSet;
use crate::run::check::pairs::Arm;
use crate::run::engine::batches::{Batches, Journaled, is_slow};
use crate::run::engine::error::RunError;
use crate::run::engine::plan::Plan;
use crate::run::engine::tables::tables;
use crate::run::engine::witness::{Seen, Watch};

/// Number of blocks in a batch of known games.
const BLOCKS: u64 = 64;

/// The games of a plan, for comparison.
#[derive(Clone, Debug)]
pub(crate) struct KnownGames<'a> {
    plan: &'a Plan,
    games: Vec<Seen>,
}

/// The games played again with a changed card.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Replay {
    /// All of them are the same.
    Same {
        /// Number of games played again; the card was in no other game.
        games: u64,
    },
    /// This game is the first that differs.
    Differs {
        /// Number of the game.
        game: u64,
    },
    /// The run was stopped.
    Stopped,
}

/// Plays a game of a plan.
fn play(table: &mut dyn Watch, plan: &Plan, game: u64) -> Result<Seen, RunError> {
    let (block, seating) = plan.game(game);
    table.play(plan.game_setup(block), seating).map_err(|error| RunError::Game { seed: plan.seed(), game, error })
}

impl<'a> KnownGames<'a> {
    /// Plays the games of a plan; `None` if stopped.
    ///
    /// # Errors
    /// If a game cannot continue.
    pub(crate) fn play(
        arm: Arm<'a>,
        plan: &'a Plan,
        threads: usize,
        stop: &AtomicBool,
        on_progress: &mut dyn FnMut(u64),
    ) -> Result<Option<Self>, RunError> {
        let seatings = plan.seatings().len() as u64;
        let batches = Batches { count: plan.blocks().div_ceil(BLOCKS), threads, stop };
        let tables = tables(arm.deck);
        let batch = |table: &mut Box<dyn Watch + '_>, number: u64| {
            let blocks = number * BLOCKS..plan.blocks().min((number + 1) * BLOCKS);
            (blocks.start * seatings..blocks.end * seatings)
                .map(|game| play(&mut **table, plan, game))
                .collect::<Result<_, _>>()
        };
        let mut games = Vec::new();
        let mut take = |batch: Option<(u64, Vec<Seen>)>| {
            games.extend(batch.into_iter().flat_map(|(_, batch)| batch));
            on_progress(games.len() as u64);
            Ok(())
        };
        let slow = is_slow(arm.players);
        let journaled = Journaled { name: "known games", games: plan.games(), slow, may_end: false };
        batches.work_kept(journaled, || tables.witness(arm.players), batch, |_| true, &mut take)?;
        Ok((games.len() as u64 == plan.games()).then_some(KnownGames { plan, games }))
    }

    /// Number of games.
    pub(crate) fn count(&self) -> u64 {
        self.games.len() as u64
    }

    /// Plays games again with another deck, in order, until one differs. A game without a card of `changed` stays the same; `None` if any
    /// game may change.
    ///
    /// # Errors
    /// If a game cannot continue.
    pub(crate) fn replay(&self, arm: Arm<'_>, changed: Option<CardSet>, stop: &AtomicBool) -> Result<Replay, RunError> {
        let tables = tables(arm.deck);
        let mut table = tables.witness(arm.players);
        let mut games = 0;
        for (game, known) in (0..).zip(&self.games) {
            // Exact: shuffles and dice depend on stable ids only, so a game is the same until a changed card is in it.
            if changed.is_some_and(|changed| !known.cards.meets(&changed)) {
                continue;
            }
            if stop.load(Ordering::Relaxed) {
                return Ok(Replay::Stopped);
            }
            let played = play(&mut *table, self.plan, game)?;
            // The outcome too: a change of the last fight may decide the game without another choice, draw or roll.
            if (played.signature, played.outcome) != (known.signature, known.outcome) {
                return Ok(Replay::Differs { game });
            }
            games += 1;
        }
        Ok(Replay::Same { games })
    }
}

/// Receives the number and the result of each trial that was made, and `None` ten times a second.
pub(crate) type Made<'m, T> = &'m mut dyn FnMut(Option<(u64, &T)>);

/// Makes numbered trials of about `games` games in all on several threads, each on one thread. `made` receives each result;
/// one that `is_whole` refuses was cut short. Returns the results in order, `None` for those that were not made because the
/// run was stopped.
///
/// # Errors
/// If a trial fails.
pub(crate) fn trials<T: Clone + Send + Serialize + DeserializeOwned>(
    (count, games): (u64, u64),
    threads: usize,
    stop: &AtomicBool,
    trial: impl Fn(u64) -> Result<T, RunError> + Sync,
    is_whole: impl Fn(&T) -> bool,
    made: Made<'_, T>,
) -> Result<Vec<Option<T>>, RunError> {
    let mut results = vec![None; count as usize];
    let mut take = |result: Option<(u64, T)>| {
        made(result.as_ref().map(|(number, result)| (*number, result)));
        if let Some((number, result)) = result {
            results[number as usize] = Some(result);
        }
        Ok(())
    };
    let journaled = Journaled { name: "trials", games, slow: false, may_end: false };
    let batches = Batches { count, threads, stop };
    batches.work_kept(journaled, || (), |_: &mut (), number| trial(number), is_whole, &mut take)?;
    Ok(results)
}
