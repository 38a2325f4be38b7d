//! `BlockSample`: some blocks as they were played. A contest that continues replays a part of them and compares its
//! counts with all of them.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use serde::{Deserialize, Serialize};

use super::block_result::BlockResult;
use crate::random::mix;

/// Number of blocks from the first one, and up to the last one, that are in every sample and are replayed.
const ENDS: u64 = 2;
/// Number of blocks in a sample besides the last ones.
const SAMPLED: usize = 1024;
/// Number of other blocks that are replayed.
// Blocks of players that look ahead take seconds.
const REPLAYED: usize = 8;
/// The random stream of the blocks.
// The letters of "sample".
const SAMPLE: u64 = 0x7361_6d70_6c65;
/// Natural logarithm of the odds that right counts are rejected: one in 10^12.
const ODDS: f64 = 27.6;

/// A block as it was played.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct PlayedBlock {
    /// Its number.
    pub block: u64,
    /// Its result.
    pub result: BlockResult,
    /// Sum of the signatures of its games.
    pub signature: u64,
}

/// The first, the last and some random blocks of all that were added. Their choice depends on the number of blocks alone,
/// so the sample of a continued contest is that of an uninterrupted one.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "Vec<PlayedBlock>", into = "Vec<PlayedBlock>")]
pub(crate) struct BlockSample {
    /// The blocks that come first in a random order.
    random: BTreeMap<u64, PlayedBlock>,
    last: VecDeque<PlayedBlock>,
}

/// The place of a block in the random order. The first blocks come first.
fn rank(block: u64) -> u64 {
    if block < ENDS { block } else { mix(mix(SAMPLE).wrapping_add(block)).max(ENDS) }
}

impl BlockSample {
    /// Adds the next block.
    pub(crate) fn add(&mut self, played: PlayedBlock) {
        self.last.push_back(played.clone());
        if self.last.len() as u64 > ENDS {
            self.last.pop_front();
        }
        let rank = rank(played.block);
        if self.random.len() < SAMPLED || self.random.last_key_value().is_some_and(|(last, _)| rank < *last) {
            self.random.insert(rank, played);
        }
        if self.random.len() > SAMPLED {
            self.random.pop_last();
        }
    }

    /// Its blocks, in ascending order.
    pub(crate) fn blocks(&self) -> impl Iterator<Item = &PlayedBlock> {
        let all = self.random.values().chain(&self.last);
        all.map(|played| (played.block, played)).collect::<BTreeMap<_, _>>().into_values()
    }

    /// Whether it can be the sample of blocks with these results and this sum of signatures.
    pub(super) fn is_of(&self, total: &BTreeMap<BlockResult, u64>, signature: u64) -> bool {
        let (all, mut counts) = (total.values().sum(), BTreeMap::<BlockResult, u64>::new());
        self.random.values().for_each(|played| *counts.entry(played.result.clone()).or_default() += 1);
        let sampled = self.random.len() as u64;
        if !self.numbers().eq(numbers_of(all)) {
            return false;
        }
        if sampled == all {
            let sum = self.random.values().fold(0_u64, |sum, played| sum.wrapping_add(played.signature));
            return counts == *total && sum == signature;
        }
        // Serfling, "Probability Inequalities for the Sum in Sampling without Replacement", 1974: how far a share in a
        // sample can be from that in the whole.
        let rest = 1.0 - (sampled - 1) as f64 / all as f64;
        let bound = (ODDS * rest / (2.0 * sampled as f64)).sqrt();
        let share = |count: u64, of: u64| count as f64 / of as f64;
        let fits = |(result, blocks): (&BlockResult, &u64)| {
            let count = counts.get(result).copied().unwrap_or(0);
            count <= *blocks && (share(count, sampled) - share(*blocks, all)).abs() <= bound
        };
        counts.keys().all(|result| total.contains_key(result)) && total.iter().all(fits)
    }

    fn numbers(&self) -> impl Iterator<Item = u64> {
        self.blocks().map(|played| played.block)
    }

