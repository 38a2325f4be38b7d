//! A screening of pairs: the interactions of all pairs of titles in opening hands, from one set of games.

use crate::run::tally::{HandSums, PairTally, WIN};
use crate::stats::maths::distributions::{normal_quantile, normal_tail};
use crate::stats::maths::estimate::Estimate;
use crate::stats::maths::special::incomplete_beta;

/// Minimum number of hands with both titles; a pair with fewer is not part of the screening.
// The number of hands depends on no result, so leaving pairs out does not bias the tests of the others.
const FEWEST_HANDS: u64 = 20;

/// The interaction of two titles in an opening hand.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ScreenedPair {
    /// The title with the lower index.
    pub first: usize,
    /// The title with the higher index.
    pub second: usize,
    /// The win rate with both minus that with each alone plus that with neither; `n` counts hands with both.
    pub value: Estimate,
    /// Its standard error without an interaction.
    pub error: f64,
    /// Two-sided p-value of no interaction.
    pub p: f64,
}

/// The interactions of all pairs of titles that were in at least `FEWEST_HANDS` hands together.
///
/// With the win rates `r` of the hands with both, with one and with neither of the titles, the value is
/// `r11 - r10 - r01 + r00`: 0 if the titles add their effects. Its variance is that of independent hands. Hands of one game
/// cannot all win, which makes it smaller. The p-value asks whether `r11` could be the win rate of hands with the chance
/// `r10 + r01 - r00`: Jeffreys' tail probability, as a normal quantile, made smaller by the error of that chance. Few hands
/// therefore do not look certain.
pub(crate) fn screened_pairs(tally: &PairTally) -> Vec<ScreenedPair> {
    let titles = 0..tally.titles();
    let pairs = titles.flat_map(|second| (0..second).map(move |first| (first, second)));
    let dealt = pairs.filter(|&(first, second)| tally.both(first, second).hands >= FEWEST_HANDS);
    dealt.map(|(first, second)| screened(tally, first, second)).collect()
}

fn screened(tally: &PairTally, first: usize, second: usize) -> ScreenedPair {
    let both = tally.both(first, second);
    let [one, other] = [first, second].map(|title| tally.single(title));
    let others = [one.without(both), other.without(both), tally.all().without(one).without(other.without(both))];
    let [alone, other_alone, neither] = others.map(rate);
    let sum = alone + other_alone - neither;
    let expected = possible(sum, both.hands);
    let more: f64 = others.map(|hands| variance(rate(hands), hands.hands)).iter().sum();
    let own = variance(expected, both.hands);
    let error = (own + more).sqrt();
    let value = Estimate::normal(rate(both) - sum, error, both.hands);
    let p = two_sided(distance(both, expected) * (own / (own + more)).sqrt());
    ScreenedPair { first, second, value, error, p }
}

/// The win rate of some hands.
fn rate(HandSums { hands, wins }: HandSums) -> f64 {
    wins as f64 / WIN as f64 / hands as f64
}

/// A chance that is at least half an observation of so many hands away from 0 and 1. An estimated one can be beyond them,
/// and a single win would then look impossible.
fn possible(chance: f64, hands: u64) -> f64 {
    let least = 0.5 / (hands as f64 + 1.0);
    chance.clamp(least, 1.0 - least)
}

/// The variance of the win rate of independent hands with this chance.
fn variance(chance: f64, hands: u64) -> f64 {
    let chance = possible(chance, hands);
    chance * (1.0 - chance) / hands as f64
}

/// The distance of the win rate from the expected one, as a normal quantile of Jeffreys' tail probability; 0 if the rate
/// itself is as expected.
fn distance(hands: HandSums, expected: f64) -> f64 {
    let (n, wins) = (hands.hands as f64, hands.wins as f64 / WIN as f64);
    let (won, lost) = (wins + 0.5, n - wins + 0.5);
    let tail = match wins > n * expected {
        true => incomplete_beta(won, lost, expected),
        false => incomplete_beta(lost, won, 1.0 - expected),
    };
    // A tail of 0 would be infinitely far away.
    (-normal_quantile(tail.max(f64::MIN_POSITIVE))).max(0.0)
}

