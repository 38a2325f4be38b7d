//! Witness games: for each title, a game whose winner a draw of it decides.

use std::sync::atomic::AtomicBool;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::deck::Deck;
use crate::ids::BySeat;
use crate::run::engine::batches::{Batches, Journaled, batch_size, is_slow};
use crate::run::engine::error::RunError;
use crate::run::engine::game_counter::Drawn;
use crate::run::engine::kept::Kept;
use crate::run::engine::plan::Plan;
use crate::run::engine::tables::{Tables, tables};
use crate::run::engine::witness::{Listed, Watch};
use crate::run::impact::{Followed, partner_key};
use crate::run::tally::share_of_win;
use crate::strategy::Strategy;

/// Games that a worker takes at a time.
const BATCH: u64 = 8;

/// A search for witness games: in the first games of a plan.
#[derive(Clone, Copy, Debug)]
pub(crate) struct WitnessCrew<'a> {
    /// The plan.
    pub plan: &'a Plan,
    /// The deck.
    pub deck: &'a Deck,
    /// The players, in the order of the plan's strategies.
    pub players: &'a [Strategy],
    /// Number of threads.
    pub threads: usize,
    /// Where its games are kept, if they are.
    pub kept: Option<&'a Kept>,
    /// Number of games whose draws are examined.
    pub games: u64,
    /// Maximum number of draws of a title that are followed.
    pub draws: usize,
}

/// Which draw is wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct WantedDraw {
    /// Index of the drawer's strategy.
    pub strategy: u8,
    /// Index of the title.
    pub title: u16,
    /// Whether the drawer wins only with the title; otherwise, only with another card in its place.
    pub wins: bool,
}

/// A game whose winner a draw decides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct DecidedGame {
    /// The draw, and the winners with each of the two cards.
    pub draw: Followed,
    /// The turns of the game with each of them.
    pub turns: [u16; 2],
}

impl WitnessCrew<'_> {
    /// For each wanted draw, the first game that it decides; `None` if stopped.
    ///
    /// # Errors
    /// If a game cannot continue.
    pub(crate) fn find(
        &self,
        wanted: &[WantedDraw],
        stop: &AtomicBool,
    ) -> Result<Option<Vec<Option<DecidedGame>>>, RunError> {
        let Some(kept) = self.kept else { return self.search(wanted, stop) };
        let key = kept.key(self.plan, &[], &("witnesses", self.games, self.draws, wanted));
        if let Some(found) = kept.find(&key) {
            return Ok(Some(found));
        }
        let found = self.search(wanted, stop)?;
        found.iter().for_each(|found| kept.keep(&key, found));
        Ok(found)
    }

    fn search(&self, wanted: &[WantedDraw], stop: &AtomicBool) -> Result<Option<Vec<Option<DecidedGame>>>, RunError> {
        let tables = tables(self.deck);
        let size = batch_size(self.players, BATCH);
        // All titles share these games; each of them is played once.
        let listed = self.all(&*tables, ("draws of games", self.games.div_ceil(size)), stop, |table, number| {
            let games = number * size..(number * size + size).min(self.games);
            games.map(|game| self.listed(table, game)).collect::<Result<Vec<_>, _>>()
        })?;
        let Some(listed) = listed.map(|parts| parts.concat()) else { return Ok(None) };
        self.all(&*tables, ("witnesses", wanted.len() as u64), stop, |table, number| {
            self.first(table, wanted[number as usize], &listed)
        })
    }

    /// All batches, in order; `None` if stopped.
    fn all<B: Send + Serialize + DeserializeOwned>(
        &self,
        tables: &dyn Tables,
        (name, count): (&'static str, u64),
        stop: &AtomicBool,
        batch: impl Fn(&mut dyn Watch, u64) -> Result<B, RunError> + Sync,
    ) -> Result<Option<Vec<B>>, RunError> {
        let batches = Batches { count, threads: self.threads, stop };
        let mut done = Vec::new();
        let mut take = |part: Option<(u64, B)>| {
            done.extend(part.map(|(_, part)| part));
            Ok(())
        };
        let journaled = Journaled { name, games: self.games, slow: is_slow(self.players), may_end: false };
        let batch = |table: &mut Box<dyn Watch + '_>, number| batch(&mut **table, number);
        batches.work_kept(journaled, || tables.witness(self.players), batch, |_| true, &mut take)?;
        Ok((done.len() as u64 == count).then_some(done))
    }

    fn listed(&self, table: &mut dyn Watch, game: u64) -> Result<Listed, RunError> {
        let (block, seating) = self.plan.game(game);
        let listed = table.list(self.plan.game_setup(block), seating);
        listed.map_err(|error| RunError::Game { seed: self.plan.seed(), game, error })
    }

    /// The first game that a wanted draw decides, if one does.
    fn first(
        &self,
        table: &mut dyn Watch,
        wanted: WantedDraw,
        listed: &[Listed],
    ) -> Result<Option<DecidedGame>, RunError> {
        let mut followed = 0;
        for (game, was) in (0..).zip(listed) {
            let (_, seating) = self.plan.game(game);
            let Some(first) = self.first_draw(was, wanted, seating) else { continue };
            if followed == self.draws {
                break;
            }
            followed += 1;
            let found = self.decided(table, game, wanted, was, first)?;
            if found.is_some() {
                return Ok(found);
            }
        }
        Ok(None)
    }

    /// The first draw of the title in a game, if the strategy draws it.
    fn first_draw<'l>(&self, was: &'l Listed, wanted: WantedDraw, seating: BySeat<u8>) -> Option<&'l Drawn> {
        let first = was.draws.iter().find(|drawn| self.deck.card(drawn.card).title == wanted.title)?;
        (seating[first.seat] == wanted.strategy).then_some(first)
    }

    /// Plays a game with another card in place of a drawn one. Returns both if the draw decides as wanted.
    fn decided(
        &self,
        table: &mut dyn Watch,
        game: u64,
        WantedDraw { strategy, title, wins: with }: WantedDraw,
        was: &Listed,
        &Drawn { card, seat, way, turn, nth }: &Drawn,
    ) -> Result<Option<DecidedGame>, RunError> {
        let (block, seating) = self.plan.game(game);
        let seed = self.plan.seed();
        let exchange = Some((nth, partner_key(seed, game, usize::from(title))));
        let is = table.follow(self.plan.game_setup(block), seating, title, exchange);
        let is = is.map_err(|error| RunError::Game { seed, game, error })?;
        let Some(instead) = is.partner else { return Ok(None) };
        let winners = [was.outcome.winners, is.outcome.winners];
        let wins = winners.map(|winners| share_of_win(winners, seat));
        let [one, other] = if with { wins } else { [wins[1], wins[0]] };
        let draw = Followed { game, strategy, turn, nth, card, instead, seat, way, winners, wins };
        let turns = [was.outcome.turns, is.outcome.turns];
        Ok((one > 0 && other == 0).then_some(DecidedGame { draw, turns }))
    }
}
