//! Paired differences: the changes caused by an edit, from the same games played with both decks.
//!
//! Every block is one observation: the difference between its results with the two decks. Unchanged parts cancel.

use crate::run::{Hands, Pairs, Plan};
use crate::stats::maths::distributions::t_of;
use crate::stats::maths::estimate::Estimate;
use crate::stats::run::block_figures::{Figure, PlayedGames};

/// A figure with two decks.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Difference {
    /// The value before the edit.
    pub before: f64,
    /// The value after the edit.
    pub after: f64,
    /// After minus before; `n` is the number of blocks.
    pub change: Estimate,
    /// Standard error of the change.
    pub error: f64,
    /// Degrees of freedom of the error.
    pub freedom: f64,
    /// Standard errors of the values before and after, by the same blocks.
    pub errors: [f64; 2],
}

impl Difference {
    /// The change of a figure from one deck to the other.
    pub(crate) fn between(before: &Figure, after: &Figure) -> Difference {
        let squares = [after.less(before).squares(), before.squares(), after.squares()];
        let blocks = before.residuals.len();
        difference([before.value, after.value], squares, blocks, blocks as f64)
    }

    /// Number of independent games that give the same precision, per game played: the variance of the change if the two
    /// decks had played different games, divided by the actual variance; NaN if nothing changed.
    pub(crate) fn gain(&self) -> f64 {
        if self.error > 0.0 { (self.unpaired() / self.error).powi(2) } else { f64::NAN }
    }

    /// Standard error of the change if the two decks had played different games.
    pub(crate) fn unpaired(&self) -> f64 {
        self.errors[0].hypot(self.errors[1])
    }

    /// Correlation of the errors of the two values; 0 if a value has no error.
    pub(crate) fn correlation(&self) -> f64 {
        let [before, after] = self.errors;
        // From the variance of a difference: the sum of both variances less twice the covariance.
        let shared = (before * before + after * after - self.error * self.error) / (2.0 * before * after);
        if shared.is_finite() { shared.clamp(-1.0, 1.0) } else { 0.0 }
    }
}

impl Figure {
    /// The change from a figure of the same blocks. Unless all games are the `same`, the variance is at least that of
    /// one observation that changed by 1, so that a few games without a difference are not treated as certain.
    pub(crate) fn change_from(&self, other: &Figure, same: bool) -> Estimate {
        let (change, n) = (self.less(other), self.n.min(other.n) as f64);
        let least = if same { 0.0 } else { 1.0 / (n * n) };
        if change.squares() >= least {
            return change.estimate();
        }
        let blocks = self.residuals.len();
        difference([other.value, self.value], [least, other.squares(), self.squares()], blocks, n.min(blocks as f64))
            .change
    }
}

/// A change with the interval of Student's t. `squares` are the sums of the squared differences of the residuals, and
/// of the squared residuals before and after; `known` is the effective number of blocks of these sums.
pub(in crate::stats) fn difference(values: [f64; 2], squares: [f64; 3], blocks: usize, known: f64) -> Difference {
    let [before, after] = values;
    let (scale, freedom) = (known / (known - 1.0), known - 1.0);
    let (value, error) = (after - before, (scale * squares[0]).sqrt());
    // With one block the quantile is infinite, and infinity times 0 is no number.
    let reach = if error == 0.0 { 0.0 } else { t_of(0.95, freedom) * error };
    let change = Estimate { value, low: value - reach, high: value + reach, n: blocks as u64 };
    let errors = [squares[1], squares[2]].map(|squares| (scale * squares).sqrt());
    Difference { before, after, change, error, freedom, errors }
}

/// Paired games of a plan.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PairedGames<'a> {
    pub(in crate::stats) before: PlayedGames<'a>,
    pub(in crate::stats) after: PlayedGames<'a>,
}

impl<'a> PairedGames<'a> {
    /// The games of this plan.
    pub(crate) fn new(plan: &'a Plan, pairs: &'a Pairs) -> Self {
        PairedGames { before: PlayedGames::new(plan, &pairs.before), after: PlayedGames::new(plan, &pairs.after) }
    }

    /// The same blocks of two tables, as many as both have played. The tables have the same seed.
    pub(crate) fn of_tables(first: PlayedGames<'a>, second: PlayedGames<'a>) -> Self {
        // Equal numbers of the same blocks, because residuals are subtracted block by block.
        let blocks = first.blocks().min(second.blocks());
        PairedGames { before: first.first(blocks), after: second.first(blocks) }
    }

