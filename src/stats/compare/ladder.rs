//! A ladder: the strengths of several strategies on an Elo scale.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use std::collections::BTreeMap;

use super::plackett_luce::{Entrant, Race, Strengths, Tie, plackett_luce, profile};
use super::scores::ELO;
use crate::run::tally::WIN;
use crate::run::{Group, Results};
use crate::stats::maths::distributions::t_of;
use crate::stats::maths::estimate::Estimate;
use crate::stats::maths::matrix::{Matrix, filled, product};

/// Wins of each strategy in the virtual games.
const VIRTUAL_WINS: f64 = 0.5;
/// The same, for limits hardly without virtual games; with none, some strengths would be infinite.
const HARDLY: f64 = 1e-4;
/// Minimum inverse variance of a difference for a symmetrical interval. For a strategy that seldom wins, it is the number
/// of its wins.
// The same number as `MIN_EVENTS`.
const MANY: f64 = 20.0;
/// Maximum number of steps to a limit.
const MAX_STEPS: usize = 100;

/// How the rating of a strategy is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Standing {
    /// The anchor: it has 0 Elo by definition, without an interval.
    Reference,
    /// Chains of wins lead from it to the anchor and back.
    Rated,
    /// No chain of wins leads from the anchor to it; the interval has only a lower limit.
    Above,
    /// No chain of wins leads from it to the anchor; the interval has only an upper limit.
    Below,
    /// No chain of wins connects it with the anchor.
    Unknown,
}

impl Standing {
    /// The standing as one word.
    pub(crate) fn word(self) -> &'static str {
        match self {
            Standing::Reference => "reference",
            Standing::Rated => "rated",
            Standing::Above => "above",
            Standing::Below => "below",
            Standing::Unknown => "unknown",
        }
    }
}

/// A strategy on the ladder.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rating {
    /// How the rating is known.
    pub standing: Standing,
    /// Elo points relative to the anchor, with the 95% interval; `n` is the number of games of the strategy that have a
    /// winner.
    pub elo: Estimate,
    /// Standard error in Elo points, from the variation between blocks; unknown unless the strategy is rated.
    pub error: f64,
    /// Standard error in Elo points if all games were independent; unknown unless the strategy is rated.
    pub independent_error: f64,
}

/// The ratings of several strategies.
#[derive(Clone, Debug, PartialEq)]
pub struct Ladder {
    fit: Fit,
    /// With hardly any virtual games.
    bare: Fit,
    /// Covariance of the logarithms of the strengths over blocks.
    covariance: Matrix,
    /// For each strategy, whether a chain of wins leads from it to each other one.
    reaches: Vec<Vec<bool>>,
    /// For each strategy, the number of its games that have a winner.
    games: Vec<u64>,
    /// Quantile of the intervals.
    quantile: f64,
}

/// The model with its maximum likelihood.
#[derive(Clone, Debug, PartialEq)]
struct Fit {
    /// The games, those of the same tables together, and the virtual ones.
    races: Vec<Race>,
    strengths: Strengths,
}

impl Fit {
    fn new(mut races: Vec<Race>, strategies: usize, virtual_wins: f64) -> Fit {
        let entrant = |item| Entrant { item, seats: 1.0, wins: virtual_wins };
        races.push(Race { entrants: (0..strategies).map(entrant).collect() });
        Fit { strengths: plackett_luce(strategies, &races), races }
    }

    /// Logarithm of the strength of a strategy, minus that of another one.
    fn difference(&self, one: usize, other: usize) -> f64 {
        self.strengths.log[one] - self.strengths.log[other]
    }

