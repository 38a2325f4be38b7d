//! The test that all turn positions win equally often.

use super::seat_fairness::seat_fairness;
use crate::run::tally::{Count, Tally, WIN};
use crate::stats::maths::distributions::{ChiSquare, f_tail};
use crate::stats::maths::matrix::{Matrix, inverse, times};

/// P-value of the hypothesis that all turn positions win equally often; NaN if the games do not determine it.
///
/// If each game has a shuffle of its own and at most one winner, the covariance of the wins is known under the hypothesis,
/// and the test is Pearson's; see `seat_fairness`. Otherwise games of a block or parts of a win are not independent, and
/// the test is that of Wald with the covariance over blocks; see `equal_means`.
pub(crate) fn equal_chances(tally: &Tally) -> f64 {
    let positions: Vec<Vec<usize>> =
        (0..tally.strata.players()).map(|position| tally.strata.of_position(position)).collect();
    let wins = |strata: &Vec<usize>| strata.iter().map(|&s| tally.strata.wins()[s]).sum::<u64>() as f64 / WIN as f64;
    let sums: Vec<f64> = positions.iter().map(wins).collect();
    if tally.games == tally.blocks && tally.counts.sum(Count::SharedWins as usize) == 0 {
        return seat_fairness(&sums).p;
    }
    let product = |one: &[usize], other: &[usize]| {
        let all = one.iter().flat_map(|&s| other.iter().map(move |&t| tally.strata.product(s, t)));
        all.map(u128::from).sum::<u128>() as f64 / (WIN * WIN) as f64
    };
    let products: Matrix =
        positions.iter().map(|one| positions.iter().map(|other| product(one, other)).collect()).collect();
    equal_means(tally.blocks, &sums, &products).p
}

/// Wald's test that several counts of the same blocks have equal means, from their sums and the sums of their products
/// over blocks. NaN if the blocks do not determine the covariance of the counts.
///
/// The statistic is Hotelling's `T^2 = B d' S^-1 d` of the differences `d` of the means from the last one, with their
/// covariance `S` over `B` blocks. With `q` differences, `T^2 (B - q) / (q (B - 1))` has the F distribution with `q` and
/// `B - q` degrees of freedom (Hotelling 1931, Ann. Math. Statist. 2, 360-378), which takes into account that the
/// covariance is an estimate.
pub fn equal_means(blocks: u64, sums: &[f64], products: &[Vec<f64>]) -> ChiSquare {
    let (count, last) = (blocks as f64, sums.len().saturating_sub(1));
    let (df, unknown) = (last as f64, ChiSquare { statistic: f64::NAN, df: last as f64, p: f64::NAN });
    if last == 0 || count <= df {
        return unknown;
    }
    let covariance =
        |one: usize, other: usize| (products[one][other] - sums[one] * sums[other] / count) / (count - 1.0);
    // Wins of all positions add up to the games, so their own covariance has no inverse; that of the differences has
    // one.
    let cell = |one: usize, other: usize| {
        covariance(one, other) - covariance(one, last) - covariance(last, other) + covariance(last, last)
    };
    let spread: Matrix = (0..last).map(|one| (0..last).map(|other| cell(one, other)).collect()).collect();
    let distance: Vec<f64> = (0..last).map(|one| (sums[one] - sums[last]) / count).collect();
    let weighted = times(&inverse(&spread), &distance);
    let statistic = count * weighted.iter().zip(&distance).map(|(one, other)| one * other).sum::<f64>();
    if !(statistic.is_finite() && statistic >= 0.0) {
        return unknown;
    }
    ChiSquare { statistic, df, p: f_tail(statistic * (count - df) / (df * (count - 1.0)), df, count - df) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::mix;
    use crate::run::tally::{Counts, Shape, Strata};

    const PLAYERS: usize = 4;

    /// Wins by position of a game that two positions share in half of the cases.
    fn shared(dice: u64) -> [u64; PLAYERS] {
        let mut wins = [0; PLAYERS];
        let [one, other] = [dice % 4, (dice / 4) % 4].map(|place| place as usize);
        let together = dice >> 40 & 1 == 1;
        wins[one] += if together { WIN / 2 } else { WIN };
        wins[other] += if together { WIN / 2 } else { 0 };
        wins
    }

    /// Blocks of `games` games whose winners agree more often than by chance, with this share of the games given to the
    /// first position.
    fn tally(seed: u64, blocks: u64, games: u64, share: Share, first: f64) -> Tally {
        let shape = Shape { players: PLAYERS, strategies: 1, titles: 0, cards: 0, uses: 0 };
        let (mut tally, mut strata, mut counts) = (Tally::new(shape), Strata::new(1, PLAYERS), Counts::default());
        for block in 0..blocks {
            let roll = |game: u64| mix(mix(seed << 32 | block << 4 | game));
            for game in 0..games {
                let luck = if roll(game + 8).is_multiple_of(2) { roll(0) } else { roll(game) };
                let given = (roll(game) >> 11) as f64 / (1_u64 << 53) as f64 >= 1.0 - first;
                let wins = if given { [WIN, 0, 0, 0] } else { share(luck) };
                counts.add(Count::SharedWins, u32::from(wins.iter().filter(|wins| **wins > 0).count() > 1));
                wins.iter().enumerate().for_each(|(position, wins)| strata.add(position, *wins));
                tally.games += 1;
            }
            tally.strata.add_block(&mut strata);
            tally.counts.add_block(&mut counts);
            tally.blocks += 1;
        }
        tally
    }

    fn alone(dice: u64) -> [u64; PLAYERS] {
        let mut wins = [0; PLAYERS];
        wins[(dice % 4) as usize] = WIN;
        wins
    }

    /// The units of each position in a game with these dice.
    type Share = fn(u64) -> [u64; PLAYERS];

    /// Share of 400 runs with a p-value below 10%.
    fn alarms(blocks: u64, games: u64, share: Share, first: f64) -> f64 {
        let below = (0..400).filter(|seed| equal_chances(&tally(*seed, blocks, games, share, first)) < 0.1);
        below.count() as f64 / 400.0
    }

    #[test]
    fn equal_positions_have_a_p_value_below_a_tenth_in_a_tenth_of_the_runs() {
        let kinds: [(u64, u64, Share); 4] = [(150, 1, alone), (150, 1, shared), (33, 3, alone), (12, 4, shared)];
        for (blocks, games, share) in kinds {
            let alarms = alarms(blocks, games, share, 0.0);
            assert!((0.06..=0.14).contains(&alarms), "{blocks} blocks of {games} games: {alarms}");
        }
    }

    #[test]
    fn unequal_positions_are_found() {
        for (games, share) in [(1, shared as Share), (3, alone)] {
            assert!(alarms(300, games, share, 0.15) > 0.9, "{games} games");
        }
    }

    #[test]
    fn blocks_without_variation_have_no_p_value() {
        let always = tally(1, 40, 2, |_| [WIN / 4; PLAYERS], 0.0);
        assert!(equal_chances(&always).is_nan());
        assert!(equal_chances(&tally(1, 3, 2, alone, 0.0)).is_nan(), "three blocks for three differences");
        assert!(equal_means(9, &[], &[]).p.is_nan());
    }
}
