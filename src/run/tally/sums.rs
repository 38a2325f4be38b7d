//! Lists of sums.

use std::ops::AddAssign;

/// Adds two lists of sums.
pub(super) fn add_all<N: AddAssign + Copy>(sums: &mut [N], others: &[N]) {
    for (sum, other) in sums.iter_mut().zip(others) {
        *sum += *other;
    }
}
