//! `random`: any legal option; first a verb, then one of its options.

use super::brain::{Brain, NoSettings};
use super::player::Player;
use crate::deck::Deck;
use crate::game::{Choice, Mind, Question, Verb, View};

/// A player that chooses one of the possible verbs with equal chances, then one of its options.
#[derive(Clone, Copy, Debug, Default)]
pub struct Random;

impl Brain for Random {
    type Settings = NoSettings;
    type Player = Random;

    fn player(_: &Deck, _: &NoSettings) -> Random {
        Random
    }
}

impl<const W: usize> Player<W> for Random {
    fn choose(&self, _: View<'_, W>, _: Question, options: &[Choice], mind: &mut Mind) -> Choice {
        choose(options, mind)
    }
}

/// Chooses one of the possible verbs with equal chances, then one of its options.
pub fn choose(options: &[Choice], mind: &mut Mind) -> Choice {
    // A verb first: otherwise the verbs with many options, one for each card, would be chosen most of the time.
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

/// The index of the `n`-th set bit.
fn nth_bit(mut bits: u64, n: usize) -> u8 {
    for _ in 0..n {
        bits &= bits - 1;
    }
    bits.trailing_zeros() as u8
}
