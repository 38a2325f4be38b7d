//! The model of Plackett and Luce, with one winner of each game (Luce, Individual Choice Behavior, 1959; Hunter 2004,
//! Annals of Statistics 32, 384-406).
//!
//! A player with strength `e^s` wins a game with probability `e^s / sum of the strengths at the table`.

use super::matrix::{Matrix, filled, pseudo_inverse, times};

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
    pub(super) fn games(&self) -> f64 {
        self.entrants.iter().map(|entrant| entrant.wins).sum()
    }

    /// Probability of each entrant to win a game.
    pub(super) fn chances(&self, log: &[f64]) -> Vec<f64> {
        let highest = self.entrants.iter().map(|entrant| log[entrant.item]).fold(f64::NEG_INFINITY, f64::max);
        let strength = |entrant: &Entrant| entrant.seats * (log[entrant.item] - highest).exp();
        let all: f64 = self.entrants.iter().map(strength).sum();
        self.entrants.iter().map(|entrant| strength(entrant) / all).collect()
    }
}

/// The strengths with the maximum likelihood, by Newton's method. They exist if the items cannot be divided into two
/// parts such that one part never won against the other; otherwise they are not finite, or large.
pub fn plackett_luce(items: usize, races: &[Race]) -> Strengths {
    let mut log = vec![0.0; items];
    let mut likelihood = log_likelihood(races, &log);
    for _ in 0..MAX_STEPS {
        let step = times(&pseudo_inverse(&information(items, races, &log)), &score(items, races, &log));
        let longest = step.iter().fold(0.0, |longest: f64, part| longest.max(part.abs()));
        let Some((next, higher)) = uphill(races, &log, &step, likelihood) else { break };
        (log, likelihood) = (next, higher);
        if longest < 1e-12 {
            break;
        }
    }
    let mean = log.iter().sum::<f64>() / items as f64;
    log.iter_mut().for_each(|strength| *strength -= mean);
    let covariance = pseudo_inverse(&information(items, races, &log));
    Strengths { covariance, log_likelihood: likelihood, log }
}

/// Halves a step until the likelihood does not decrease. Returns the new strengths and their likelihood.
fn uphill(races: &[Race], log: &[f64], step: &[f64], likelihood: f64) -> Option<(Vec<f64>, f64)> {
    (0..40).find_map(|halvings| {
        let part = 0.5_f64.powi(halvings);
        let next: Vec<f64> = log.iter().zip(step).map(|(strength, step)| strength + part * step).collect();
        let found = log_likelihood(races, &next);
        (found >= likelihood - 1e-12 * likelihood.abs()).then_some((next, found))
    })
}

fn log_likelihood(races: &[Race], log: &[f64]) -> f64 {
    let of = |race: &Race| -> f64 {
        let won = race.entrants.iter().zip(race.chances(log)).filter(|(entrant, _)| entrant.wins > 0.0);
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

    #[test]
    fn seats_count_like_players_of_equal_strength() {
        let entrants = vec![Entrant { item: 0, seats: 3.0, wins: 60.0 }, Entrant { item: 1, seats: 1.0, wins: 20.0 }];
        let found = plackett_luce(2, &[Race { entrants }]);
        assert!(found.log.iter().all(|strength| strength.abs() < 1e-12), "{found:?}");
    }
}
