//! The state of a search, at the end of a generation.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::evolution::{Evolution, VARIANTS};
use super::trial::Trials;
use crate::run::tally::WIN;
use crate::strategy::Setting;

/// Players of a generation: the variants and the settings from which they differ.
pub(super) const PLAYERS: u64 = VARIANTS as u64 + 1;
/// The final test gets one in this many of all games.
const TEST_PART: u64 = 8;
/// The number of blocks of a generation is the square root of the number of games of the search, divided by this. With
/// more games, a search has more and longer generations.
const ROOT_PART: u64 = 8;
/// Minimum number of blocks of a generation.
const MIN_BLOCKS: u64 = 16;
/// Maximum number of stored blocks.
// A stored number may be damaged. Sums over blocks stay far from overflow below this.
const MAX_BLOCKS: u64 = 1 << 40;

/// Number of games.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SearchPlan {
    /// Games of the final test, of both profiles.
    pub test: u64,
    /// Games of the search.
    pub search: u64,
    /// Blocks of a generation, played by each variant.
    pub size: u64,
    players: u64,
}

impl SearchPlan {
    /// A plan of `budget` games at tables of `players` seats.
    pub fn new(budget: u64, players: u8) -> SearchPlan {
        let (players, test) = (u64::from(players), budget / TEST_PART);
        let search = budget - test;
        let size = (search.isqrt() / ROOT_PART).max(MIN_BLOCKS);
        SearchPlan { test, search, size, players }
    }

    /// Fewest games that leave room for one generation and a test.
    pub(crate) fn fewest_games(players: u8) -> u64 {
        // A search gets seven eighths of these, and so at least one generation of the smallest size.
        2 * SearchPlan::new(0, players).games()
    }

    /// Number of games of a generation.
    fn games(&self) -> u64 {
        PLAYERS * self.size * self.players
    }

    /// Whether the games of a further generation are left.
    pub fn has_room(&self, search: &Search) -> bool {
        search.games.saturating_add(self.games()) <= self.search
    }
}

/// A search: the distribution of its variants, and what it has played.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Search {
    pub(super) evolution: Evolution,
    /// The distribution before the last generation, to replay it.
    pub(super) before: Option<Evolution>,
    /// Blocks played.
    pub blocks: u64,
    /// Games played.
    pub games: u64,
    /// Sum of the signatures of the games.
    pub signature: u64,
    /// All generations.
    pub history: Vec<Generation>,
}

/// A generation of a search.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Generation {
    /// Games played up to its end.
    pub games: u64,
    /// Factor of the standard deviations of its variants.
    pub step: f64,
    /// Positions from which its variants differ.
    pub positions: Vec<i64>,
    /// Sum of the signatures of its games.
    pub signature: u64,
    /// Number of blocks by the wins of these positions, in units of `WIN`.
    pub scores: BTreeMap<u16, u64>,
}

impl Generation {
    pub(super) fn new(games: u64, step: f64, positions: &[i64], trials: &Trials) -> Generation {
        let mut scores = BTreeMap::new();
        let wins = trials.wins.first().into_iter().flatten();
        wins.for_each(|wins| *scores.entry(*wins).or_default() += 1);
        Generation { games, step, positions: positions.to_vec(), signature: trials.signature, scores }
    }
}

impl Search {
    /// A search that starts at these positions.
    pub fn new(settings: &[Setting], positions: &[i64]) -> Search {
        let evolution = Evolution::new(settings, positions);
        Search { evolution, before: None, blocks: 0, games: 0, signature: 0, history: Vec::new() }
    }

    /// The positions that the search has reached.
    pub fn positions(&self, settings: &[Setting]) -> Vec<i64> {
        self.evolution.positions(settings)
    }

    /// The search before its last generation, if it has two or more.
    pub(super) fn before_last(&self, plan: &SearchPlan) -> Option<Search> {
        let (last, history) = self.history.split_last()?;
        Some(Search {
            evolution: self.before.clone()?,
            before: None,
            blocks: self.blocks.checked_sub(plan.size)?,
            games: history.last()?.games,
            signature: self.signature.wrapping_sub(last.signature),
            history: history.to_vec(),
        })
    }

    /// Whether these can be the results of a search of these settings.
    pub fn is_possible(&self, settings: &[Setting], plan: &SearchPlan) -> bool {
        let inside = |positions: &[i64]| {
            let all = settings.iter().zip(positions);
            positions.len() == settings.len()
                && all.into_iter().all(|(setting, position)| (setting.low..=setting.high).contains(position))
        };
        let signature = self.history.iter().fold(0_u64, |sum, generation| sum.wrapping_add(generation.signature));
        self.evolution.is_possible(settings)
            && self.before.iter().all(|before| before.is_possible(settings))
            && self.before.is_some() != self.history.is_empty()
            && signature == self.signature
            && self.blocks < MAX_BLOCKS
            && self.games <= plan.search
            && self.history.iter().all(|generation| inside(&generation.positions))
            && self.has_possible_scores(plan)
    }

    /// Whether each generation has scores that are possible in a block, and all of them together have as many blocks as
    /// the search.
    fn has_possible_scores(&self, plan: &SearchPlan) -> bool {
        let mut scores = self.history.iter().flat_map(|generation| &generation.scores);
        let most = plan.players * WIN;
        let blocks = scores.try_fold(0_u64, |sum, (wins, blocks)| {
            let next = sum.checked_add(*blocks)?;
            (u64::from(*wins) <= most).then_some(next)
        });
        let empty = self.history.iter().any(|generation| generation.scores.values().all(|blocks| *blocks == 0));
        blocks == Some(self.blocks) && !empty
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_fewest_games_have_room_for_a_generation() {
        for players in 3..=6 {
            let fewest = SearchPlan::fewest_games(players);
            let plan = SearchPlan::new(fewest, players);
            let search = Search::new(&[], &[]);
            assert!(plan.has_room(&search) && plan.test + plan.search == fewest && plan.test >= 2 * u64::from(players));
            assert!(search.is_possible(&[], &plan));
        }
        assert_eq!(SearchPlan::new(4_000_000, 4).test, 500_000);
    }

    #[test]
    fn stored_scores_are_those_of_the_blocks() {
        let plan = SearchPlan::new(100_000, 4);
        let stored = |blocks: u64, scores: &[(u16, u64)]| {
            let generation = Generation {
                scores: scores.iter().copied().collect(),
                ..Generation::new(0, 0.7, &[], &Trials::default())
            };
            let search = Search::new(&[], &[]);
            Search { blocks, history: vec![generation], before: Some(search.evolution.clone()), ..search }
                .is_possible(&[], &plan)
        };
        assert!(stored(20, &[(0, 12), (60, 7), (240, 1)]));
        assert!(!stored(20, &[(0, 12), (60, 7)]), "a block is missing");
        assert!(!stored(20, &[(0, u64::MAX), (60, 21)]), "too many to count");
        assert!(!stored(20, &[(0, 19), (241, 1)]), "more wins than games");
        assert!(!stored(0, &[]), "a generation without blocks");
    }
}
