//! Parts of a run: batches that each belong to one part, and workers that keep the counts of each part apart.

use std::ops::Range;

use super::worker::Work;
use crate::run::tally::Tally;

/// A worker that keeps the counts of each part apart.
pub(super) struct PartWorker<'t> {
    pub(super) work: Box<dyn Work + 't>,
    /// The part that it plays.
    part: usize,
    /// The counts of the parts before it.
    tallies: Vec<(usize, Tally)>,
}

impl<'t> PartWorker<'t> {
    /// A worker that begins with the first part.
    pub(super) fn new(work: Box<dyn Work + 't>) -> Self {
        PartWorker { work, part: 0, tallies: Vec::new() }
    }

    /// Turns to a part.
    pub(super) fn turn_to(&mut self, part: usize) {
        if part != self.part {
            self.tallies.push((self.part, self.work.take_tally()));
            self.part = part;
        }
    }

    /// The counts of each part that it played.
    pub(super) fn into_tallies(mut self) -> Vec<(usize, Tally)> {
        self.turn_to(usize::MAX);
        self.tallies
    }
}

/// Batches that each belong to one part.
pub(super) struct PartBatches<'p> {
    parts: &'p [Range<u64>],
    /// The number of the first batch after each part.
    ends: Vec<u64>,
    size: u64,
}

impl<'p> PartBatches<'p> {
    /// Batches of this many places.
    pub(super) fn new(parts: &'p [Range<u64>], size: u64) -> Self {
        let sum = |sum: &mut u64, part: &Range<u64>| {
            *sum += (part.end - part.start).div_ceil(size);
            Some(*sum)
        };
        PartBatches { parts, ends: parts.iter().scan(0, sum).collect(), size }
    }

    /// Their number.
    pub(super) fn count(&self) -> u64 {
        self.ends.last().copied().unwrap_or(0)
    }

    /// The part of a batch, and its places.
    pub(super) fn at(&self, number: u64) -> (usize, Range<u64>) {
        let part = self.ends.partition_point(|end| *end <= number);
        let before = part.checked_sub(1).map_or(0, |last| self.ends[last]);
        let Range { start, end } = self.parts[part];
        let start = start + (number - before) * self.size;
        (part, start..end.min(start.saturating_add(self.size)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_batch_is_in_one_part_and_each_place_in_one_batch() {
        let parts = [0..40, 40..41, 41..73];
        for size in [1, 16, 100] {
            let batches = PartBatches::new(&parts, size);
            let all: Vec<(usize, Range<u64>)> = (0..batches.count()).map(|number| batches.at(number)).collect();
            assert!(
                all.iter().all(|(part, places)| parts[*part].start <= places.start && places.end <= parts[*part].end)
            );
            assert!(all.iter().all(|(_, places)| places.start < places.end && places.end - places.start <= size));
            let places: Vec<u64> = all.into_iter().flat_map(|(_, places)| places).collect();
            assert_eq!(places, (0..73).collect::<Vec<u64>>());
        }
    }
}
