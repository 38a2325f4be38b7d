//! Mixing and scaling of random bits.

/// The finaliser of splitmix64: each bit of the result depends on all bits of `x`.
#[inline]
pub fn mix(x: u64) -> u64 {
    let x = x.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let x = (x ^ x >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let x = (x ^ x >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    x ^ x >> 31
}

/// A number in `0..bound` from 64 random bits, by multiply-shift.
#[inline]
pub(crate) fn below(random: u64, bound: u32) -> u32 {
    // No rejection, so each number costs one draw. The bias is at most `bound` in 2^32: a die favours no face by more
    // than one part in a billion.
    (((random >> 32) * u64::from(bound)) >> 32) as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mix_has_its_known_values() {
        assert_eq!(mix(0), 0xe220_a839_7b1d_cdaf);
        assert_eq!(mix(0x9e37_79b9_7f4a_7c15), 0x6e78_9e6a_a1b9_65f4);
    }

    #[test]
    fn numbers_below_a_bound_cover_the_whole_range() {
        assert_eq!((below(0, 6), below(u64::MAX, 6), below(u64::MAX / 2, 6)), (0, 5, 2));
    }
}