    /// The blocks to replay: the first, the last and others, which depend on all results.
    pub(super) fn replayed(&self, total: &BTreeMap<BlockResult, u64>, signature: u64) -> Vec<&PlayedBlock> {
        let all: u64 = total.values().sum();
        let stored = total.values().fold(signature, |sum, blocks| mix(sum ^ blocks));
        let (mut ends, mut others): (Vec<_>, Vec<_>) =
            self.blocks().partition(|played| played.block < ENDS || played.block + ENDS >= all);
        others.sort_by_key(|played| mix(stored ^ played.block));
        ends.extend(others.into_iter().take(REPLAYED));
        ends
    }
}

/// The numbers of the blocks in the sample of this many blocks.
fn numbers_of(blocks: u64) -> impl Iterator<Item = u64> {
    let mut random = BTreeSet::new();
    for block in 0..blocks {
        let key = (rank(block), block);
        if random.len() < SAMPLED || random.last().is_some_and(|last| key < *last) {
            random.insert(key);
        }
        if random.len() > SAMPLED {
            random.pop_last();
        }
    }
    let random = random.into_iter().map(|(_, block)| block);
    random.chain(blocks.saturating_sub(ENDS)..blocks).collect::<BTreeSet<u64>>().into_iter()
}

impl From<Vec<PlayedBlock>> for BlockSample {
    fn from(mut blocks: Vec<PlayedBlock>) -> BlockSample {
        // The blocks that are missing come later in the random order, so the choice is the same.
        blocks.sort_by_key(|played| played.block);
        blocks.into_iter().fold(BlockSample::default(), |mut sample, played| {
            sample.add(played);
            sample
        })
    }
}

impl From<BlockSample> for Vec<PlayedBlock> {
    fn from(sample: BlockSample) -> Vec<PlayedBlock> {
        sample.blocks().cloned().collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::run::compare::{Group, Results, SeatedStrategy};

    /// Blocks with one of two results, the first in every fourth block.
    fn results(blocks: u64) -> Results {
        let mut results = Results::default();
        for block in 0..blocks {
            let wins = if mix(block).is_multiple_of(4) { 60 } else { 0 };
            let sat = vec![SeatedStrategy { strategy: 0, seats: 3, wins }];
            results.add_played(PlayedBlock {
                block,
                result: BlockResult { groups: vec![Group { games: 1, sat }] },
                signature: mix(block),
            });
        }
        results
    }

    /// The results after some blocks changed from one result to the other.
    fn moved(results: &Results, blocks: u64) -> Results {
        let changed = results.iter().zip([blocks.wrapping_neg(), blocks]);
        let counts = changed.map(|((result, count), more)| (result.clone(), count.wrapping_add(more)));
        Results::of(counts, results.signature).with_sample(results.sample.clone().into())
    }

    #[test]
    fn a_sample_is_that_of_its_results_alone() {
        for blocks in [1, 3, 1000, 1024, 1026, 5000] {
            let results = results(blocks);
            assert!(results.agree_with_sample(), "{blocks}");
            let read: BlockSample = Vec::from(results.sample.clone()).into();
            assert_eq!(read, results.sample, "{blocks}");
            assert!(
                !self::results(blocks + 1).with_sample(results.sample.clone().into()).agree_with_sample(),
                "{blocks}"
            );
        }
        assert!(!moved(&results(1000), 1).agree_with_sample(), "all blocks are in it");
        assert!(!moved(&results(5000), 600).agree_with_sample(), "a tenth");
        assert!(moved(&results(5000), 5).agree_with_sample(), "too few to tell");
    }

    #[test]
    fn the_first_the_last_and_other_blocks_are_replayed() {
        let results = results(5000);
        let replayed: Vec<u64> = results.replayed().iter().map(|played| played.block).collect();
        assert_eq!(replayed[..4], [0, 1, 4998, 4999]);
        assert_eq!(replayed.len(), 4 + REPLAYED);
        assert_ne!(replayed[4..], moved_replayed(&results), "altered counts change the choice");
    }

    fn moved_replayed(results: &Results) -> Vec<u64> {
        let moved = moved(results, 1);
        moved.replayed()[4..].iter().map(|played| played.block).collect()
    }
}
