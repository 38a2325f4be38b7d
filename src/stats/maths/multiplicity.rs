//! Many tests at once: adjusted p-values, and simultaneous intervals.
//!
//! Compare an adjusted p-value with the level of the whole family. The order of a list is kept; an unknown p-value (NaN)
//! counts as 1 and stays in the family.

/// P-values adjusted by Holm's step-down method: the probability of any false alarm in the family is at most `alpha`,
/// for any dependence (Holm 1979, Scandinavian Journal of Statistics 6, 65-70).
pub fn holm(p: &[f64]) -> Vec<f64> {
    let count = p.len();
    step_down(p, |rank| (count - rank) as f64)
}

/// P-values adjusted by the method of Benjamini and Hochberg: the expected share of false alarms among all flagged
/// values is at most `alpha`, for independent or positively dependent tests (1995, JRSS B 57, 289-300). For screening.
pub fn benjamini_hochberg(p: &[f64]) -> Vec<f64> {
    step_up(p)
}

/// The level of each of `count` two-sided intervals that contain the truth at once with probability `level` or higher
/// (Sidak 1967, JASA 62, 626-633).
///
/// Sidak's inequality says that this probability is at least the product of the probabilities of the single intervals.
/// It holds for every correlation of jointly normal estimates, and therefore also for values of cards that share games
/// and sum to 0. The quantile grows slowly: 1.96 for one, 3.61 for 168 at 0.95. A `count` of 0 is the same as 1.
pub(crate) fn simultaneous_level(count: usize, level: f64) -> f64 {
    level.powf(1.0 / count.max(1) as f64)
}

/// P-values, with unknown ones replaced by 1.
fn known(p: &[f64]) -> Vec<f64> {
    p.iter().map(|p| if p.is_nan() { 1.0 } else { *p }).collect()
}

/// The indices of the p-values in ascending order, and the p-values in that order.
fn sorted(p: &[f64]) -> (Vec<usize>, Vec<f64>) {
    let p = known(p);
    let mut order: Vec<usize> = (0..p.len()).collect();
    order.sort_by(|&a, &b| p[a].total_cmp(&p[b]));
    let sorted = order.iter().map(|&place| p[place]).collect();
    (order, sorted)
}

fn unsorted(order: &[usize], values: &[f64]) -> Vec<f64> {
    let mut back = vec![1.0; values.len()];
    order.iter().zip(values).for_each(|(&place, value)| back[place] = *value);
    back
}

/// The running maximum, from the smallest p-value on, of each p-value times a factor of its rank from 0.
fn step_down(p: &[f64], factor: impl Fn(usize) -> f64) -> Vec<f64> {
    let (order, mut values) = sorted(p);
    let mut highest = 0.0_f64;
    for (rank, value) in values.iter_mut().enumerate() {
        // A larger p-value never gets a smaller adjusted one.
        highest = highest.max((*value * factor(rank)).min(1.0));
        *value = highest;
    }
    unsorted(&order, &values)
}

/// The running minimum, from the largest p-value on, of `p * n / rank`.
fn step_up(p: &[f64]) -> Vec<f64> {
    let (order, mut values) = sorted(p);
    let (count, mut lowest) = (values.len() as f64, 1.0_f64);
    for (place, value) in values.iter_mut().enumerate().rev() {
        lowest = lowest.min(*value * count / (place + 1) as f64);
        *value = lowest;
    }
    unsorted(&order, &values)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::maths::distributions::normal_tail;
    use crate::stats::{Z95, z_of};

    #[test]
    fn adjusted_values_keep_the_order_of_the_list() {
        assert_eq!(holm(&[0.5, 0.01, 0.02]), [0.5, 0.03, 0.04]);
        assert_eq!(benjamini_hochberg(&[0.5, 0.01, 0.02]), [0.5, 0.03, 0.03]);
    }

    #[test]
    fn an_unknown_p_value_counts_as_1() {
        assert_eq!(holm(&[f64::NAN, 0.02]), [1.0, 0.04]);
        assert_eq!(benjamini_hochberg(&[f64::NAN, 0.02]), [1.0, 0.04]);
        assert!(holm(&[]).is_empty() && benjamini_hochberg(&[]).is_empty());
    }

    #[test]
    fn simultaneous_quantiles_grow_with_the_family() {
        let quantile = |count| z_of(simultaneous_level(count, 0.95));
        assert!((quantile(1) - Z95).abs() < 1e-12);
        assert_eq!(quantile(0), quantile(1));
        let outside = 2.0 * normal_tail(quantile(168));
        assert!(((1.0 - outside).powi(168) - 0.95).abs() < 1e-12);
        assert!((quantile(168) - 3.61).abs() < 0.005);
    }
}
