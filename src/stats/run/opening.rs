//! Opening values: the effect of a card in the opening hand on the chance of winning.

use super::win_excess::{Excess, pooled_effect};
use crate::run::tally::{OpeningSums, StrataTally, Tally, WIN};
use crate::stats::maths::estimate::Estimate;
use crate::stats::maths::moments::residual_square;

/// Confidence of the interval of `Opening::value`.
const LEVEL: f64 = 0.95;

/// The opening value of a title.
#[derive(Clone, Copy, Debug)]
#[must_use]
pub struct Opening {
    /// Copies dealt in opening hands; each is an observation.
    pub n: u64,
    /// Wins of the players to whom they were dealt, in units of `WIN`.
    pub wins: u64,
    /// The change in the probability of winning from one such card, relative to the average opening card of its deck.
    pub value: Estimate,
    /// Standard error of the value.
    pub error: f64,
    excess: Excess,
}

impl Opening {
    /// The interval at a two-sided `level` such as 0.95; see `Excess`.
    pub fn interval(&self, level: f64) -> (f64, f64) {
        self.excess.interval(level)
    }

    /// The value and its standard error for a comparison with other titles, for `shrink`.
    pub(crate) fn noisy(&self) -> (f64, f64) {
        (self.value.value, self.excess.noise())
    }

    /// Two-sided p-value of no value: below `1 - level` if and only if the interval at that level excludes 0.
    pub(crate) fn p(&self) -> f64 {
        self.excess.p()
    }
}

/// Opening values of all titles.
///
/// The deal is a randomised experiment. A stratum s is a strategy at a turn position, and `base_s` its win rate over
/// all games, unfinished ones included. With `n_s` observations of a title in stratum s:
///
/// `value = (wins - sum_s n_s base_s) / n`.
///
/// The variance is that of a ratio estimator linearised per block (Cochran 1977, section 6.4; Wolter, Introduction to
/// Variance Estimation, chapter 6), including the estimation of the bases. With `a_s = n_s / N_s`, the share of the
/// seats of a stratum to which the title was dealt, the residual of a block is
///
/// `e_b = w_b - sum_s n_bs (base_s + value) - sum_s a_s (W_bs - base_s N_bs)`
///
/// and `Var(value) = K/(K-1) sum_b e_b^2 / n^2`, where `K = n^2 / sum_b n_b^2` is the effective number of blocks that
/// contain the title. Every block has the same games of each stratum, so the last term is `sum_s a_s W_bs` minus a
/// constant; the sum of squares then follows from sums in integers. `Excess` computes the interval from it.
///
/// Over the titles of one deck side `sum n value = 0`.
pub fn opening_values(tally: &Tally) -> Vec<Opening> {
    values_of(tally, |title| tally.openings.title(title))
}

/// Opening values of all titles for one strategy: over the deals to its seats, relative to the average opening card
/// that is dealt to it.
pub(crate) fn opening_values_by(tally: &Tally, strategy: usize) -> Vec<Opening> {
    match tally.strata.strategies() {
        1 => opening_values(tally),
        several => values_of(tally, |title| tally.openings_by_strategy.title(title * several + strategy)),
    }
}

fn values_of<'t>(tally: &'t Tally, sums: impl Fn(usize) -> OpeningSums<'t>) -> Vec<Opening> {
    let bases = bases(&tally.strata);
    let titles = 0..tally.openings.titles();
    let found: Vec<Excess> = titles.map(|title| excess(tally, &bases, sums(title))).collect();
    let pooled = pooled_effect(&found);
    let titles = found.into_iter().enumerate();
    titles.map(|(title, excess)| opening(sums(title), excess.moderated(pooled))).collect()
}

fn opening(sums: OpeningSums<'_>, excess: Excess) -> Opening {
    let (n, wins) = (sums.observations(), sums.wins());
    if n == 0 {
        return Opening { n, wins, value: Estimate::NONE, error: f64::NAN, excess };
    }
    let (low, high) = excess.interval(LEVEL);
    Opening { n, wins, value: Estimate { value: excess.value(), low, high, n }, error: excess.error(), excess }
}

