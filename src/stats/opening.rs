//! Opening values: what being dealt a card in the opening hand adds to the chance of winning.

use super::estimate::Estimate;
use crate::run::tally::{OpeningSums, StrataTally, Tally, WIN};

/// The opening value of a title.
#[derive(Clone, Copy, Debug)]
pub struct Opening {
    /// Copies dealt in opening hands, each one an observation.
    pub n: u64,
    /// Their wins, in units of `WIN`.
    pub wins: u64,
    /// What one adds to the chance of winning, relative to the average opening card of its deck.
    pub value: Estimate,
}

/// Opening values of all titles.
///
/// The deal is a randomised experiment. A stratum s is a strategy at a turn position, and `base_s` its win rate over
/// all games, unfinished ones included. With `n_s` observations of a title in stratum s:
///
/// `value = (wins - sum_s n_s base_s) / n`.
///
/// The interval is that of a ratio estimator linearised per block (Cochran 1977, section 6.4; Wolter, Introduction to
/// Variance Estimation, chapter 6), with the estimation of the bases included. With `a_s = n_s / N_s`, the share of a
/// stratum's seats that were dealt it, a block's residual is
///
/// `e_b = w_b - sum_s n_bs (base_s + value) - sum_s a_s (W_bs - base_s N_bs)`
///
/// and `Var(value) = B/(B-1) sum_b e_b^2 / n^2`. Every block has the same games of each stratum, so that the last term is
/// `sum_s a_s W_bs` minus a constant; the sum of squares then follows from sums kept in integers.
///
/// Over the titles of one deck side `sum n value = 0`.
pub fn opening_values(tally: &Tally) -> Vec<Opening> {
    (0..tally.openings.titles()).map(|title| opening(tally, tally.openings.title(title))).collect()
}

fn opening(tally: &Tally, sums: OpeningSums<'_>) -> Opening {
    let (n, wins) = (sums.observations(), sums.wins());
    if n == 0 {
        return Opening { n, wins, value: Estimate::NONE };
    }
    let bases = bases(&tally.strata);
    let expected: f64 = bases.iter().enumerate().map(|(s, base)| sums.seen(s) as f64 * base).sum();
    let value = (wins as f64 / WIN as f64 - expected) / n as f64;
    let error = Residuals::new(&tally.strata, sums, &bases, value).error(tally.blocks, n);
    Opening { n, wins, value: Estimate::normal(value, error, n) }
}

/// Win rate of each stratum over all its games.
fn bases(strata: &StrataTally) -> Vec<f64> {
    let rate = |(wins, games): (&u64, &u64)| *wins as f64 / WIN as f64 / (*games).max(1) as f64;
    strata.wins().iter().zip(strata.games()).map(rate).collect()
}

/// What the sum of the squared residuals is made of.
struct Residuals<'a> {
    strata: &'a StrataTally,
    sums: OpeningSums<'a>,
    /// `base_s + value`.
    levels: Vec<f64>,
    /// `n_s / N_s`.
    shares: Vec<f64>,
    /// `sum over blocks and strata of a_s base_s N_bs`.
    offset: f64,
}

impl<'a> Residuals<'a> {
    fn new(strata: &'a StrataTally, sums: OpeningSums<'a>, bases: &[f64], value: f64) -> Self {
        let games = strata.games();
        let shares: Vec<f64> = (0..games.len()).map(|s| sums.seen(s) as f64 / games[s].max(1) as f64).collect();
        let offset = (0..games.len()).map(|s| shares[s] * bases[s] * games[s] as f64).sum();
        Residuals { strata, sums, levels: bases.iter().map(|base| base + value).collect(), shares, offset }
    }

    fn error(&self, blocks: u64, n: u64) -> f64 {
        let blocks = blocks as f64;
        let squares = self.squares() - self.offset * self.offset / blocks;
        (blocks / (blocks - 1.0) * squares.max(0.0)).sqrt() / n as f64
    }

    /// `sum_b (w_b - sum_s levels_s n_bs - sum_s shares_s W_bs)^2`, multiplied out.
    fn squares(&self) -> f64 {
        let unit = WIN as f64;
        let mut total = self.sums.square() as f64 / (unit * unit);
        for s in 0..self.levels.len() {
            total -= 2.0 * self.levels[s] * self.sums.wins_seen(s) as f64 / unit;
            total -= 2.0 * self.shares[s] * self.sums.wins_all(s) as f64 / (unit * unit);
            for t in 0..self.levels.len() {
                total += self.levels[s] * self.levels[t] * self.sums.seen_seen(s, t) as f64;
                total += 2.0 * self.levels[s] * self.shares[t] * self.sums.seen_all(s, t) as f64 / unit;
                total += self.shares[s] * self.shares[t] * self.strata.product(s, t) as f64 / (unit * unit);
            }
        }
        total
    }
}
