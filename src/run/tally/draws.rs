//! Draws: the wins of players who drew a card, minus the wins of players who drew another card of the same pile.

use serde::{Deserialize, Serialize};

use crate::game::DrawWhy;
use crate::ids::Seat;

/// A way of drawing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Way {
    /// Opening the door.
    Kick,
    /// Looting the room.
    Loot,
    /// Reward of a fight.
    Reward,
    /// Any other way: by a card, after a death.
    Other,
}

/// All ways of drawing.
pub const WAYS: [Way; 4] = [Way::Kick, Way::Loot, Way::Reward, Way::Other];

impl From<DrawWhy> for Way {
    fn from(why: DrawWhy) -> Way {
        match why {
            DrawWhy::Kick => Way::Kick,
            DrawWhy::Loot => Way::Loot,
            DrawWhy::Reward => Way::Reward,
            DrawWhy::Deal | DrawWhy::Revival | DrawWhy::Listen | DrawWhy::Card => Way::Other,
        }
    }
}

/// Unit of differences: `1 / (WIN * FINE)` of a win.
// Odds are fractions. Rounded to such units they are whole numbers, so sums do not depend on their order.
pub const FINE: i64 = 1 << 16;

/// Sums over blocks of `n`, the draws of a block, and `x`, its differences in units of `1 / (WIN * FINE)`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct DrawSums {
    /// Sum of `n`.
    pub draws: u64,
    /// Wins of the players who drew it, in units of `WIN`.
    pub wins: u64,
    /// Sum of `x`.
    pub difference: i128,
    /// Sum of `n * n`.
    pub draws_square: u64,
    /// Sum of `x * x`.
    pub difference_square: u128,
    /// Sum of `n * x`.
    pub product: i128,
    /// Sum of the squared wins of a block, in units of `1 / WIN^2`.
    pub wins_square: u128,
    /// Sum of `n` times the wins of a block, in units of `WIN`.
    pub wins_product: u128,
}

/// The draws of one title by one strategy.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct TitleDraws {
    /// Draws with no card of another title left in the pile, so without a comparison.
    pub alone: u64,
    /// All draws.
    pub all: DrawSums,
    /// By way of drawing, in the order of `WAYS`.
    pub by_way: [DrawSums; WAYS.len()],
}

/// The first draws of each title after the opening deal, by strategy of the seat that drew.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct DrawTally {
    strategies: usize,
    titles: Vec<TitleDraws>,
}

/// Draws of one block.
#[derive(Clone, Debug)]
pub struct Draws {
    strategies: usize,
    /// By title and strategy: by way.
    sums: Vec<[BlockSum; WAYS.len()]>,
}

#[derive(Clone, Copy, Debug, Default)]
struct BlockSum {
    draws: u64,
    wins: u64,
    difference: i64,
}

/// The player who draws, for the tallies.
#[derive(Clone, Copy, Debug)]
pub struct Drawer {
    /// The seat.
    pub seat: Seat,
    /// Index of its strategy.
    pub strategy: usize,
    /// The way of drawing.
    pub way: Way,
}

impl Draws {
    /// An empty block.
    pub fn new(titles: usize, strategies: usize) -> Draws {
        Draws { strategies, sums: vec![Default::default(); titles * strategies] }
    }

    /// A first draw of a title: the drawer's win, in units of `WIN`.
    pub fn draw(&mut self, title: usize, Drawer { strategy, way, .. }: Drawer, win: u64) {
        let sum = &mut self.sums[title * self.strategies + strategy][way as usize];
        sum.draws += 1;
        sum.wins += win;
    }

    /// Adds a difference, in units of `1 / (WIN * FINE)`.
    #[inline]
    pub fn differ(&mut self, title: usize, strategy: usize, way: usize, difference: i64) {
        self.sums[title * self.strategies + strategy][way].difference += difference;
    }
}

impl DrawSums {
    fn add(&mut self, BlockSum { draws, wins, difference }: BlockSum) {
        self.draws += draws;
        self.wins += wins;
        self.difference += i128::from(difference);
        self.draws_square += draws * draws;
        self.difference_square += u128::from(difference.unsigned_abs()).pow(2);
        self.product += i128::from(draws) * i128::from(difference);
        self.wins_square += u128::from(wins).pow(2);
        self.wins_product += u128::from(draws) * u128::from(wins);
    }

    fn merge(&mut self, other: &DrawSums) {
        self.draws += other.draws;
        self.wins += other.wins;
        self.difference += other.difference;
        self.draws_square += other.draws_square;
        self.difference_square += other.difference_square;
        self.product += other.product;
        self.wins_square += other.wins_square;
        self.wins_product += other.wins_product;
    }
}

impl DrawTally {
    /// An empty tally.
    pub fn new(titles: usize, strategies: usize) -> DrawTally {
        DrawTally { strategies, titles: vec![TitleDraws::default(); titles * strategies] }
    }

    /// The draws of a title by a strategy; `None` if draws were not counted.
    pub fn of(&self, title: usize, strategy: usize) -> Option<&TitleDraws> {
        self.titles.get(title * self.strategies + strategy)
    }

    /// Number of draws counted.
    pub(crate) fn draws(&self) -> u64 {
        self.titles.iter().map(|title| title.all.draws).sum()
    }

    /// Counts a draw of this title without another title to compare with.
    pub(crate) fn alone(&mut self, title: usize, strategy: usize) {
        self.titles[title * self.strategies + strategy].alone += 1;
    }

    /// Adds a block and clears it.
    pub fn add_block(&mut self, block: &mut Draws) {
        for (title, ways) in self.titles.iter_mut().zip(&mut block.sums) {
            let mut all = BlockSum::default();
            for (sums, way) in title.by_way.iter_mut().zip(ways) {
                // Most titles are not drawn in a block. A difference without a draw comes from draws of other titles.
                if way.draws > 0 || way.difference != 0 {
                    sums.add(*way);
                    all.draws += way.draws;
                    all.wins += way.wins;
                    all.difference += way.difference;
                    *way = BlockSum::default();
                }
            }
            title.all.add(all);
        }
    }

    /// Adds the blocks of another worker.
    pub(crate) fn merge(&mut self, other: &DrawTally) {
        for (title, other) in self.titles.iter_mut().zip(&other.titles) {
            title.alone += other.alone;
            title.all.merge(&other.all);
            title.by_way.iter_mut().zip(&other.by_way).for_each(|(way, other)| way.merge(other));
        }
    }
}
