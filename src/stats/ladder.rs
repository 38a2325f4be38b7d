//! A ladder: the strengths of several strategies on an Elo scale.

use std::collections::BTreeMap;

use super::distributions::t_of;
use super::estimate::Estimate;
use super::matrix::{Matrix, filled, product};
use super::plackett_luce::{Entrant, Race, Strengths, plackett_luce};
use super::scores::ELO;
use super::special::root;
use crate::run::tally::WIN;
use crate::run::{Group, Results};

/// Half the chi-square quantile of a 95% interval with one degree of freedom: the decrease of the log-likelihood from
/// its maximum to the limits.
const FALL: f64 = 1.920_729_410_347_062;
/// Maximum absolute limit of a strength, as a logarithm.
const MAX_LOGIT: f64 = 50.0;

/// How the rating of a strategy is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Standing {
    /// It won and lost against the other rated strategies.
    Rated,
    /// No two strategies can be rated. The first strategy is the reference for the others: it has 0 Elo by definition,
    /// without an interval.
    Reference,
    /// It won every game against them; the interval has only a lower limit.
    Above,
    /// It lost every game against them; the interval has only an upper limit.
    Below,
    /// No game compares it with them.
    Unknown,
}

/// A strategy on the ladder.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rating {
    /// How the rating is known.
    pub standing: Standing,
    /// Elo points relative to the mean of the rated strategies, with the 95% interval; `n` is the number of games of
    /// the strategy that have a winner.
    pub elo: Estimate,
    /// Standard error in Elo points, from the variation between blocks.
    pub error: f64,
    /// Standard error in Elo points if all games were independent, from the information matrix.
    pub independent_error: f64,
}

/// The ratings of several strategies.
#[derive(Clone, Debug, PartialEq)]
pub struct Ladder {
    /// The ratings, in the order of the strategies.
    pub ratings: Vec<Rating>,
    /// The place of each rated strategy in the covariance.
    place: BTreeMap<usize, usize>,
    /// Covariance of the logarithms of the strengths over blocks.
    covariance: Matrix,
    /// Quantile of the intervals.
    reach: f64,
}

impl Ladder {
    /// Elo difference of two strategies by the model, with its 95% interval; unknown unless both are rated.
    pub fn difference(&self, one: usize, other: usize) -> Estimate {
        let (Some(&a), Some(&b)) = (self.place.get(&one), self.place.get(&other)) else { return Estimate::NONE };
        let variance = self.covariance[a][a] + self.covariance[b][b] - 2.0 * self.covariance[a][b];
        let value = self.ratings[one].elo.value - self.ratings[other].elo.value;
        let reach = self.reach * ELO * variance.max(0.0).sqrt();
        let n = self.ratings[one].elo.n.min(self.ratings[other].elo.n);
        Estimate { value, low: value - reach, high: value + reach, n }
    }
}

/// The ratings of the strategies `0..strategies` by the model of Plackett and Luce with one winner.
///
/// The estimates have the maximum likelihood over all games with a winner; a shared win counts in equal parts. Their
/// covariance over blocks is `H S H`, where `H` is the inverse of the information matrix and `S` the sum of the squared
/// scores of the blocks, times `B/(B-1)` (Huber 1967; Liang and Zeger 1986). Quantiles are Student's with `B - 1` degrees
/// of freedom.
///
/// The likelihood has a maximum only if every strategy of a set can be reached from every other by wins. The largest
/// such set is rated; the ratings of the others have at most one limit. If no set has two members, the first strategy is
/// the reference.
pub fn ladder(results: &Results, strategies: usize) -> Ladder {
    let rated = connected(&wins_against(results, strategies));
    let place: BTreeMap<usize, usize> = rated.iter().copied().zip(0..).collect();
    let fit = plackett_luce(rated.len(), &races(results, &place));
    let blocks = results.blocks() as f64;
    let (covariance, reach) = (clustered_covariance(results, &place, &fit), t_of(0.95, blocks - 1.0));
    let rating = |strategy: usize| {
        let n = games_of(results, strategy);
        let Some(&item) = place.get(&strategy) else { return unrated(results, strategy, &place, &fit.log, n) };
        if place.len() == 1 {
            return reference(n);
        }
        let (value, error) = (ELO * fit.log[item], ELO * covariance[item][item].sqrt());
        let elo = Estimate { value, low: value - reach * error, high: value + reach * error, n };
        let independent_error = ELO * fit.errors()[item];
        Rating { standing: Standing::Rated, elo, error, independent_error }
    };
    Ladder { ratings: (0..strategies).map(rating).collect(), place, covariance, reach }
}

