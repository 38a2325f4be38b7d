//! Results of a contest: integer counts that contain everything its estimates need.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::block_result::{BlockResult, Group};
use super::sample::{BlockSample, PlayedBlock};
use crate::run::tally::WIN;

/// How often each result of a block occurred, in whole laps from the first block.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Results {
    // Few results occur, so their counts stay small however many blocks are played. They are in order, so that files
    // are equal, too.
    #[serde(with = "in_pairs")]
    counts: BTreeMap<BlockResult, u64>,
    /// Sum of the signatures of the games; equal contests have equal sums.
    pub signature: u64,
    /// Some of the blocks, to verify the counts when they are continued.
    pub(crate) sample: BlockSample,
}

impl Results {
    /// Results with known counts.
    pub(crate) fn of(counts: impl IntoIterator<Item = (BlockResult, u64)>, signature: u64) -> Results {
        let mut results = Results { signature, ..Results::default() };
        counts.into_iter().for_each(|(result, blocks)| results.add(result, blocks));
        results
    }

    /// The same results with some of their blocks as they were played.
    pub(crate) fn with_sample(self, sample: Vec<PlayedBlock>) -> Results {
        Results { sample: sample.into(), ..self }
    }

    /// Whether they can have the blocks of their sample.
    pub(crate) fn agree_with_sample(&self) -> bool {
        self.sample.is_of(&self.counts, self.signature)
    }

    /// The blocks of the sample that are replayed when the contest continues.
    pub(super) fn replayed(&self) -> Vec<&PlayedBlock> {
        self.sample.replayed(&self.counts, self.signature)
    }

    /// Adds the next block of the contest.
    pub(super) fn add_played(&mut self, played: PlayedBlock) {
        self.signature = self.signature.wrapping_add(played.signature);
        self.add(played.result.clone(), 1);
        self.sample.add(played);
    }

    /// Adds equal blocks.
    pub(crate) fn add(&mut self, result: BlockResult, blocks: u64) {
        *self.counts.entry(result).or_default() += blocks;
    }

    /// Adds the blocks of another contest of the same strategies. They are not in the sample.
    pub(crate) fn merge(&mut self, other: &Results) {
        self.signature = self.signature.wrapping_add(other.signature);
        other.iter().for_each(|(result, blocks)| self.add(result.clone(), blocks));
    }

    /// The results with the number of their blocks.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (&BlockResult, u64)> {
        self.counts.iter().map(|(result, blocks)| (result, *blocks))
    }

    /// All groups of games, with the number of their blocks.
    pub fn groups(&self) -> impl Iterator<Item = (&Group, u64)> {
        self.iter().flat_map(|(result, blocks)| result.groups.iter().map(move |group| (group, blocks)))
    }

    /// Number of blocks.
    pub fn blocks(&self) -> u64 {
        self.counts.values().sum()
    }

    /// Number of games.
    pub fn games(&self) -> u64 {
        self.iter().map(|(result, blocks)| result.games() * blocks).sum()
    }

    /// Number of unfinished games.
    pub(crate) fn unfinished(&self) -> u64 {
        self.groups().map(|(group, blocks)| group.unfinished() * blocks).sum::<u64>() / WIN
    }
}

/// A map as a list of pairs, because the keys of a JSON object are strings.
mod in_pairs {
    use super::{BTreeMap, BlockResult};
    use serde::{Deserialize, Deserializer, Serializer};

    pub(super) fn serialize<S: Serializer>(
        counts: &BTreeMap<BlockResult, u64>,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(counts)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<BTreeMap<BlockResult, u64>, D::Error> {
        Ok(Vec::deserialize(deserializer)?.into_iter().collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ids::{Seat, SeatSet};
    use crate::run::compare::SeatedStrategy;
    use crate::run::engine::plan::Seating;

    #[test]
    fn games_with_equal_seats_form_a_group() {
        let seating = |order: [u8; 6]| Seating { 0: order };
        let mut result = BlockResult::default();
        result.add(&seating([0, 1, 0, 0, 0, 0]), 3, SeatSet::one(Seat(0)));
        result.add(&seating([1, 0, 1, 0, 0, 0]), 3, SeatSet::one(Seat(0)));
        assert_eq!(result.groups.len(), 2, "two seats of one strategy, then one");
        result.add(&seating([0, 0, 1, 0, 0, 0]), 3, [Seat(1), Seat(2)].into_iter().collect());
        result.add(&seating([0, 0, 1, 0, 0, 0]), 3, SeatSet::EMPTY);
        let group = result.groups.iter().find(|group| group.games == 3).expect("the first strategy has two seats");
        assert_eq!(
            group.sat,
            [SeatedStrategy { strategy: 0, seats: 2, wins: 90 }, SeatedStrategy { strategy: 1, seats: 1, wins: 30 }]
        );
        assert_eq!((group.unfinished(), result.games()), (60, 4));
        let results = Results::of([(result, 5)], 0);
        assert_eq!((results.blocks(), results.games(), results.unfinished()), (5, 20, 5));
        let mut twice = results.clone();
        twice.merge(&results);
        assert_eq!((twice.blocks(), twice.iter().count()), (10, 1));
    }
}
