//! The race: players that stand out at a moment of the game, and how often they win.

use serde::{Deserialize, Serialize};

/// Rounds after which the leader is counted.
pub const ROUNDS: usize = 12;

/// A player that stands out at a moment of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mark {
    /// The player who is alone at the highest Level after half of the turns.
    LeaderAtHalf,
    /// The player who is alone at the lowest Level after half of the turns.
    LastAtHalf,
    /// The first player to reach the last Level before winning.
    FirstAtLastLevel,
    /// The player who is alone at the highest Level after this round, from 1 to `ROUNDS`.
    LeaderAfter(usize),
}

/// Number of marks.
const MARKS: usize = 3 + ROUNDS;

impl Mark {
    fn index(self) -> usize {
        match self {
            Mark::LeaderAtHalf => 0,
            Mark::LastAtHalf => 1,
            Mark::FirstAtLastLevel => 2,
            Mark::LeaderAfter(round) => 2 + round,
        }
    }
}

/// For one mark: games with a winner that reached its moment, those of them with a marked player, and the wins of these
/// players in units of `WIN`; with the sums over blocks of the products.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct MarkSums {
    /// Games that reached the moment.
    pub games: u64,
    /// Games with a marked player.
    pub marked: u64,
    /// Wins of marked players.
    pub wins: u64,
    /// Squares of the games.
    pub games_games: u64,
    /// Products of games and marked players.
    pub games_marked: u64,
    /// Products of games and wins.
    pub games_wins: u64,
    /// Squares of the marked players.
    pub marked_marked: u64,
    /// Products of marked players and wins.
    pub marked_wins: u64,
    /// Squares of the wins.
    pub wins_wins: u64,
}

/// The marks of a block.
#[derive(Clone, Copy, Debug, Default)]
pub struct Race([Marked; MARKS]);

#[derive(Clone, Copy, Debug, Default)]
struct Marked {
    games: u64,
    marked: u64,
    wins: u64,
}

impl Race {
    /// Adds a game that reached the moment of a mark; `win` is the win of the marked player, if there is one.
    #[inline]
    pub fn add(&mut self, mark: Mark, win: Option<u64>) {
        let sums = &mut self.0[mark.index()];
        sums.games += 1;
        sums.marked += u64::from(win.is_some());
        sums.wins += win.unwrap_or(0);
    }
}

/// The sums of all marks.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RaceTally(Vec<MarkSums>);

impl Default for RaceTally {
    fn default() -> Self {
        RaceTally(vec![MarkSums::default(); MARKS])
    }
}

impl RaceTally {
    /// Adds a block and clears it.
    pub fn add_block(&mut self, block: &mut Race) {
        for (sums, own) in self.0.iter_mut().zip(&mut block.0) {
            // Few games reach the late rounds.
            if own.games > 0 {
                sums.add_block(std::mem::take(own));
            }
        }
    }

    /// Adds the blocks of another worker.
    pub(crate) fn merge(&mut self, other: &RaceTally) {
        self.0.iter_mut().zip(&other.0).for_each(|(sums, other)| sums.merge(other));
    }

    /// The sums of a mark.
    pub fn of(&self, mark: Mark) -> MarkSums {
        self.0[mark.index()]
    }
}

impl MarkSums {
    fn add_block(&mut self, Marked { games, marked, wins }: Marked) {
        self.merge(&MarkSums {
            games,
            marked,
            wins,
            games_games: games * games,
            games_marked: games * marked,
            games_wins: games * wins,
            marked_marked: marked * marked,
            marked_wins: marked * wins,
            wins_wins: wins * wins,
        });
    }

    #[inline]
    fn merge(&mut self, other: &MarkSums) {
        self.games += other.games;
        self.marked += other.marked;
        self.wins += other.wins;
        self.games_games += other.games_games;
        self.games_marked += other.games_marked;
        self.games_wins += other.games_wins;
        self.marked_marked += other.marked_marked;
        self.marked_wins += other.marked_wins;
        self.wins_wins += other.wins_wins;
    }
}
