//! How much of a game is decided early, and who moves first.

use super::rates::clustered_rate;
use crate::run::tally::{Mark, MarkSums, Tally, WIN};
use crate::stats::maths::distributions::t_of;
use crate::stats::maths::estimate::{Estimate, Z95};
use crate::stats::maths::moments::{Moments, few_events, few_in_share, ratio};

/// How often a marked player wins: wins per marked player.
pub(in crate::stats) fn marked_wins(tally: &Tally, mark: Mark) -> Estimate {
    let sums = tally.race.of(mark);
    let [wins, marked] = wins_and_marked(tally, sums);
    Estimate { n: sums.marked, ..ratio(wins, marked, u128::from(sums.marked_wins * WIN)) }
}

/// Whether too few blocks have a marked player that wins, or one that does not.
pub(in crate::stats) fn few_marked(tally: &Tally, mark: Mark) -> bool {
    let sums = tally.race.of(mark);
    let [wins, marked] = wins_and_marked(tally, sums);
    few_in_share(wins, marked, u128::from(sums.marked_wins * WIN))
}

/// The moments of the wins of a mark and of the marked players, both in units of `WIN`.
fn wins_and_marked(tally: &Tally, sums: MarkSums) -> [Moments; 2] {
    let moments = |sum: u64, square: u64| Moments { blocks: tally.blocks, sum: sum.into(), square: square.into() };
    [moments(sums.wins, sums.wins_wins), moments(sums.marked * WIN, sums.marked_marked * WIN * WIN)]
}

/// The share of the variance of winning that leading explains: the square of the correlation, over the seats within each
/// game, of winning and of being the marked player. 0 is chance, and 1 means that every game has a marked player, who
/// wins.
///
/// Of `G` games with `P` players, `M` have a marked player, who wins `W` of them. With `c = 1/P`,
///
/// `r = sqrt(M/G) (W/M - c) / (1 - c)`.
///
/// Its standard error is linearised per block (Cochran 1977, section 6.4), with the residual
/// `e_b = (W_b - c M_b) / ((1 - c) sqrt(M G)) - r/2 (M_b/M + G_b/G)`. The interval is that of `r`, squared.
pub(in crate::stats) fn explained(tally: &Tally, mark: Mark) -> Estimate {
    let sums = tally.race.of(mark);
    let (games, marked, wins) = (sums.games as f64, sums.marked as f64, sums.wins as f64 / WIN as f64);
    if sums.marked == 0 {
        return Estimate { n: sums.games, ..Estimate::NONE };
    }
    let chance = 1.0 / tally.strata.players() as f64;
    let unit = (1.0 - chance) * (marked * games).sqrt();
    let r = (wins - chance * marked) / unit;
    let parts = [-r / 2.0 / games, -chance / unit - r / 2.0 / marked, 1.0 / unit / WIN as f64];
    let [gg, gm, gw, mm, mw, ww] =
        [sums.games_games, sums.games_marked, sums.games_wins, sums.marked_marked, sums.marked_wins, sums.wins_wins]
            .map(|sum| sum as f64);
    let products = [[gg, gm, gw], [gm, mm, mw], [gw, mw, ww]];
    let square = |row: usize| (0..3).map(|column| parts[row] * parts[column] * products[row][column]).sum::<f64>();
    let blocks = tally.blocks as f64;
    let error = (blocks / (blocks - 1.0) * (0..3).map(square).sum::<f64>().max(0.0)).sqrt();
    // A sample in which one block differs by one win.
    let reach = t_of(0.95, blocks - 1.0) * error.max(1.0 / unit);
    let [low, high] = [r - reach, r + reach].map(|end| end.clamp(-1.0, 1.0).powi(2));
    let holds_chance = r.abs() < reach;
    Estimate { value: r * r, low: if holds_chance { 0.0 } else { low.min(high) }, high: low.max(high), n: sums.games }
}

/// Win rate of the first turn position minus that of the last. The variance is at least that of a sample in which one
/// block differs by one win.
pub(in crate::stats) fn first_last_gap(tally: &Tally) -> Estimate {
    let (strata, games, blocks) = (&tally.strata, tally.games as f64, tally.blocks as f64);
    let (first, last) = (strata.of_position(0), strata.of_position(strata.players() - 1));
    let wins = |of: &[usize]| of.iter().map(|&s| strata.wins()[s]).sum::<u64>() as f64 / WIN as f64;
    let products = |one: &[usize], other: &[usize]| {
        let pairs = one.iter().flat_map(|&s| other.iter().map(move |&t| strata.product(s, t)));
        pairs.map(|product| product as f64).sum::<f64>() / (WIN * WIN) as f64
    };
    let difference = wins(&first) - wins(&last);
    let square = products(&first, &first) - 2.0 * products(&first, &last) + products(&last, &last);
    let scatter = blocks / (blocks - 1.0) * (square - difference * difference / blocks);
    let reach = if tally.games > tally.blocks { t_of(0.95, blocks - 1.0) } else { Z95 };
    let (value, reach) = (difference / games, reach * scatter.max(1.0).sqrt() / games);
    Estimate { value, low: (value - reach).max(-1.0), high: (value + reach).min(1.0), n: tally.games }
}

/// The number of turns that a share `p` of the games do not exceed: the least `t` with `F(t) >= p`, where `F(t)` is the
/// share of games with at most `t` turns. The interval has every `t` for which the 95% intervals of the shares allow
/// `F(t) >= p` and `F(t - 1) < p` (Woodruff 1952, JASA 47, 635-646).
pub(in crate::stats) fn turns_quantile(tally: &Tally, p: f64) -> Estimate {
    let (lengths, n) = (&tally.lengths, tally.games);
    let mut found = [f64::NAN; 3];
    let mut moments = Moments { blocks: tally.blocks, sum: 0, square: 0 };
    for (turns, (games, step)) in lengths.games.iter().zip(&lengths.square_steps).enumerate() {
        moments.sum += u128::from(*games);
        moments.square += u128::from(*step);
        let Estimate { value, low, high, .. } = clustered_rate(moments, 1, n);
        for (end, reached) in found.iter_mut().zip([high >= p, value >= p, low >= p]) {
            if reached && end.is_nan() {
                *end = turns as f64;
            }
        }
    }
    let [low, value, high] = found;
    // So far out that the interval is beyond the longest game.
    let high = if high.is_nan() && n > 0 { f64::INFINITY } else { high };
    Estimate { value, low, high, n }
}

/// Whether too few blocks have a shorter or a longer game than a quantile.
pub(in crate::stats) fn few_beyond(tally: &Tally, p: f64) -> bool {
    let few = |share: f64| {
        let sum = (tally.games as f64 * share) as u128;
        few_events(Moments { blocks: tally.blocks, sum, square: sum * u128::from(tally.games / tally.blocks.max(1)) })
    };
    few(p) || few(1.0 - p)
}