fn two_sided(z: f64) -> f64 {
    (2.0 * normal_tail(z)).min(1.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ids::Seat;
    use crate::random::{below, mix};
    use crate::run::tally::HandCounter;
    use crate::stats::benjamini_hochberg;

    const PLAYERS: usize = 4;
    /// Cards of each of two piles; every fifth title has two copies.
    const CARDS: usize = 24;
    const TITLES: usize = 40;
    const DEALT: usize = 4;

    struct Dice(u64);

    impl Dice {
        fn below(&mut self, bound: usize) -> usize {
            self.0 = mix(self.0.wrapping_add(1));
            below(self.0, bound as u32) as usize
        }
    }

    /// The title of a card.
    fn title(card: usize) -> usize {
        if card < TITLES { card } else { (card - TITLES) * 5 }
    }

    /// Plays toy games. The chances of a game add the effects of the cards exactly, and some pairs have more together.
    fn play(seed: u64, games: usize, effect: f64, pairs: &[(usize, usize, f64)]) -> PairTally {
        let (mut dice, mut counter) = (Dice(seed << 32), HandCounter::new(TITLES));
        // Titles alternate between the piles.
        let mut piles = [0, 1].map(|side| (0..2 * CARDS).filter(|card| title(*card) % 2 == side).collect::<Vec<_>>());
        for _ in 0..games {
            let mut dealt = Vec::new();
            for pile in &mut piles {
                for place in 0..PLAYERS * DEALT {
                    let other = place + dice.below(pile.len() - place);
                    pile.swap(place, other);
                    dealt.push((Seat((place / DEALT) as u8), title(pile[place]) as u16));
                }
            }
            let of = |seat: usize, wanted: usize| {
                dealt.iter().filter(|(owner, title)| owner.index() == seat && usize::from(*title) == wanted).count()
            };
            let own = |seat: usize| {
                let hand = dealt.iter().filter(|(owner, _)| owner.index() == seat);
                let single: f64 = hand.map(|(_, title)| effect * (f64::from(*title % 5) - 2.0)).sum();
                let together = pairs.iter().filter(|(one, other, _)| of(seat, *one) == 1 && of(seat, *other) == 1);
                single + together.map(|(_, _, more)| more).sum::<f64>()
            };
            let all = [0, 1, 2, 3].map(own);
            let mean = all.iter().sum::<f64>() / PLAYERS as f64;
            let mut left = dice.below(1 << 20) as f64 / (1 << 20) as f64;
            let winner = all.iter().position(|own| {
                left -= 1.0 / PLAYERS as f64 + own - mean;
                left < 0.0
            });
            let win = |seat: Seat| if Some(seat.index()) == winner { WIN } else { 0 };
            counter.add(PLAYERS as u8, &dealt.iter().copied(), win);
        }
        counter.tally
    }

    #[test]
    fn without_interactions_few_screenings_find_one() {
        const REPETITIONS: u64 = 60;
        for effect in [0.0, 0.01] {
            let (mut alarms, mut below, mut all) = (0, 0, 0);
            for seed in 0..REPETITIONS {
                let pairs = screened_pairs(&play(seed, 600, effect, &[]));
                let p: Vec<f64> = pairs.iter().map(|pair| pair.p).collect();
                alarms += u64::from(benjamini_hochberg(&p).iter().any(|p| *p < 0.05));
                below += p.iter().filter(|p| **p < 0.05).count();
                all += p.len();
            }
            let share = below as f64 / all as f64;
            assert!(all > 40_000 && (0.03..=0.055).contains(&share), "{effect}: {share} of {all}");
            // A twentieth is 3; 8 or more have a chance below 1%.
            assert!(alarms < 8, "{effect}: {alarms}");
        }
    }

    #[test]
    fn planted_interactions_are_found_and_few_others() {
        let planted = [(1, 4, 0.35), (3, 13, -0.3), (7, 9, 0.35)];
        let (mut found, mut false_share) = (0, 0.0);
        const REPETITIONS: u64 = 10;
        for seed in 100..100 + REPETITIONS {
            let pairs = screened_pairs(&play(seed, 1500, 0.005, &planted));
            let adjusted = benjamini_hochberg(&pairs.iter().map(|pair| pair.p).collect::<Vec<_>>());
            let clear: Vec<&ScreenedPair> =
                pairs.iter().zip(adjusted).filter(|(_, p)| *p < 0.05).map(|(pair, _)| pair).collect();
            let right = clear.iter().filter(|pair| {
                planted.iter().any(|(one, other, more)| {
                    (pair.first, pair.second) == (*one, *other) && pair.value.value.signum() == more.signum()
                })
            });
            let right = right.count();
            found += right;
            false_share += (clear.len() - right) as f64 / clear.len().max(1) as f64 / REPETITIONS as f64;
        }
        assert!(found >= 24, "{found} of 30");
        assert!(false_share <= 0.1, "{false_share}");
    }

    #[test]
    fn few_hands_do_not_look_certain() {
        let sure = HandSums { hands: 20, wins: 20 * WIN };
        assert!(distance(sure, 0.25) < 8.0 && distance(HandSums { hands: 20, wins: 0 }, 0.25) < 4.0);
        let once = HandSums { hands: 28, wins: WIN };
        assert!(distance(once, possible(-0.05, 28)) < 1.5, "one win does not contradict an impossible chance");
        assert_eq!(distance(HandSums { hands: 20, wins: 5 * WIN }, 0.25), 0.0);
        assert!(variance(0.0, 20) > 0.0 && variance(1.2, 20) > 0.0);
    }
}
