//! Figures of games played with one deck, each with the residuals of its blocks. The residuals give the errors of
//! differences between decks and of other functions of several figures.

use super::distributions::t_of;
use super::estimate::{Estimate, Z95};
use crate::ids::Seat;
use crate::run::{Plan, Played};

/// A figure of games.
#[derive(Clone, Debug)]
pub struct Figure {
    /// Its value.
    pub value: f64,
    /// Number of observations.
    pub n: u64,
    /// Its linearised residuals `e_b`, one per block: `Var = B/(B-1) sum e_b^2`.
    pub residuals: Vec<f64>,
}

impl Figure {
    /// Its covariance with a figure of the same blocks, `B/(B-1) sum e_b f_b`; NaN for a single block.
    pub fn covariance(&self, other: &Figure) -> f64 {
        let blocks = self.residuals.len() as f64;
        let products = self.residuals.iter().zip(&other.residuals).map(|(one, other)| one * other);
        blocks / (blocks - 1.0) * products.sum::<f64>()
    }

    /// The sum of its squared residuals.
    pub(super) fn squares(&self) -> f64 {
        self.residuals.iter().map(|residual| residual * residual).sum()
    }

    /// Its standard error.
    pub fn error(&self) -> f64 {
        self.covariance(self).sqrt()
    }

    /// The figure with its interval, by Student's t.
    pub fn estimate(&self) -> Estimate {
        Estimate::normal(self.value, (self.covariance(self) * self.widening()).sqrt(), self.n)
    }

    /// The factor that turns a normal quantile into that of Student's t with `K - 1` degrees of freedom and the
    /// variance into one with the factor `K/(K-1)`. `K` is the effective number of blocks: at most the number of
    /// blocks, at most the number of observations, and at most the number at which the variance of the variance is that
    /// of the kurtosis of the residuals, `2 B / (kurtosis - 1)` (Satterthwaite 1946, Biometrics Bulletin 2, 110-114).
    pub(super) fn widening(&self) -> f64 {
        let blocks = self.residuals.len() as f64;
        let fourth: f64 = self.residuals.iter().map(|residual| residual.powi(4)).sum();
        let kurtosis = if fourth > 0.0 { blocks * fourth / self.squares().powi(2) } else { 1.0 };
        let known = (2.0 * blocks / (kurtosis - 1.0).max(0.0)).min(self.n as f64).min(blocks).max(1.5);
        let unbiased = known / (known - 1.0) * (blocks - 1.0) / blocks;
        (t_of(0.95, known - 1.0) / Z95).powi(2) * unbiased
    }

    /// The difference from a figure of the same blocks, block by block, so that shared parts cancel. `n` is the number
    /// of blocks.
    pub fn less(&self, other: &Figure) -> Figure {
        let residuals = self.residuals.iter().zip(&other.residuals).map(|(one, other)| one - other);
        Figure { value: self.value - other.value, n: self.residuals.len() as u64, residuals: residuals.collect() }
    }
}

/// Games of a plan played with one deck: whole blocks, from the first.
#[derive(Clone, Copy, Debug)]
pub struct PlayedGames<'a> {
    pub(super) plan: &'a Plan,
    pub(super) played: &'a [Played],
}

impl<'a> PlayedGames<'a> {
    /// Games in the order of their numbers.
    pub fn new(plan: &'a Plan, played: &'a [Played]) -> Self {
        PlayedGames { plan, played }
    }

    /// Number of blocks played.
    pub fn blocks(&self) -> usize {
        self.played.len() / self.plan.seatings().len()
    }

    /// The figures of the first `blocks` blocks.
    pub fn first(&self, blocks: usize) -> Self {
        PlayedGames { played: &self.played[..blocks * self.plan.seatings().len()], ..*self }
    }

    /// Strata of the seats: strategies at turn positions.
    pub(super) fn strata(&self) -> usize {
        self.plan.strategies() * usize::from(self.plan.players())
    }

    /// Mean turns per game.
    pub fn turns(&self) -> Figure {
        self.mean(|played| f64::from(played.turns))
    }

    /// Mean deaths per game.
    pub fn deaths(&self) -> Figure {
        self.mean(|played| f64::from(played.deaths))
    }

    /// Share of unfinished games.
    pub fn unfinished(&self) -> Figure {
        self.mean(|played| f64::from(u8::from(played.winners.is_empty())))
    }

    /// Win rate of the first turn position minus that of the last.
    pub fn position_gap(&self) -> Figure {
        let last = self.plan.players() - 1;
        self.mean(|played| win(played, self.seat_at(played, 0)) - win(played, self.seat_at(played, last)))
    }

    /// Mean of a figure per game.
    fn mean(&self, figure: impl Fn(&Played) -> f64) -> Figure {
        let seatings = self.plan.seatings().len();
        let mean_of = |block: &[Played]| block.iter().map(&figure).sum::<f64>() / seatings as f64;
        let means: Vec<f64> = self.played.chunks(seatings).map(mean_of).collect();
        let blocks = means.len().max(1) as f64;
        let value = means.iter().sum::<f64>() / blocks;
        let residuals = means.iter().map(|mean| (mean - value) / blocks).collect();
        Figure { value, n: self.played.len() as u64, residuals }
    }

    /// The seat at a turn position.
    fn seat_at(&self, played: &Played, position: u8) -> Seat {
        Seat((played.first.0 + position) % self.plan.players())
    }
}

/// A seat's share of the win.
pub(super) fn win(played: &Played, seat: Seat) -> f64 {
    if played.winners.contains(seat) { 1.0 / played.winners.len() as f64 } else { 0.0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_and_covariances_come_from_residuals() {
        let one = Figure { value: 3.0, n: 2, residuals: vec![0.5, -0.5] };
        let other = Figure { value: 1.0, n: 2, residuals: vec![0.25, -0.25] };
        assert_eq!(one.covariance(&other), 0.5);
        assert_eq!((one.error(), other.error()), (1.0, 0.5));
        let more = one.less(&other);
        assert_eq!((more.value, more.error()), (2.0, 0.5));
        assert_eq!((one.less(&one).value, one.less(&one).error()), (0.0, 0.0));
    }
}
