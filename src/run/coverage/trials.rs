//! Trials: known games played again with a changed card, until one of them differs.

use std::sync::atomic::{AtomicBool, Ordering};

use crate::game::{Outcome, Table};
use crate::ids::CardSet;
use crate::run::check::pairs::Arm;
use crate::run::engine::batches::Batches;
use crate::run::engine::error::RunError;
use crate::run::engine::plan::Plan;
use crate::run::engine::seated_players::Company;
use crate::run::engine::witness::Witness;

/// Number of blocks in a batch of known games.
const BLOCKS: u64 = 64;

/// A game as far as two games are compared, and the cards that were in it.
#[derive(Clone, Copy, Debug)]
struct KnownGame<const W: usize> {
    signature: u64,
    outcome: Outcome,
    seen: CardSet<W>,
}

/// The games of a plan, for comparison.
#[derive(Clone, Debug)]
pub(crate) struct KnownGames<'a, const W: usize> {
    plan: &'a Plan,
    games: Vec<KnownGame<W>>,
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

/// A table on which one deck plays games of a plan.
struct Replayer<'a, const W: usize> {
    arm: Arm<'a, W>,
    plan: &'a Plan,
    table: Table<'a, W, Witness<'a, W>, Company<'a, W>>,
}

impl<'a, const W: usize> Replayer<'a, W> {
    fn new(arm: Arm<'a, W>, plan: &'a Plan) -> Self {
        let company = Company::new(arm.players, plan.seatings()[0]);
        Replayer { arm, plan, table: Table::deal_to(arm.deck, plan.game_setup(0), Witness::new(arm.deck), company) }
    }

    fn play(&mut self, game: u64) -> Result<KnownGame<W>, RunError> {
        let (block, seating) = self.plan.game(game);
        let company = Company::new(self.arm.players, seating);
        *self.table.recorder() = Witness::new(self.arm.deck);
        self.table.deal_again_to(self.plan.game_setup(block), company);
        let outcome = company.play_on(&mut self.table);
        let outcome = outcome.map_err(|error| RunError::Game { seed: self.plan.seed(), game, error })?;
        let witness = self.table.recorder();
        Ok(KnownGame { signature: witness.signature.take(), outcome, seen: witness.seen })
    }
}

impl<'a, const W: usize> KnownGames<'a, W> {
    /// Plays the games of a plan; `None` if stopped.
    ///
    /// # Errors
    /// If a game cannot continue.
    pub(crate) fn play(
        arm: Arm<'a, W>,
        plan: &'a Plan,
        threads: usize,
        stop: &AtomicBool,
        on_progress: &mut dyn FnMut(u64),
    ) -> Result<Option<Self>, RunError> {
        let seatings = plan.seatings().len() as u64;
        let batches = Batches { count: plan.blocks().div_ceil(BLOCKS), threads, stop };
        let batch = |replayer: &mut Replayer<'a, W>, number: u64| {
            let blocks = number * BLOCKS..plan.blocks().min((number + 1) * BLOCKS);
            (blocks.start * seatings..blocks.end * seatings).map(|game| replayer.play(game)).collect::<Result<_, _>>()
        };
        let mut games = Vec::new();
        let mut take = |batch: Option<(u64, Vec<KnownGame<W>>)>| {
            games.extend(batch.into_iter().flat_map(|(_, batch)| batch));
            on_progress(games.len() as u64);
            Ok(())
        };
        batches.work(|| Replayer::new(arm, plan), batch, &mut take)?;
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
    pub(crate) fn replay(
        &self,
        arm: Arm<'_, W>,
        changed: Option<CardSet<W>>,
        stop: &AtomicBool,
    ) -> Result<Replay, RunError> {
        let mut replayer = Replayer::new(arm, self.plan);
        let mut games = 0;
        for (game, known) in (0..).zip(&self.games) {
            // Exact: shuffles and dice depend on stable ids only, so a game is the same until a changed card is in it.
            if changed.is_some_and(|changed| !known.seen.meets(&changed)) {
                continue;
            }
            if stop.load(Ordering::Relaxed) {
                return Ok(Replay::Stopped);
            }
            let played = replayer.play(game)?;
            // The outcome too: a change of the last fight may decide the game without another choice, draw or roll.
            if (played.signature, played.outcome) != (known.signature, known.outcome) {
                return Ok(Replay::Differs { game });
            }
            games += 1;
        }
        Ok(Replay::Same { games })
    }
}

/// Makes numbered trials on several threads, each on one thread. `on_progress` receives the number of trials made. Returns the
/// results in order, `None` for those that were not made because the run was stopped.
///
/// # Errors
/// If a trial fails.
pub(crate) fn trials<T: Clone + Send>(
    count: u64,
    threads: usize,
    stop: &AtomicBool,
    trial: impl Fn(u64) -> Result<T, RunError> + Sync,
    on_progress: &mut dyn FnMut(u64),
) -> Result<Vec<Option<T>>, RunError> {
    let mut results = vec![None; count as usize];
    let mut done = 0;
    let mut take = |made: Option<(u64, T)>| {
        if let Some((number, result)) = made {
            results[number as usize] = Some(result);
            done += 1;
        }
        on_progress(done);
        Ok(())
    };
    Batches { count, threads, stop }.work(|| (), |_: &mut (), number| trial(number), &mut take)?;
    Ok(results)
}
