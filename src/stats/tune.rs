//! Estimates of a search for settings.

use super::compare::scores::Scores;
use super::maths::distributions::t_of;
use super::maths::estimate::Estimate;
use crate::run::tally::WIN;
use crate::run::{BlockDifferences, Generation};

/// Win rate of the settings from which the variants of a generation differ; `n` is the number of games.
pub(crate) fn generation_rate(generation: &Generation, players: u8) -> Estimate {
    rate(generation.scores.iter().map(|(wins, blocks)| (*wins, *blocks)), players)
}

/// Win rate of a strategy that has each seat once in each block.
pub(crate) fn rotation_rate(wins: &[u16], players: u8) -> Estimate {
    rate(wins.iter().map(|wins| (*wins, 1)), players)
}

fn rate(scores: impl Iterator<Item = (u16, u64)>, players: u8) -> Estimate {
    let mut all = Scores::of_rotations(players);
    scores.for_each(|(wins, blocks)| all.add(wins.into(), blocks));
    all.share()
}

/// Difference of the win rates of two players in the same blocks, with the interval of Student's t over blocks; `n` is
/// the number of games of each.
///
/// The variance is at least that of a sample in which one block differs by one win, because equal games do not show that the
/// players are equal.
pub(crate) fn paired_rate(differences: &BlockDifferences, players: u8) -> Estimate {
    let BlockDifferences { blocks, sum, square } = *differences;
    let (count, games) = (blocks as f64, blocks * u64::from(players));
    let unit = (WIN * u64::from(players)) as f64;
    let value = sum as f64 / count / unit;
    if blocks < 2 {
        return Estimate { value, n: games, ..Estimate::NONE };
    }
    // In whole numbers, where the difference of two large sums loses no digit.
    let scatter = i128::from(blocks) * i128::from(square) - i128::from(sum) * i128::from(sum);
    let scatter = (scatter as f64 / count).max((WIN * WIN) as f64);
    let error = (scatter / (count - 1.0) / count).sqrt() / unit;
    let reach = t_of(0.95, count - 1.0) * error;
    Estimate { value, low: value - reach, high: value + reach, n: games }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_paired_difference_has_the_interval_of_its_blocks() {
        let mut differences = BlockDifferences::default();
        let wins: Vec<u16> = (0..400).map(|block| 60 * (block % 4)).collect();
        differences.add_all(&wins, &vec![60; 400]);
        let found = paired_rate(&differences, 4);
        assert!((found.value - 0.125).abs() < 1e-12 && found.n == 1600, "{found:?}");
        let error = (1.25_f64 / 399.0).sqrt() / 4.0;
        assert!((found.half_width() / error - 1.966).abs() < 1e-3, "{found:?}");
    }

    #[test]
    fn equal_games_are_not_certain() {
        let mut differences = BlockDifferences::default();
        differences.add_all(&[60; 100], &[60; 100]);
        let found = paired_rate(&differences, 4);
        assert!(found.value == 0.0 && found.low < -0.004 && found.high > 0.004, "{found:?}");
        assert!(paired_rate(&BlockDifferences::default(), 4).low.is_nan());
    }

    #[test]
    fn a_rate_is_that_of_all_seats() {
        let found = rotation_rate(&[60, 120, 0, 60], 4);
        assert_eq!((found.value, found.n), (0.25, 16));
    }
}
