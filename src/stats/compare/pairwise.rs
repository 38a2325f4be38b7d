//! Strategies in pairs, from the games in which both sat, and cycles among them.

use std::collections::VecDeque;

use super::scores::ELO;
use crate::run::tally::WIN;
use crate::run::{Group, Results};
use crate::stats::maths::distributions::t_of;
use crate::stats::maths::estimate::Estimate;
use crate::stats::maths::multiplicity::simultaneous_level;

/// Two strategies, compared by their wins per seat in the games in which both sat.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Pair {
    /// Index of the first strategy.
    pub one: usize,
    /// Index of the second strategy.
    pub other: usize,
    /// Games in which both sat.
    pub games: u64,
    /// Wins of the first strategy, in units of `WIN`.
    pub wins: u64,
    /// Wins of the second strategy, in units of `WIN`.
    pub other_wins: u64,
    /// Blocks in which one of both won.
    pub decided: u64,
    /// Elo difference with the 95% interval: `400 log10` of the ratio of wins per seat.
    pub elo: Estimate,
    /// The interval of this pair if the intervals of all pairs hold at once in 95 of 100 contests.
    pub simultaneous: (f64, f64),
}

/// Seats and wins of two strategies.
#[derive(Clone, Copy, Default)]
struct Both {
    games: u64,
    seats: [u64; 2],
    wins: [u64; 2],
}

impl Both {
    /// Adds the games of a group in which both strategies sat.
    fn add(&mut self, group: &Group, pair: [usize; 2], blocks: u64) {
        let [Some(one), Some(other)] = pair.map(|strategy| group.of(strategy)) else { return };
        self.games += u64::from(group.games) * blocks;
        for (place, sat) in [one, other].into_iter().enumerate() {
            self.seats[place] += u64::from(sat.seats) * u64::from(group.games) * blocks;
            self.wins[place] += u64::from(sat.wins) * blocks;
        }
    }

    /// Wins per seat.
    fn rate(&self, place: usize) -> f64 {
        self.wins[place] as f64 / WIN as f64 / self.seats[place] as f64
    }
}

/// All pairs of the strategies `0..strategies`, the first index below the second.
pub(crate) fn pairs(results: &Results, strategies: usize) -> Vec<Pair> {
    let count = strategies * strategies.saturating_sub(1) / 2;
    let all = (0..strategies).flat_map(|one| (one + 1..strategies).map(move |other| [one, other]));
    all.map(|pair| compared(results, pair, count)).collect()
}

/// The logarithm of the ratio of two rates, linearised per block; Student's quantiles for the blocks in which both sat.
fn compared(results: &Results, pair: [usize; 2], count: usize) -> Pair {
    let mut both = Both::default();
    results.groups().for_each(|(group, blocks)| both.add(group, pair, blocks));
    let (mut squares, mut blocks, mut decided) = (0.0, 0, 0);
    for (result, equal) in results.iter() {
        let mut block = Both::default();
        result.groups.iter().for_each(|group| block.add(group, pair, 1));
        let part = |place: usize| {
            block.wins[place] as f64 / both.wins[place] as f64 - block.seats[place] as f64 / both.seats[place] as f64
        };
        if block.games > 0 {
            squares += equal as f64 * (part(0) - part(1)).powi(2);
            blocks += equal;
            decided += if block.wins == [0; 2] { 0 } else { equal };
        }
    }
    let blocks = blocks as f64;
    let value = ELO * (both.rate(0) / both.rate(1)).ln();
    let error = ELO * (squares * blocks / (blocks - 1.0)).sqrt();
    let limits = |level: f64| {
        let reach = t_of(level, blocks - 1.0) * error;
        (value - reach, value + reach)
    };
    let ((low, high), simultaneous) = (limits(0.95), limits(simultaneous_level(count, 0.95)));
    Pair {
        one: pair[0],
        other: pair[1],
        games: both.games,
        wins: both.wins[0],
        other_wins: both.wins[1],
        decided,
        elo: Estimate { value, low, high, n: both.games },
        simultaneous,
    }
}

impl Pair {
    /// The first strategy's share of the wins per seat of both; NaN without a win.
    pub(crate) fn share(&self) -> f64 {
        1.0 / (1.0 + (-self.elo.value / ELO).exp())
    }

    /// The better and the worse strategy, if the simultaneous interval excludes 0. If one of them never won, there is no
    /// interval, and the exact sign test over the blocks with a win decides at the same `level`.
    fn better(&self, level: f64) -> Option<(usize, usize)> {
        // Equal strategies win each decided block with chance 1/2, and either one could be the better.
        let enough = 2.0 * 0.5_f64.powf(self.decided as f64) < 1.0 - level;
        let (low, high) = self.simultaneous;
        match (self.wins, self.other_wins) {
            (0, _) if enough => Some((self.other, self.one)),
            (_, 0) if enough => Some((self.one, self.other)),
            _ if low > 0.0 => Some((self.one, self.other)),
            _ if high < 0.0 => Some((self.other, self.one)),
            _ => None,
        }
    }
}

