//! Draw values: the effect of drawing a card during the game on the chance of winning.

use crate::run::Followed;
use crate::run::tally::{DrawSums, FINE, Tally, TitleDraws, WAYS, WIN};
use crate::stats::maths::estimate::Estimate;
use crate::stats::maths::moments::residual_square;
use crate::stats::run::win_excess::{Excess, pooled_effect};

/// Confidence of the interval of `Drawn::value`.
const LEVEL: f64 = 0.95;

/// The draw value of a title for one strategy.
#[derive(Clone, Copy, Debug)]
pub struct DrawValue {
    /// The value over all draws.
    pub all: Drawn,
    /// The values by way of drawing, in the order of `WAYS`.
    pub by_way: [Drawn; WAYS.len()],
    /// Draws without another card in the pile to compare with; they are not part of the value.
    pub alone: u64,
}

/// A draw value, over all draws or over some of them.
#[derive(Clone, Copy, Debug)]
pub struct Drawn {
    /// Mean difference, over first draws, from the chance of winning with another card of the pile.
    pub value: Estimate,
    /// Standard error of the value.
    pub error: f64,
    excess: Option<Excess>,
}

impl Drawn {
    const NONE: Drawn = Drawn { value: Estimate::NONE, error: f64::NAN, excess: None };

    /// The value and its standard error for a comparison with other titles, for `shrink`. Draws of one block give no
    /// information.
    pub(crate) fn noisy(&self) -> (f64, f64) {
        let noise = self.excess.filter(Excess::varies).map_or(f64::NAN, |excess| excess.noise());
        (self.value.value, noise)
    }

    /// Two-sided p-value of no value: below `1 - level` if and only if the interval at that level excludes 0.
    pub(crate) fn p(&self) -> f64 {
        self.excess.filter(Excess::varies).map_or(1.0, |excess| excess.p())
    }

    /// The interval at a two-sided `level` such as 0.95: the interval of the win rate of the players who drew the
    /// title, from `Excess`, minus the win rate with another card. Draws of one block give no information: then it is
    /// -1 to 1. NaN without any draws.
    pub(crate) fn interval(&self, level: f64) -> (f64, f64) {
        match self.excess {
            None => (f64::NAN, f64::NAN),
            Some(excess) if !excess.varies() => (-1.0, 1.0),
            Some(excess) => excess.interval(level),
        }
    }
}

/// Draw values of all titles for one strategy.
///
/// An event is the first draw of a copy of a title after the opening deal. The top card of a shuffled pile is each of
/// its `n` cards with the same probability, given everything that happened before. So each draw from the pile, while
/// the title has `m` copies in it and was not drawn yet, is an experiment: with probability `m / n` the title is drawn,
/// otherwise one of the `n - m` other cards. Let `y` be the win of the player who draws, minus a number that depends on
/// nothing after the draw. Then
///
/// `x = y` if the title is drawn, and `x = -y m / (n - m)` otherwise
///
/// has the mean `m / n` times the difference between the title and a random card of another title of the pile. Over all
/// draws
///
/// `value = sum x / number of events`,
///
/// with the residual `sum x - value n` in a block with `n` events (Cochran 1977, section 6.4). `Excess` computes the
/// interval from it.
pub fn draw_values(tally: &Tally, strategy: usize) -> Vec<DrawValue> {
    let titles: Vec<Option<&TitleDraws>> =
        (0..tally.openings.titles()).map(|title| tally.draws.of(title, strategy)).collect();
    let (strata, repeated) = (&tally.strata, tally.games > tally.blocks);
    let games = strata.of_strategy(strategy).into_iter().map(|stratum| strata.games()[stratum]).sum::<u64>() as f64;
    let excess = |sums: &DrawSums| excess(sums, games, repeated);
    let known = titles.iter().flatten().filter_map(|draws| excess(&draws.all));
    let pooled = pooled_effect(&known.collect::<Vec<_>>());
    let drawn = |sums: &DrawSums| drawn(sums.draws, excess(sums).map(|excess| excess.moderated(pooled)));
    let value = |draws: Option<&TitleDraws>| match draws {
        None => DrawValue { all: Drawn::NONE, by_way: [Drawn::NONE; WAYS.len()], alone: 0 },
        Some(TitleDraws { all, by_way, alone }) => {
            DrawValue { all: drawn(all), by_way: by_way.each_ref().map(drawn), alone: *alone }
        }
    };
    titles.into_iter().map(value).collect()
}

