//! Counterfactual draws: games that are played twice, the second time with another card in place of a drawn title.

use std::ops::Range;
use std::sync::atomic::AtomicBool;

use serde::{Deserialize, Serialize};

use crate::deck::Deck;
use crate::game::GameError;
use crate::ids::{CardId, Seat, SeatSet};
use crate::random::mix;
use crate::run::engine::batches::{Batches, batch_size, is_slow};
use crate::run::engine::call::{Call, CallSize};
use crate::run::engine::error::RunError;
use crate::run::engine::game_counter::Drawn;
use crate::run::engine::kept::Kept;
use crate::run::engine::plan::{Plan, Seating};
use crate::run::engine::tables::{Tables, tables};
use crate::run::engine::witness::Watch;
use crate::run::tally::{Way, share_of_win};
use crate::strategy::Strategy;

/// Blocks that a worker takes at a time.
const BATCH: u64 = 16;
/// Number of blocks between two calls of `want`.
const CHUNK: u64 = 1024;
/// The same if a player looks ahead.
const SLOW_CHUNK: u64 = 16;
/// The random stream that selects the other card.
// The letters of "partners".
const PARTNERS: u64 = 0x7061_7274_6e65_7273;

/// Workers that follow the draws of a title: they play each game again from the first draw of the title after the
/// opening deal, with another card of the pile in its place.
#[derive(Clone, Copy, Debug)]
pub struct DrawCrew<'a> {
    /// The plan.
    pub plan: &'a Plan,
    /// The deck.
    pub deck: &'a Deck,
    /// The players, in the order of the plan's strategies.
    pub players: &'a [Strategy],
    /// Number of threads.
    pub threads: usize,
    /// Index of the title.
    pub title: usize,
    /// Where its games are kept, if they are.
    pub kept: Option<&'a Kept>,
}

/// The counterfactual draws of a title.
#[derive(Clone, Debug, Default)]
pub struct FollowedDraws {
    /// All draws with a counterfactual card, in the order of the games.
    pub list: Vec<Followed>,
    /// Whether the run was stopped before its end.
    pub interrupted: bool,
}

/// The first draw of a title in one game, after the opening deal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FirstDraw {
    /// The title was not drawn.
    None,
    /// The title was drawn when the pile held no other title, so no other card can take its place.
    Alone {
        /// Turn of the game.
        turn: u16,
        /// The player who drew it.
        seat: Seat,
    },
    /// The title was drawn, and the draw was followed.
    Followed(Followed),
}

/// A draw that was followed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Followed {
    /// Number of the game.
    pub game: u64,
    /// Index of the drawer's strategy.
    pub strategy: u8,
    /// Turn of the game, from 1; 0 before the first.
    pub turn: u16,
    /// Number of the draw in the game, from 1; cards of the deal count.
    pub nth: u32,
    /// The card that was drawn.
    pub card: CardId,
    /// The card that took its place.
    pub instead: CardId,
    /// The player who drew it.
    pub seat: Seat,
    /// How it was drawn.
    pub way: Way,
    /// The winners of the game, and of the game with the other card.
    pub winners: [SeatSet; 2],
    /// The drawer's share of the win in both games, in units of `WIN`.
    pub wins: [u64; 2],
}

/// The key that selects the other card for a draw of a title in a game.
pub(crate) fn partner_key(seed: u64, game: u64, title: usize) -> u64 {
    // A key of its own, so that the choice of the partner uses no random number of the game.
    mix(mix(seed ^ PARTNERS).wrapping_add(game)) ^ mix(title as u64)
}