/// The shortest cycle of strategies in which each is better than the next, and the last better than the first, beyond
/// the simultaneous intervals; `None` if there is none. `pairs` are all pairs of a contest.
pub(crate) fn cycle(pairs: &[Pair]) -> Option<Vec<usize>> {
    let level = simultaneous_level(pairs.len(), 0.95);
    let better: Vec<(usize, usize)> = pairs.iter().filter_map(|pair| pair.better(level)).collect();
    let paths = better.iter().filter_map(|(one, other)| path(&better, *other, *one));
    paths.min_by_key(Vec::len)
}

/// The shortest path from one strategy to another along `edges`, with both ends.
fn path(edges: &[(usize, usize)], from: usize, to: usize) -> Option<Vec<usize>> {
    let mut paths = VecDeque::from([vec![from]]);
    let mut seen = vec![from];
    while let Some(path) = paths.pop_front() {
        let last = *path.last()?;
        if last == to {
            return Some(path);
        }
        for &(_, next) in edges.iter().filter(|edge| edge.0 == last) {
            if !seen.contains(&next) {
                seen.push(next);
                paths.push_back([&path[..], &[next]].concat());
            }
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::run::{BlockResult, SeatedStrategy};

    /// Blocks of one game between two strategies.
    fn games(one: u8, other: u8, wins: [u64; 2]) -> [(BlockResult, u64); 2] {
        [0, 1].map(|winner| {
            let sat = [(one, 0), (other, 1)].map(|(strategy, place)| SeatedStrategy {
                strategy,
                seats: 1,
                wins: if place == winner { WIN as u16 } else { 0 },
            });
            (BlockResult { groups: vec![Group { games: 1, sat: sat.to_vec() }] }, wins[winner as usize])
        })
    }

    #[test]
    fn a_pair_has_the_odds_of_its_wins_and_the_error_of_a_binomial_share() {
        let pair = pairs(&Results::of(games(0, 1, [300, 100]), 0), 2)[0];
        assert!((pair.elo.value - ELO * 3.0_f64.ln()).abs() < 1e-9 && pair.games == 400);
        let error = ELO / (400.0 * 0.75 * 0.25_f64).sqrt();
        assert!((pair.elo.half_width() / 1.966 / error - 1.0).abs() < 0.01, "{pair:?}");
    }

    #[test]
    fn a_cycle_is_found_only_beyond_the_intervals() {
        let contest = |wins: u64| {
            let edges = [(0, 1), (1, 2), (0, 2)].into_iter().zip([[wins, 100], [wins, 100], [100, wins]]);
            let counts: Vec<_> = edges.flat_map(|((one, other), wins)| games(one, other, wins)).collect();
            cycle(&pairs(&Results::of(counts, 0), 3))
        };
        assert_eq!(contest(110), None);
        assert_eq!(contest(200), Some(vec![1, 2, 0]));
    }

    #[test]
    fn wins_without_a_loss_need_the_exact_sign_test() {
        let contest = |wins: u64| {
            let edges = [(0, 1), (1, 2), (0, 2)].into_iter().zip([[wins, 0], [wins, 0], [0, wins]]);
            let counts: Vec<_> = edges.flat_map(|((one, other), wins)| games(one, other, wins)).collect();
            cycle(&pairs(&Results::of(counts, 0), 3))
        };
        assert_eq!(contest(4), None, "p = 0.125 for each pair");
        assert_eq!(contest(6), None, "p = 0.031, but there are three pairs");
        assert_eq!(contest(7), Some(vec![1, 2, 0]), "p = 0.016 is below 1 - 0.95^(1/3)");
    }

    #[test]
    fn longer_cycles_are_found_and_orders_have_none() {
        let pair = |one, other, wins, other_wins| Pair {
            one,
            other,
            games: 200,
            wins,
            other_wins,
            decided: (wins + other_wins) / WIN,
            elo: Estimate::NONE,
            simultaneous: (f64::NAN, f64::NAN),
        };
        let mut order = vec![pair(0, 1, 9 * WIN, 0), pair(1, 2, 9 * WIN, 0), pair(2, 3, 9 * WIN, 0)];
        assert_eq!(cycle(&order), None);
        order.push(pair(0, 3, 0, 9 * WIN));
        assert_eq!(cycle(&order).map(|cycle| cycle.len()), Some(4));
    }
}