    /// The difference below (`sign` -1) or above (1) the estimate at which the logarithm of the profile likelihood is by
    /// `fall` lower, by Newton's method. It converges from everywhere, because the logarithm is concave.
    fn limit(&self, one: usize, other: usize, sign: f64, fall: f64) -> f64 {
        let value = self.difference(one, other);
        let mut distance = 1.0;
        for _ in 0..MAX_STEPS {
            let tie = Tie { one, other, difference: value + sign * distance };
            let (height, slope) = profile(&self.races, &self.strengths.log, tie);
            let step = (self.strengths.log_likelihood - height - fall) / (-sign * slope);
            distance -= step;
            if step.abs() < 1e-9 {
                break;
            }
        }
        value + sign * distance
    }
}

/// The ladder of the strategies `0..strategies` by the model of Plackett and Luce with one winner.
///
/// The estimates have the maximum likelihood over all games with a winner; a shared win counts in equal parts. To these
/// games, virtual ones with all strategies at one table are added, of which each wins half a game (Jeffreys' prior if
/// the real games have such tables): so every strategy has a rating.
///
/// The covariance over blocks is `H S H`, where `H` is the inverse of the information matrix and `S` the sum of the
/// squared scores of the blocks, times `B/(B-1)` (Huber 1967; Liang and Zeger 1986). Quantiles are Student's with `B - 1`
/// degrees of freedom.
pub fn ladder(results: &Results, strategies: usize) -> Ladder {
    let fit = Fit::new(races(results), strategies, VIRTUAL_WINS);
    Ladder {
        bare: Fit::new(races(results), strategies, HARDLY),
        covariance: clustered_covariance(results, &fit.strengths),
        reaches: chains(wins_against(results, strategies)),
        games: (0..strategies).map(|strategy| games_of(results, strategy)).collect(),
        quantile: t_of(0.95, results.blocks() as f64 - 1.0),
        fit,
    }
}

impl Ladder {
    /// The ratings relative to an anchor, in the order of the strategies.
    pub fn ratings(&self, anchor: usize) -> Vec<Rating> {
        (0..self.games.len()).map(|strategy| self.rating(strategy, anchor)).collect()
    }

    fn rating(&self, strategy: usize, anchor: usize) -> Rating {
        let unrated = |standing, elo| Rating { standing, elo, error: f64::NAN, independent_error: f64::NAN };
        let elo = Estimate { n: self.games[strategy], ..self.difference(strategy, anchor) };
        if strategy == anchor {
            return unrated(Standing::Reference, Estimate { value: 0.0, ..elo });
        }
        match (self.reaches[strategy][anchor], self.reaches[anchor][strategy]) {
            (true, true) => {
                let (error, independent_error) = self.errors(strategy, anchor);
                let (error, independent_error) = (ELO * error, ELO * independent_error);
                Rating { standing: Standing::Rated, elo, error, independent_error }
            }
            (true, false) => unrated(Standing::Above, elo),
            (false, true) => unrated(Standing::Below, elo),
            (false, false) => unrated(Standing::Unknown, elo),
        }
    }

    /// Elo difference of two strategies by the model, with its 95% interval.
    ///
    /// A side is open if no chain of wins bounds it, because the games do not exclude any difference there. If no side is
    /// bounded, the difference is unknown.
    ///
    /// The interval is symmetrical if the variance is small. Otherwise it is that of the profile likelihood (Heinze and
    /// Schemper 2002), where the logarithm falls as far as that of a normal distribution does, times the ratio of the
    /// variance over blocks to that of independent games if it exceeds 1. Of the limits with the virtual games and with
    /// hardly any, the farther one counts: the former is too high for a strategy that won by luck, the latter too low
    /// for one that lost by bad luck.
    pub(crate) fn difference(&self, one: usize, other: usize) -> Estimate {
        let (bounded_below, bounded_above) = (self.reaches[one][other], self.reaches[other][one]);
        if one == other || !(bounded_below || bounded_above) {
            return Estimate::NONE;
        }
        let value = self.fit.difference(one, other);
        let (error, independent_error) = self.errors(one, other);
        let fall = (self.quantile * error / independent_error).powi(2) / 2.0;
        let limit = |sign: f64, farther: fn(f64, f64) -> f64| match is_small(independent_error) {
            true => value + sign * self.quantile * error,
            _ if !fall.is_finite() => f64::NAN,
            _ => farther(self.fit.limit(one, other, sign, fall), self.bare.limit(one, other, sign, fall)),
        };
        Estimate {
            value: ELO * value,
            low: if bounded_below { ELO * limit(-1.0, f64::min) } else { f64::NAN },
            high: if bounded_above { ELO * limit(1.0, f64::max) } else { f64::NAN },
            n: self.games[one].min(self.games[other]),
        }
    }

