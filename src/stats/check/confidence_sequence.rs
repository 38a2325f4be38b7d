//! The intersection of the intervals of a confidence sequence over all looks, which should cover the truth.

use crate::stats::check::gate::{Looks, SPREAD};
use crate::stats::check::paired::{Difference, PairedGames};
use crate::stats::maths::estimate::Estimate;

/// Number of evenly spaced looks: more than any check makes.
const LOOKS: usize = 100;

impl PairedGames<'_> {
    /// The intersection of the intervals of each change over all looks, from the first look with enough different games
    /// to the last, at all games. If the intersection is empty, the lower end is above the upper end.
    pub(crate) fn confidence_sequence(
        &self,
        looks: Looks,
        changes: impl Fn(&PairedGames<'_>) -> Vec<Difference>,
    ) -> Vec<Estimate> {
        let seen = |blocks| changes(&self.first(blocks)).into_iter().map(|change| looks.interval(change).change);
        let mut common: Vec<Estimate> = seen(self.blocks()).collect();
        for blocks in self.earlier_looks() {
            for (common, earlier) in common.iter_mut().zip(seen(blocks)) {
                // A sequence covers the truth only if all its intervals do, that is, if their intersection does.
                common.low = common.low.max(earlier.low);
                common.high = common.high.min(earlier.high);
            }
        }
        common
    }

    /// Numbers of blocks at the looks before the last.
    fn earlier_looks(&self) -> impl Iterator<Item = usize> {
        let blocks = self.blocks();
        let looks = (1..LOOKS).map(move |look| look * blocks / LOOKS);
        // `check` does not look earlier either.
        looks.skip_while(|blocks| self.first(*blocks).different() < SPREAD)
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

    const BLOCKS: u64 = 400;

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

    /// Share of repetitions in which all intervals contain the mean change.
    fn held(looks: Looks) -> Estimate {
        let (plan, truth) = (plan(), [Estimate::normal(2.0, 1.0, BLOCKS)]);
        let repetition = |seed| {
            let pairs = pairs(seed);
            PairedGames::new(&plan, &pairs).confidence_sequence(looks, |games| vec![games.turns()])
        };
        let repetitions: Vec<Vec<Estimate>> = (0..1000).map(repetition).collect();
        coverage(&truth, repetitions.iter().map(|one| &one[..])).rate
    }

    #[test]
    fn a_confidence_sequence_covers_the_truth_at_all_looks_and_an_interval_for_one_look_does_not() {
        let (any, once) = (held(Looks::any(BLOCKS)), held(Looks::Once));
        assert!(any.value >= 0.95, "{any:?}");
        assert!(once.value < 0.85, "{once:?}");
    }

    #[test]
    fn the_intersection_is_within_the_interval_of_each_look() {
        let (plan, pairs, looks) = (plan(), pairs(1), Looks::any(BLOCKS));
        let games = PairedGames::new(&plan, &pairs);
        let common = games.confidence_sequence(looks, |games| vec![games.turns()])[0];
        let earlier: Vec<usize> = games.earlier_looks().collect();
        assert!(earlier.len() > 50 && games.first(earlier[0]).different() >= SPREAD);
        for blocks in earlier.into_iter().chain([games.blocks()]) {
            let one = looks.interval(games.first(blocks).turns()).change;
            assert!(one.low <= common.low && common.high <= one.high, "{blocks}");
        }
    }

    #[test]
    fn with_too_few_different_games_only_the_last_look_counts() {
        let (plan, pairs) = (plan(), pairs(1));
        let few = Pairs { before: pairs.before[..100].to_vec(), after: pairs.after[..100].to_vec(), ..pairs };
        let (games, looks) = (PairedGames::new(&plan, &few), Looks::any(BLOCKS));
        let last = looks.interval(games.turns()).change;
        assert_eq!(games.confidence_sequence(looks, |games| vec![games.turns()]), [last]);
    }
}
