//! Descriptive win rates: what happened to go with a card. No cause is told from them, since those who are winning see more
//! cards.

use super::estimate::{Estimate, Z95, wilson};
use crate::deck::compiled::Title;
use crate::run::tally::{Handling, Tally, WIN};

/// Win rate of those who had to do with a title, one observation for each copy, with Wilson's interval.
pub fn handled_rate(title: &Title, handling: &Handling) -> Estimate {
    let (n, wins) = times_and_wins(title, handling);
    rate(n, wins)
}

/// Win rate of those who did not see a title, one observation for each copy.
pub fn unseen_rate(title: &Title, tally: &Tally) -> Estimate {
    let (seen, seen_wins) = times_and_wins(title, &tally.cards.seen);
    let copies = u64::from(title.copies);
    let all = |sums: &[u64]| copies * sums.iter().sum::<u64>();
    rate(all(tally.strata.games()) - seen, all(tally.strata.wins()) - seen_wins)
}

/// How often copies of a title were handled, and wins of those who did, in units of `WIN`.
fn times_and_wins(title: &Title, handling: &Handling) -> (u64, u64) {
    let copies = title.first.index()..title.first.index() + usize::from(title.copies);
    (handling.times[copies.clone()].iter().sum(), handling.wins[copies].iter().sum())
}

fn rate(n: u64, wins: u64) -> Estimate {
    if n == 0 {
        return Estimate::NONE;
    }
    let (wins, observations) = (wins as f64 / WIN as f64, n as f64);
    let (low, high) = wilson(wins, observations, Z95);
    Estimate { value: wins / observations, low, high, n }
}