    /// Standard errors of a difference of strengths, over blocks and if all games were independent. The first one is not
    /// below a large second one: few wins say little about their variation.
    fn errors(&self, one: usize, other: usize) -> (f64, f64) {
        let error = |covariance: &Matrix| {
            (covariance[one][one] + covariance[other][other] - 2.0 * covariance[one][other]).max(0.0).sqrt()
        };
        let (over_blocks, independent) = (error(&self.covariance), error(&self.fit.strengths.covariance));
        (if is_small(independent) { over_blocks } else { over_blocks.max(independent) }, independent)
    }
}

/// Whether an error is small enough for a symmetrical interval.
fn is_small(error: f64) -> bool {
    error * error * MANY <= 1.0
}

/// Number of games of a strategy that have a winner.
fn games_of(results: &Results, strategy: usize) -> u64 {
    let own = results.groups().filter(|(group, _)| group.of(strategy).is_some());
    own.map(|(group, blocks)| (u64::from(group.games) * WIN - group.unfinished()) * blocks).sum::<u64>() / WIN
}

/// For each strategy, whether it won a game in which each other one sat.
fn wins_against(results: &Results, strategies: usize) -> Vec<Vec<bool>> {
    let mut beats = vec![vec![false; strategies]; strategies];
    for (group, _) in results.groups() {
        for winner in group.sat.iter().filter(|sat| sat.wins > 0) {
            for loser in &group.sat {
                beats[usize::from(winner.strategy)][usize::from(loser.strategy)] = true;
            }
        }
    }
    beats
}

/// For each strategy, whether a chain of wins leads from it to each other one (Warshall 1962).
fn chains(mut beats: Vec<Vec<bool>>) -> Vec<Vec<bool>> {
    for middle in 0..beats.len() {
        let onward = beats[middle].clone();
        for row in beats.iter_mut().filter(|row| row[middle]) {
            row.iter_mut().zip(&onward).for_each(|(own, other)| *own |= other);
        }
    }
    beats
}

/// The games of a group.
fn race(group: &Group) -> Race {
    let entrants = group.sat.iter().map(|sat| Entrant {
        item: sat.strategy.into(),
        seats: sat.seats.into(),
        wins: f64::from(sat.wins) / WIN as f64,
    });
    Race { entrants: entrants.collect() }
}

/// All games, those of the same tables together.
fn races(results: &Results) -> Vec<Race> {
    let mut tables: BTreeMap<Vec<(u8, u8)>, Vec<u64>> = BTreeMap::new();
    for (group, blocks) in results.groups() {
        // Games at equal tables have equal chances, so the likelihood needs only their sums.
        let table: Vec<(u8, u8)> = group.sat.iter().map(|sat| (sat.strategy, sat.seats)).collect();
        let wins = tables.entry(table).or_insert_with_key(|table| vec![0; table.len()]);
        wins.iter_mut().zip(&group.sat).for_each(|(sum, sat)| *sum += u64::from(sat.wins) * blocks);
    }
    let races = tables.into_iter().map(|(table, wins)| {
        let entrants = table.into_iter().zip(wins).map(|((strategy, seats), wins)| Entrant {
            item: strategy.into(),
            seats: seats.into(),
            wins: wins as f64 / WIN as f64,
        });
        Race { entrants: entrants.collect() }
    });
    races.collect()
}

