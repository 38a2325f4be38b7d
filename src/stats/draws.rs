//! Draw values: what drawing a card, when it comes, adds to the chance of winning.

use super::estimate::{Estimate, Z95};
use crate::run::Followed;
use crate::run::tally::{DrawSums, DrawTally, TitleDraws, WAYS, WIN};

/// The draw value of a title.
#[derive(Clone, Copy, Debug)]
pub struct DrawValue {
    /// In all.
    pub all: Estimate,
    /// By way of drawing, in the order of `WAYS`.
    pub by_way: [Estimate; WAYS.len()],
    /// Draws without another card in the pile to compare with; they are not part of the value.
    pub alone: u64,
}

/// Draw values of all titles.
///
/// An event is the first draw of a copy after the opening deal, by seat s. The game is played on twice, as it was and with
/// a random card of another title from the same pile in its place; nothing before the draw can differ. Over all events
///
/// `value = mean of 1[s wins] - 1[s wins with the other card]`,
///
/// with the interval of a ratio of two sums over blocks (Cochran 1977, section 6.4), as several games of a block may have
/// an event. One pair of opposite outcomes is added to the squares (after Agresti and Min 2005, Statistics in Medicine
/// 24, 729-740), so that few draws without a difference do not pass for certainty.
pub fn draw_values(tally: &DrawTally) -> Vec<DrawValue> {
    tally.titles().iter().map(draw_value).collect()
}

fn draw_value(title: &TitleDraws) -> DrawValue {
    let estimate = |sums: &DrawSums| difference(sums, title.blocks);
    DrawValue { all: estimate(&title.all), by_way: title.by_way.each_ref().map(estimate), alone: title.alone }
}

/// Mean difference over the draws, with its interval over blocks.
fn difference(sums: &DrawSums, blocks: u64) -> Estimate {
    if sums.draws == 0 {
        return Estimate::NONE;
    }
    let (n, blocks, unit) = (sums.draws as f64, blocks as f64, WIN as f64);
    let value = sums.difference as f64 / unit / n;
    let (square, product) = (sums.difference_square as f64 / (unit * unit) + 1.0, sums.product as f64 / unit);
    let residual = square - 2.0 * value * product + value * value * sums.draws_square as f64;
    Estimate::normal(value, (blocks / (blocks - 1.0) * residual.max(0.0)).sqrt() / n, sums.draws)
}

/// Titles whose draw values are not known to a `half_width` yet. Fixed-width intervals keep their coverage as they narrow
/// (Chow and Robbins 1965, Annals of Mathematical Statistics 36, 457-462): when to stop hangs on the spread of the
/// differences and not on their mean.
pub fn draws_wanted(tally: &DrawTally, half_width: f64) -> Vec<bool> {
    let wide = |title: &TitleDraws| {
        let value = difference(&title.all, title.blocks);
        value.n < FEWEST || value.half_width() > half_width
    };
    tally.titles().iter().map(wide).collect()
}

/// Draws before a spread is relied on.
const FEWEST: u64 = 200;

/// How many draws will have been followed up when those of the `wanted` titles are known to a `half_width`, as far as
/// can be told.
pub fn draws_expected(tally: &DrawTally, half_width: f64, wanted: &[bool]) -> u64 {
    let squares: u64 = tally.titles().iter().map(|title| title.all.difference_square).sum();
    let variance = squares as f64 / (WIN * WIN) as f64 / tally.followed().max(1) as f64;
    let each = (variance * (Z95 / half_width).powi(2)) as u64;
    let titles = tally.titles().iter().zip(wanted);
    titles.map(|(title, &wanted)| title.all.draws.max(if wanted { each } else { 0 })).sum()
}

/// Mean difference of draws that are listed, by something that each of them has: values of some of the draws of a title.
pub fn draw_value_of<'f>(draws: impl Iterator<Item = &'f Followed>) -> Estimate {
    let mut sums = DrawSums::default();
    for draw in draws {
        sums.add(1, draw.wins[0] as i64 - draw.wins[1] as i64);
    }
    difference(&sums, sums.draws)
}
