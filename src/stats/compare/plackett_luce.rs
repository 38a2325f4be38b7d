//! The model of Plackett and Luce, with one winner of each game (Luce, Individual Choice Behavior, 1959; Hunter 2004,
//! Annals of Statistics 32, 384-406).
//!
//! A player with strength `e^s` wins a game with probability `e^s / sum of the strengths at the table`.

use crate::stats::maths::matrix::{Matrix, filled, pseudo_inverse, times};

/// Maximum number of steps of Newton's method; it converges earlier.
const MAX_STEPS: usize = 200;

/// Games with the same players.
#[derive(Clone, Debug, PartialEq)]
pub struct Race {
    /// Each item at the table, with the number of its seats and its wins.
    pub entrants: Vec<Entrant>,
}

/// An item at a table.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Entrant {
    /// Index of the item.
    pub item: usize,
    /// Number of its seats.
    pub seats: f64,
    /// Number of games that it won.
    pub wins: f64,
}

/// Estimated strengths.
#[derive(Clone, Debug, PartialEq)]
pub struct Strengths {
    /// Logarithms of the strengths; their sum is 0.
    pub log: Vec<f64>,
    /// Covariance of the estimates if all games are independent: the pseudo-inverse of the information matrix.
    pub covariance: Vec<Vec<f64>>,
    /// Logarithm of the likelihood.
    pub log_likelihood: f64,
}

impl Strengths {
    /// Standard errors of the logarithms if all games are independent.
    pub fn errors(&self) -> Vec<f64> {
        (0..self.log.len()).map(|item| self.covariance[item][item].sqrt()).collect()
    }
}

impl Race {
    /// Number of games with a winner.
    pub(in crate::stats) fn games(&self) -> f64 {
        self.entrants.iter().map(|entrant| entrant.wins).sum()
    }

    /// Probability of each entrant to win a game.
    pub(in crate::stats) fn chances(&self, log: &[f64]) -> Vec<f64> {
        // Subtracted first, so that no power overflows.
        let highest = self.entrants.iter().map(|entrant| log[entrant.item]).fold(f64::NEG_INFINITY, f64::max);
        let strength = |entrant: &Entrant| entrant.seats * (log[entrant.item] - highest).exp();
        let all: f64 = self.entrants.iter().map(strength).sum();
        self.entrants.iter().map(|entrant| strength(entrant) / all).collect()
    }
}

/// A fixed difference of two strengths.
#[derive(Clone, Copy, Debug)]
pub(in crate::stats) struct Tie {
    /// The item with the fixed distance from `other`.
    pub one: usize,
    /// The other item.
    pub other: usize,
    /// Logarithm of the strength of `one`, minus that of `other`.
    pub difference: f64,
}

/// The strengths with the maximum likelihood, by Newton's method. They exist if the items cannot be divided into two
/// parts such that one part never won against the other; otherwise they are not finite, or large.
pub fn plackett_luce(items: usize, races: &[Race]) -> Strengths {
    let (mut log, log_likelihood) = climb(races, vec![0.0; items], None);
    let mean = log.iter().sum::<f64>() / items as f64;
    // Only differences of strengths have a meaning; a sum of 0 makes them unique.
    log.iter_mut().for_each(|strength| *strength -= mean);
    let covariance = pseudo_inverse(&information(items, races, &log));
    Strengths { covariance, log_likelihood, log }
}

/// The profile likelihood: the maximum of the log-likelihood with a fixed difference of two strengths, and its derivative
/// with respect to the difference. The search starts at `log`.
pub(in crate::stats) fn profile(races: &[Race], log: &[f64], tie: Tie) -> (f64, f64) {
    let mut start = log.to_vec();
    start[tie.one] = start[tie.other] + tie.difference;
    let (log, height) = climb(races, start, Some(tie));
    (height, score(log.len(), races, &log)[tie.one])
}

/// The highest point of the log-likelihood that Newton's method finds from a start, and its height.
fn climb(races: &[Race], mut log: Vec<f64>, tie: Option<Tie>) -> (Vec<f64>, f64) {
    let items = log.len();
    let mut likelihood = log_likelihood(races, &log);
    for _ in 0..MAX_STEPS {
        let step = newton_step(information(items, races, &log), score(items, races, &log), tie);
        let longest = step.iter().fold(0.0, |longest: f64, part| longest.max(part.abs()));
        let Some((next, higher)) = uphill(races, &log, &step, likelihood) else { break };
        (log, likelihood) = (next, higher);
        if longest < 1e-12 {
            break;
        }
    }
    (log, likelihood)
}

/// The step of Newton's method. Two tied items take the same one, as if they were one item.
fn newton_step(mut information: Matrix, mut score: Vec<f64>, tie: Option<Tie>) -> Vec<f64> {
    let Some(Tie { one, other, .. }) = tie else { return times(&pseudo_inverse(&information), &score) };
    score[other] += score[one];
    score.remove(one);
    let row = information[one].clone();
    information[other].iter_mut().zip(row).for_each(|(sum, part)| *sum += part);
    information.remove(one);
    for row in &mut information {
        row[other] += row[one];
        row.remove(one);
    }
    let mut step = times(&pseudo_inverse(&information), &score);
    step.insert(one, step[if other > one { other - 1 } else { other }]);
    step
}

