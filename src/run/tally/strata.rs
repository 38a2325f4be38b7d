//! Strata: games and wins by strategy and turn position.

use serde::{Deserialize, Serialize};

use super::sums::add_all;

/// Games and wins of each stratum (strategy x turn position), with the moments over blocks.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct StrataTally {
    strategies: usize,
    players: usize,
    games: Vec<u64>,
    wins: Vec<u64>,
    products: Vec<u64>,
}

/// Wins of one block by stratum.
#[derive(Clone, Debug)]
pub struct Strata {
    players: usize,
    games: Vec<u64>,
    wins: Vec<u64>,
}

impl Strata {
    /// An empty block.
    pub fn new(strategies: usize, players: usize) -> Strata {
        Strata { players, games: vec![0; strategies * players], wins: vec![0; strategies * players] }
    }

    /// The stratum of a strategy at a turn position, counted from 0.
    #[inline]
    pub fn index(&self, strategy: usize, position: usize) -> usize {
        strategy * self.players + position
    }

    /// Adds a game of a stratum, with its win in units of `WIN`.
    #[inline]
    pub fn add(&mut self, stratum: usize, win: u64) {
        self.games[stratum] += 1;
        self.wins[stratum] += win;
    }

    /// Wins of the block by stratum.
    pub(crate) fn wins(&self) -> &[u64] {
        &self.wins
    }

    fn clear(&mut self) {
        self.games.fill(0);
        self.wins.fill(0);
    }
}

impl StrataTally {
    /// No games yet.
    pub(crate) fn new(strategies: usize, players: usize) -> StrataTally {
        let strata = strategies * players;
        let (games, wins) = (vec![0; strata], vec![0; strata]);
        StrataTally { strategies, players, games, wins, products: vec![0; strata * strata] }
    }

    /// Adds a block and clears it.
    pub fn add_block(&mut self, block: &mut Strata) {
        add_all(&mut self.games, &block.games);
        add_all(&mut self.wins, &block.wins);
        let strata = self.games.len();
        // Exact: a stratum without a win adds only zeros, and most strata of a block have none.
        for (s, &one) in block.wins.iter().enumerate().filter(|(_, wins)| **wins > 0) {
            for (t, &other) in block.wins.iter().enumerate() {
                self.products[s * strata + t] += one * other;
            }
        }
        block.clear();
    }

    /// Adds the blocks of another worker.
    pub(crate) fn merge(&mut self, other: &StrataTally) {
        add_all(&mut self.games, &other.games);
        add_all(&mut self.wins, &other.wins);
        add_all(&mut self.products, &other.products);
    }

    /// Number of strategies.
    pub fn strategies(&self) -> usize {
        self.strategies
    }

    /// Number of turn positions.
    pub fn players(&self) -> usize {
        self.players
    }

    /// Games by stratum.
    pub fn games(&self) -> &[u64] {
        &self.games
    }

    /// Wins by stratum, in units of `WIN`.
    pub fn wins(&self) -> &[u64] {
        &self.wins
    }

    /// Sum over blocks of the product of two strata's wins.
    pub fn product(&self, s: usize, t: usize) -> u64 {
        self.products[s * self.games.len() + t]
    }

    /// The strata of a turn position.
    pub(crate) fn of_position(&self, position: usize) -> Vec<usize> {
        (0..self.strategies).map(|strategy| strategy * self.players + position).collect()
    }

    /// The strata of a strategy.
    pub(crate) fn of_strategy(&self, strategy: usize) -> Vec<usize> {
        (strategy * self.players..(strategy + 1) * self.players).collect()
    }
}
