//! The opening value of a title at several tables: the mean with its interval, and whether it depends on the table.

use crate::stats::check::gate::shift_p;
use crate::stats::check::paired::Difference;
use crate::stats::maths::distributions::t_of;
use crate::stats::maths::estimate::Estimate;

/// The value of a title across several tables.
#[derive(Clone, Copy, Debug)]
pub(crate) struct AcrossTables {
    /// The mean of the true values at these tables. It says nothing about other tables. `n` is the smallest number of observations of
    /// a table.
    pub mean: Estimate,
    /// P-value of equal values at all tables.
    pub equal_p: f64,
    /// P-value of values that do not lie on both sides of 0.
    pub sign_p: f64,
}

/// The value of a title across tables whose games share their deals, from its value at each table and the differences of all pairs of
/// tables: of the first and the second, of the first and the third, and so on, then of the second and the third, and so on.
///
/// The interval of the mean combines the distances of the ends of all intervals from their values, with the correlations of the errors
/// (MOVER; Zou 2008, American Journal of Epidemiology 168, 212-224). No correlation counts as negative: with few wins, it is not known.
/// Both p-values are Bonferroni's: over the pairs of tables, and over the tables. The signs differ if some value is above 0 and some
/// value is below it, so its p-value is the larger one of both (Berger 1982, Technometrics 24, 295-300).
pub(crate) fn across_tables(values: &[Estimate], differences: &[Difference]) -> AcrossTables {
    let k = values.len() as f64;
    let mean = values.iter().map(|value| value.value).sum::<f64>() / k;
    let below: Vec<f64> = values.iter().map(|value| value.value - value.low).collect();
    let above: Vec<f64> = values.iter().map(|value| value.high - value.value).collect();
    let [below, above] = [below, above].map(|distances| reach(&distances, differences) / k);
    let n = values.iter().map(|value| value.n).min().unwrap_or(0);
    let equal = differences.iter().map(|pair| shift_p(pair.change.value, pair.error, pair.freedom, 0.0));
    let freedom = differences.iter().map(|pair| pair.freedom).fold(f64::INFINITY, f64::min);
    let on_side = |distance: fn(&Estimate) -> f64| {
        // Half of the p-value for both sides, from the interval of the value.
        let p = |value: &Estimate| shift_p(value.value, distance(value) / t_of(0.95, freedom), freedom, 0.0) / 2.0;
        values.iter().filter(|value| distance(value) > 0.0).map(p).fold(1.0, f64::min)
    };
    // The end towards 0 counts.
    let above_0 = on_side(|value| if value.value > 0.0 { value.value - value.low } else { f64::NAN });
    let below_0 = on_side(|value| if value.value < 0.0 { value.high - value.value } else { f64::NAN });
    AcrossTables {
        mean: Estimate { value: mean, low: mean - below, high: mean + above, n },
        equal_p: (differences.len() as f64 * equal.fold(1.0, f64::min)).min(1.0),
        sign_p: (k * above_0.max(below_0)).min(1.0),
    }
}