/// The covariance of the strengths over blocks.
fn clustered_covariance(results: &Results, fit: &Strengths) -> Matrix {
    let items = fit.log.len();
    let mut squares = filled(items, 0.0);
    for (result, blocks) in results.iter() {
        let mut score = vec![0.0; items];
        for race in result.groups.iter().map(race) {
            let (games, expected) = (race.games(), race.chances(&fit.log));
            let beyond = race.entrants.iter().zip(expected).map(|(entrant, chance)| (entrant, games * chance));
            beyond.for_each(|(entrant, expected)| score[entrant.item] += entrant.wins - expected);
        }
        for (row, one) in squares.iter_mut().zip(&score) {
            row.iter_mut().zip(&score).for_each(|(cell, other)| *cell += blocks as f64 * one * other);
        }
    }
    let blocks = results.blocks() as f64;
    squares.iter_mut().flatten().for_each(|cell| *cell *= blocks / (blocks - 1.0));
    product(&product(&fit.covariance, &squares), &fit.covariance)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::mix;
    use crate::run::{BlockResult, SeatedStrategy};

    /// A block of one game between some strategies.
    fn game(players: &[u8], winner: u8) -> BlockResult {
        let sat = players.iter().map(|&strategy| SeatedStrategy {
            strategy,
            seats: 1,
            wins: if strategy == winner { WIN as u16 } else { 0 },
        });
        BlockResult { groups: vec![Group { games: 1, sat: sat.collect() }] }
    }

    fn wins(counts: &[u64]) -> Results {
        let players: Vec<u8> = (0..counts.len() as u8).collect();
        let played = (0..).zip(counts).filter(|(_, blocks)| **blocks > 0);
        Results::of(played.map(|(winner, &blocks)| (game(&players, winner), blocks)), 0)
    }

    fn standings(ratings: &[Rating]) -> Vec<Standing> {
        ratings.iter().map(|rating| rating.standing).collect()
    }

    #[test]
    fn blocks_of_one_game_have_about_the_error_of_independent_games() {
        for rating in &ladder(&wins(&[500, 300, 200]), 3).ratings(0)[1..] {
            assert!((rating.error / rating.independent_error - 1.0).abs() < 0.01, "{rating:?}");
            assert_eq!((rating.standing, rating.elo.n), (Standing::Rated, 1000));
        }
    }

    #[test]
    fn the_difference_of_two_strategies_does_not_depend_on_a_third() {
        let ladder = ladder(&wins(&[5000, 3000, 2]), 3);
        let lead = ladder.difference(0, 1);
        assert!((lead.value - ELO * (5000.5_f64 / 3000.5).ln()).abs() < 1e-9 && lead.half_width() < 10.0, "{lead:?}");
        let ratings = ladder.ratings(1);
        assert_eq!((ratings[0].elo.low, ratings[0].elo.high), (lead.low, lead.high));
        assert!(ratings[2].elo.half_width() > 50.0, "{ratings:?}");
    }

    /// A mean of the strategies with a win moves by hundreds of points when a weak strategy wins its first game.
    #[test]
    fn the_first_win_of_a_weak_strategy_does_not_move_the_others() {
        let rated = |weak: u64| ladder(&wins(&[100, 80, 60, weak]), 4).ratings(0);
        let (never, once) = (rated(0), rated(1));
        assert_eq!([never[0].elo.value, once[0].elo.value], [0.0, 0.0]);
        for strategy in [1, 2] {
            let (one, other) = (never[strategy].elo, once[strategy].elo);
            assert!((one.value - other.value).abs() < 1e-6 && (one.low - other.low).abs() < 0.1, "{one:?} {other:?}");
        }
        assert_eq!((never[3].standing, once[3].standing), (Standing::Below, Standing::Rated));
        assert!(never[3].elo.value < once[3].elo.value && never[3].elo.high < once[3].elo.high, "{never:?} {once:?}");
        assert!(never[3].elo.high > once[3].elo.value, "{never:?} {once:?}");
    }

    #[test]
    fn the_virtual_games_are_negligible_in_long_runs() {
        let counts = [9000, 6000, 4300, 500, 200_u64];
        for (rating, wins) in ladder(&wins(&counts), 5).ratings(0).iter().zip(counts) {
            let measured = ELO * (wins as f64 / 9000.0).ln();
            assert!((rating.elo.value - measured).abs() < 0.5, "{rating:?} {measured}");
        }
    }

    #[test]
    fn the_anchor_changes_the_origin_only() {
        let ladder = ladder(&wins(&[50, 40, 30, 2, 0]), 5);
        for [one, other] in [[0, 1], [1, 2], [3, 0], [4, 1]] {
            let (here, there) = (ladder.ratings(other)[one].elo, ladder.ratings(one)[other].elo);
            let mirrored = [-there.value, -there.high, -there.low];
            for (number, mirror) in [here.value, here.low, here.high].into_iter().zip(mirrored) {
                assert!((number - mirror).abs() < 1e-6 || number.is_nan() && mirror.is_nan(), "{here:?} {there:?}");
            }
            let by_third = ladder.ratings(2)[one].elo.value - ladder.ratings(2)[other].elo.value;
            assert!((one == 2 || other == 2) || (by_third - here.value).abs() < 1e-9, "{here:?} {by_third}");
        }
    }

    #[test]
    fn equal_games_of_a_block_count_once() {
        let doubled = |winner: u8| {
            let mut block = game(&[0, 1, 2], winner);
            block.groups[0].games = 2;
            block.groups[0].sat.iter_mut().for_each(|sat| sat.wins *= 2);
            block
        };
        let counts = [500, 300, 200];
        let once = ladder(&wins(&counts), 3).ratings(0);
        let twice = Results::of((0..).zip(counts).map(|(winner, blocks)| (doubled(winner), blocks)), 0);
        let twice = ladder(&twice, 3).ratings(0);
        for (one, two) in once[1..].iter().zip(&twice[1..]) {
            assert!((one.error / two.error - 1.0).abs() < 2e-3 && (one.elo.value - two.elo.value).abs() < 0.2);
            assert!(two.independent_error < 0.75 * two.error);
        }
    }

    /// Given the games that 0 or 2 won, the number that 2 won is binomial.
    #[test]
    fn a_strategy_that_never_wins_has_an_upper_limit_only() {
        let ratings = ladder(&wins(&[100, 100, 0]), 3).ratings(0);
        let never = ratings[2];
        assert_eq!(never.standing, Standing::Below);
        assert!((never.elo.value - ELO * (0.5_f64 / 100.5).ln()).abs() < 1e-6 && never.elo.low.is_nan(), "{never:?}");
        let likelihood = |odds: f64| 0.5 * (odds / (1.0 + odds)).ln() - 100.5 * (1.0 + odds).ln();
        let fall = likelihood(0.5 / 100.5) - likelihood((never.elo.high / ELO).exp());
        assert!((fall - t_of(0.95, 199.0).powi(2) / 2.0).abs() < 1e-6, "{never:?} {fall}");
        let odds = (never.elo.high / ELO).exp();
        let missed = (1.0 + odds).powi(-100);
        assert!((0.02..0.05).contains(&missed), "at the limit, no win has about the probability of one tail: {missed}");
        assert!([never.error, never.independent_error].iter().all(|error| error.is_nan()));
        let above = ladder(&wins(&[100, 100, 0]), 3).ratings(2);
        assert_eq!(standings(&above), [Standing::Above, Standing::Above, Standing::Reference]);
    }

    #[test]
    fn a_strategy_that_always_wins_has_a_lower_limit_only() {
        let mut counts = vec![(game(&[0, 1], 1), 50), (game(&[0, 2], 2), 50)];
        counts.extend([1, 2].map(|winner| (game(&[1, 2], winner), 20)));
        counts.push((game(&[1, 3], 3), 30));
        let ladder = ladder(&Results::of(counts, 0), 5);
        let ratings = ladder.ratings(1);
        let expected = [Standing::Below, Standing::Reference, Standing::Rated, Standing::Above, Standing::Unknown];
        assert_eq!(standings(&ratings), expected);
        assert!(ratings[3].elo.low > 0.0 && ratings[0].elo.high < 0.0 && ratings[3].elo.high.is_nan(), "{ratings:?}");
        assert!(ratings[4].elo.value.is_nan() && ladder.difference(4, 0).value.is_nan());
        assert!(ladder.difference(3, 0).low > ratings[3].elo.low, "a chain of wins bounds it too: {ratings:?}");
        assert_eq!(super::ladder(&Results::default(), 2).ratings(0).len(), 2);
    }

    /// 0 won all games against 1 and 2, which won against each other: the strategies with a win are in two parts.
    #[test]
    fn parts_without_a_win_between_them_are_bounded_on_one_side() {
        let mut counts = [1, 2].map(|winner| (game(&[1, 2, 3], winner), 40)).to_vec();
        counts.extend([(game(&[0, 1, 2], 0), 40), (game(&[0, 1, 3], 0), 40), (game(&[0, 2, 3], 0), 40)]);
        let ratings = ladder(&Results::of(counts.clone(), 0), 4).ratings(0);
        let expected = [Standing::Reference, Standing::Below, Standing::Below, Standing::Below];
        assert_eq!(standings(&ratings), expected);
        let missed = (1.0 + 2.0 * (ratings[1].elo.high / ELO).exp()).powi(-80);
        assert!((0.001..0.05).contains(&missed), "{ratings:?} {missed}");
        let ratings = ladder(&Results::of(counts, 0), 4).ratings(1);
        let expected = [Standing::Above, Standing::Reference, Standing::Rated, Standing::Below];
        assert_eq!(standings(&ratings), expected);
    }

    /// Number of intervals of each difference to the first and to the last strategy that contain the true one, in 200
    /// ladders of 300 games.
    fn covered(strengths: [f64; 4]) -> [[usize; 4]; 2] {
        let mut covered = [[0; 4]; 2];
        let all: f64 = strengths.iter().map(|strength| strength.exp()).sum();
        for seed in 0..200 {
            let mut counts = [0; 4];
            for block in 0..300 {
                let mut dice = all * (mix(seed << 32 | block) >> 11) as f64 / (1_u64 << 53) as f64;
                let winner = strengths.iter().position(|strength| {
                    dice -= strength.exp();
                    dice < 0.0
                });
                counts[winner.unwrap_or(0)] += 1;
            }
            let ladder = ladder(&wins(&counts), 4);
            for (covered, anchor) in covered.iter_mut().zip([0, 3]) {
                for ((covered, rating), strength) in covered.iter_mut().zip(ladder.ratings(anchor)).zip(strengths) {
                    let truth = ELO * (strength - strengths[anchor]);
                    *covered += usize::from(!(truth < rating.elo.low || truth > rating.elo.high));
                }
            }
        }
        covered
    }

    /// The weak strategy wins 8, 3, 1, 0.3 and 0.05 of the games of a ladder.
    #[test]
    fn intervals_cover_the_true_differences_of_strong_and_weak_strategies() {
        for weak in [-2.4, -3.4, -4.5, -5.7, -7.5] {
            let [by_first, by_last] = covered([0.5, 0.0, -0.5, weak]);
            assert_eq!((by_first[0], by_last[3]), (200, 200));
            assert!(by_first.iter().chain(&by_last).all(|covered| *covered >= 184), "{weak}: {by_first:?} {by_last:?}");
            assert!(by_first[1].max(by_first[2]) <= 198, "{weak}: {by_first:?}");
        }
    }
}