    /// Number of blocks played.
    pub(crate) fn blocks(&self) -> usize {
        self.before.blocks()
    }

    /// The pairs of the first `blocks` blocks.
    pub(crate) fn first(&self, blocks: usize) -> Self {
        PairedGames { before: self.before.first(blocks), after: self.after.first(blocks) }
    }

    /// Number of games that differ in any choice.
    pub(crate) fn different(&self) -> u64 {
        let both = self.before.played.iter().zip(self.after.played);
        both.filter(|(before, after)| before != after).count() as u64
    }

    /// Mean turns per game.
    pub(crate) fn turns(&self) -> Difference {
        self.difference(PlayedGames::turns)
    }

    /// Mean deaths per game.
    pub(crate) fn deaths(&self) -> Difference {
        self.difference(PlayedGames::deaths)
    }

    /// Share of unfinished games.
    pub(crate) fn unfinished(&self) -> Difference {
        self.difference(PlayedGames::unfinished)
    }

    /// Win rate of the first turn position minus that of the last.
    pub(crate) fn position_gap(&self) -> Difference {
        self.difference(PlayedGames::position_gap)
    }

    /// The change in the spread of the opening values of some titles, given by their indices before and after the edit;
    /// see `PlayedGames::opening_spread`.
    pub(crate) fn opening_spread(&self, hands: [&Hands; 2], titles: &[(usize, usize)]) -> Difference {
        let [was, is]: [Vec<usize>; 2] =
            [titles.iter().map(|pair| pair.0).collect(), titles.iter().map(|pair| pair.1).collect()];
        Difference::between(&self.before.opening_spread(hands[0], &was), &self.after.opening_spread(hands[1], &is))
    }

    /// The change of a mean per game. If any game differs, the variance is at least that of one game in which the
    /// figure changed by 1, so that a few unchanged games are not treated as certain.
    fn difference(&self, figure: impl Fn(&PlayedGames<'a>) -> Figure) -> Difference {
        let (before, after) = (figure(&self.before), figure(&self.after));
        let games = self.before.played.len() as f64;
        let least = if self.before.played == self.after.played { 0.0 } else { 1.0 / (games * games) };
        let squares = [after.less(&before).squares().max(least), before.squares(), after.squares()];
        difference([before.value, after.value], squares, self.blocks(), self.blocks() as f64)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::deck::language::PlayerCounts;
    use crate::ids::{Seat, SeatSet};
    use crate::random::mix;
    use crate::run::Played;

    fn played(winner: u8, turns: u16) -> Played {
        Played { winners: SeatSet::one(Seat(winner)), first: Seat(0), turns, deaths: 0, signature: 0 }
    }

    fn plan(games: u64) -> Plan {
        Plan::new(4, PlayerCounts { min: 3, max: 6 }, &[0], 1, games).expect("a plan")
    }

    #[test]
    fn equal_games_have_no_change_and_no_error() {
        let before: Vec<Played> = (0..1000).map(|game| played((mix(game) % 4) as u8, 30 + (game % 7) as u16)).collect();
        let pairs = Pairs { after: before.clone(), before, ..Pairs::default() };
        let plan = plan(1000);
        let games = PairedGames::new(&plan, &pairs);
        for difference in [games.turns(), games.position_gap(), games.unfinished()] {
            assert_eq!(difference.change.value, 0.0);
            assert_eq!((difference.change.low, difference.change.high), (0.0, 0.0));
        }
    }

    #[test]
    fn the_mean_change_has_the_error_of_paired_differences() {
        let before: Vec<Played> = (0..400).map(|game| played(0, (mix(game) % 50) as u16)).collect();
        let after: Vec<Played> = before.iter().map(|one| Played { turns: one.turns + one.turns % 3, ..*one }).collect();
        let changes: Vec<f64> = before.iter().map(|one| f64::from(one.turns % 3)).collect();
        let mean = changes.iter().sum::<f64>() / 400.0;
        let variance = changes.iter().map(|change| (change - mean).powi(2)).sum::<f64>() / 399.0;
        let pairs = Pairs { before, after, ..Pairs::default() };
        let found = PairedGames::new(&plan(400), &pairs).turns();
        assert!((found.change.value - mean).abs() < 1e-12);
        assert!((found.error - (variance / 400.0).sqrt()).abs() < 1e-12);
        assert!(
            found.gain() > 100.0,
            "the variance of each arm is in the hundreds, that of their difference below one"
        );
    }
}
