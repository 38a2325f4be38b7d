//! Further deals: games behind the last one of a plan, played only if some titles are in an opening hand, so that rare
//! titles get the games they need.

use std::io;
use std::ops::Range;
use std::sync::atomic::AtomicBool;

use super::batches::Batches;
use super::crew::Blocks;
use super::deals::{Dealt, Hands, deals_any};
use super::error::RunError;
use super::pairs::{Arm, Before, Pairing, Pairs, RunControl};
use super::plan::Plan;
use crate::game::{Silent, Table};
use crate::ids::{CardId, CardSet};

/// Blocks that a worker deals at a time.
const BATCH: u64 = 256;
/// Blocks that are dealt before it is seen whether they are enough.
const ROUND: u64 = 64 * BATCH;

/// Pairs of games that were chosen by their opening hands.
#[derive(Clone, Debug, Default)]
pub struct Further {
    /// The titles for which they were chosen: their indices before and after.
    pub titles: Vec<(usize, usize)>,
    /// Blocks that were dealt, whether played or not.
    pub dealt: u64,
    /// The games of those that were played, in the order of their numbers.
    pub pairs: Pairs,
    /// The opening hands of those that were played, with the deck as it was and as it is.
    pub hands: [Hands; 2],
}

/// What is dealt on.
#[derive(Clone, Copy, Debug)]
pub struct DealingOn<'a, const W: usize> {
    /// The plan behind whose last block it goes on.
    pub plan: &'a Plan,
    /// The deck as it was and as it is.
    pub arms: [Arm<'a, W>; 2],
    /// The titles to be dealt in an opening hand with either deck: their indices before and after.
    pub titles: &'a [(usize, usize)],
    /// How many blocks are dealt at most.
    pub deals: u64,
    /// How many of them are played at most.
    pub most: usize,
    /// On how many threads.
    pub threads: usize,
}

/// Blocks to be played, found by dealing.
#[derive(Clone, Debug, Default)]
pub struct Deals {
    count: u64,
    found: Vec<Found>,
}

/// A block with the opening hands of both decks.
type Found = (u64, [Vec<Dealt>; 2]);

impl Deals {
    /// How many blocks are to be played.
    pub fn found(&self) -> u64 {
        self.found.len() as u64
    }
}

impl<const W: usize> DealingOn<'_, W> {
    /// Deals until enough is found; nothing if that was stopped.
    ///
    /// # Errors
    /// If the threads cannot be started.
    pub fn deal(&self, stop: &AtomicBool) -> Result<Option<Deals>, RunError> {
        let begin = self.plan.blocks();
        let end = begin.saturating_add(self.deals);
        let (mut next, mut found) = (begin, Vec::new());
        while next < end && found.len() < self.most {
            let round = next..end.min(next.saturating_add(ROUND));
            next = round.end;
            let Some(more) = self.deal_round(round, stop)? else { return Ok(None) };
            found.extend(more);
        }
        if let Some((beyond, _)) = found.get(self.most) {
            next = *beyond;
            found.truncate(self.most);
        }
        Ok(Some(Deals { count: next - begin, found }))
    }

    /// Plays the deals found; returns nothing if stopped. `on_progress` receives the number of pairs done.
    ///
    /// # Errors
    /// If a game cannot go on.
    pub fn play(
        &self,
        deals: Deals,
        stop: &AtomicBool,
        on_progress: &mut dyn FnMut(u64),
    ) -> Result<Option<Further>, RunError> {
        let blocks: Vec<u64> = deals.found.iter().map(|(block, _)| *block).collect();
        let ([arm, after], threads) = (self.arms, self.threads);
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

    /// Deals some blocks with both decks; nothing if that was stopped.
    fn deal_round(&self, blocks: Range<u64>, stop: &AtomicBool) -> Result<Option<Vec<Found>>, RunError> {
        let count = (blocks.end - blocks.start).div_ceil(BATCH);
        let begin = || self.arms.map(|arm| Table::deal(arm.deck, self.plan.seating(0), Silent));
        let [old, new] = self.wanted();
        let deal = |tables: &mut [Table<'_, W, Silent>; 2], number: u64| {
            let start = blocks.start + number * BATCH;
            let mut found: Vec<Found> = Vec::new();
            for block in start..blocks.end.min(start + BATCH) {
                let seating = self.plan.seating(block);
                if deals_any(seating, self.arms[0].deck, old) || deals_any(seating, self.arms[1].deck, new) {
                    let hands = tables.each_mut().map(|table| {
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
        batches.sort_unstable_by_key(|(number, _)| *number);
        let whole = batches.len() as u64 == count;
        Ok(whole.then(|| batches.into_iter().flat_map(|(_, found)| found).collect()))
    }

    /// The cards of the titles in each deck.
    fn wanted(&self) -> [CardSet<W>; 2] {
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
