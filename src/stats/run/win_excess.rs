//! The excess of a win rate over its base, from blocks of games that may be few or all equal.

use crate::stats::maths::distributions::{beta_quantile, normal_tail, t_of, t_tail, z_of};
use crate::stats::maths::estimate::Z95;

/// Degrees of freedom of the pooled design effect, next to those of a title's own blocks.
const POOLED: f64 = 12.0;

/// Minimum effective number of blocks for an estimate of how much blocks vary.
const MIN_BLOCKS: f64 = 1.5;

/// Upper bound of all quantiles that are searched for.
// The tail of a normal distribution beyond it is below the smallest `f64`.
const MAX_QUANTILE: f64 = 40.0;

/// Precision of a quantile.
const PRECISION: f64 = 1e-6;

/// A rate, and its excess over the expected rate.
///
/// The rate has Jeffreys' interval with `n / effect` observations. The design effect is the variance of the rate over
/// the blocks that contain an observation, `K/(K-1) sum_b (w_b - rate n_b)^2 / n^2`, divided by that of independent
/// observations. It is moderated by the design effect of all titles (Smyth 2004, Statistical Applications in Genetics
/// 3, article 3), so that a few equal blocks are not treated as certain. The variance of the value differs from that of
/// the rate, because the base is an estimate too and strata explain a part of it: the squared distances to the ends
/// change by the same amount (Zou and Donner 2008, Statistics in Medicine 27, 1693-1702). If the base is seldom won,
/// its estimated variance is too small, or 0; the distances therefore also include the excess of its own Jeffreys
/// interval over a normal one. With one game per block the variance follows from the rate, and quantiles are normal.
/// With several games per block the design effect is an estimate, and the quantiles are Student's, with the degrees of
/// freedom of the blocks that contain the title (Satterthwaite 1946, Biometrics Bulletin 2, 110-114) and of the
/// moderation.
#[derive(Clone, Copy, Debug)]
pub(in crate::stats) struct Excess {
    /// Wins per observation.
    pub rate: f64,
    /// Observations.
    pub n: f64,
    /// Expected wins per observation.
    pub base: f64,
    /// Effective number of games from which the base is estimated.
    pub base_games: f64,
    /// Effective number of blocks that contain an observation.
    pub blocks: f64,
    /// `sum_b (w_b - rate n_b)^2`.
    pub scatter: f64,
    /// Sum of the squared residuals of the value times `n`.
    pub squares: f64,
    /// Whether a block is played more than once.
    pub repeated: bool,
    /// The design effect of the rate.
    pub effect: f64,
}

/// The design effect of all titles together; 1 if unknown.
pub(in crate::stats) fn pooled_effect(all: &[Excess]) -> f64 {
    let known = all.iter().filter(|one| one.n > 0.0 && one.varies());
    let (found, alone) = known.fold((0.0, 0.0), |(found, alone), one| {
        (found + one.unbiased() * one.scatter, alone + one.n * one.rate * (1.0 - one.rate))
    });
    if alone > 0.0 && found > 0.0 { found / alone } else { 1.0 }
}

impl Excess {
    /// The same rate with the design effect of its own blocks, moderated by the `pooled` design effect.
    pub(in crate::stats) fn moderated(self, pooled: f64) -> Excess {
        let alone = self.n * self.rate * (1.0 - self.rate);
        let freedom = self.blocks - 1.0;
        let effect = if alone > 0.0 && freedom > 0.0 {
            (freedom * self.unbiased() * self.scatter / alone + POOLED * pooled) / (freedom + POOLED)
        } else {
            pooled
        };
        Excess { effect, ..self }
    }

    /// Rate minus base.
    pub(in crate::stats) fn value(&self) -> f64 {
        self.rate - self.base
    }

    /// Standard error of the value.
    pub(in crate::stats) fn error(&self) -> f64 {
        (self.unbiased() * self.squares).sqrt() / self.n
    }

    /// Standard error for a comparison with other titles. Unlike `error`, it hardly depends on the rate of a few
    /// observations: the rate is moderated by the base, with the weight of `POOLED` observations, and the base by one
    /// observation. A few equal observations would suggest certainty, and few wins a high precision. With several games per
    /// block it is wider by Student's quantile.
    pub(in crate::stats) fn noise(&self) -> f64 {
        let base = (self.base.clamp(0.0, 1.0) * self.base_games + 0.5) / (self.base_games + 1.0);
        let rate = (self.rate * self.n + base * POOLED) / (self.n + POOLED);
        let wider = if self.repeated { t_of(0.95, self.freedom()) / Z95 } else { 1.0 };
        wider * self.with_base((self.effect * rate * (1.0 - rate) / self.n).sqrt(), 1.0)
    }

    /// Whether there are enough blocks to show how much blocks vary.
    pub(in crate::stats) fn varies(&self) -> bool {
        self.blocks >= MIN_BLOCKS
    }

    fn unbiased(&self) -> f64 {
        self.blocks / (self.blocks - 1.0)
    }

