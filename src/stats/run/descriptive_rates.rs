//! Descriptive win rates of players who had a card. They do not show a cause, because players who are winning see more
//! cards.

use std::ops::Range;

use crate::deck::compiled::Title;
use crate::run::tally::{Handling, Tally, WIN};
use crate::stats::maths::estimate::{Estimate, Z95, wilson};

/// Win rate of the players who handled a title, with one observation for each copy.
///
/// Wilson's interval with the effective number of observations: of several seats of one game that handled a card, at
/// most one wins, so they count for more than the same number of independent seats.
pub(crate) fn handled_rate(title: &Title, handling: &Handling) -> Estimate {
    Observed::handled(title, handling).rate()
}

/// Win rate of the players who did not see a title, with one observation for each copy.
pub(crate) fn unseen_rate(title: &Title, tally: &Tally) -> Estimate {
    let seen = Observed::handled(title, &tally.cards.seen);
    let copies = f64::from(title.copies);
    let (games, players) = (copies * tally.games as f64, tally.strata.players() as f64);
    let wins = copies * tally.strata.wins().iter().sum::<u64>() as f64 / WIN as f64;
    // Sums over games of the product of both are not tallied. A game with a winner has one win, so it is the share of
    // such games.
    let won_and_seen = seen.n * wins / games;
    Observed {
        n: games * players - seen.n,
        wins: wins - seen.wins,
        n_square: games * players * players - 2.0 * players * seen.n + seen.n_square,
        product: players * wins - won_and_seen - players * seen.wins + seen.product,
    }
    .rate()
}

/// Sums over games and over the copies of a title: `n`, the seats of a game, and `w`, their wins. At most one of them
/// wins, so the sum of `w * w` is that of `w`.
struct Observed {
    n: f64,
    wins: f64,
    n_square: f64,
    product: f64,
}

impl Observed {
    fn handled(title: &Title, handling: &Handling) -> Observed {
        let first = title.first.index();
        let copies: Range<usize> = first..first + usize::from(title.copies);
        let sum = |of: &[u64]| of[copies.clone()].iter().sum::<u64>() as f64;
        let (n, wins) = (sum(&handling.times), sum(&handling.wins) / WIN as f64);
        let (pairs, pair_wins) = (sum(&handling.pairs), sum(&handling.pair_wins) / WIN as f64);
        // The square of a sum is the sum of its squares and twice its pairs.
        Observed { n, wins, n_square: n + 2.0 * pairs, product: wins + pair_wins }
    }

    fn rate(&self) -> Estimate {
        let Observed { n, wins, n_square, product } = *self;
        if n <= 0.0 {
            return Estimate::NONE;
        }
        let value = wins / n;
        let (alone, scatter) = (n * value * (1.0 - value), wins - 2.0 * value * product + value * value * n_square);
        let effect = if alone > 0.0 && scatter > 0.0 { scatter / alone } else { 1.0 };
        let (low, high) = wilson(wins / effect, n / effect, Z95);
        Estimate { value, low, high, n: n as u64 }
    }
}