fn excess(tally: &Tally, bases: &[f64], sums: OpeningSums<'_>) -> Excess {
    let n = sums.observations() as f64;
    let strata = 0..bases.len();
    let expected: f64 = strata.clone().map(|s| sums.seen(s) as f64 * bases[s]).sum();
    let wins = sums.wins() as f64 / WIN as f64;
    let total = |sum: &dyn Fn(usize) -> u64| strata.clone().map(sum).sum::<u64>() as f64;
    let base_square = strata.clone().map(|s| (sums.seen(s) as f64).powi(2) / tally.strata.games()[s].max(1) as f64);
    let base_games = n * n / base_square.sum::<f64>();
    let product = total(&|s| sums.wins_seen(s)) / WIN as f64;
    let n_square = total(&|s| strata.clone().map(|t| sums.seen_seen(s, t)).sum());
    let square = sums.square() as f64 / (WIN * WIN) as f64;
    let rate = wins / n;
    Excess {
        rate,
        n,
        base: expected / n,
        base_games,
        blocks: n * n / n_square,
        scatter: residual_square(square, product, n_square, rate),
        squares: Residuals::new(&tally.strata, sums, bases, (wins - expected) / n).total(tally.blocks),
        repeated: tally.games > tally.blocks,
        effect: 1.0,
    }
}

/// Win rate of each stratum over all its games.
fn bases(strata: &StrataTally) -> Vec<f64> {
    let rate = |(wins, games): (&u64, &u64)| *wins as f64 / WIN as f64 / (*games).max(1) as f64;
    strata.wins().iter().zip(strata.games()).map(rate).collect()
}