    fn freedom(&self) -> f64 {
        self.blocks - 1.0 + POOLED
    }

    /// The interval at a two-sided `level`.
    pub(in crate::stats) fn interval(&self, level: f64) -> (f64, f64) {
        let reach = if self.repeated { t_of(level, self.freedom()) } else { z_of(level) };
        self.within(reach)
    }

    /// Two-sided p-value of no excess, by the same quantiles.
    pub(in crate::stats) fn p(&self) -> f64 {
        let Some(reach) = reach_of_zero(|reach| self.within(reach)) else { return 1.0 };
        (2.0 * if self.repeated { t_tail(reach, self.freedom()) } else { normal_tail(reach) }).min(1.0)
    }

    /// The interval for a quantile. A title that was dealt in too few blocks can have any win rate; only the base is known,
    /// within its own limits.
    fn within(&self, reach: f64) -> (f64, f64) {
        let (base_low, base_high) = self.base_limits(reach);
        if !self.varies() {
            // The rate is anything from 0 to 1, less the base within its limits.
            return (-base_high, 1.0 - base_low);
        }
        let (low, high) = jeffreys(self.rate, self.n / self.effect, normal_tail(reach));
        let [up, down] = self.base_beyond(reach, (base_low, base_high));
        let distance = |of_rate: f64| self.with_base(of_rate, reach);
        (self.value() - distance(self.rate - low).hypot(up), self.value() + distance(high - self.rate).hypot(down))
    }

    /// A distance from the rate, for a quantile, as a distance from the value: with the error of the base, and without the
    /// part that the strata explain.
    fn with_base(&self, of_rate: f64, reach: f64) -> f64 {
        let square = self.n * self.n;
        let (own, whole) = (self.unbiased() * self.scatter / square, self.unbiased() * self.squares / square);
        match (self.varies(), whole >= own) {
            (false, _) => of_rate,
            (_, true) => (of_rate * of_rate + reach * reach * (whole - own)).sqrt(),
            _ => {
                // With few blocks, the strata explain too much.
                let explained = (1.0 - whole / own) * (self.blocks - 1.0) / self.freedom();
                of_rate * (1.0 - explained).sqrt()
            }
        }
    }

    /// Jeffreys' interval of the base.
    fn base_limits(&self, reach: f64) -> (f64, f64) {
        jeffreys(self.base.clamp(0.0, 1.0), self.base_games, normal_tail(reach))
    }

    /// How far the limits of the base are beyond those of a normal interval, above and below its estimate.
    fn base_beyond(&self, reach: f64, (low, high): (f64, f64)) -> [f64; 2] {
        let base = self.base.clamp(0.0, 1.0);
        let usual = reach * (base * (1.0 - base) / self.base_games).sqrt();
        [high - base - usual, base - low - usual].map(|beyond| beyond.max(0.0))
    }
}

/// The quantile at which an interval, which becomes wider with the quantile, begins to contain 0; `None` if unknown.
pub(in crate::stats) fn reach_of_zero(within: impl Fn(f64) -> (f64, f64)) -> Option<f64> {
    let holds = |reach: f64| {
        let (low, high) = within(reach);
        low <= 0.0 && 0.0 <= high
    };
    if within(1.0).0.is_nan() {
        return None;
    }
    let (mut inside, mut beyond) = (0.0, MAX_QUANTILE);
    while beyond - inside > PRECISION {
        let middle = (inside + beyond) / 2.0;
        if holds(middle) { beyond = middle } else { inside = middle }
    }
    Some(beyond)
}

/// Jeffreys' interval of a rate of `n` observations, with this probability in each tail (Brown, Cai and DasGupta 2001,
/// Statistical Science 16, 101-133). `n` does not need to be an integer; the interval contains the rate itself.
fn jeffreys(rate: f64, n: f64, tail: f64) -> (f64, f64) {
    let (wins, losses) = (rate * n, (1.0 - rate) * n);
    let low = if wins > 0.0 { beta_quantile(tail, wins + 0.5, losses + 0.5) } else { 0.0 };
    let high = if losses > 0.0 { 1.0 - beta_quantile(tail, losses + 0.5, wins + 0.5) } else { 1.0 };
    // Jeffreys' limits can exclude a rate near 0 or 1.
    (low.min(rate), high.max(rate))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_title_dealt_in_one_block_has_any_rate_minus_the_limits_of_its_base() {
        let once = Excess {
            rate: 0.0,
            n: 3.0,
            base: 0.0,
            base_games: 99.0,
            blocks: 1.0,
            scatter: 0.0,
            squares: 0.0,
            repeated: true,
            effect: 1.0,
        };
        let (low, high) = once.interval(0.95);
        assert!(high == 1.0 && low < -0.02 && low > -0.03, "a strategy without a win in 99 games may win: {low}");
        let (low, high) = Excess { base: 0.25, base_games: 4000.0, ..once }.interval(0.95);
        assert!((low + 0.25 + 0.0149).abs() < 2e-3 && (high - 0.75 - 0.0149).abs() < 2e-3, "{low} {high}");
    }
}
