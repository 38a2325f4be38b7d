//! Tuning: a search for better settings of a strategy against a field.
//!
//! Each generation draws variants around the settings that the search has reached. All play the same blocks, and the
//! best ones shape the distribution of the next generation (separable CMA-ES).

use super::search::{Generation, Search, SearchPlan};
use super::trial::{Trial, TrialControl, Trials};
use std::sync::atomic::AtomicBool;

use super::evolution::Draw;
use crate::deck::Deck;
use crate::run::compare::Contest;
use crate::run::engine::error::RunError;
use crate::run::engine::journal::unkept;
use crate::strategy::{Profile, Setting, Strategy};

/// A search: the strategy, its settings and the field.
#[derive(Clone, Copy, Debug)]
pub struct Tuner<'a> {
    /// The deck.
    pub deck: &'a Deck,
    /// The strategy at the start.
    pub start: &'a Profile,
    /// Its settings.
    pub settings: &'a [Setting],
    /// The strategies in the other seats.
    pub field: &'a [Profile],
    /// The contest of strategy 0 against the field.
    pub contest: &'a Contest,
    /// Number of games and size of a generation.
    pub plan: SearchPlan,
    /// Number of threads.
    pub threads: usize,
}

impl Tuner<'_> {
    /// Plays one generation and adds it to the search. Returns whether it is complete; a generation that was stopped
    /// changes nothing.
    ///
    /// # Errors
    /// If a game cannot continue.
    pub fn generation(
        &self,
        search: &mut Search,
        stop: &AtomicBool,
        on_progress: &mut dyn FnMut(u64),
    ) -> Result<bool, RunError> {
        let Search { evolution, blocks, games, .. } = &*search;
        let number = search.history.len();
        let draws = evolution.draw(self.contest.seed(), number);
        let variants = draws.iter().map(|draw| evolution.positions_of(draw, self.settings));
        let reached = evolution.positions(self.settings);
        // The mean plays too, though it is not ranked: it was chosen before these games, so its wins are an unbiased
        // record of progress.
        let players = self.players(std::iter::once(reached.clone()).chain(variants));
        let trial = Trial { contest: self.contest, deck: self.deck, players: &players, threads: self.threads };
        let all: Vec<usize> = (0..=draws.len()).collect();
        let mut control = TrialControl { stop, on_progress };
        let trials = trial.play(&all, *blocks..blocks + self.plan.size, *games, &mut control)?;
        let Some(trials) = trials else { return Ok(false) };
        let (step, before) = (evolution.step, evolution.clone());
        search.before = Some(before);
        search.evolution.learn(&ranked(&draws, &trials.wins[1..]), number, self.settings);
        search.blocks += self.plan.size;
        search.games += trials.games;
        search.signature = search.signature.wrapping_add(trials.signature);
        search.history.push(Generation::new(search.games, step, &reached, &trials));
        Ok(true)
    }

    /// Replays the first and the last generation of a search. Returns the number, from 1, of one that goes differently now; `None`
    /// also if stopped.
    ///
    /// # Errors
    /// If a game cannot continue.
    pub(crate) fn differing_generation(&self, search: &Search, stop: &AtomicBool) -> Result<Option<usize>, RunError> {
        // A replay is no part of the study.
        unkept(|| self.replay(search, stop))
    }

    fn replay(&self, search: &Search, stop: &AtomicBool) -> Result<Option<usize>, RunError> {
        let count = search.history.len();
        let mut first = Search::new(self.settings, &self.start.positions(self.settings));
        if count == 0 {
            return Ok((first != *search).then_some(0));
        }
        if !self.generation(&mut first, stop, &mut |_| {})? {
            return Ok(None);
        }
        if first.history[0] != search.history[0] || count == 1 && first != *search {
            return Ok(Some(1));
        }
        let Some(mut last) = search.before_last(&self.plan) else { return Ok(None) };
        let is_complete = self.generation(&mut last, stop, &mut |_| {})?;
        Ok((is_complete && last != *search).then_some(count))
    }

    /// Players at these positions, then those of the field.
    fn players(&self, positions: impl IntoIterator<Item = Vec<i64>>) -> Vec<Strategy> {
        let compile = |positions: Vec<i64>| self.start.at(self.settings, &positions).compile(self.deck);
        let variants = positions.into_iter().map(compile);
        variants.chain(self.field.iter().map(|profile| profile.compile(self.deck))).collect()
    }

    /// Plays the settings that the search has reached and those at the start in the same blocks; `None` if stopped.
    ///
    /// # Errors
    /// If a game cannot continue.
    pub fn test(
        &self,
        contest: &Contest,
        search: &Search,
        control: &mut TrialControl<'_>,
    ) -> Result<Option<Trials>, RunError> {
        let players = self.players([self.start.positions(self.settings), search.positions(self.settings)]);
        let trial = Trial { contest, deck: self.deck, players: &players, threads: self.threads };
        trial.play(&[0, 1], 0..contest.blocks_for(self.plan.test / 2), search.games, control)
    }
}

/// The variants by their wins, the best first; equal ones keep their order.
fn ranked<'d>(draws: &'d [Draw], wins: &[Vec<u16>]) -> Vec<&'d Draw> {
    let sum = |wins: &Vec<u16>| wins.iter().map(|wins| u64::from(*wins)).sum::<u64>();
    let mut all: Vec<(u64, &Draw)> = wins.iter().map(sum).zip(draws).collect();
    // Stable, so that equal variants do not depend on the sort.
    all.sort_by_key(|(wins, _)| std::cmp::Reverse(*wins));
    all.into_iter().map(|(_, draw)| draw).collect()
}