/// The parts of the sum of squared residuals.
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

    /// `sum_b e_b^2`.
    fn total(&self, blocks: u64) -> f64 {
        // The constant part of all residuals is the same in each block. Rounding may leave a small negative number.
        (self.squares() - self.offset * self.offset / blocks as f64).max(0.0)
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

/// Number of further blocks until the intervals of all known opening values of each strategy have this half width: 0,
/// or between a hundredth of the blocks played and the number of blocks played. Call it again after these blocks.
///
/// It depends on how much the games differ, not on the values (Chow and Robbins 1965, Ann. Math. Statist. 36, 457-462).
pub(crate) fn more_blocks(tally: &Tally, half_width: f64) -> u64 {
    let widest = widest(tally);
    if widest <= half_width {
        return 0;
    }
    // The width falls with the root of the number of blocks.
    let again = (widest / half_width).powi(2) - 1.0;
    // At most as many again, since the width is an estimate; at least a hundredth, so that the looks have an end.
    (tally.blocks as f64 * again.clamp(0.01, 1.0)).ceil() as u64
}

/// Number of blocks, those played included, after which the intervals have about this half width.
pub(crate) fn blocks_for(tally: &Tally, half_width: f64) -> f64 {
    tally.blocks as f64 * (widest(tally) / half_width).powi(2)
}

/// The half width of the widest interval of an opening value of any strategy.
fn widest(tally: &Tally) -> f64 {
    let values = (0..tally.strata.strategies()).flat_map(|strategy| opening_values_by(tally, strategy));
    values.map(|opening| (opening.value.high - opening.value.low) / 2.0).fold(0.0, f64::max)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::{below, mix};
    use crate::run::tally::{Openings, Shape, Strata};

    const PLAYERS: usize = 4;
    const TITLES: usize = 12;
    /// Cards of the toy deck: the title of card `c` is `c % TITLES`, so some titles have two copies.
    const CARDS: u32 = 18;
    const DEALT: usize = 2;
    const STRATA: usize = 2 * PLAYERS;

    /// One block of toy games: the observations of each title and stratum, the wins of each title, and the wins of each
    /// stratum.
    #[derive(Clone, Default)]
    struct Block {
        seen: [[u64; STRATA]; TITLES],
        won: [u64; TITLES],
        wins: [u64; STRATA],
    }

    struct Dice(u64);

    impl Dice {
        fn below(&mut self, bound: u32) -> usize {
            self.0 = mix(self.0);
            below(self.0, bound) as usize
        }
    }

    /// Deals a toy game and plays it twice, with the two strategies in turn. Earlier positions and the first strategy
    /// win more. If `sure`, the holder of title 0 always wins.
    fn play(dice: &mut Dice, sure: bool) -> Block {
        let mut block = Block::default();
        let mut cards: Vec<usize> = (0..CARDS as usize).map(|card| card % TITLES).collect();
        for place in 0..PLAYERS * DEALT {
            let other = place + dice.below(CARDS - place as u32);
            cards.swap(place, other);
        }
        for seating in 0..2 {
            let stratum = |seat: usize| (seat + seating) % 2 * PLAYERS + seat;
            let holder = (0..PLAYERS).find(|seat| cards[seat * DEALT..][..DEALT].contains(&0));
            let drawn = [0, 0, 0, 0, 1, 1, 1, 2, 2, 3][dice.below(10)];
            let winner = holder.filter(|_| sure).unwrap_or(drawn);
            block.wins[stratum(winner)] += WIN;
            for (place, &title) in cards[..PLAYERS * DEALT].iter().enumerate() {
                let seat = place / DEALT;
                block.seen[title][stratum(seat)] += 1;
                block.won[title] += if seat == winner { WIN } else { 0 };
            }
        }
        block
    }

    fn tallied(blocks: &[Block]) -> Tally {
        let mut tally = Tally::new(Shape { players: PLAYERS, strategies: 2, titles: TITLES, cards: 0, uses: 0 });
        let (mut strata, mut openings) = (Strata::new(2, PLAYERS), Openings::new(TITLES, STRATA));
        for block in blocks {
            for (s, wins) in block.wins.iter().enumerate() {
                strata.add(s, *wins);
            }
            for (title, seen) in block.seen.iter().enumerate() {
                let deals = seen.iter().enumerate().flat_map(|(s, n)| (0..*n).map(move |_| s));
                for (nth, s) in deals.enumerate() {
                    openings.add(title, s, if nth == 0 { block.won[title] } else { 0 });
                }
            }
            tally.openings.add_block(&mut openings, &strata);
            tally.strata.add_block(&mut strata);
            tally.blocks += 1;
        }
        tally
    }

    fn blocks(seed: u64, count: usize, sure: bool) -> Vec<Block> {
        let mut dice = Dice(seed);
        (0..count).map(|_| play(&mut dice, sure)).collect()
    }

    #[test]
    fn values_of_all_deals_sum_to_zero() {
        let openings = opening_values(&tallied(&blocks(1, 500, true)));
        let sum: f64 = openings.iter().map(|opening| opening.n as f64 * opening.value.value).sum();
        assert!(sum.abs() < 1e-9, "{sum}");
        assert_eq!(openings.iter().map(|opening| opening.n).sum::<u64>(), 500 * 2 * 8);
    }

    #[test]
    fn the_value_of_a_card_is_its_win_rate_minus_the_expected_one() {
        let tally = tallied(&blocks(2, 4000, true));
        let openings = opening_values(&tally);
        let sums = tally.openings.title(0);
        let bases = bases(&tally.strata);
        // Only one of two copies wins when both are dealt to different players.
        let base: f64 = (0..STRATA).map(|s| sums.seen(s) as f64 * bases[s]).sum::<f64>() / openings[0].n as f64;
        let rate = openings[0].wins as f64 / WIN as f64 / openings[0].n as f64;
        assert!((openings[0].value.value - (rate - base)).abs() < 1e-12);
        assert!(openings[0].value.low > 0.4 && openings[1].value.high < 0.0);
    }

    #[test]
    fn the_error_equals_that_of_residuals_computed_block_by_block() {
        let blocks = blocks(3, 200, true);
        let tally = tallied(&blocks);
        let (bases, openings, strata) = (bases(&tally.strata), opening_values(&tally), &tally.strata);
        for (title, opening) in openings.iter().enumerate() {
            let sums = tally.openings.title(title);
            let residual = |block: &Block| {
                let own = |s: usize| block.seen[title][s] as f64 * (bases[s] + opening.value.value);
                let share = |s: usize| sums.seen(s) as f64 / strata.games()[s] as f64;
                let all = |s: usize| share(s) * (block.wins[s] as f64 / WIN as f64 - bases[s]);
                block.won[title] as f64 / WIN as f64 - (0..STRATA).map(|s| own(s) + all(s)).sum::<f64>()
            };
            let squares: f64 = blocks.iter().map(|block| residual(block).powi(2)).sum();
            let dealt = |block: &Block| block.seen[title].iter().sum::<u64>() as f64;
            let n_square: f64 = blocks.iter().map(|block| dealt(block).powi(2)).sum();
            let blocks = (opening.n as f64).powi(2) / n_square;
            let error = (blocks / (blocks - 1.0) * squares).sqrt() / opening.n as f64;
            assert!((opening.error - error).abs() < 1e-9, "{title}");
        }
    }

    #[test]
    fn intervals_of_a_zero_effect_have_their_nominal_coverage() {
        let (mut covered, mut all) = (0, 0);
        for seed in 0..300 {
            for opening in opening_values(&tallied(&blocks(1000 + seed, 300, false))) {
                covered += u32::from(opening.value.low <= 0.0 && 0.0 <= opening.value.high);
                all += 1;
            }
        }
        let coverage = f64::from(covered) / f64::from(all);
        assert!((0.94..0.96).contains(&coverage), "{coverage}");
    }
}
