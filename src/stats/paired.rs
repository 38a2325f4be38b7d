//! Paired differences: what an edit changed, from the same games played with both decks.
//!
//! Every block is one observation: the difference of what it gave with the two decks. What did not change cancels.

use super::estimate::Estimate;
use super::figures::{Deals, Figure, PlayedGames};
use crate::run::{Pairs, Plan};

/// A figure with two decks.
#[derive(Clone, Copy, Debug)]
pub struct Difference {
    /// With the deck as it was.
    pub before: f64,
    /// With the deck as it is.
    pub after: f64,
    /// After minus before; `n` is the number of blocks.
    pub change: Estimate,
    /// Standard error of the change.
    pub error: f64,
}

/// Paired games of a plan.
#[derive(Clone, Copy, Debug)]
pub struct PairedGames<'a> {
    before: PlayedGames<'a>,
    after: PlayedGames<'a>,
}

impl<'a> PairedGames<'a> {
    /// Games that were played by this plan.
    pub fn new(plan: &'a Plan, pairs: &'a Pairs) -> Self {
        PairedGames { before: PlayedGames::new(plan, &pairs.before), after: PlayedGames::new(plan, &pairs.after) }
    }

    /// Blocks that were played.
    pub fn blocks(&self) -> usize {
        self.before.blocks()
    }

    /// Mean turns per game.
    pub fn turns(&self) -> Difference {
        self.difference(PlayedGames::turns)
    }

    /// Mean deaths per game.
    pub fn deaths(&self) -> Difference {
        self.difference(PlayedGames::deaths)
    }

    /// Share of games that were not finished.
    pub fn unfinished(&self) -> Difference {
        self.difference(PlayedGames::unfinished)
    }

    /// Win rate of the first turn position minus that of the last.
    pub fn position_gap(&self) -> Difference {
        self.difference(PlayedGames::position_gap)
    }

    /// Opening value of a title, by the definition of `opening_values`; its deals may differ between the decks.
    pub fn opening_value(&self, before: &Deals, after: &Deals) -> Difference {
        difference(&self.before.opening_value(before), &self.after.opening_value(after))
    }

    /// How far the opening values of some titles are apart, see `PlayedGames::opening_spread`.
    pub fn opening_spread(&self, before: &[Deals], after: &[Deals]) -> Difference {
        difference(&self.before.opening_spread(before), &self.after.opening_spread(after))
    }

    fn difference(&self, figure: impl Fn(&PlayedGames<'a>) -> Figure) -> Difference {
        difference(&figure(&self.before), &figure(&self.after))
    }
}

/// The change with its normal interval from the blocks' residuals.
fn difference(before: &Figure, after: &Figure) -> Difference {
    let change = after.less(before);
    Difference { before: before.value, after: after.value, change: change.estimate(), error: change.error() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::deck::language::Players;
    use crate::game::mix;
    use crate::ids::{Seat, SeatSet};
    use crate::run::Played;

    fn played(winner: u8, turns: u16) -> Played {
        Played { winners: SeatSet::one(Seat(winner)), first: Seat(0), turns, deaths: 0, signature: 0 }
    }

    fn plan(games: u64) -> Plan {
        Plan::new(4, Players { min: 3, max: 6 }, &[0], 1, games).expect("a plan")
    }

    #[test]
    fn what_did_not_change_cancels() {
        let before: Vec<Played> = (0..1000).map(|game| played((mix(game) % 4) as u8, 30 + (game % 7) as u16)).collect();
        let pairs = Pairs { after: before.clone(), before, ..Pairs::default() };
        let plan = plan(1000);
        let games = PairedGames::new(&plan, &pairs);
        let deals: Deals = (0..1000).map(|game| [(game % 2) as u8, 0, 1, 0, 0, 0]).collect();
        for difference in [games.turns(), games.position_gap(), games.opening_value(&deals, &deals)] {
            assert_eq!(difference.change.value, 0.0);
            assert_eq!((difference.change.low, difference.change.high), (0.0, 0.0));
        }
    }

    #[test]
    fn the_mean_change_has_the_error_of_paired_differences() {
        let before: Vec<Played> = (0..400).map(|game| played(0, (mix(game) % 50) as u16)).collect();
        let after: Vec<Played> = before.iter().map(|one| Played { turns: one.turns + one.turns % 3, ..*one }).collect();
        let changes: Vec<f64> = before.iter().map(|one| f64::from(one.turns % 3)).collect();
        let mean = changes.iter().sum::<f64>() / 400.0;
        let variance = changes.iter().map(|change| (change - mean).powi(2)).sum::<f64>() / 399.0;
        let pairs = Pairs { before, after, ..Pairs::default() };
        let found = PairedGames::new(&plan(400), &pairs).turns();
        assert!((found.change.value - mean).abs() < 1e-12);
        assert!((found.error - (variance / 400.0).sqrt()).abs() < 1e-12);
    }
}
