//! `RatioSums`: the sums over blocks that the estimate of a ratio needs.

use serde::{Deserialize, Serialize};

/// Two counts, the part and the whole, with their moments over blocks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct RatioSums {
    /// Sum of the part.
    pub part: u64,
    /// Sum of the whole.
    pub whole: u64,
    /// Sum of the squares of the part.
    pub part_square: u128,
    /// Sum of the squares of the whole.
    pub whole_square: u128,
    /// Sum of the products of both.
    pub product: u128,
}

impl RatioSums {
    /// Adds a block with these counts.
    #[inline]
    pub fn add_block(&mut self, part: u64, whole: u64) {
        self.part += part;
        self.whole += whole;
        let (part, whole) = (u128::from(part), u128::from(whole));
        self.part_square += part * part;
        self.whole_square += whole * whole;
        self.product += part * whole;
    }

    /// Adds the blocks of another worker.
    pub(super) fn merge(&mut self, other: &RatioSums) {
        self.part += other.part;
        self.whole += other.whole;
        self.part_square += other.part_square;
        self.whole_square += other.whole_square;
        self.product += other.product;
    }
}
