//! Lengths: the distribution of the number of turns.

use serde::{Deserialize, Serialize};

/// The numbers of games by their turns, with the moments over blocks that the errors of quantiles need.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct LengthTally {
    /// Number of games by turns, up to the longest game.
    pub games: Vec<u64>,
    /// By turns `t`, the increase from `t - 1` to `t` of the sum over blocks of the squared number of games with at most
    /// that many turns.
    pub square_steps: Vec<u64>,
}

impl LengthTally {
    /// Adds a block with games of these turns, and clears the list.
    pub fn add_block(&mut self, turns: &mut Vec<u16>) {
        turns.sort_unstable();
        if let Some(&longest) = turns.last() {
            self.reach(usize::from(longest) + 1);
        }
        // The squared number of games grows by `(n + 1)^2 - n^2` with each game.
        for (shorter, turns) in turns.drain(..).enumerate() {
            self.games[usize::from(turns)] += 1;
            self.square_steps[usize::from(turns)] += 2 * shorter as u64 + 1;
        }
    }

    /// Adds the blocks of another worker.
    pub(crate) fn merge(&mut self, other: &LengthTally) {
        self.reach(other.games.len());
        super::sums::add_all(&mut self.games, &other.games);
        super::sums::add_all(&mut self.square_steps, &other.square_steps);
    }

    fn reach(&mut self, turns: usize) {
        if self.games.len() < turns {
            self.games.resize(turns, 0);
            self.square_steps.resize(turns, 0);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cumulated_steps_are_the_sums_of_squares() {
        let (mut lengths, blocks) = (LengthTally::default(), [vec![7, 3, 7], vec![4, 9, 2], vec![5, 5, 5]]);
        blocks.iter().for_each(|block| lengths.add_block(&mut block.clone()));
        for most in 0..lengths.games.len() {
            let shorter = |block: &Vec<u16>| block.iter().filter(|turns| usize::from(**turns) <= most).count() as u64;
            assert_eq!(lengths.games[..=most].iter().sum::<u64>(), blocks.iter().map(shorter).sum::<u64>());
            let squares: u64 = blocks.iter().map(|block| shorter(block).pow(2)).sum();
            assert_eq!(lengths.square_steps[..=most].iter().sum::<u64>(), squares, "at most {most} turns");
        }
    }

    #[test]
    fn merged_lengths_reach_the_longest_game() {
        let [mut short, mut long] = [vec![2], vec![8]].map(|mut turns| {
            let mut lengths = LengthTally::default();
            lengths.add_block(&mut turns);
            lengths
        });
        let again = short.clone();
        short.merge(&long);
        long.merge(&again);
        assert_eq!((short.games.len(), &short), (9, &long));
    }
}
