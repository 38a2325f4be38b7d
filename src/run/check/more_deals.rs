//! Further deals: games beyond the last one of a plan. Only deals with certain titles in an opening hand are played, so
//! rare titles get enough games.

use std::io;
use std::ops::Range;
use std::sync::atomic::AtomicBool;

use serde::{Deserialize, Serialize};

use super::deals::{Dealt, Hands, deals_any};
use super::pairs::{Arm, Before, Pairing, Pairs, RunControl};
use crate::game::{EventLog, LoggedTable};
use crate::ids::{CardId, CardSet};
use crate::run::engine::batches::Batches;
use crate::run::engine::error::RunError;
use crate::run::engine::plan::Plan;
use crate::run::engine::runner::Blocks;

/// Blocks that a worker deals at a time.
// Larger than where games are played: to see that a card is not dealt takes a small part of the time of a game.
const BATCH: u64 = 256;
/// Number of blocks that are dealt between two checks whether they suffice.
const ROUND: u64 = 64 * BATCH;

/// Pairs of games selected by their opening hands.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Further {
    /// The titles for which they were selected: their indices before and after the edit.
    pub titles: Vec<(usize, usize)>,
    /// Number of blocks dealt, played or not.
    pub dealt: u64,
    /// The games played, in the order of their numbers.
    pub pairs: Pairs,
    /// The opening hands of the games played, before and after the edit.
    pub hands: [Hands; 2],
}

/// A search for further deals.
#[derive(Clone, Copy, Debug)]
pub(crate) struct FurtherDeals<'a> {
    /// The plan; the search starts after its last block.
    pub plan: &'a Plan,
    /// The deck before and after the edit.
    pub arms: [Arm<'a>; 2],
    /// The titles of which one must be in an opening hand with either deck: their indices before and after the edit.
    pub titles: &'a [(usize, usize)],
    /// Maximum number of blocks to deal.
    pub deals: u64,
    /// Maximum number of blocks to play.
    pub most: usize,
    /// Number of threads.
    pub threads: usize,
}

/// The blocks to play.
#[derive(Clone, Debug, Default)]
pub(crate) struct Deals {
    count: u64,
    found: Vec<Found>,
}

/// A block with the opening hands of both decks.
type Found = (u64, [Vec<Dealt>; 2]);

impl Deals {
    /// Number of blocks to play.
    pub(crate) fn found(&self) -> u64 {
        self.found.len() as u64
    }
}

impl FurtherDeals<'_> {
    /// Deals until enough blocks are found; `None` if stopped.
    ///
    /// # Errors
    /// If the threads cannot be started.
    pub(crate) fn deal(&self, stop: &AtomicBool) -> Result<Option<Deals>, RunError> {
        let begin = self.plan.blocks();
        let end = begin.saturating_add(self.deals);
        let (mut next, mut found) = (begin, Vec::new());
        while next < end && found.len() < self.most {
            let round = next..end.min(next.saturating_add(ROUND));
            next = round.end;
            let Some(more) = self.deal_round(round, stop)? else { return Ok(None) };
            found.extend(more);
        }
        // A round may find too many. The count of deals ends before the first one too many, so it does not depend on
        // the size of rounds.
        if let Some((beyond, _)) = found.get(self.most) {
            next = *beyond;
            found.truncate(self.most);
        }
        Ok(Some(Deals { count: next - begin, found }))
    }

    /// Plays the deals found; `None` if stopped. `on_progress` receives the number of pairs done.
    ///
    /// # Errors
    /// If a game cannot continue.
    pub(crate) fn play(
        &self,
        deals: Deals,
        stop: &AtomicBool,
        on_progress: &mut dyn FnMut(u64),
    ) -> Result<Option<Further>, RunError> {
        let blocks: Vec<u64> = deals.found.iter().map(|(block, _)| *block).collect();
        let ([arm, after], threads) = (self.arms, self.threads);
        // `changed` would spare nothing: with one deck or the other, each of these games has an edited card in an
        // opening hand.
        let pairing = Pairing { plan: self.plan, before: Before::Play { arm, changed: None }, after, threads };
        let pairs =
            pairing.play_blocks(Blocks::Listed(&blocks), RunControl { stop, on_progress, enough: &mut |_| false })?;
        if pairs.interrupted {
            return Ok(None);
        }
        let mut hands = <[Hands; 2]>::default();
        for (_, dealt) in deals.found {
            hands.iter_mut().zip(dealt).for_each(|(hands, dealt)| hands.push(dealt));
        }
        Ok(Some(Further { titles: self.titles.to_vec(), dealt: deals.count, pairs, hands }))
    }

    /// Deals some blocks with both decks; `None` if stopped.
    fn deal_round(&self, blocks: Range<u64>, stop: &AtomicBool) -> Result<Option<Vec<Found>>, RunError> {
        let count = (blocks.end - blocks.start).div_ceil(BATCH);
        let begin = || self.arms.map(|arm| LoggedTable::deal(arm.deck, self.plan.game_setup(0), EventLog::new()));
        let [old, new] = self.wanted();
        let deal = |tables: &mut [LoggedTable<'_>; 2], number: u64| {
            let start = blocks.start + number * BATCH;
            let mut found: Vec<Found> = Vec::new();
            for block in start..blocks.end.min(start + BATCH) {
                let seating = self.plan.game_setup(block);
                if deals_any(seating, self.arms[0].deck, old) || deals_any(seating, self.arms[1].deck, new) {
                    let hands = tables.each_mut().map(|table| {
                        table.recorder().clear();
                        table.deal_again(seating);
                        Dealt::all(table, table.deck(), seating.players).collect()
                    });
                    found.push((block, hands));
                }
            }
            Ok(found)
        };
        let mut batches = Vec::new();
        let mut take = |batch| {
            batches.extend(batch);
            io::Result::Ok(())
        };
        Batches { count, threads: self.threads, stop }.work(begin, deal, &mut take)?;
        // Fewer batches: the run was stopped.
        let whole = batches.len() as u64 == count;
        Ok(whole.then(|| batches.into_iter().flat_map(|(_, found)| found).collect()))
    }

    /// The cards of the titles in each deck.
    fn wanted(&self) -> [CardSet; 2] {
        let cards = |arm: usize, title: usize| {
            let deck = self.arms[arm].deck;
            let of_title = move |card: &CardId| usize::from(deck.card(*card).title) == title;
            deck.masks.all.into_iter().filter(of_title)
        };
        [
            self.titles.iter().flat_map(|pair| cards(0, pair.0)).collect(),
            self.titles.iter().flat_map(|pair| cards(1, pair.1)).collect(),
        ]
    }
}
