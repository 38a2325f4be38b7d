//! Paired differences: what an edit changed, from the same games played with both decks.
//!
//! Every block is one observation: the difference of what it gave with the two decks. What did not change cancels.

use super::estimate::Estimate;
use crate::ids::Seat;
use crate::run::{Pairs, Plan, Played};

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
    /// Standard error that it would have if the two decks had played other games.
    pub unpaired: f64,
}

impl Difference {
    /// How many times as many independent games would tell as much: the variance of the change if the two decks had
    /// played other games, divided by what it is; NaN where nothing changed.
    pub fn gain(&self) -> f64 {
        if self.error > 0.0 { (self.unpaired / self.error).powi(2) } else { f64::NAN }
    }
}

/// A figure of one deck with its linearised residual in each block.
#[derive(Clone, Debug)]
pub struct Linearised {
    /// The figure.
    pub value: f64,
    /// Residuals by block, `e_b`: the variance of the figure is `B/(B-1) sum_b e_b^2`.
    pub residuals: Vec<f64>,
}

impl Linearised {
    /// What became of it with the other deck: `Var = B/(B-1) sum_b (e_b' - e_b)^2`.
    pub fn change(&self, after: &Linearised) -> Difference {
        let differences = self.residuals.iter().zip(&after.residuals).map(|(old, new)| new - old);
        let [squares, before, after_squares] = [
            differences.map(|residual| residual * residual).sum::<f64>(),
            self.residuals.iter().map(|residual| residual * residual).sum(),
            after.residuals.iter().map(|residual| residual * residual).sum(),
        ];
        difference([self.value, after.value], [squares, before, after_squares], self.residuals.len())
    }
}

/// A change with its normal interval: the squares are the sums of the squared differences of the residuals, and of the
/// squared residuals before and after.
pub(super) fn difference(values: [f64; 2], squares: [f64; 3], blocks: usize) -> Difference {
    let [before, after] = values;
    let scale = blocks as f64 / (blocks as f64 - 1.0);
    let error = (scale * squares[0]).sqrt();
    let change = Estimate::normal(after - before, error, blocks as u64);
    Difference { before, after, change, error, unpaired: (scale * (squares[1] + squares[2])).sqrt() }
}

/// Paired games of a plan.
#[derive(Clone, Copy, Debug)]
pub struct PairedGames<'a> {
    pub(super) plan: &'a Plan,
    pub(super) pairs: &'a Pairs,
}

impl<'a> PairedGames<'a> {
    /// Games that were played by this plan.
    pub fn new(plan: &'a Plan, pairs: &'a Pairs) -> Self {
        PairedGames { plan, pairs }
    }

    /// Blocks that were played.
    pub fn blocks(&self) -> usize {
        self.pairs.before.len() / self.seatings()
    }

    /// Strata of the seats: strategies at turn positions.
    pub(super) fn strata(&self) -> usize {
        self.plan.strategies() * usize::from(self.plan.players())
    }

    fn seatings(&self) -> usize {
        self.plan.seatings().len()
    }

    /// Mean turns per game.
    pub fn turns(&self) -> Difference {
        self.mean(|_, played| f64::from(played.turns))
    }

    /// Mean deaths per game.
    pub fn deaths(&self) -> Difference {
        self.mean(|_, played| f64::from(played.deaths))
    }

    /// Share of games that were not finished.
    pub fn unfinished(&self) -> Difference {
        self.mean(|_, played| f64::from(u8::from(played.winners.is_empty())))
    }

    /// Win rate of the first turn position minus that of the last.
    pub fn position_gap(&self) -> Difference {
        let last = self.plan.players() - 1;
        self.mean(|_, played| self.win(played, self.seat_at(played, 0)) - self.win(played, self.seat_at(played, last)))
    }

    /// Mean per game of something, paired by block.
    fn mean(&self, figure: impl Fn(usize, &Played) -> f64) -> Difference {
        let arm = |played: &[Played]| {
            let seatings = self.seatings();
            let sum = |block: &[Played]| -> f64 { (0..).zip(block).map(|(n, played)| figure(n, played)).sum() };
            let means: Vec<f64> = played.chunks(seatings).map(|block| sum(block) / seatings as f64).collect();
            let blocks = means.len().max(1) as f64;
            let value = means.iter().sum::<f64>() / blocks;
            Linearised { value, residuals: means.iter().map(|mean| (mean - value) / blocks).collect() }
        };
        arm(&self.pairs.before).change(&arm(&self.pairs.after))
    }

    /// Who sits at a turn position.
    fn seat_at(&self, played: &Played, position: u8) -> Seat {
        Seat((played.first.0 + position) % self.plan.players())
    }

    /// A seat's share of the win.
    pub(super) fn win(&self, played: &Played, seat: Seat) -> f64 {
        if played.winners.contains(seat) { 1.0 / played.winners.len() as f64 } else { 0.0 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::deck::language::Players;
    use crate::game::mix;
    use crate::ids::SeatSet;

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
        for difference in [games.turns(), games.position_gap(), games.unfinished()] {
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
        assert!(found.gain() > 100.0, "the arms vary by hundreds, their difference by less than one");
    }
}
