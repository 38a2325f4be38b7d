//! Win rates by turn position and by strategy.

use super::estimate::{Estimate, Z95, wilson};
use super::moments::Moments;
use crate::run::tally::{StrataTally, Tally, WIN};

/// A rate with what it was made from.
#[derive(Clone, Copy, Debug)]
pub struct Rate {
    /// Wins, in units of `WIN`.
    pub wins: u64,
    /// The rate; `n` is the number of observations.
    pub rate: Estimate,
}

/// Win rate of a turn position, counted from 0.
pub fn position_rate(tally: &Tally, position: usize) -> Rate {
    rate(tally, &tally.strata.of_position(position))
}

/// Win rate of a strategy per seat that it occupied.
pub fn strategy_rate(tally: &Tally, strategy: usize) -> Rate {
    rate(tally, &tally.strata.of_strategy(strategy))
}

fn rate(tally: &Tally, strata: &[usize]) -> Rate {
    let moments = moments_of(&tally.strata, tally.blocks, strata);
    let n = strata.iter().map(|&s| tally.strata.games()[s]).sum();
    Rate { wins: moments.sum, rate: clustered_rate(moments, WIN, n) }
}

fn moments_of(tally: &StrataTally, blocks: u64, strata: &[usize]) -> Moments {
    let square = strata.iter().flat_map(|&s| strata.iter().map(move |&t| tally.product(s, t))).sum();
    Moments { blocks, sum: strata.iter().map(|&s| tally.wins()[s]).sum(), square }
}

/// Wilson's interval of a rate whose observations come in blocks: with the effective number of observations
/// `n / deff`, where the design effect `deff` is the variance over blocks divided by that of independent observations
/// (Kish, Survey Sampling, 1965). `unit` is what one success counts.
///
/// One observation of 0 or 1 a block has a design effect of 1 and gives Wilson's interval itself.
pub(super) fn clustered_rate(moments: Moments, unit: u64, n: u64) -> Estimate {
    if n == 0 {
        return Estimate::NONE;
    }
    let (observations, unit) = (n as f64, unit as f64);
    let value = moments.sum as f64 / unit / observations;
    let alone = observations * value * (1.0 - value);
    let effect = if alone > 0.0 && moments.blocks > 1 { moments.scatter() / (unit * unit) / alone } else { 1.0 };
    let (low, high) = match effect > 1e-9 {
        true => wilson(value * observations / effect, observations / effect, Z95),
        false => (value, value),
    };
    Estimate { value, low, high, n }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn single_observations_are_plain_wilson() {
        let rate = clustered_rate(Moments { blocks: 1000, sum: 250, square: 250 }, 1, 1000);
        let (low, high) = wilson(250.0, 1000.0, Z95);
        assert!((rate.low - low).abs() < 1e-12 && (rate.high - high).abs() < 1e-12);
    }

    #[test]
    fn equal_observations_of_a_block_count_once() {
        let doubled = clustered_rate(Moments { blocks: 1000, sum: 500, square: 1000 }, 1, 2000);
        let (low, high) = wilson(250.0, 1000.0, Z95);
        assert!((doubled.low - low).abs() < 1e-12 && (doubled.high - high).abs() < 1e-12);
    }

    #[test]
    fn what_cannot_vary_has_no_width() {
        let rate = clustered_rate(Moments { blocks: 10, sum: 10, square: 10 }, 1, 40);
        assert_eq!((rate.value, rate.low, rate.high), (0.25, 0.25, 0.25));
    }

    #[test]
    fn never_and_always_keep_an_interval() {
        let never = clustered_rate(Moments { blocks: 10, sum: 0, square: 0 }, 1, 10);
        assert!(never.low == 0.0 && (never.high - 0.277_532_799_862_889_2).abs() < 1e-9);
        let always = clustered_rate(Moments { blocks: 10, sum: 10, square: 10 }, 1, 10);
        assert!(always.high == 1.0 && always.low > 0.7);
    }
}
