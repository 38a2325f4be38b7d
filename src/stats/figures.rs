//! Figures of games played with one deck, each with the residuals of its blocks, from which differences between decks
//! and whatever else is made of several figures get their errors.

use super::estimate::Estimate;
use crate::ids::{MAX_SEATS, Seat};
use crate::run::{Plan, Played};

/// Opening deals of one title, by block: how many copies each seat was dealt.
pub type Deals = Vec<[u8; MAX_SEATS]>;

/// A figure of games.
#[derive(Clone, Debug)]
pub struct Figure {
    /// Its value.
    pub value: f64,
    /// How many observations went into it.
    pub n: u64,
    /// Its linearised residuals `e_b`, one a block: `Var = B/(B-1) sum e_b^2`.
    pub residuals: Vec<f64>,
}

impl Figure {
    /// Its covariance with a figure of the same blocks, `B/(B-1) sum e_b f_b`; NaN for a single block.
    pub fn covariance(&self, other: &Figure) -> f64 {
        let blocks = self.residuals.len() as f64;
        let products = self.residuals.iter().zip(&other.residuals).map(|(one, other)| one * other);
        blocks / (blocks - 1.0) * products.sum::<f64>()
    }

    /// Its standard error.
    pub fn error(&self) -> f64 {
        self.covariance(self).sqrt()
    }

    /// The figure with its normal interval.
    pub fn estimate(&self) -> Estimate {
        Estimate::normal(self.value, self.error(), self.n)
    }

    /// What it has more than a figure of the same blocks, block by block, so that what both share cancels; `n` is the
    /// number of blocks.
    pub fn less(&self, other: &Figure) -> Figure {
        let residuals = self.residuals.iter().zip(&other.residuals).map(|(one, other)| one - other);
        Figure { value: self.value - other.value, n: self.residuals.len() as u64, residuals: residuals.collect() }
    }
}

/// Games played by a plan with one deck: whole blocks from the first on.
#[derive(Clone, Copy, Debug)]
pub struct PlayedGames<'a> {
    plan: &'a Plan,
    played: &'a [Played],
}

impl<'a> PlayedGames<'a> {
    /// Games in the order of their numbers.
    pub fn new(plan: &'a Plan, played: &'a [Played]) -> Self {
        PlayedGames { plan, played }
    }

    /// Blocks that were played.
    pub fn blocks(&self) -> usize {
        self.played.len() / self.plan.seatings().len()
    }

    /// Mean turns per game.
    pub fn turns(&self) -> Figure {
        self.mean(|played| f64::from(played.turns))
    }

    /// Mean deaths per game.
    pub fn deaths(&self) -> Figure {
        self.mean(|played| f64::from(played.deaths))
    }

    /// Share of games that were not finished.
    pub fn unfinished(&self) -> Figure {
        self.mean(|played| f64::from(u8::from(played.winners.is_empty())))
    }

    /// Win rate of the first turn position minus that of the last.
    pub fn position_gap(&self) -> Figure {
        let last = self.plan.players() - 1;
        self.mean(|played| win(played, self.seat_at(played, 0)) - win(played, self.seat_at(played, last)))
    }

    /// Mean per game of something.
    fn mean(&self, figure: impl Fn(&Played) -> f64) -> Figure {
        let seatings = self.plan.seatings().len();
        let mean_of = |block: &[Played]| block.iter().map(&figure).sum::<f64>() / seatings as f64;
        let means: Vec<f64> = self.played.chunks(seatings).map(mean_of).collect();
        let blocks = means.len().max(1) as f64;
        let value = means.iter().sum::<f64>() / blocks;
        let residuals = means.iter().map(|mean| (mean - value) / blocks).collect();
        Figure { value, n: self.played.len() as u64, residuals }
    }

    /// Opening value of a title, by the definition of `opening_values`, with the residuals `e_b / n` of the ratio
    /// estimator; `n` counts deals.
    pub fn opening_value(&self, deals: &Deals) -> Figure {
        let strata = self.plan.strategies() * usize::from(self.plan.players());
        let (mut wins, mut seen, mut won_seen) = (vec![0.0; strata], vec![0.0; strata], 0.0);
        let mut games_of = vec![0.0; strata];
        self.each_seat(deals, |_, stratum, copies, win| {
            games_of[stratum] += 1.0;
            wins[stratum] += win;
            seen[stratum] += copies;
            won_seen += copies * win;
        });
        let base: Vec<f64> = wins.iter().zip(&games_of).map(|(wins, games)| wins / f64::max(*games, 1.0)).collect();
        let n: f64 = seen.iter().sum();
        let expected: f64 = seen.iter().zip(&base).map(|(seen, base)| seen * base).sum();
        let value = (won_seen - expected) / n;
        let mut residuals = vec![0.0; self.blocks()];
        self.each_seat(deals, |block, stratum, copies, win| {
            let own = copies * (win - base[stratum] - value);
            let share = seen[stratum] / f64::max(games_of[stratum], 1.0);
            residuals[block] += (own - share * (win - base[stratum])) / n;
        });
        Figure { value, n: n as u64, residuals }
    }

    /// How far the opening values of some titles are apart: their standard deviation,
    /// `S = sqrt(sum_i (v_i - mean)^2 / (k - 1))`, whose linearised residuals are `sum_i (v_i - mean) e_i / ((k - 1) S)`
    /// (Wolter, chapter 6). Chance alone keeps it above 0; what it is read for is its change.
    pub fn opening_spread(&self, titles: &[Deals]) -> Figure {
        let openings: Vec<Figure> = titles.iter().map(|deals| self.opening_value(deals)).collect();
        let mean = openings.iter().map(|opening| opening.value).sum::<f64>() / openings.len() as f64;
        let freedom = openings.len() as f64 - 1.0;
        let squares: f64 = openings.iter().map(|opening| (opening.value - mean).powi(2)).sum();
        let value = (squares / freedom).sqrt();
        let mut residuals = vec![0.0; self.blocks()];
        for opening in &openings {
            let weight = (opening.value - mean) / (freedom * value);
            residuals.iter_mut().zip(&opening.residuals).for_each(|(sum, residual)| *sum += weight * residual);
        }
        Figure { value, n: openings.iter().map(|opening| opening.n).sum(), residuals }
    }

    /// Calls with block, stratum, copies dealt and win of every seat of every game.
    fn each_seat(&self, deals: &Deals, mut call: impl FnMut(usize, usize, f64, f64)) {
        let (seatings, players) = (self.plan.seatings(), self.plan.players());
        for (game, played) in self.played.iter().enumerate() {
            let (block, chairs) = (game / seatings.len(), &seatings[game % seatings.len()]);
            for seat in (0..players).map(Seat) {
                let position = (seat.0 + players - played.first.0) % players;
                let stratum = usize::from(chairs[seat]) * usize::from(players) + usize::from(position);
                call(block, stratum, f64::from(deals[block][seat.index()]), win(played, seat));
            }
        }
    }

    /// Who sits at a turn position.
    fn seat_at(&self, played: &Played, position: u8) -> Seat {
        Seat((played.first.0 + position) % self.plan.players())
    }
}

/// A seat's share of the win.
fn win(played: &Played, seat: Seat) -> f64 {
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
