//! Win rates by turn position and by strategy.

use crate::run::Results;
use crate::run::tally::{StrataTally, Tally, WIN};
use crate::stats::maths::distributions::t_of;
use crate::stats::maths::estimate::{Estimate, Z95, wilson};
use crate::stats::maths::moments::{Moments, ratio};

/// A rate with its wins.
#[must_use]
#[derive(Clone, Copy, Debug)]
pub struct Rate {
    /// Wins, in units of `WIN`.
    pub wins: u64,
    /// The rate; `n` is the number of observations.
    pub rate: Estimate,
}

/// Win rate of a turn position, counted from 0.
pub(crate) fn position_rate(tally: &Tally, position: usize) -> Rate {
    rate(tally, &tally.strata.of_position(position))
}

/// Win rate of a strategy per seat that it occupied.
pub fn strategy_rate(tally: &Tally, strategy: usize) -> Rate {
    rate(tally, &tally.strata.of_strategy(strategy))
}

/// Win rate of a strategy of a contest per seat that it occupied.
pub(crate) fn contest_rate(results: &Results, strategy: usize) -> Rate {
    let (mut wins, mut seats, mut product, mut n) = (Moments::default(), Moments::default(), 0, [0; 2]);
    for (result, blocks) in results.iter() {
        let own = || result.groups.iter().filter_map(|group| Some((group, group.of(strategy)?)));
        let won: u64 = own().map(|(_, sat)| u64::from(sat.wins)).sum();
        let sat: u64 = own().map(|(group, sat)| u64::from(sat.seats) * u64::from(group.games) * WIN).sum();
        (wins, seats) = (wins.with(won, blocks), seats.with(sat, blocks));
        n = [n[0] + won * blocks, n[1] + sat / WIN * blocks];
        product += u128::from(won * sat) * u128::from(blocks);
    }
    Rate { wins: n[0], rate: Estimate { n: n[1], ..ratio(wins, seats, product) } }
}

/// The rate at which any of the seats wins, divided by their number: the interval of a strategy that always wins is
/// that of an event that always happens.
fn rate(tally: &Tally, strata: &[usize]) -> Rate {
    let moments = moments_of(&tally.strata, tally.blocks, strata);
    let [n, wins] = [tally.strata.games(), tally.strata.wins()].map(|of| strata.iter().map(|&s| of[s]).sum::<u64>());
    if tally.games == 0 {
        return Rate { wins, rate: Estimate::NONE };
    }
    let (Estimate { value, low, high, .. }, share) =
        (clustered_rate(moments, WIN, tally.games), tally.games as f64 / n as f64);
    let rate = Estimate { value: value * share, low: low * share, high: (high * share).min(1.0), n };
    Rate { wins, rate }
}

fn moments_of(tally: &StrataTally, blocks: u64, strata: &[usize]) -> Moments {
    let products = strata.iter().flat_map(|&s| strata.iter().map(move |&t| u128::from(tally.product(s, t))));
    Moments { blocks, sum: strata.iter().map(|&s| u128::from(tally.wins()[s])).sum(), square: products.sum() }
}

/// Wilson's interval of a rate whose observations are in blocks, with the effective number of observations (Kish,
/// Survey Sampling, 1965): the number of independent ones, `1 + p (1 - p) / V`, that have the variance `V = B/(B-1)
/// sum_b (x_b - mean)^2 / n^2` of the rate over blocks, which is at least that of a sample in which one block differs by one
/// success. If an event always or never happens, each block counts once. `unit` is the count of one success.
///
/// One observation of 0 or 1 per block gives Wilson's interval itself. With several observations per block the variance
/// is an estimate, and the quantile is Student's with `B - 1` degrees of freedom.
pub(in crate::stats) fn clustered_rate(moments: Moments, unit: u64, n: u64) -> Estimate {
    if n == 0 {
        return Estimate::NONE;
    }
    let (observations, blocks, unit) = (n as f64, moments.blocks as f64, unit as f64);
    let value = moments.sum as f64 / unit / observations;
    let alone = value * (1.0 - value);
    let scatter = (moments.scatter() * blocks / (blocks - 1.0)).max(unit * unit);
    let variance = scatter / (unit * observations).powi(2);
    // With one observation per block the variance follows from the rate, so it is no estimate.
    let reach = if n > moments.blocks { t_of(0.95, blocks - 1.0) } else { Z95 };
    let independent =
        if alone <= 0.0 || moments.blocks < 2 { blocks.min(observations) } else { 1.0 + alone / variance };
    let (low, high) = if reach.is_finite() { wilson(value * independent, independent, reach) } else { (0.0, 1.0) };
    Estimate { value, low, high, n }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_of_one_observation_have_the_wilson_interval() {
        let rate = clustered_rate(Moments { blocks: 1000, sum: 250, square: 250 }, 1, 1000);
        let (low, high) = wilson(250.0, 1000.0, Z95);
        assert!((rate.low - low).abs() < 1e-12 && (rate.high - high).abs() < 1e-12);
    }

    #[test]
    fn equal_observations_of_a_block_count_once() {
        let doubled = clustered_rate(Moments { blocks: 1000, sum: 500, square: 1000 }, 1, 2000);
        let (low, high) = wilson(250.0, 1000.0, t_of(0.95, 999.0));
        assert!((doubled.low - low).abs() < 1e-12 && (doubled.high - high).abs() < 1e-12);
    }

    #[test]
    fn equal_blocks_have_an_interval_with_a_width() {
        let rate = clustered_rate(Moments { blocks: 10, sum: 10, square: 10 }, 1, 40);
        assert!(rate.low < 0.2 && rate.high > 0.3, "one win in forty may become a loss: {rate:?}");
    }

    #[test]
    fn rates_of_0_and_1_have_an_interval() {
        let never = clustered_rate(Moments { blocks: 10, sum: 0, square: 0 }, 1, 10);
        assert!(never.low == 0.0 && (never.high - 0.277_532_799_862_889_2).abs() < 1e-9);
        let always = clustered_rate(Moments { blocks: 10, sum: 10, square: 10 }, 1, 10);
        assert!(always.high == 1.0 && always.low > 0.7);
    }
}
