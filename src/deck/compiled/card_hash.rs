//! Hashes of physical cards that do not depend on the program version.

/// The hash of one copy of a card, which decides its place in shuffles: FNV-1a of `set/card#copy`, then the finaliser of
/// splitmix64. It does not depend on order, file or printed name.
pub(crate) fn stable_id(set: &str, card: &str, copy: u8) -> u64 {
    // Written out, not a hash of the standard library: that one may change between versions, and every shuffle with it.
    finalise(fnv1a(format!("{set}/{card}#{copy}").as_bytes()))
}

fn fnv1a(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3))
}

fn finalise(mut hash: u64) -> u64 {
    hash = (hash ^ hash >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    hash = (hash ^ hash >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    hash ^ hash >> 31
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stable_ids_have_their_fixed_values() {
        assert_eq!(fnv1a(b""), 0xcbf2_9ce4_8422_2325);
        assert_eq!(fnv1a(b"a"), 0xaf63_dc4c_8601_ec8c);
        assert_eq!(stable_id("set", "card", 0), GOLDEN[0]);
        assert_eq!(stable_id("set", "card", 1), GOLDEN[1]);
    }

    const GOLDEN: [u64; 2] = [0x7860_2513_7342_b16c, 0x5543_4cf3_e1b6_6e66];
}
