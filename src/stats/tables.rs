//! Tests on tables of counts.

use super::distributions::ChiSquare;

/// Chi-square goodness of fit of wins by seat to equal chances (Pearson 1900). The games must be independent: one game
/// a shuffle. With fewer than two seats, or without wins, the p-value is 1.
pub fn seat_fairness(wins: &[f64]) -> ChiSquare {
    let total: f64 = wins.iter().sum();
    let expected = total / wins.len() as f64;
    if wins.len() < 2 || total <= 0.0 {
        return ChiSquare::new(0.0, 0.0);
    }
    let statistic = wins.iter().map(|wins| (wins - expected).powi(2) / expected).sum();
    ChiSquare::new(statistic, wins.len() as f64 - 1.0)
}

/// A table of two arms (rows) by win and loss (columns), of one stratum.
pub type TwoByTwo = [[f64; 2]; 2];

/// What stratified two-by-two tables say of the first row against the second.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cmh {
    /// The common odds ratio (Mantel and Haenszel 1959, J. National Cancer Institute 22, 719-748); infinite if the
    /// first row never loses where the second wins, NaN if nothing can be compared.
    pub odds_ratio: f64,
    /// The test that it is 1 (Cochran 1954; Mantel and Haenszel 1959), without continuity correction.
    pub test: ChiSquare,
    /// Mean over the strata of the difference of the win rates, every stratum with equal weight; NaN without strata.
    pub difference: f64,
}

/// The Cochran-Mantel-Haenszel analysis of stratified tables. The games must be independent. Strata with an empty row
/// are left out; if nothing can vary the p-value is 1.
pub fn cmh(tables: &[TwoByTwo]) -> Cmh {
    let tables: Vec<&TwoByTwo> = tables.iter().filter(|rows| rows.iter().all(|row| row[0] + row[1] > 0.0)).collect();
    let sum = |part: fn(&TwoByTwo) -> f64| tables.iter().map(|table| part(table)).sum::<f64>();
    let (excess, variance) = (sum(excess), sum(variance));
    let test = if variance > 0.0 { ChiSquare::new(excess * excess / variance, 1.0) } else { ChiSquare::new(0.0, 0.0) };
    let [for_first, for_second] = [sum(|t| t[0][0] * t[1][1] / total(t)), sum(|t| t[0][1] * t[1][0] / total(t))];
    let difference = sum(|[a, b]| a[0] / (a[0] + a[1]) - b[0] / (b[0] + b[1])) / tables.len() as f64;
    Cmh { odds_ratio: for_first / for_second, test, difference }
}

fn total(table: &TwoByTwo) -> f64 {
    table.iter().flatten().sum()
}

/// Wins of the first row over those expected with the margins as they are.
fn excess(table: &TwoByTwo) -> f64 {
    let [[a, b], [c, _]] = table;
    a - (a + b) * (a + c) / total(table)
}

/// Hypergeometric variance of the wins of the first row.
fn variance(table: &TwoByTwo) -> f64 {
    let ([[a, b], [c, d]], n) = (table, total(table));
    if n <= 1.0 { 0.0 } else { (a + b) * (c + d) * (a + c) * (b + d) / (n * n * (n - 1.0)) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn empty_tables_say_nothing() {
        assert_eq!((seat_fairness(&[]).p, seat_fairness(&[7.0]).p, seat_fairness(&[0.0; 4]).p), (1.0, 1.0, 1.0));
        let none = cmh(&[[[0.0; 2]; 2]]);
        assert!(none.odds_ratio.is_nan() && none.difference.is_nan() && none.test.p == 1.0);
    }

    #[test]
    fn one_sided_tables() {
        let all = cmh(&[[[5.0, 0.0], [0.0, 5.0]]]);
        assert_eq!((all.odds_ratio, all.difference), (f64::INFINITY, 1.0));
        assert_eq!(cmh(&[[[5.0, 0.0], [5.0, 0.0]]]).test.p, 1.0);
    }
}
