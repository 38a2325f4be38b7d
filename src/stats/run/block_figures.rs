//! Figures of games played with one deck, each with the residuals of its blocks. The residuals give the errors of
//! differences between decks and of other functions of several figures.

use crate::ids::Seat;
use crate::run::tally::{WIN, share_of_win};
use crate::run::{Plan, Played};
use crate::stats::maths::distributions::t_of;
use crate::stats::maths::estimate::{Estimate, Z95, wilson};
use crate::stats::maths::moments::{Moments, mean_per_game};

/// Residuals below this are due to rounding.
const EQUAL: f64 = 1e-12;

/// A figure of games.
#[derive(Clone, Debug)]
pub(crate) struct Figure {
    /// Its value.
    pub value: f64,
    /// Number of observations.
    pub n: u64,
    /// Its linearised residuals `e_b`, one per block: `Var = B/(B-1) sum e_b^2`.
    pub residuals: Vec<f64>,
    /// Its 95% interval, if it does not follow from the residuals.
    pub interval: Option<(f64, f64)>,
}

impl Figure {
    /// A figure without blocks.
    pub(in crate::stats) fn plain(value: f64, n: u64) -> Figure {
        Figure { value, n, residuals: Vec::new(), interval: None }
    }

    /// Its covariance with a figure of the same blocks, `B/(B-1) sum e_b f_b`; NaN for a single block.
    pub(crate) fn covariance(&self, other: &Figure) -> f64 {
        let blocks = self.residuals.len() as f64;
        let products = self.residuals.iter().zip(&other.residuals).map(|(one, other)| one * other);
        blocks / (blocks - 1.0) * products.sum::<f64>()
    }

    /// The sum of its squared residuals.
    pub(in crate::stats) fn squares(&self) -> f64 {
        self.residuals.iter().map(|residual| residual * residual).sum()
    }

    /// Its standard error.
    pub(crate) fn error(&self) -> f64 {
        self.covariance(self).sqrt()
    }

    /// The figure with its interval: its own, or by Student's t. Without an error it is unknown.
    pub(crate) fn estimate(&self) -> Estimate {
        let normal = Estimate::normal(self.value, self.variance().sqrt(), self.n);
        match self.interval {
            Some((low, high)) if normal.low.is_finite() => Estimate { low, high, ..normal },
            _ => normal,
        }
    }

    /// The variance that gives the interval of Student's t with a normal quantile.
    pub(in crate::stats) fn variance(&self) -> f64 {
        self.covariance(self) * self.widening()
    }

    /// The factor that turns a normal quantile into that of Student's t with `K - 1` degrees of freedom and the
    /// variance into one with the factor `K/(K-1)`. `K` is the effective number of blocks: at most the number of
    /// blocks, at most the number of observations, and at most the number at which the variance of the variance is that
    /// of the kurtosis of the residuals, `2 B / (kurtosis - 1)` (Satterthwaite 1946, Biometrics Bulletin 2, 110-114).
    pub(in crate::stats) fn widening(&self) -> f64 {
        let blocks = self.residuals.len() as f64;
        let fourth: f64 = self.residuals.iter().map(|residual| residual.powi(4)).sum();
        let kurtosis = if fourth > 0.0 { blocks * fourth / self.squares().powi(2) } else { 1.0 };
        // At least 1.5, because Student's quantile is infinite at 1.
        let known = (2.0 * blocks / (kurtosis - 1.0).max(0.0)).min(self.n as f64).min(blocks).max(1.5);
        let unbiased = known / (known - 1.0) * (blocks - 1.0) / blocks;
        (t_of(0.95, known - 1.0) / Z95).powi(2) * unbiased
    }

    /// The figure with this interval if all blocks are equal, because they do not show how much blocks vary.
    fn unless_varied(self, interval: impl FnOnce(f64) -> (f64, f64)) -> Figure {
        let equal = self.residuals.iter().all(|residual| residual.abs() < EQUAL);
        Figure { interval: equal.then(|| interval(self.value)), ..self }
    }

    /// The figure without the part of its interval that is impossible.
    fn within(self, least: f64, most: f64) -> Figure {
        let Estimate { low, high, .. } = self.estimate();
        let beyond = low < least || high > most;
        Figure { interval: if beyond { Some((low.max(least), high.min(most))) } else { self.interval }, ..self }
    }

    /// The difference from a figure of the same blocks, block by block, so that shared parts cancel. `n` is the number
    /// of blocks.
    pub(crate) fn less(&self, other: &Figure) -> Figure {
        let residuals = self.residuals.iter().zip(&other.residuals).map(|(one, other)| one - other);
        let (value, blocks) = (self.value - other.value, self.residuals.len());
        Figure { residuals: residuals.collect(), ..Figure::plain(value, blocks as u64) }
    }
}

