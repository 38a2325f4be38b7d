//! Draw values: what drawing a card, when it comes, adds to the chance of winning.

use super::distributions::normal_tail;
use super::estimate::{Estimate, Z95, wilson};
use super::excess::reach_of_zero;
use crate::run::Followed;
use crate::run::tally::{DrawSums, FINE, Tally, WAYS, WIN};

/// The draw value of a title, as one strategy plays it.
#[derive(Clone, Copy, Debug)]
pub struct DrawValue {
    /// In all.
    pub all: Drawn,
    /// By way of drawing, in the order of `WAYS`.
    pub by_way: [Drawn; WAYS.len()],
    /// Draws without another card in the pile to compare with; they are not part of the value.
    pub alone: u64,
}

/// A draw value, or that of some of the draws.
#[derive(Clone, Copy, Debug)]
pub struct Drawn {
    /// Mean difference, over first draws, to the chance of winning with another card of the pile.
    pub value: Estimate,
    /// Standard error of the value.
    pub error: f64,
    /// Win rate of those who drew it.
    rate: f64,
}

impl Drawn {
    const NONE: Drawn = Drawn { value: Estimate::NONE, error: f64::NAN, rate: f64::NAN };

    /// Two-sided p-value of no value: below `1 - level` if and only if the interval at that level excludes 0.
    pub fn p(&self) -> f64 {
        reach_of_zero(|z| self.interval(z)).map_or(1.0, |z| (2.0 * normal_tail(z)).min(1.0))
    }

    /// The interval for a normal quantile `z`: Wilson's for the win rate of those who drew the title, with the effective
    /// number of draws, less the win rate with another card. For many draws this is `value -+ z error`. Differences that
    /// happen to vary little do not make more draws of those there are.
    pub fn interval(&self, z: f64) -> (f64, f64) {
        let n = self.value.n as f64;
        let alone = self.rate * (1.0 - self.rate) / n;
        let effect = if alone > 0.0 { (self.error * self.error / alone).max(1.0) } else { 1.0 };
        if !effect.is_finite() {
            return (f64::NAN, f64::NAN);
        }
        let base = self.rate - self.value.value;
        let (low, high) = wilson(self.rate * n / effect, n / effect, z);
        (low - base, high - base)
    }
}

/// Draw values of all titles, as one strategy plays them.
///
/// An event is the first draw of a copy of a title after the opening deal. The top card of a shuffled pile is any of its `n` cards with the same
/// chance, given all that happened before. So each draw of the pile while the title has `m` copies in it and was not
/// drawn yet is an experiment: with chance `m / n` the title comes, else one of the `n - m` other cards. With
/// `y`, the drawer's win less a number that depends on nothing after the draw,
///
/// `x = y` if the title comes, and `x = -y m / (n - m)` if not
///
/// has the mean `m / n` times the difference that the title makes, against a random card of another title of the pile. Over all draws
///
/// `value = sum x / number of events`,
///
/// with the interval of a ratio of two sums over blocks (Cochran 1977, section 6.4).
pub fn draw_values(tally: &Tally, strategy: usize) -> Vec<DrawValue> {
    let value = |title: usize| match tally.draws.of(title, strategy) {
        None => DrawValue { all: Drawn::NONE, by_way: [Drawn::NONE; WAYS.len()], alone: 0 },
        Some(draws) => {
            let value = |sums: &DrawSums| drawn(sums, tally.blocks);
            DrawValue { all: value(&draws.all), by_way: draws.by_way.each_ref().map(value), alone: draws.alone }
        }
    };
    (0..tally.openings.titles()).map(value).collect()
}

fn drawn(sums: &DrawSums, blocks: u64) -> Drawn {
    if sums.draws == 0 {
        return Drawn::NONE;
    }
    let (n, blocks, unit) = (sums.draws as f64, blocks as f64, WIN as f64 * FINE as f64);
    let value = sums.difference as f64 / unit / n;
    let (square, product) = (sums.difference_square as f64 / (unit * unit), sums.product as f64 / unit);
    let residual = square - 2.0 * value * product + value * value * sums.draws_square as f64;
    let error = (blocks / (blocks - 1.0) * residual.max(0.0)).sqrt() / n;
    let value = Estimate { value, low: f64::NAN, high: f64::NAN, n: sums.draws };
    let mut drawn = Drawn { value, error, rate: sums.wins as f64 / WIN as f64 / n };
    (drawn.value.low, drawn.value.high) = drawn.interval(Z95);
    drawn
}

/// How many more blocks it takes until draw values have this half width, those of all titles that are drawn in one of a
/// hundred blocks or more: none, or between a hundredth of what was played and as many again.
pub fn more_blocks_for_draws(tally: &Tally, half_width: f64) -> u64 {
    let values = (0..tally.strata.strategies()).flat_map(|strategy| draw_values(tally, strategy));
    let known = values.map(|draw| draw.all.value).filter(|value| value.n > 0 && value.n * RAREST >= tally.blocks);
    let again = |value: Estimate| {
        let few = FEWEST / value.n as f64;
        few.max((value.half_width() / half_width).powi(2)) - 1.0
    };
    let most = known.map(again).fold(0.0, f64::max);
    if most > 0.0 { (tally.blocks as f64 * most.clamp(0.01, 1.0)).ceil() as u64 } else { 0 }
}

/// Draws before a spread is relied on.
const FEWEST: f64 = 200.0;
/// Titles that are drawn once in more blocks than this are too rare to wait for.
const RAREST: u64 = 100;

/// Mean difference of draws that were followed up with another card in their place.
///
/// One pair of opposite outcomes is added to the squares (after Agresti and Min 2005, Statistics in Medicine 24, 729-740),
/// so that a few draws without a difference do not pass for certainty.
pub fn exchange_value<'f>(draws: impl Iterator<Item = &'f Followed>) -> Estimate {
    let differences = draws.map(|draw| (draw.wins[0] as f64 - draw.wins[1] as f64) / WIN as f64);
    let (n, sum, square) = differences.fold((0u64, 0.0, 1.0), |(n, sum, square), x| (n + 1, sum + x, square + x * x));
    if n < 2 {
        return Estimate { n, ..Estimate::NONE };
    }
    let (count, value) = (n as f64, sum / n as f64);
    Estimate::normal(value, ((square - count * value * value).max(0.0) / (count * (count - 1.0))).sqrt(), n)
}
