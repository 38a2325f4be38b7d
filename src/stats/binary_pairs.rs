//! Pairs of outcomes that are 0 or 1: the same game under two decks or two seatings.

use super::distributions::{ChiSquare, z_of};
use super::proportions::{Score, square_and_add};
use super::special::incomplete_beta;

/// Independent pairs, counted by outcome under the old and the new arm.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct BinaryPairs {
    /// Won under both.
    pub both: u64,
    /// Won under the new arm only.
    pub gained: u64,
    /// Won under the old arm only.
    pub lost: u64,
    /// Won under neither.
    pub neither: u64,
}

/// McNemar's tests that gains and losses are equally likely. Each is a two-sided p-value; without a difference it is 1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct McNemar {
    /// By the exact binomial law.
    pub exact: f64,
    /// The same with half of the observed outcome's chance (Lancaster 1961): less conservative, for few differences.
    pub mid: f64,
    /// By chi-square without continuity correction (McNemar 1947, Psychometrika 12, 153-157), for many differences.
    pub chi_square: ChiSquare,
}

impl BinaryPairs {
    /// How many pairs.
    pub fn count(self) -> u64 {
        self.both + self.gained + self.lost + self.neither
    }

    /// Rate of the new arm minus rate of the old one, in -1..1; 0 without pairs.
    pub fn difference(self) -> f64 {
        (self.gained as f64 - self.lost as f64) / self.count().max(1) as f64
    }

    /// Standard error of the difference, `sqrt(((b + c)/N - d^2) / (N - 1))`, from the unbiased variance of a pair; NaN
    /// for fewer than two pairs.
    pub fn error(self) -> f64 {
        match self.count() {
            0 | 1 => f64::NAN,
            pairs => (self.variance() / (pairs - 1) as f64).sqrt(),
        }
    }

    /// The same with N for N - 1: the estimate by maximum likelihood; 0 without pairs.
    pub fn error_of_likelihood(self) -> f64 {
        (self.variance() / self.count().max(1) as f64).sqrt()
    }

    /// The normal interval of the difference at a two-sided `level` (Wald), for many differences; NaN for fewer than
    /// two pairs.
    pub fn wald(self, level: f64) -> (f64, f64) {
        let reach = z_of(level) * self.error();
        (self.difference() - reach, self.difference() + reach)
    }

    /// The score interval of the difference, for any number of pairs (Newcombe 1998, Statistics in Medicine 17,
    /// 2635-2650, method 10). Without pairs both rates count as one half, known to lie in 0..1.
    pub fn newcombe(self, level: f64) -> (f64, f64) {
        let (pairs, z) = (self.count() as f64, z_of(level));
        let new = Score::new((self.both + self.gained) as f64, pairs, z);
        let old = Score::new((self.both + self.lost) as f64, pairs, z);
        square_and_add(new, old, self.phi())
    }

    /// Correlation of the two outcomes, in -1..1, corrected for continuity towards 0 where it is positive, as
    /// Newcombe's interval takes it; 0 if one arm always or never wins.
    pub fn phi(self) -> f64 {
        let [a, b, c, d] = [self.both, self.gained, self.lost, self.neither].map(|count| count as f64);
        let margins = (a + b) * (c + d) * (a + c) * (b + d);
        let excess = a * d - b * c;
        let corrected = if excess > 0.0 { (excess - (a + b + c + d) / 2.0).max(0.0) } else { excess };
        if margins > 0.0 { corrected / margins.sqrt() } else { 0.0 }
    }

    /// McNemar's tests.
    pub fn mcnemar(self) -> McNemar {
        let (fewer, differing) = (self.gained.min(self.lost) as f64, (self.gained + self.lost) as f64);
        let (tail, at) = (half_tail(fewer, differing), half_tail(fewer, differing) - half_tail(fewer - 1.0, differing));
        let distance = self.gained as f64 - self.lost as f64;
        let df = if differing > 0.0 { 1.0 } else { 0.0 };
        McNemar {
            exact: (2.0 * tail).min(1.0),
            mid: (2.0 * tail - at).min(1.0),
            chi_square: ChiSquare::new(distance * distance / differing.max(1.0), df),
        }
    }

    /// Variance of a pair's difference.
    fn variance(self) -> f64 {
        let pairs = self.count().max(1) as f64;
        let difference = self.difference();
        ((self.gained + self.lost) as f64 / pairs - difference * difference).max(0.0)
    }
}

/// The chance of at most `k` heads in `n` throws of a fair coin.
fn half_tail(k: f64, n: f64) -> f64 {
    if k < 0.0 {
        0.0
    } else if k >= n {
        1.0
    } else {
        incomplete_beta(n - k, k + 1.0, 0.5)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_pairs_say_nothing() {
        let none = BinaryPairs::default();
        assert!(none.difference() == 0.0 && none.error().is_nan() && none.phi() == 0.0);
        assert_eq!((none.mcnemar().exact, none.mcnemar().mid, none.mcnemar().chi_square.p), (1.0, 1.0, 1.0));
        assert!(none.newcombe(0.95).0 < -0.7 && none.newcombe(0.95).1 > 0.7);
    }

    #[test]
    fn the_exact_test_is_that_of_a_coin() {
        let five = BinaryPairs { gained: 5, ..BinaryPairs::default() };
        assert!((five.mcnemar().exact - 2.0 / 32.0).abs() < 1e-14);
        assert!((five.mcnemar().mid - 1.0 / 32.0).abs() < 1e-14);
        assert_eq!(BinaryPairs { gained: 3, lost: 3, ..BinaryPairs::default() }.mcnemar().exact, 1.0);
    }

    #[test]
    fn exchanging_the_arms_mirrors_everything() {
        let pairs = BinaryPairs { both: 20, gained: 13, lost: 4, neither: 34 };
        let back = BinaryPairs { gained: 4, lost: 13, ..pairs };
        assert_eq!(back.difference(), -pairs.difference());
        assert_eq!(back.wald(0.9), (-pairs.wald(0.9).1, -pairs.wald(0.9).0));
        assert_eq!(back.mcnemar(), pairs.mcnemar());
    }
}
