//! Fights by the Level of the fighter and by monster.

use serde::{Deserialize, Serialize};

use super::ratio_sums::RatioSums;

/// Levels that are counted apart: no rule lets a player be higher.
pub(crate) const LEVELS: usize = 20;

/// The fights won, of all fights.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FightTally {
    /// By the Level of the main player when the fight began, from Level 1.
    pub by_level: Vec<RatioSums>,
    /// By title of the monster with which the fight began.
    pub by_title: Vec<RatioSums>,
}

/// The fights of one block.
#[derive(Clone, Debug)]
pub struct Fights {
    by_level: [Won; LEVELS],
    by_title: Vec<Won>,
    /// Each title that was fought.
    // A block has few of the titles, so only these are added up and cleared.
    fought: Vec<usize>,
}

#[derive(Clone, Copy, Debug, Default)]
struct Won {
    won: u64,
    all: u64,
}

impl Won {
    #[inline]
    fn add(&mut self, won: bool) {
        self.won += u64::from(won);
        self.all += 1;
    }
}

/// A fight that has ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FightResult {
    /// Level of the main player when the fight began.
    pub level: u8,
    /// Title of the monster with which the fight began.
    pub title: u16,
    /// Whether the monsters were killed.
    pub won: bool,
}

impl Fights {
    /// No fights, in a deck with this number of titles.
    pub fn new(titles: usize) -> Fights {
        Fights { by_level: Default::default(), by_title: vec![Won::default(); titles], fought: Vec::new() }
    }

    /// Adds a fight.
    #[inline]
    pub fn add(&mut self, fight: FightResult) {
        let title = usize::from(fight.title);
        self.by_level[usize::from(fight.level.saturating_sub(1)).min(LEVELS - 1)].add(fight.won);
        if self.by_title[title].all == 0 {
            self.fought.push(title);
        }
        self.by_title[title].add(fight.won);
    }
}

impl FightTally {
    /// No fights, in a deck with this number of titles.
    pub(crate) fn new(titles: usize) -> FightTally {
        FightTally { by_level: vec![RatioSums::default(); LEVELS], by_title: vec![RatioSums::default(); titles] }
    }

    /// Adds a block and clears it.
    pub fn add_block(&mut self, block: &mut Fights) {
        for (sums, own) in self.by_level.iter_mut().zip(&mut block.by_level) {
            let Won { won, all } = std::mem::take(own);
            sums.add_block(won, all);
        }
        for title in block.fought.drain(..) {
            let Won { won, all } = std::mem::take(&mut block.by_title[title]);
            self.by_title[title].add_block(won, all);
        }
    }

    /// Adds the blocks of another worker.
    pub(crate) fn merge(&mut self, other: &FightTally) {
        self.by_level.iter_mut().zip(&other.by_level).for_each(|(sums, other)| sums.merge(other));
        self.by_title.iter_mut().zip(&other.by_title).for_each(|(sums, other)| sums.merge(other));
    }
}
