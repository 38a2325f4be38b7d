//! Draws: what became of those who drew a card, and what would have become of them with another.

use super::WIN;
use crate::game::DrawWhy;

/// A way of drawing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    /// Opening the door.
    Kick,
    /// Looting the room.
    Loot,
    /// Reward of a fight.
    Reward,
    /// Any other: by a card, after a death.
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

/// Sums over blocks of `n`, the draws of a block, and `x`, its differences: the drawer's win as it was drawn minus that
/// with another card, in units of `WIN`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct DrawSums {
    /// Sum of `n`.
    pub draws: u64,
    /// Sum of `x`.
    pub difference: i64,
    /// Sum of `n * n`.
    pub draws_square: u64,
    /// Sum of `x * x`.
    pub difference_square: u64,
    /// Sum of `n * x`.
    pub product: i64,
}

/// The draws of one title.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TitleDraws {
    /// Blocks in which its draws were followed up.
    pub blocks: u64,
    /// Draws of the last card of another title left in the pile: there was nothing to exchange it for.
    pub alone: u64,
    /// In all.
    pub all: DrawSums,
    /// By way of drawing, in the order of `WAYS`.
    pub by_way: [DrawSums; WAYS.len()],
}

/// The first draws of each title after the opening deal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DrawTally {
    titles: Vec<TitleDraws>,
}

/// Draws of one block.
#[derive(Clone, Debug)]
pub struct Draws {
    /// By title: by way.
    sums: Vec<[BlockSum; WAYS.len()]>,
    touched: Vec<usize>,
}

#[derive(Clone, Copy, Debug, Default)]
struct BlockSum {
    draws: u64,
    difference: i64,
}

impl Draws {
    /// An empty block.
    pub fn new(titles: usize) -> Draws {
        Draws { sums: vec![Default::default(); titles], touched: Vec::new() }
    }

    /// A draw of a title: the drawer's win as it was and with another card, in units of `WIN`.
    pub fn add(&mut self, title: usize, way: Way, was: u64, other: u64) {
        debug_assert!(was <= WIN && other <= WIN, "a win is shared, not multiplied");
        let sums = &mut self.sums[title];
        if sums.iter().all(|sum| sum.draws == 0) {
            self.touched.push(title);
        }
        let sum = &mut sums[way as usize];
        sum.draws += 1;
        sum.difference += was as i64 - other as i64;
    }
}

impl DrawSums {
    /// Takes in a block of `n` draws with the difference `x` in all.
    pub fn add(&mut self, n: u64, x: i64) {
        self.draws += n;
        self.difference += x;
        self.draws_square += n * n;
        self.difference_square += x.unsigned_abs() * x.unsigned_abs();
        self.product += n as i64 * x;
    }

    fn merge(&mut self, other: &DrawSums) {
        self.draws += other.draws;
        self.difference += other.difference;
        self.draws_square += other.draws_square;
        self.difference_square += other.difference_square;
        self.product += other.product;
    }
}

impl DrawTally {
    /// Nothing yet.
    pub fn new(titles: usize) -> DrawTally {
        DrawTally { titles: vec![TitleDraws::default(); titles] }
    }

    /// What was drawn, by title.
    pub fn titles(&self) -> &[TitleDraws] {
        &self.titles
    }

    /// How many draws were followed up in all.
    pub fn followed(&self) -> u64 {
        self.titles.iter().map(|title| title.all.draws).sum()
    }

    /// There was nothing to exchange a card of this title for.
    pub fn alone(&mut self, title: usize) {
        self.titles[title].alone += 1;
    }

    /// Takes in a block, which begins anew; draws of the `wanted` titles were followed up.
    pub fn add_block(&mut self, block: &mut Draws, wanted: &[bool]) {
        for (title, _) in self.titles.iter_mut().zip(wanted).filter(|(_, wanted)| **wanted) {
            title.blocks += 1;
        }
        for place in block.touched.drain(..) {
            let (title, sums) = (&mut self.titles[place], std::mem::take(&mut block.sums[place]));
            title.all.add(sums.iter().map(|sum| sum.draws).sum(), sums.iter().map(|sum| sum.difference).sum());
            title.by_way.iter_mut().zip(sums).for_each(|(way, sum)| way.add(sum.draws, sum.difference));
        }
    }

    /// Adds the blocks of another worker.
    pub fn merge(&mut self, other: &DrawTally) {
        for (title, other) in self.titles.iter_mut().zip(&other.titles) {
            title.blocks += other.blocks;
            title.alone += other.alone;
            title.all.merge(&other.all);
            title.by_way.iter_mut().zip(&other.by_way).for_each(|(way, other)| way.merge(other));
        }
    }
}
