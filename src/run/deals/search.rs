//! A search for blocks in which certain cards are in an opening hand. To see that a card is not dealt takes a small part of
//! the time of a game, so rare cards get enough games.

use std::io;
use std::ops::Range;
use std::sync::atomic::AtomicBool;

use super::hands::{Dealt, Hands, Holding, deals_any};
use crate::deck::Deck;
use crate::game::{EventLog, LoggedTable};
use crate::ids::{CardId, CardSet, Seat};
use crate::run::engine::batches::Batches;
use crate::run::engine::call::{Call, CallSize};
use crate::run::engine::error::RunError;
use crate::run::engine::plan::Plan;

/// Blocks that a worker deals at a time.
// Larger than where games are played: to see that a card is not dealt takes a small part of the time of a game.
const BATCH: u64 = 256;
/// Number of blocks that are dealt between two checks whether they suffice.
const ROUND: u64 = 64 * BATCH;

/// First block of deals beyond the ordinary games of a study.
// So far beyond them that more ordinary games can follow.
pub(crate) const FURTHER: u64 = 1 << 40;

/// A search for deals.
#[derive(Clone, Copy, Debug)]
pub(crate) struct DealSearch<'a> {
    /// The plan; the blocks may be after its last one.
    pub plan: &'a Plan,
    /// Each deck with its wanted cards: one of them must be in an opening hand with at least one of the decks.
    pub decks: &'a [(&'a Deck, CardSet)],
    /// What one opening hand must contain with the first deck, if it matters.
    pub holding: Option<&'a Holding>,
    /// The first block to deal.
    pub first: u64,
    /// Maximum number of blocks to deal.
    pub deals: u64,
    /// Maximum number of blocks to find.
    pub most: usize,
    /// Number of threads.
    pub threads: usize,
}

/// The blocks found.
#[derive(Clone, Debug, Default)]
pub(crate) struct FoundDeals {
    /// Number of blocks dealt.
    pub dealt: u64,
    /// The blocks found, in ascending order.
    pub blocks: Vec<u64>,
    /// Their opening hands with each deck: the wanted cards.
    pub hands: Vec<Hands>,
}

/// A block with the wanted cards in the hands of each deck.
type Found = (u64, Vec<Vec<Dealt>>);

impl DealSearch<'_> {
    /// Deals until enough blocks are found; `None` if stopped.
    ///
    /// # Errors
    /// If the threads cannot be started.
    pub(crate) fn find(&self, stop: &AtomicBool) -> Result<Option<FoundDeals>, RunError> {
        let end = self.first.saturating_add(self.deals);
        let (mut next, mut found) = (self.first, Vec::new());
        if next < end && found.len() < self.most {
            // To deal takes so little time that each machine does it.
            let size = CallSize { places: (end - next).div_ceil(ROUND), games: 0, slow: false, may_end: true };
            let first = next;
            let mut deal = |round: Range<u64>| {
                let start = first + round.start * ROUND;
                self.deal_round(start..end.min(start.saturating_add(ROUND)), stop)
            };
            let mut take = |more: Vec<Found>| {
                next = end.min(next.saturating_add(ROUND));
                found.extend(more);
                Ok(found.len() < self.most)
            };
            if !Call::begin("deals", size)?.sequence(1, &mut deal, &mut take)? {
                return Ok(None);
            }
        }
        // A round may find too many. The count of deals ends before the first one too many, so it does not depend on
        // the size of rounds.
        if let Some((beyond, _)) = found.get(self.most) {
            next = *beyond;
            found.truncate(self.most);
        }
        Ok(Some(self.listed(next - self.first, found)))
    }

    fn listed(&self, dealt: u64, found: Vec<Found>) -> FoundDeals {
        let mut all = FoundDeals { dealt, blocks: Vec::new(), hands: vec![Hands::default(); self.decks.len()] };
        for (block, hands) in found {
            all.blocks.push(block);
            all.hands.iter_mut().zip(hands).for_each(|(all, dealt)| all.push(dealt));
        }
        all
    }

    /// Deals some blocks; `None` if stopped.
    fn deal_round(&self, blocks: Range<u64>, stop: &AtomicBool) -> Result<Option<Vec<Found>>, RunError> {
        let count = (blocks.end - blocks.start).div_ceil(BATCH);
        let needed = self.needed();
        let begin = || -> Vec<LoggedTable<'_>> {
            let decks = self.decks.iter();
            decks.map(|(deck, _)| LoggedTable::deal(deck, self.plan.game_setup(0), EventLog::new())).collect()
        };
        let deal = |tables: &mut Vec<LoggedTable<'_>>, number: u64| {
            let start = blocks.start + number * BATCH;
            let blocks = start..blocks.end.min(start + BATCH);
            Ok(blocks.filter_map(|block| self.deal_block(block, &needed, tables)).collect::<Vec<Found>>())
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

    /// The hands of a block, if it is one of those to be found.
    fn deal_block(&self, block: u64, needed: &[CardSet], tables: &mut [LoggedTable<'_>]) -> Option<Found> {
        let seating = self.plan.game_setup(block);
        let is_dealt = match needed {
            [] => self.decks.iter().any(|(deck, cards)| deals_any(seating, deck, *cards)),
            // Most deals fail here, without being dealt.
            needed => needed.iter().all(|cards| deals_any(seating, self.decks[0].0, *cards)),
        };
        if !is_dealt {
            return None;
        }
        let hands = tables.iter_mut().zip(self.decks).map(|(table, (_, cards))| {
            table.recorder().clear();
            table.deal_again(seating);
            Dealt::all(table, table.deck(), seating.players, *cards).collect()
        });
        let hands: Vec<Vec<Dealt>> = hands.collect();
        let is_held = |holding: &Holding| (0..seating.players).any(|seat| holding.is_held(&hands[0], Seat(seat)));
        self.holding.is_none_or(is_held).then_some((block, hands))
    }

    /// The cards of each title that one hand must contain.
    fn needed(&self) -> Vec<CardSet> {
        let copies = self.holding.iter().flat_map(|Holding(copies)| copies).filter(|(_, copies)| *copies > 0);
        copies.map(|(wanted, _)| cards_of(self.decks[0].0, |title| title == usize::from(*wanted))).collect()
    }
}

/// The cards of some titles.
pub(crate) fn cards_of(deck: &Deck, titles: impl Fn(usize) -> bool) -> CardSet {
    deck.masks.all.into_iter().filter(|card: &CardId| titles(usize::from(deck.card(*card).title))).collect()
}
