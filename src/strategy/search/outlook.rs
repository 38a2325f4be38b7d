//! `Outlook`: each player's chance to win, from a position at the beginning of a turn.
//!
//! The chances are a softmax over the players' scores, which are weighted sums of what a player has. The weights are
//! fitted to games of the base player with the same deck.

use super::playout::{Rehearsal, Rehearsing};
use crate::deck::Deck;
use crate::game::{Keys, Progress, Seating, Silent, Table, View};
use crate::ids::{BySeat, MAX_SEATS, Seat, SeatSet};
use crate::strategy::Worth;
use crate::strategy::balanced::Balanced;

/// Number of features of a player.
const FEATURES: usize = 10;

type Features = [f64; FEATURES];

/// The weights of the features.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Outlook {
    weights: Features,
}

/// A position, and each player's share of the win.
struct Sample {
    players: usize,
    features: BySeat<Features>,
    shares: BySeat<f64>,
}

/// Seed of the games that the weights are fitted to.
const SEED: u64 = 0x6f75_746c_6f6f_6b;
/// Number of these games.
const GAMES: u64 = 400;
/// Steps of Newton's method.
const STEPS: usize = 8;

impl Outlook {
    /// Fits the weights for a deck.
    pub(super) fn fitted<const W: usize>(deck: &Deck<W>, player: &Balanced, worth: &Worth) -> Outlook {
        let games = std::env::var("X_GAMES").map_or(GAMES, |text| text.parse().unwrap());
        let samples: Vec<Sample> = (0..games).flat_map(|game| played(deck, player, worth, game)).collect();
        let mut outlook = Outlook::default();
        for _ in 0..STEPS {
            outlook.improve(&samples);
        }
        if std::env::var("X_SHOW").is_ok() {
            let (mut mean, mut error, mut n) = (0.0, 0.0, 0.0);
            for sample in &samples {
                let chances = outlook.chances(sample.players, &sample.features);
                for seat in 0..sample.players {
                    let k = 1.0 / sample.players as f64;
                    mean += (sample.shares.0[seat] - k) * (sample.shares.0[seat] - k);
                    error += (sample.shares.0[seat] - chances.0[seat]) * (sample.shares.0[seat] - chances.0[seat]);
                    n += 1.0;
                }
            }
            eprintln!("{} samples, R2 {:.4}, weights {:?}", n, 1.0 - error / mean, outlook.weights);
        }
        outlook
    }

    /// The chance of a seat to win.
    pub(super) fn chance<const W: usize>(&self, table: &Rehearsing<'_, W>, worth: &Worth, seat: Seat) -> f64 {
        self.chances(usize::from(table.players()), &features(table, worth))[seat]
    }

    fn chances(&self, players: usize, features: &BySeat<Features>) -> BySeat<f64> {
        let mut chances = BySeat([0.0; MAX_SEATS]);
        for (chance, features) in chances.0.iter_mut().zip(&features.0).take(players) {
            let score: f64 = self.weights.iter().zip(features).map(|(weight, feature)| weight * feature).sum();
            *chance = exp(score);
        }
        let all: f64 = chances.0.iter().sum();
        chances.0.iter_mut().for_each(|chance| *chance /= all);
        chances
    }

    /// A step of Newton's method towards the weights of the highest likelihood.
    fn improve(&mut self, samples: &[Sample]) {
        let mut slope = [0.0; FEATURES];
        let mut curve = [[0.0; FEATURES]; FEATURES];
        for (n, row) in curve.iter_mut().enumerate() {
            row[n] = 1.0;
        }
        for n in 0..FEATURES {
            slope[n] -= self.weights[n];
        }
        for sample in samples {
            let chances = self.chances(sample.players, &sample.features);
            let mean = mean(sample, &chances);
            for seat in 0..sample.players {
                let (features, chance) = (&sample.features.0[seat], chances.0[seat]);
                for n in 0..FEATURES {
                    let apart = features[n] - mean[n];
                    slope[n] += (sample.shares.0[seat] - chance) * features[n];
                    for m in 0..=n {
                        curve[n][m] += chance * apart * (features[m] - mean[m]);
                    }
                }
            }
        }
        for n in 0..FEATURES {
            for m in 0..n {
                curve[m][n] = curve[n][m];
            }
        }
        let step = solved(curve, slope);
        for n in 0..FEATURES {
            self.weights[n] += step[n];
        }
    }
}

