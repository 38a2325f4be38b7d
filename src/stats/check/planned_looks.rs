//! The intersection of the intervals of a change at all planned looks, which should cover the truth.

use std::sync::OnceLock;

use crate::stats::check::gate::{Looks, SPENT};
use crate::stats::check::paired::{Difference, PairedGames};
use crate::stats::maths::estimate::Estimate;

/// Number of games that must differ at a look; `check` looks at more of them.
const SPREAD: u64 = 100;

/// The boundaries of 1, 2, ... looks. They are the same for all repetitions.
static DOUBLING: OnceLock<[Vec<Looks>; SPENT.len()]> = OnceLock::new();

/// The boundaries of this many looks, each at twice the blocks of the one before it.
fn doubling(count: usize) -> Vec<Looks> {
    let spent = &SPENT[SPENT.len() - count..];
    let information: Vec<f64> = (0..count).map(|look| f64::from(1_u32 << look)).collect();
    (1..=count).map(|looks| Looks::planned(&spent[..looks], &information[..looks])).collect()
}

impl PairedGames<'_> {
    /// The looks: each at twice the blocks of the one before it, the last at all blocks. Looks at which too few games
    /// differ are left out, and what they would spend is spent at the next one.
    pub(crate) fn planned_looks(&self) -> Vec<(usize, Looks)> {
        let sizes = self.sizes();
        let looks = DOUBLING.get_or_init(|| std::array::from_fn(|fewer| doubling(fewer + 1)));
        sizes.iter().copied().zip(looks[sizes.len() - 1].iter().cloned()).collect()
    }

    /// The intersection of the intervals of each change at all looks. If the intersection is empty, the lower end is
    /// above the upper end.
    pub(crate) fn at_looks(
        &self,
        looks: &[(usize, Looks)],
        changes: impl Fn(&PairedGames<'_>) -> Vec<Difference>,
    ) -> Vec<Estimate> {
        let mut common: Vec<Estimate> = Vec::new();
        for (blocks, looks) in looks {
            let seen = changes(&self.first(*blocks)).into_iter().map(|change| looks.interval(change).change);
            if common.is_empty() {
                common = seen.collect();
                continue;
            }
            for (common, later) in common.iter_mut().zip(seen) {
                // All looks together cover the truth only if all their intervals do, that is, if their intersection
                // does.
                *common = Estimate { low: common.low.max(later.low), high: common.high.min(later.high), ..later };
            }
        }
        common
    }

    /// Numbers of blocks at the looks.
    fn sizes(&self) -> Vec<usize> {
        let sizes = (0..SPENT.len()).rev().map(|look| self.blocks() >> look);
        sizes.filter(|blocks| *blocks == self.blocks() || self.first(*blocks).different() >= SPREAD).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::deck::language::PlayerCounts;
    use crate::ids::{Seat, SeatSet};
    use crate::random::mix;
    use crate::run::{Pairs, Plan, Played};
    use crate::stats::coverage;

    const BLOCKS: u64 = 1600;

    fn plan() -> Plan {
        Plan::new(4, PlayerCounts { min: 3, max: 6 }, &[0], 1, BLOCKS).expect("a plan")
    }

    /// Pairs of games: two games in three become up to 6 turns longer; the mean change is 2.
    fn pairs(seed: u64) -> Pairs {
        let game = |turns: u64| Played {
            winners: SeatSet::one(Seat(0)),
            first: Seat(0),
            turns: turns as u16,
            deaths: 0,
            signature: turns,
        };
        let dice = |number: u64| mix(seed << 32 | number);
        let before = (0..BLOCKS).map(|number| game(dice(number) % 50)).collect();
        let longer = |number: u64| [0, 0, 1, 2, 3, 6][(dice(number) >> 32) as usize % 6];
        let after = (0..BLOCKS).map(|number| game(dice(number) % 50 + longer(number))).collect();
        Pairs { before, after, ..Pairs::default() }
    }

    /// Share of repetitions in which the intersection of the intervals contains the mean change.
    fn held(intersection: impl Fn(&PairedGames<'_>) -> Vec<Estimate>) -> Estimate {
        let (plan, truth) = (plan(), [Estimate::normal(2.0, 1.0, BLOCKS)]);
        let repetitions: Vec<Vec<Estimate>> =
            (0..400).map(|seed| intersection(&PairedGames::new(&plan, &pairs(seed)))).collect();
        coverage(&truth, repetitions.iter().map(|one| &one[..])).rate
    }

    fn turns(games: &PairedGames<'_>) -> Vec<Difference> {
        vec![games.turns()]
    }

    #[test]
    fn intervals_of_planned_looks_cover_the_truth_together_and_those_of_one_look_do_not() {
        let planned = held(|games| games.at_looks(&games.planned_looks(), turns));
        let once = held(|games| {
            let one = |blocks: usize| games.first(blocks).turns().change;
            let all: Vec<Estimate> = games.sizes().into_iter().map(one).collect();
            let (low, high) = (all.iter().map(|one| one.low), all.iter().map(|one| one.high));
            vec![Estimate { low: low.fold(f64::MIN, f64::max), high: high.fold(f64::MAX, f64::min), ..all[0] }]
        });
        assert!(planned.high >= 0.95 && planned.value < 0.98, "{planned:?}");
        assert!(once.high < 0.94, "{once:?}");
    }

    #[test]
    fn with_too_few_different_games_only_the_last_look_counts() {
        let (plan, pairs) = (plan(), pairs(1));
        let few = Pairs { before: pairs.before[..100].to_vec(), after: pairs.after[..100].to_vec(), ..pairs };
        let games = PairedGames::new(&plan, &few);
        assert_eq!(games.at_looks(&games.planned_looks(), turns), [games.turns().change]);
    }
}