/// Games of a plan played with one deck: whole blocks, from the first.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PlayedGames<'a> {
    pub(in crate::stats) plan: &'a Plan,
    pub(in crate::stats) played: &'a [Played],
}

impl<'a> PlayedGames<'a> {
    /// Games in the order of their numbers.
    pub(crate) fn new(plan: &'a Plan, played: &'a [Played]) -> Self {
        PlayedGames { plan, played }
    }

    /// Number of blocks played.
    pub(crate) fn blocks(&self) -> usize {
        self.played.len() / self.plan.seatings().len()
    }

    /// The games of a block.
    pub(in crate::stats) fn of_block(&self, block: usize) -> &'a [Played] {
        let seatings = self.plan.seatings().len();
        &self.played[block * seatings..][..seatings]
    }

    /// The figures of the first `blocks` blocks.
    pub(crate) fn first(&self, blocks: usize) -> Self {
        PlayedGames { played: &self.played[..blocks * self.plan.seatings().len()], ..*self }
    }

    /// Games of a block.
    pub(in crate::stats) fn seatings(&self) -> usize {
        self.plan.seatings().len()
    }

    /// Strata of the seats: strategies at turn positions.
    pub(in crate::stats) fn strata(&self) -> usize {
        self.plan.strategies() * usize::from(self.plan.players())
    }

    /// Mean turns per game.
    pub(crate) fn turns(&self) -> Figure {
        self.mean_count(|played| played.turns.into())
    }

    /// Mean deaths per game.
    pub(crate) fn deaths(&self) -> Figure {
        self.mean_count(|played| played.deaths.into())
    }

    /// Share of unfinished games.
    pub(crate) fn unfinished(&self) -> Figure {
        self.mean(|played| f64::from(u8::from(played.winners.is_empty())))
    }

    /// Win rate of the first turn position minus that of the last.
    pub(crate) fn position_gap(&self) -> Figure {
        let last = self.plan.players() - 1;
        let gap = self.mean(|played| win(played, self.seat_at(played, 0)) - win(played, self.seat_at(played, last)));
        // Equal blocks: each counts as one observation of a rate of 0 for the opposite.
        let (_, reach) = wilson(0.0, self.blocks() as f64, Z95);
        gap.unless_varied(|gap| (gap - reach, gap + reach)).within(-1.0, 1.0)
    }

    /// Mean of a count per game. Equal counts have the interval of `mean_per_game`.
    fn mean_count(&self, count: impl Fn(&Played) -> u64) -> Figure {
        let mean = self.mean(|played| count(played) as f64);
        let mean = mean.unless_varied(|_| {
            let sums =
                self.played.chunks(self.plan.seatings().len()).map(|block| block.iter().map(&count).sum::<u64>());
            let moments = sums.fold(Moments::default(), |all, sum| all.with(sum, 1));
            let Estimate { low, high, .. } = mean_per_game(moments, self.played.len() as u64);
            (low, high)
        });
        mean.within(0.0, f64::INFINITY)
    }

    /// Mean of a figure per game.
    fn mean(&self, figure: impl Fn(&Played) -> f64) -> Figure {
        let seatings = self.plan.seatings().len();
        let mean_of = |block: &[Played]| block.iter().map(&figure).sum::<f64>() / seatings as f64;
        let means: Vec<f64> = self.played.chunks(seatings).map(mean_of).collect();
        let blocks = means.len().max(1) as f64;
        let value = means.iter().sum::<f64>() / blocks;
        let residuals = means.iter().map(|mean| (mean - value) / blocks).collect();
        Figure { residuals, ..Figure::plain(value, self.played.len() as u64) }
    }

    /// The seat at a turn position.
    fn seat_at(&self, played: &Played, position: u8) -> Seat {
        Seat((played.first.0 + position) % self.plan.players())
    }
}

/// A seat's share of the win.
pub(in crate::stats) fn win(played: &Played, seat: Seat) -> f64 {
    share_of_win(played.winners, seat) as f64 / WIN as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_and_covariances_come_from_residuals() {
        let one = Figure { residuals: vec![0.5, -0.5], ..Figure::plain(3.0, 2) };
        let other = Figure { residuals: vec![0.25, -0.25], ..Figure::plain(1.0, 2) };
        assert_eq!(one.covariance(&other), 0.5);
        assert_eq!((one.error(), other.error()), (1.0, 0.5));
        let more = one.less(&other);
        assert_eq!((more.value, more.error()), (2.0, 0.5));
        assert_eq!((one.less(&one).value, one.less(&one).error()), (0.0, 0.0));
    }
}