/// The rating of the only strategy of its set.
fn reference(n: u64) -> Rating {
    let elo = Estimate { value: 0.0, n, ..Estimate::NONE };
    Rating { standing: Standing::Reference, elo, error: f64::NAN, independent_error: f64::NAN }
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

/// The largest set in which every member reaches every other by wins; the first one of several.
fn connected(beats: &[Vec<bool>]) -> Vec<usize> {
    let all = 0..beats.len();
    let mut reach = beats.to_vec();
    all.clone().for_each(|item| reach[item][item] = true);
    for middle in all.clone() {
        let onward = reach[middle].clone();
        for row in reach.iter_mut().filter(|row| row[middle]) {
            row.iter_mut().zip(&onward).for_each(|(own, other)| *own |= other);
        }
    }
    let set = |of: usize| -> Vec<usize> { all.clone().filter(|item| reach[of][*item] && reach[*item][of]).collect() };
    all.clone().map(set).rev().max_by_key(Vec::len).unwrap_or_default()
}

/// The games of a group between rated strategies that one of them won.
fn race(group: &Group, place: &BTreeMap<usize, usize>) -> Race {
    let entrants = group.sat.iter().filter_map(|sat| {
        let item = *place.get(&usize::from(sat.strategy))?;
        Some(Entrant { item, seats: sat.seats.into(), wins: f64::from(sat.wins) / WIN as f64 })
    });
    Race { entrants: entrants.collect() }
}

/// All games between rated strategies, those of the same tables together.
fn races(results: &Results, place: &BTreeMap<usize, usize>) -> Vec<Race> {
    let mut tables: BTreeMap<Vec<(usize, u8)>, Vec<u64>> = BTreeMap::new();
    for (group, blocks) in results.groups() {
        let rated = || group.sat.iter().filter_map(|sat| Some((*place.get(&usize::from(sat.strategy))?, sat)));
        let table: Vec<(usize, u8)> = rated().map(|(item, sat)| (item, sat.seats)).collect();
        let wins = tables.entry(table).or_insert_with_key(|table| vec![0; table.len()]);
        wins.iter_mut().zip(rated()).for_each(|(sum, (_, sat))| *sum += u64::from(sat.wins) * blocks);
    }
    let races = tables.into_iter().map(|(table, wins)| {
        let entrants = table.into_iter().zip(wins);
        let entrants =
            entrants.map(|((item, seats), wins)| Entrant { item, seats: seats.into(), wins: wins as f64 / WIN as f64 });
        Race { entrants: entrants.collect() }
    });
    races.collect()
}

/// The covariance of the strengths over blocks.
fn clustered_covariance(results: &Results, place: &BTreeMap<usize, usize>, fit: &Strengths) -> Matrix {
    let items = fit.log.len();
    let mut squares = filled(items, 0.0);
    for (result, blocks) in results.iter() {
        let mut score = vec![0.0; items];
        for race in result.groups.iter().map(|group| race(group, place)) {
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

/// Games of an unrated strategy against rated ones, at one table.
struct Meeting {
    /// Number of its seats.
    seats: f64,
    /// Sum of the strengths of the others.
    others: f64,
    /// Number of games that the strategy or one of the others won; the games of a block count as one.
    games: f64,
}

impl Meeting {
    /// Probability that the strategy wins a game, or that it loses one.
    fn chance(&self, strength: f64, wins: bool) -> f64 {
        let own = self.seats * strength.exp();
        (if wins { own } else { self.others }) / (own + self.others)
    }
}

/// The rating of a strategy that only won, or only lost, against the rated ones: the limit at which the log-likelihood
/// has fallen as far as at the end of a 95% interval.
fn unrated(results: &Results, strategy: usize, place: &BTreeMap<usize, usize>, log: &[f64], n: u64) -> Rating {
    let (standing, meetings) = meetings(results, strategy, place, log);
    let fall = |strength: f64, wins: bool| -> f64 {
        -meetings.iter().map(|meeting| meeting.games * meeting.chance(strength, wins).ln()).sum::<f64>()
    };
    let elo = Estimate { n, ..Estimate::NONE };
    let limit = |wins: bool| ELO * root(-MAX_LOGIT, MAX_LOGIT, |strength| (fall(strength, wins) > FALL) == wins);
    let elo = match standing {
        Standing::Above => Estimate { low: limit(true), ..elo },
        Standing::Below => Estimate { high: limit(false), ..elo },
        Standing::Rated | Standing::Reference | Standing::Unknown => elo,
    };
    Rating { standing, elo, error: f64::NAN, independent_error: f64::NAN }
}

/// The games of an unrated strategy against rated ones that it or one of them won, and whether it won or lost them. It
/// did not do both, or it would be rated.
fn meetings(
    results: &Results,
    strategy: usize,
    place: &BTreeMap<usize, usize>,
    log: &[f64],
) -> (Standing, Vec<Meeting>) {
    let (mut standing, mut meetings) = (Standing::Unknown, Vec::new());
    for (result, blocks) in results.iter() {
        let met = result.groups.iter().filter_map(|group| Some((group.of(strategy)?, race(group, place))));
        for (own, race) in met {
            let won = f64::from(own.wins) / WIN as f64 + race.games();
            if race.entrants.is_empty() || won == 0.0 {
                continue;
            }
            standing = if own.wins > 0 { Standing::Above } else { Standing::Below };
            let others = race.entrants.iter().map(|entrant| entrant.seats * log[entrant.item].exp()).sum();
            let games = blocks as f64 * won / result.games() as f64;
            meetings.push(Meeting { seats: own.seats.into(), others, games });
        }
    }
    (standing, meetings)
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

    #[test]
    fn blocks_of_one_game_have_about_the_error_of_independent_games() {
        let counts = [(0, 500), (1, 300), (2, 200)].map(|(winner, blocks)| (game(&[0, 1, 2], winner), blocks));
        for rating in ladder(&Results::of(counts, 0), 3).ratings {
            assert!((rating.error / rating.independent_error - 1.0).abs() < 0.01, "{rating:?}");
            assert_eq!((rating.standing, rating.elo.n), (Standing::Rated, 1000));
        }
    }

    #[test]
    fn the_difference_of_two_strategies_does_not_depend_on_a_third() {
        let counts = [(0, 5000), (1, 3000), (2, 2)].map(|(winner, blocks)| (game(&[0, 1, 2], winner), blocks));
        let ladder = ladder(&Results::of(counts, 0), 3);
        let lead = ladder.difference(0, 1);
        assert!((lead.value - ELO * (5.0_f64 / 3.0).ln()).abs() < 1e-9 && lead.half_width() < 10.0, "{lead:?}");
        assert!(ladder.ratings[0].elo.half_width() > 50.0 && ladder.difference(0, 3).value.is_nan());
    }

    #[test]
    fn equal_games_of_a_block_count_once() {
        let doubled = |winner: u8| {
            let mut block = game(&[0, 1, 2], winner);
            block.groups[0].games = 2;
            block.groups[0].sat.iter_mut().for_each(|sat| sat.wins *= 2);
            block
        };
        let counts = [(0, 500), (1, 300), (2, 200)];
        let once =
            ladder(&Results::of(counts.map(|(winner, blocks)| (game(&[0, 1, 2], winner), blocks)), 0), 3).ratings;
        let twice = ladder(&Results::of(counts.map(|(winner, blocks)| (doubled(winner), blocks)), 0), 3).ratings;
        for (one, two) in once.iter().zip(&twice) {
            assert!((one.error - two.error).abs() < 1e-9 && (one.elo.value - two.elo.value).abs() < 1e-9);
            assert!(two.independent_error < 0.75 * two.error);
        }
    }

    #[test]
    fn a_strategy_that_never_wins_has_an_upper_limit_only() {
        let counts = [(0, 100), (1, 100)].map(|(winner, blocks)| (game(&[0, 1, 2], winner), blocks));
        let ratings = ladder(&Results::of(counts, 0), 3).ratings;
        assert_eq!(ratings[0].elo.value, 0.0);
        let never = ratings[2];
        assert_eq!(never.standing, Standing::Below);
        let chance = 1.0 - (-FALL / 200.0).exp();
        let expected = ELO * (2.0 * chance / (1.0 - chance)).ln();
        assert!(never.elo.value.is_nan() && (never.elo.high - expected).abs() < 1e-6, "{never:?} {expected}");
    }

    #[test]
    fn a_strategy_that_always_wins_has_a_lower_limit_only() {
        let mut counts = vec![(game(&[0, 1], 1), 50), (game(&[0, 2], 2), 50)];
        counts.extend([1, 2].map(|winner| (game(&[1, 2], winner), 20)));
        counts.push((game(&[1, 3], 3), 30));
        let ratings = ladder(&Results::of(counts, 0), 5).ratings;
        let standings: Vec<Standing> = ratings.iter().map(|rating| rating.standing).collect();
        let expected = [Standing::Below, Standing::Rated, Standing::Rated, Standing::Above, Standing::Unknown];
        assert_eq!(standings, expected);
        assert!(ratings[3].elo.low > 0.0 && ratings[0].elo.high < 0.0, "{ratings:?}");
        assert_eq!(ladder(&Results::default(), 2).ratings.len(), 2);
    }

    #[test]
    fn without_two_strategies_to_rate_the_first_is_a_reference_without_an_interval() {
        let counts = [(game(&[0, 1], 1), 50), (game(&[1, 2], 1), 50), (game(&[0, 2], 0), 50)];
        let ratings = ladder(&Results::of(counts, 0), 3).ratings;
        let standings: Vec<Standing> = ratings.iter().map(|rating| rating.standing).collect();
        assert_eq!(standings, [Standing::Reference, Standing::Above, Standing::Below]);
        let Rating { elo, error, independent_error, .. } = ratings[0];
        assert_eq!((elo.value, elo.n), (0.0, 100));
        assert!([elo.low, elo.high, error, independent_error].iter().all(|number| number.is_nan()), "{ratings:?}");
        assert!(ratings[1].elo.low > 0.0 && ratings[2].elo.high < 0.0, "{ratings:?}");
    }

    /// Strategies 0 and 1 are rated. Strategies 2 and 3 win every game at their tables, 3 against 2.
    #[test]
    fn games_that_another_unrated_strategy_won_say_nothing_about_a_strategy() {
        let mut counts = [0, 1].map(|winner| (game(&[0, 1], winner), 50)).to_vec();
        counts.extend([(game(&[0, 1, 2], 2), 40), (game(&[0, 1, 3], 3), 40), (game(&[0, 2, 3], 3), 40)]);
        let ratings = ladder(&Results::of(counts.clone(), 0), 4).ratings;
        assert_eq!(ratings[2].standing, Standing::Above);
        let limit = |games: f64, others: f64| {
            let chance = (-FALL / games).exp();
            ELO * (others * chance / (1.0 - chance)).ln()
        };
        assert!((ratings[2].elo.low - limit(40.0, 2.0)).abs() < 1e-6, "{ratings:?}");
        let mut unfinished = game(&[0, 1, 2], 2);
        unfinished.groups[0].games = 2;
        counts.extend([(unfinished, 40), (game(&[0, 1, 2], 9), 40)]);
        let ratings = ladder(&Results::of(counts, 0), 4).ratings;
        assert!((ratings[2].elo.low - limit(60.0, 2.0)).abs() < 1e-6, "half a block is decided: {ratings:?}");
    }

    #[test]
    fn intervals_cover_the_true_strengths() {
        let strengths = [0.5, 0.0, -0.5];
        let mut covered = 0;
        for seed in 0..400 {
            let mut results = Results::default();
            for block in 0..300 {
                let dice = (mix(seed << 32 | block) >> 11) as f64 / (1_u64 << 53) as f64;
                let all: f64 = strengths.iter().map(|strength: &f64| strength.exp()).sum();
                let first = strengths[0].exp() / all;
                let second = first + strengths[1].exp() / all;
                results.add(game(&[0, 1, 2], u8::from(dice >= first) + u8::from(dice >= second)), 1);
            }
            let ratings = ladder(&results, 3).ratings;
            let held =
                |(rating, truth): (&Rating, &f64)| rating.elo.low <= ELO * truth && ELO * truth <= rating.elo.high;
            covered += ratings.iter().zip(&strengths).filter(|pair| held(*pair)).count();
        }
        assert!((1110..=1170).contains(&covered), "{covered} of 1200");
    }
}