/// `games` are the games of the seats of the strategy: the win rate with another card is estimated from this number.
fn excess(sums: &DrawSums, games: f64, repeated: bool) -> Option<Excess> {
    if sums.draws == 0 {
        return None;
    }
    let (n, n_square) = (sums.draws as f64, sums.draws_square as f64);
    let (win, unit) = (WIN as f64, WIN as f64 * FINE as f64);
    let (rate, value) = (sums.wins as f64 / win / n, sums.difference as f64 / unit / n);
    let scatter = |square: f64, product: f64, ratio: f64| residual_square(square, product, n_square, ratio);
    Some(Excess {
        rate,
        n,
        base: rate - value,
        base_games: games,
        blocks: n * n / n_square,
        scatter: scatter(sums.wins_square as f64 / (win * win), sums.wins_product as f64 / win, rate),
        squares: scatter(sums.difference_square as f64 / (unit * unit), sums.product as f64 / unit, value),
        repeated,
        effect: 1.0,
    })
}

fn drawn(n: u64, excess: Option<Excess>) -> Drawn {
    let Some(excess) = excess else { return Drawn::NONE };
    let mut drawn = Drawn { value: Estimate::NONE, error: excess.error(), excess: Some(excess) };
    let (low, high) = drawn.interval(LEVEL);
    drawn.value = Estimate { value: excess.value(), low, high, n };
    drawn
}

/// Number of further blocks until the draw values of all titles, or of `one`, that are drawn in at least one of a hundred
/// blocks have this half width: 0, or between a hundredth of the blocks played and the number of blocks played.
pub(crate) fn more_blocks_for_draws(tally: &Tally, one: Option<usize>, half_width: f64) -> u64 {
    let most = again_for_draws(tally, one, half_width);
    // At most as many again: the error is an estimate, and a better one follows after these blocks.
    if most > 0.0 { (tally.blocks as f64 * most.clamp(0.01, 1.0)).ceil() as u64 } else { 0 }
}

/// Number of blocks, those played included, after which the draw values of all titles have about this half width.
pub(crate) fn blocks_for_draws(tally: &Tally, half_width: f64) -> f64 {
    tally.blocks as f64 * (1.0 + again_for_draws(tally, None, half_width))
}

/// The further blocks, as a multiple of those played.
fn again_for_draws(tally: &Tally, one: Option<usize>, half_width: f64) -> f64 {
    let wanted = |(title, _): &(usize, DrawValue)| one.is_none_or(|one| one == *title);
    let of = |strategy| draw_values(tally, strategy).into_iter().enumerate().filter(wanted);
    let values = (0..tally.strata.strategies()).flat_map(of);
    let known = values.map(|(_, draw)| draw.all.value).filter(|value| value.n > 0 && value.n * RAREST >= tally.blocks);
    let again = |value: Estimate| {
        let few = FEWEST / value.n as f64;
        few.max((value.half_width() / half_width).powi(2)) - 1.0
    };
    known.map(again).fold(0.0, f64::max)
}

/// Minimum number of draws for a reliable spread.
const FEWEST: f64 = 200.0;
/// Titles that are drawn once in more blocks than this are too rare to wait for.
const RAREST: u64 = 100;

/// Mean difference over counterfactual draws.
///
/// One pair of opposite outcomes is added to the squares (after Agresti and Min 2005, Statistics in Medicine 24,
/// 729-740), so that a few draws without a difference are not treated as certain. No difference is beyond -1 or 1.
pub fn exchange_value<'f>(draws: impl Iterator<Item = &'f Followed>) -> Estimate {
    let differences = draws.map(|draw| (draw.wins[0] as f64 - draw.wins[1] as f64) / WIN as f64);
    let (n, sum, square) = differences.fold((0u64, 0.0, 1.0), |(n, sum, square), x| (n + 1, sum + x, square + x * x));
    if n < 2 {
        return Estimate { n, ..Estimate::NONE };
    }
    let (count, value) = (n as f64, sum / n as f64);
    let error = ((square - count * value * value).max(0.0) / (count * (count - 1.0))).sqrt();
    let Estimate { low, high, .. } = Estimate::normal(value, error, n);
    Estimate { value, low: low.max(-1.0), high: high.min(1.0), n }
}
