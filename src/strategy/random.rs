//! `random`: any legal option, the verb first.

use crate::game::{Choice, Mind, Verb};

/// Chooses a verb among those on offer, each with the same chance, then one of its options.
pub fn choose(options: &[Choice], mind: &mut Mind) -> Choice {
    let mut verbs = 0u64;
    for option in options {
        verbs |= 1 << option.verb as u8;
    }
    let verb = nth_bit(verbs, mind.below(verbs.count_ones() as usize));
    let fits = |option: &&Choice| option.verb as u8 == verb;
    let count = options.iter().filter(fits).count();
    let chosen = options.iter().filter(fits).nth(mind.below(count.max(1)));
    chosen.copied().unwrap_or(Choice::plain(Verb::Pass))
}

/// The place of the `n`-th set bit.
fn nth_bit(mut bits: u64, n: usize) -> u8 {
    for _ in 0..n {
        bits &= bits - 1;
    }
    bits.trailing_zeros() as u8
}
