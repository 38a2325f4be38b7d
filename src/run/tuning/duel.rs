//! Paired differences of two players over the same blocks.

/// Sums of the differences between the wins of two players in each block, in units of `WIN`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct BlockDifferences {
    /// Number of blocks.
    pub blocks: u64,
    /// Sum of the differences.
    pub sum: i64,
    /// Sum of their squares.
    pub square: u64,
}

impl BlockDifferences {
    /// Adds blocks: wins of one player minus those of the other.
    pub fn add_all(&mut self, wins: &[u16], others: &[u16]) {
        for (wins, other) in wins.iter().zip(others) {
            let difference = i64::from(*wins) - i64::from(*other);
            self.blocks += 1;
            self.sum += difference;
            self.square += (difference * difference).unsigned_abs();
        }
    }

    /// Whether the sum is above 0 by at least this many halves of its standard error.
    pub fn is_ahead(&self, halves: u64) -> bool {
        let [blocks, sum, square] = [i128::from(self.blocks), i128::from(self.sum), i128::from(self.square)];
        let (halves, scatter) = (i128::from(halves), blocks * square - sum * sum);
        sum > 0 && 4 * sum * sum * blocks >= halves * halves * scatter
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sum_is_ahead_by_its_standard_errors() {
        let mut differences = BlockDifferences::default();
        let wins: Vec<u16> = (0..100).map(|block| if block < 60 { 60 } else { 0 }).collect();
        let others: Vec<u16> = wins.iter().map(|wins| 60 - wins).collect();
        differences.add_all(&wins, &others);
        assert_eq!((differences.blocks, differences.sum), (100, 1200));
        // The mean difference is 0.2 wins, its standard error 0.098: 2.04 standard errors.
        assert!(differences.is_ahead(4) && !differences.is_ahead(5));
        assert!(!BlockDifferences::default().is_ahead(0));
    }
}
