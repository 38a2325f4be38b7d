//! Further deals: games beyond the last one of a plan. Only deals with certain titles in an opening hand are played, so
//! rare titles get enough games.

use std::sync::atomic::AtomicBool;

use serde::{Deserialize, Serialize};

use super::pair_sums::{PairCount, PairSums, PairedTitle};
use super::pairs::{Arm, Before, Pairing, Pairs, RunControl};
use crate::run::deals::search::{DealSearch, FoundDeals, cards_of};
use crate::run::engine::error::RunError;
use crate::run::engine::plan::Plan;
use crate::run::engine::runner::Blocks;

/// Pairs of games selected by their opening hands.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Further {
    /// The titles for which they were selected: their indices before and after the edit.
    pub titles: Vec<(usize, usize)>,
    /// Number of blocks dealt, played or not.
    pub dealt: u64,
    /// The sums of the games played, and of the deals of these titles.
    pub pairs: PairSums,
}

/// A search for further deals.
#[derive(Clone, Copy, Debug)]
pub(crate) struct FurtherDeals<'a> {
    /// The plan; the search starts after its last block.
    pub plan: &'a Plan,
    /// Number of blocks after the last one that were dealt before.
    pub dealt: u64,
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

impl FurtherDeals<'_> {
    /// Deals until enough blocks are found; `None` if stopped.
    ///
    /// # Errors
    /// If the threads cannot be started.
    pub(crate) fn deal(&self, stop: &AtomicBool) -> Result<Option<FoundDeals>, RunError> {
        let [old, new] = self.arms.map(|arm| arm.deck);
        let decks = [
            (old, cards_of(old, |title| self.titles.iter().any(|pair| pair.0 == title))),
            (new, cards_of(new, |title| self.titles.iter().any(|pair| pair.1 == title))),
        ];
        let FurtherDeals { plan, dealt, deals, most, threads, .. } = *self;
        let first = plan.blocks().saturating_add(dealt);
        DealSearch { plan, decks: &decks, holding: None, first, deals, most, threads }.find(stop)
    }

    /// Plays the deals found and adds them to those before, which were made for the same titles. Returns false if stopped;
    /// nothing is added then. `on_progress` receives the number of pairs done.
    ///
    /// # Errors
    /// If a game cannot continue.
    pub(crate) fn count(
        &self,
        deals: &FoundDeals,
        further: &mut Further,
        stop: &AtomicBool,
        on_progress: &mut dyn FnMut(u64),
    ) -> Result<bool, RunError> {
        let FurtherDeals { plan, arms, threads, .. } = *self;
        let titles: Vec<PairedTitle> = self.titles.iter().map(|&(old, new)| (Some(old), Some(new))).collect();
        let count = PairCount { plan, decks: arms.map(|arm| arm.deck), titles: &titles, threads };
        let mut pairs = if further.titles.is_empty() { count.empty() } else { further.pairs.clone() };
        let control = RunControl { stop, on_progress };
        self.pairing().count(Blocks::Listed(&deals.blocks), &count, &mut pairs, &mut |_| (), control)?;
        if pairs.interrupted {
            return Ok(false);
        }
        *further = Further { titles: self.titles.to_vec(), dealt: further.dealt + deals.dealt, pairs };
        Ok(true)
    }

    /// The pairs of the deals found, in their order.
    ///
    /// # Errors
    /// If a game cannot continue.
    pub(crate) fn list(&self, deals: &FoundDeals, stop: &AtomicBool) -> Result<Pairs, RunError> {
        self.pairing().list(Blocks::Listed(&deals.blocks), RunControl { stop, on_progress: &mut |_| () })
    }

    fn pairing(&self) -> Pairing<'_> {
        let ([arm, after], threads) = (self.arms, self.threads);
        // `changed` would spare nothing: with one deck or the other, each of these games has an edited card in an
        // opening hand.
        Pairing { plan: self.plan, before: Before::Play { arm, changed: None }, after, threads, tallied: false }
    }
}
