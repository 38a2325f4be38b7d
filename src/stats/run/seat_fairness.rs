//! The test that all seats win equally often.

use crate::stats::maths::distributions::ChiSquare;

/// Chi-square test of the goodness of fit of wins by seat to equal chances (Pearson 1900). The games must be
/// independent: one game per shuffle. With fewer than two seats, or without wins, the p-value is 1.
pub fn seat_fairness(wins: &[f64]) -> ChiSquare {
    let total: f64 = wins.iter().sum();
    let expected = total / wins.len() as f64;
    if wins.len() < 2 || total <= 0.0 {
        return ChiSquare::new(0.0, 0.0);
    }
    let statistic = wins.iter().map(|wins| (wins - expected).powi(2) / expected).sum();
    ChiSquare::new(statistic, wins.len() as f64 - 1.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn empty_tables_have_a_p_value_of_1() {
        assert_eq!((seat_fairness(&[]).p, seat_fairness(&[7.0]).p, seat_fairness(&[0.0; 4]).p), (1.0, 1.0, 1.0));
    }
}