/// The distance of an end of the interval of a sum, from those of its parts.
fn reach(distances: &[f64], differences: &[Difference]) -> f64 {
    let squares: f64 = distances.iter().map(|distance| distance * distance).sum();
    let pairs = (0..distances.len()).flat_map(|one| (one + 1..distances.len()).map(move |other| (one, other)));
    let both = |((one, other), pair): ((usize, usize), &Difference)| {
        2.0 * pair.correlation().max(0.0) * distances[one] * distances[other]
    };
    (squares + pairs.zip(differences).map(both).sum::<f64>()).sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::mix;
    use crate::stats::check::paired::difference;

    /// Tables with these rows of results, one per block: the value of a table is the mean of its row.
    fn across(rows: &[Vec<f64>]) -> AcrossTables {
        let blocks = rows[0].len();
        let mean = |row: &[f64]| row.iter().sum::<f64>() / blocks as f64;
        let squares = |row: &[f64]| row.iter().map(|x| (x - mean(row)).powi(2)).sum::<f64>() / (blocks * blocks) as f64;
        let compared = |one: &[f64], other: &[f64]| {
            let change: Vec<f64> = other.iter().zip(one).map(|(other, one)| other - one).collect();
            let squares = [squares(&change), squares(one), squares(other)];
            difference([mean(one), mean(other)], squares, blocks, blocks as f64)
        };
        let none = vec![0.0; blocks];
        let values: Vec<Estimate> = rows.iter().map(|row| compared(&none, row).change).collect();
        let pairs = (0..rows.len()).flat_map(|one| (one + 1..rows.len()).map(move |other| [one, other]));
        let differences: Vec<Difference> = pairs.map(|[one, other]| compared(&rows[one], &rows[other])).collect();
        across_tables(&values, &differences)
    }

    /// A number between -1 and 1.
    fn noise(seed: u64) -> f64 {
        (mix(mix(seed)) >> 11) as f64 / (1u64 << 52) as f64 - 1.0
    }

    /// Rows of tables that share a part of their noise.
    fn rows(values: &[f64], blocks: usize, shared: f64, seed: u64) -> Vec<Vec<f64>> {
        let at = |table: usize, block: usize| noise(seed << 40 | (table as u64) << 32 | block as u64);
        let row = |(table, value): (usize, &f64)| {
            (0..blocks).map(|block| value + shared * at(99, block) + at(table, block)).collect()
        };
        values.iter().enumerate().map(row).collect()
    }

    #[test]
    fn the_mean_has_the_error_of_the_mean_of_each_block() {
        let rows = rows(&[0.1, -0.2, 0.4], 50, 0.8, 1);
        let found = across(&rows);
        let means: Vec<f64> = (0..50).map(|block| rows.iter().map(|row| row[block]).sum::<f64>() / 3.0).collect();
        let alone = across(&[means]);
        assert!((found.mean.value - alone.mean.value).abs() < 1e-12, "{found:?} {alone:?}");
        assert!((found.mean.half_width() - alone.mean.half_width()).abs() < 1e-12, "{found:?} {alone:?}");
    }

    #[test]
    fn equal_tables_have_the_interval_of_one() {
        let rows = rows(&[0.3], 40, 0.0, 2);
        let found = across(&[rows[0].clone(), rows[0].clone()]);
        assert!((found.mean.half_width() - across(&rows).mean.half_width()).abs() < 1e-12, "{found:?}");
        assert_eq!((found.equal_p, found.sign_p), (1.0, 1.0));
    }

    #[test]
    fn p_values_are_below_a_level_at_most_as_often_as_it_says() {
        let runs = 2_000;
        let (mut unequal, mut signs, mut covered) = (0, 0, 0);
        for seed in 0..runs {
            let found = across(&rows(&[0.0; 4], 60, 1.0, seed));
            unequal += u64::from(found.equal_p < 0.05);
            signs += u64::from(found.sign_p < 0.05);
            covered += u64::from(found.mean.low <= 0.0 && 0.0 <= found.mean.high);
        }
        assert!(unequal <= runs * 6 / 100 && signs <= runs * 6 / 100, "{unequal} {signs}");
        assert!((93..=97).contains(&(100 * covered / runs)), "{covered}");
    }

    #[test]
    fn values_on_both_sides_of_0_are_found() {
        let found = across(&rows(&[0.5, -0.5, 0.0], 200, 1.0, 3));
        assert!(found.equal_p < 0.001 && found.sign_p < 0.001, "{found:?}");
        let found = across(&rows(&[0.9, 0.3, 0.4], 200, 1.0, 3));
        assert!(found.equal_p < 0.001 && found.sign_p > 0.9, "{found:?}");
    }

    #[test]
    fn an_unknown_value_has_no_mean_and_few_events_have_no_narrow_interval() {
        let unknown = difference([f64::NAN, 0.1], [f64::NAN; 3], 10, 10.0);
        let value = Estimate { value: 0.1, low: 0.0, high: 0.2, n: 10 };
        let found = across_tables(&[Estimate::NONE, value], &[unknown]);
        assert!(found.mean.value.is_nan() && found.mean.low.is_nan());
        assert_eq!((found.equal_p, found.sign_p), (1.0, 1.0));
        // The differences of games without events have errors above those of the values.
        let rare = difference([0.0; 2], [0.04, 0.0, 0.0], 10, 10.0);
        let value = Estimate { value: 0.0, low: -0.1, high: 0.2, n: 10 };
        let mean = across_tables(&[value; 2], &[rare]).mean;
        assert!((mean.low + 0.1 / f64::sqrt(2.0)).abs() < 1e-12 && mean.high > 0.14, "{mean:?}");
    }
}