/// The mean of each feature, weighted by chance.
fn mean(sample: &Sample, chances: &BySeat<f64>) -> Features {
    let mut mean = [0.0; FEATURES];
    for (features, chance) in sample.features.0.iter().zip(&chances.0).take(sample.players) {
        for n in 0..FEATURES {
            mean[n] += chance * features[n];
        }
    }
    mean
}

/// Solves a symmetric, positive definite system of equations by elimination.
fn solved(mut matrix: [Features; FEATURES], mut right: Features) -> Features {
    for n in 0..FEATURES {
        for m in n + 1..FEATURES {
            let factor = matrix[m][n] / matrix[n][n];
            for k in n..FEATURES {
                matrix[m][k] -= factor * matrix[n][k];
            }
            right[m] -= factor * right[n];
        }
    }
    for n in (0..FEATURES).rev() {
        let known: f64 = (n + 1..FEATURES).map(|k| matrix[n][k] * right[k]).sum();
        right[n] = (right[n] - known) / matrix[n][n];
    }
    right
}

/// The exponential function, from operations that give the same result on every machine.
fn exp(x: f64) -> f64 {
    let mut power = 1.0 + x.clamp(-40.0, 40.0) / 1024.0;
    for _ in 0..10 {
        power *= power;
    }
    power
}

/// The positions of one game at the beginning of each turn.
fn played<const W: usize>(deck: &Deck<W>, player: &Balanced, worth: &Worth, game: u64) -> Vec<Sample> {
    let (least, most) = (deck.players.min, deck.players.max);
    let players = 4u8.clamp(least, most);
    let seating = Seating { players, keys: Keys::of_block(SEED, game) };
    let mut table = Table::deal_to(deck, seating, Silent, Rehearsal::new(player, None));
    let mut positions = Vec::new();
    for turn in 1.. {
        match table.advance_to_turn(turn) {
            Ok(None) => positions.push(features(&table, worth)),
            Ok(Some(Progress::Over(outcome))) => {
                let shares = shares(outcome.winners);
                let sample = |features| Sample { players: usize::from(players), features, shares };
                return positions.into_iter().map(sample).collect();
            }
            _ => break,
        }
    }
    Vec::new()
}

/// Each seat's share of a win.
pub(super) fn shares(winners: SeatSet) -> BySeat<f64> {
    let share = 1.0 / winners.len().max(1) as f64;
    let mut shares = BySeat([0.0; MAX_SEATS]);
    winners.iter().for_each(|seat| shares[seat] = share);
    shares
}

fn features<const W: usize>(table: &Rehearsing<'_, W>, worth: &Worth) -> BySeat<Features> {
    let mut all = BySeat([[0.0; FEATURES]; MAX_SEATS]);
    for seat in (0..table.players()).map(Seat) {
        all[seat] = features_of(table.view(seat), worth);
    }
    all
}

/// What a player has, each feature about as large as the others.
fn features_of<const W: usize>(view: View<'_, W>, worth: &Worth) -> Features {
    let me = view.seat();
    let deck = view.deck();
    let level = f64::from(view.level(me)) / 10.0;
    let strength = f64::from(view.strength(me).clamp(0, 60)) / 20.0;
    let hand = view.hand();
    let keep: i32 = hand.iter().map(|card| i32::from(worth.keep(card))).sum();
    let boosts: i32 = (hand & deck.masks.boosts).iter().map(|card| i32::from(deck.card(card).bonus)).sum();
    let table: i32 = view.table(me).iter().map(|card| i32::from(worth.keep(card))).sum();
    let wait = (me.0 + view.players() - view.active().0) % view.players();
    let nearest = f64::from(view.level(me) >= 9);
    let (doors, treasures) = view.hand_count(me);
    [
        level,
        level * level,
        strength,
        strength * level,
        strength * strength,
        f64::from(keep) / 50.0,
        f64::from(boosts) / 10.0,
        f64::from(table) / 50.0,
        nearest * (1.0 - f64::from(wait) / f64::from(view.players())),
        (doors + treasures) as f64 / 5.0,
    ]
}
