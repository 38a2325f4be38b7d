//! The state of a search, at the end of a generation.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::moves::{Move, first_step};
use crate::strategy::Setting;

/// Number of variants in a generation.
pub(super) const VARIANTS: u64 = 16;
/// Blocks of a comparison with the best settings so far, as a multiple of the blocks of the first stage.
pub(super) const CONFIRMATION: u64 = 8;
/// Maximum number of such comparisons.
pub(super) const CONFIRMATIONS: u64 = 4;
/// The final test has one part of this many of all games.
const TEST_PART: u64 = 8;
/// Minimum number of generations for which the games of the search are enough.
const FEWEST: u64 = 8;
/// Blocks of the first stage of the first generation: their minimum and maximum.
const FIRST: (u64, u64) = (4, 64);
/// Maximum number of stored blocks.
const MOST_BLOCKS: u64 = 1 << 40;

/// Number of games, and sizes of generations.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SearchPlan {
    /// Games of the final test, of both profiles.
    pub test: u64,
    /// Games of the search.
    pub search: u64,
    /// Blocks of the first stage in the first generation.
    pub first: u64,
    /// Maximum of such blocks.
    pub largest: u64,
    players: u64,
}

impl SearchPlan {
    /// A plan of `budget` games at tables of `players` seats.
    pub fn new(budget: u64, players: u8) -> SearchPlan {
        let (players, test) = (u64::from(players), budget / TEST_PART);
        let search = budget - test;
        let mut plan = SearchPlan { test, search, first: FIRST.0, largest: FIRST.0, players };
        let size = search / FEWEST / plan.most_games(1);
        plan.first = size.clamp(FIRST.0, FIRST.1);
        plan.largest = (size / 2).max(plan.first);
        plan
    }

    /// Fewest games that leave room for one generation and a test.
    pub fn fewest_games(players: u8) -> u64 {
        let plan = SearchPlan::new(0, players);
        2 * plan.most_games(plan.first)
    }

    /// Maximum number of games of a generation whose first stage has `size` blocks.
    fn most_games(&self, size: u64) -> u64 {
        let stages = VARIANTS * u64::from(VARIANTS.ilog2());
        (stages + 2 * CONFIRMATION * CONFIRMATIONS) * size * self.players
    }

    /// Whether the games of a further generation are left.
    pub fn has_room(&self, search: &Search) -> bool {
        search.games.saturating_add(self.most_games(search.size)) <= self.search
    }
}

/// A search: the best settings so far, and all that decides which games are next.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Search {
    /// Positions of the best settings so far.
    pub positions: Vec<i64>,
    /// Size of the next steps of each setting.
    pub(super) steps: Vec<i64>,
    /// Changes that the next generation proposes again.
    pub(super) leads: Vec<Move>,
    /// Blocks of the first stage.
    pub(super) size: u64,
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
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Generation {
    /// Games played up to its end.
    pub games: u64,
    /// Whether a variant replaced the best settings.
    pub accepted: bool,
    /// Positions of the best settings at its end.
    pub positions: Vec<i64>,
    /// Number of blocks by the wins of these settings, in units of `WIN`, in the last comparison.
    pub scores: BTreeMap<u16, u64>,
}

impl Generation {
    pub(super) fn new(games: u64, accepted: bool, positions: &[i64], wins: &[u16]) -> Generation {
        let mut scores = BTreeMap::new();
        wins.iter().for_each(|wins| *scores.entry(*wins).or_default() += 1);
        Generation { games, accepted, positions: positions.to_vec(), scores }
    }
}

impl Search {
    /// A search that starts at these positions.
    pub fn new(settings: &[Setting], positions: Vec<i64>, plan: &SearchPlan) -> Search {
        let steps = settings.iter().zip(&positions).map(|(setting, position)| first_step(setting, *position)).collect();
        let (leads, history) = (Vec::new(), Vec::new());
        Search { positions, steps, leads, size: plan.first, blocks: 0, games: 0, signature: 0, history }
    }

    /// Whether these can be the results of a search of these settings.
    pub fn is_possible(&self, settings: &[Setting], plan: &SearchPlan) -> bool {
        let inside = |positions: &[i64]| {
            let all = settings.iter().zip(positions);
            positions.len() == settings.len()
                && all.into_iter().all(|(setting, position)| (setting.low..=setting.high).contains(position))
        };
        let known = |change: &Move| change.0.iter().all(|(setting, _)| *setting < settings.len());
        let step = |step: &i64| (1..=i64::from(i32::MAX)).contains(step);
        inside(&self.positions)
            && self.steps.len() == settings.len()
            && self.steps.iter().all(step)
            && self.leads.iter().all(known)
            && (plan.first..=plan.largest).contains(&self.size)
            && self.blocks < MOST_BLOCKS
            && self.games <= plan.search
            && self.history.iter().all(|generation| inside(&generation.positions))
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
            let search = Search::new(&[], Vec::new(), &plan);
            assert!(plan.has_room(&search) && plan.test + plan.search == fewest && plan.test >= 2 * u64::from(players));
            assert!(search.is_possible(&[], &plan));
        }
        let plan = SearchPlan::new(4_000_000, 4);
        assert_eq!((plan.test, plan.first), (500_000, 64));
        assert!(plan.largest > plan.first);
    }
}
