//! Paired differences of two players over the same blocks.

/// Sums of the differences between the wins of two players in each block, in units of `WIN`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct BlockDifferences {
    /// Number of blocks.
    pub blocks: u64,
    /// Sum of the differences.
    pub sum: i64,
    /// Sum of their squares.
    pub square: u64,
}

impl BlockDifferences {
    /// Adds blocks: wins of one player minus those of the other.
    pub(crate) fn add_all(&mut self, wins: &[u16], others: &[u16]) {
        for (wins, other) in wins.iter().zip(others) {
            let difference = i64::from(*wins) - i64::from(*other);
            self.blocks += 1;
            self.sum += difference;
            self.square += (difference * difference).unsigned_abs();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn differences_are_those_of_blocks() {
        let mut differences = BlockDifferences::default();
        differences.add_all(&[60, 0, 30], &[0, 60, 30]);
        differences.add_all(&[60], &[30]);
        assert_eq!(differences, BlockDifferences { blocks: 4, sum: 30, square: 60 * 60 * 2 + 30 * 30 });
    }
}