/// Halves a step until the likelihood does not decrease. Returns the new strengths and their likelihood.
fn uphill(races: &[Race], log: &[f64], step: &[f64], likelihood: f64) -> Option<(Vec<f64>, f64)> {
    // Halved 40 times, a step is below the precision of the strengths.
    (0..40).find_map(|halvings| {
        let part = 0.5_f64.powi(halvings);
        let next: Vec<f64> = log.iter().zip(step).map(|(strength, step)| strength + part * step).collect();
        let found = log_likelihood(races, &next);
        // Within rounding, because at the maximum no step goes up.
        (found >= likelihood - 1e-12 * likelihood.abs()).then_some((next, found))
    })
}

fn log_likelihood(races: &[Race], log: &[f64]) -> f64 {
    let of = |race: &Race| -> f64 {
        let won = race.entrants.iter().zip(race.chances(log)).filter(|(entrant, _)| entrant.wins > 0.0);
        // The factor of the seats does not depend on the strengths; per seat, the likelihood is that of single players.
        won.map(|(entrant, chance)| entrant.wins * (chance / entrant.seats).ln()).sum()
    };
    races.iter().map(of).sum()
}

/// The gradient of the log-likelihood: wins minus expected wins.
fn score(items: usize, races: &[Race], log: &[f64]) -> Vec<f64> {
    let mut score = vec![0.0; items];
    for race in races {
        let games = race.games();
        for (entrant, chance) in race.entrants.iter().zip(race.chances(log)) {
            score[entrant.item] += entrant.wins - games * chance;
        }
    }
    score
}

/// The information matrix: the negative second derivatives of the log-likelihood.
fn information(items: usize, races: &[Race], log: &[f64]) -> Matrix {
    let mut information = filled(items, 0.0);
    for race in races {
        let (games, chances) = (race.games(), race.chances(log));
        for (entrant, chance) in race.entrants.iter().zip(&chances) {
            information[entrant.item][entrant.item] += games * chance;
            for (other, product) in race.entrants.iter().zip(chances.iter().map(|other| chance * other)) {
                information[entrant.item][other.item] -= games * product;
            }
        }
    }
    information
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_items_have_the_odds_of_their_wins() {
        let entrant = |item, wins| Entrant { item, seats: 1.0, wins };
        let found = plackett_luce(2, &[Race { entrants: vec![entrant(0, 30.0), entrant(1, 10.0)] }]);
        assert!((found.log[0] - found.log[1] - 3.0_f64.ln()).abs() < 1e-12);
        let error = (1.0 / 30.0 + 1.0 / 10.0_f64).sqrt() / 2.0;
        assert!((found.errors()[0] - error).abs() < 1e-12, "half the error of the difference");
    }

    /// Items 0 and 1 won 30 and 10 games: with a difference of `d`, their chances are those of the odds `e^d`.
    #[test]
    fn the_profile_likelihood_of_two_items_is_that_of_their_odds() {
        let race = |wins: &[f64]| Race {
            entrants: (0..).zip(wins).map(|(item, &wins)| Entrant { item, seats: 1.0, wins }).collect(),
        };
        let two = [race(&[30.0, 10.0])];
        for difference in [-2.0, 0.5, 3.0] {
            let chance = 1.0 / (1.0 + f64::exp(-difference));
            let expected = 30.0 * chance.ln() + 10.0 * (1.0 - chance).ln();
            let (height, slope) = profile(&two, &[0.0; 2], Tie { one: 0, other: 1, difference });
            assert!((height - expected).abs() < 1e-9 && (slope - (30.0 - 40.0 * chance)).abs() < 1e-9);
        }
        let three = [race(&[30.0, 10.0, 20.0])];
        let found = plackett_luce(3, &three);
        for [one, other] in [[0, 2], [2, 0], [1, 0]] {
            let best = found.log[one] - found.log[other];
            let at = |more| profile(&three, &[0.0; 3], Tie { one, other, difference: best + more });
            assert!((at(0.0).0 - found.log_likelihood).abs() < 1e-9 && at(0.0).1.abs() < 1e-6);
            for more in [-0.5, 0.5] {
                let slope = (at(more + 1e-5).0 - at(more - 1e-5).0) / 2e-5;
                assert!((slope - at(more).1).abs() < 1e-4 && slope * more < 0.0, "{slope}");
            }
        }
    }

    #[test]
    fn seats_count_like_players_of_equal_strength() {
        let entrants = vec![Entrant { item: 0, seats: 3.0, wins: 60.0 }, Entrant { item: 1, seats: 1.0, wins: 20.0 }];
        let found = plackett_luce(2, &[Race { entrants }]);
        assert!(found.log.iter().all(|strength| strength.abs() < 1e-12), "{found:?}");
    }
}