impl DrawCrew<'_> {
    /// Plays the games of the plan while `want` returns true for the draws so far. It is called at fixed numbers of
    /// games, so the result does not depend on the number of threads. `watch` receives the number of games played.
    ///
    /// # Errors
    /// If a game cannot continue.
    pub fn play(
        &self,
        mut want: impl FnMut(&[Followed]) -> bool,
        stop: &AtomicBool,
        watch: &mut dyn FnMut(u64),
    ) -> Result<FollowedDraws, RunError> {
        let mut whole = FollowedDraws::default();
        if !want(&whole.list) {
            return Ok(whole);
        }
        let (seatings, blocks) = (self.plan.seatings().len() as u64, self.plan.blocks());
        let slow = is_slow(self.players);
        let size = if slow { SLOW_CHUNK } else { CHUNK };
        let call = CallSize { places: blocks.div_ceil(size), games: self.plan.games(), slow, may_end: true };
        let mut cut = None;
        let mut follow = |chunk: Range<u64>| {
            let start = chunk.start * size;
            let blocks = start..(start + size).min(blocks);
            let FollowedDraws { list, interrupted } =
                self.chunk(blocks, stop, &mut |blocks| watch((start + blocks) * seatings))?;
            if interrupted {
                cut = Some(list);
                return Ok(None);
            }
            Ok(Some(list))
        };
        let mut take = |list: Vec<Followed>| -> Result<bool, RunError> {
            whole.list.extend(list);
            Ok(want(&whole.list))
        };
        whole.interrupted = !Call::begin("draws", call)?.sequence(1, &mut follow, &mut take)?;
        whole.list.extend(cut.unwrap_or_default());
        Ok(whole)
    }

    /// The first draw of the title in one game.
    ///
    /// # Errors
    /// If the game cannot continue.
    pub fn follow_game(&self, game: u64) -> Result<FirstDraw, RunError> {
        let (block, seating) = self.plan.game(game);
        self.worker(&*tables(self.deck)).play_game(block, game, seating)
    }

    fn worker<'t>(&'t self, tables: &'t dyn Tables) -> DrawWorker<'t> {
        DrawWorker { crew: *self, table: tables.witness(self.players), list: Vec::new() }
    }

    /// The draws in some blocks, played unless they are kept.
    fn chunk(
        &self,
        blocks: Range<u64>,
        stop: &AtomicBool,
        watch: &mut dyn FnMut(u64),
    ) -> Result<FollowedDraws, RunError> {
        let Some(kept) = self.kept else { return self.play_chunk(blocks, stop, watch) };
        let listed: Vec<u64> = blocks.clone().collect();
        let key = kept.key(self.plan, &listed, &("draws", self.title));
        if let Some(list) = kept.find(&key) {
            watch(listed.len() as u64);
            return Ok(FollowedDraws { list, interrupted: false });
        }
        let chunk = self.play_chunk(blocks, stop, watch)?;
        if !chunk.interrupted {
            kept.keep(&key, &chunk.list);
        }
        Ok(chunk)
    }

    /// Plays some blocks.
    fn play_chunk(
        &self,
        blocks: Range<u64>,
        stop: &AtomicBool,
        watch: &mut dyn FnMut(u64),
    ) -> Result<FollowedDraws, RunError> {
        let size = batch_size(self.players, BATCH);
        let batches = Batches { count: (blocks.end - blocks.start).div_ceil(size), threads: self.threads, stop };
        let tables = tables(self.deck);
        let begin = || self.worker(&*tables);
        let play = |worker: &mut DrawWorker<'_>, number: u64| {
            let first = blocks.start + number * size;
            (first..(first + size).min(blocks.end)).try_for_each(|block| worker.play_block(block))?;
            Ok(std::mem::take(&mut worker.list))
        };
        let (mut done, mut list) = (0, Vec::new());
        let mut take = |batch: Option<(u64, Vec<Followed>)>| {
            done += u64::from(batch.is_some());
            list.extend(batch.into_iter().flat_map(|(_, followed)| followed));
            watch(done * size);
            Ok(())
        };
        batches.work(begin, play, &mut take)?;
        Ok(FollowedDraws { list, interrupted: done < batches.count })
    }
}

struct DrawWorker<'a> {
    crew: DrawCrew<'a>,
    table: Box<dyn Watch + 'a>,
    list: Vec<Followed>,
}

impl DrawWorker<'_> {
    /// Plays all seatings of a block.
    fn play_block(&mut self, block: u64) -> Result<(), RunError> {
        let plan = self.crew.plan;
        for (game, &seating) in (block * plan.seatings().len() as u64..).zip(plan.seatings()) {
            if let FirstDraw::Followed(followed) = self.play_game(block, game, seating)? {
                self.list.push(followed);
            }
        }
        Ok(())
    }

    fn play_game(&mut self, block: u64, game: u64, seating: Seating) -> Result<FirstDraw, RunError> {
        let seed = self.crew.plan.seed();
        self.first_draw(block, game, seating).map_err(|error| RunError::Game { seed, game, error })
    }

    /// Plays a game, and plays it again with another card in place of the title's first draw.
    fn first_draw(&mut self, block: u64, game: u64, seating: Seating) -> Result<FirstDraw, GameError> {
        let DrawCrew { plan, title, .. } = self.crew;
        let mut play = |exchange| self.table.follow(plan.game_setup(block), seating, title as u16, exchange);
        let was = play(None)?;
        let Some(Drawn { card, seat, way, turn, nth }) = was.first else { return Ok(FirstDraw::None) };
        let is = play(Some((nth, partner_key(plan.seed(), game, title))))?;
        let Some(instead) = is.partner else { return Ok(FirstDraw::Alone { turn, seat }) };
        let winners = [was.outcome.winners, is.outcome.winners];
        let wins = winners.map(|winners| share_of_win(winners, seat));
        let strategy = seating[seat];
        Ok(FirstDraw::Followed(Followed { game, strategy, turn, nth, card, instead, seat, way, winners, wins }))
    }
}
