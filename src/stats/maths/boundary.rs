//! Group-sequential boundaries: how far an estimate must be from a hypothesis at each of a few planned looks, so that
//! all looks together err with a given probability.

use std::sync::OnceLock;

use super::distributions::{normal_quantile, normal_tail};

/// Number of panels of an integral over the values of the earlier looks; even.
const PANELS: usize = 48;
/// Steps of a bisection: enough for all digits that the integrals have.
const STEPS: usize = 30;
/// The least growth of the information between two looks: the integrals resolve no smaller steps.
const GROWTH: f64 = 1.01;
/// Error probabilities at which p-values are computed; between them they are interpolated.
const NODES: [f64; 12] = [1e-12, 1e-9, 1e-7, 1e-5, 1e-4, 1e-3, 0.01, 0.02, 0.05, 0.1, 0.4, 0.99];

/// The boundary at the last of some looks at growing data.
///
/// Each look spends a part of the error probability, fixed beforehand, and the boundary is the distance that the
/// estimate exceeds at this look, and at none before it, with that probability (Lan and DeMets 1983, Biometrika 70,
/// 659-663). The joint distribution of the estimates follows from their information alone, so the looks may be at any
/// sizes that do not depend on the estimates.
#[derive(Clone, Debug)]
pub(crate) struct Boundary {
    /// The cumulative share of the error probability and the information at each look.
    looks: Vec<(f64, f64)>,
    /// Logarithms of an error probability of all looks, and of the two-sided level of the last look that it allows.
    curve: OnceLock<Vec<(f64, f64)>>,
}

impl Boundary {
    /// The boundary at the last look. `spent` are the shares of the error probability that the looks up to each one
    /// spend together, in ascending order and at most 1; `information` is the inverse variance at each look, in any
    /// unit.
    pub(crate) fn new(spent: &[f64], information: &[f64]) -> Boundary {
        Boundary { looks: spent.iter().copied().zip(ascending(information)).collect(), curve: OnceLock::new() }
    }

    /// The two-sided level of the last look: its interval of this error probability belongs to intervals of all looks
    /// that miss the true value together with probability `alpha`.
    pub(crate) fn level(&self, alpha: f64) -> f64 {
        last_level(alpha, &self.looks)
    }

    /// The p-value of all looks, from the two-sided p-value of the last one.
    pub(crate) fn p(&self, last: f64) -> f64 {
        if last <= 0.0 {
            return 0.0;
        }
        let curve = || NODES.iter().map(|&alpha| (self.level(alpha).ln(), alpha.ln())).collect();
        interpolated(last.ln(), self.curve.get_or_init(curve).iter().copied()).exp().min(1.0)
    }
}

/// The value at `x` of the line through some points, in ascending order; the first and the last piece go on.
fn interpolated(x: f64, points: impl ExactSizeIterator<Item = (f64, f64)> + Clone) -> f64 {
    let after = points.clone().skip(1).take(points.len() - 2).take_while(|point| point.0 < x).count();
    let mut pair = points.skip(after);
    match (pair.next(), pair.next()) {
        (Some((left, low)), Some((right, high))) => low + (high - low) * (x - left) / (right - left),
        _ => f64::NAN,
    }
}

/// Information that grows at every look: without new data a look all but repeats the last one. Only ratios count.
fn ascending(information: &[f64]) -> impl Iterator<Item = f64> {
    let first = information.first().copied().unwrap_or(1.0);
    let mut least = 1.0 / GROWTH;
    information.iter().map(move |&one| {
        // Not `clamp`, which would keep an unknown number.
        least = (one / first).max(least * GROWTH).min(least * 1e6);
        least
    })
}

/// The two-sided level of the last of some looks, if all looks err with probability `alpha`. A look is its cumulative
/// share of the error probability and its information.
fn last_level(alpha: f64, looks: &[(f64, f64)]) -> f64 {
    let Some((&(share, information), later)) = looks.split_first() else { return alpha };
    let mut level = alpha * share;
    let mut paths = Paths::new(-normal_quantile(level / 2.0), information);
    let mut before = share;
    for &(share, information) in later {
        let bound = paths.bound(information, alpha * (share - before));
        level = 2.0 * normal_tail(bound / information.sqrt());
        (paths, before) = (paths.after(information, bound), share);
    }
    level
}

/// The distribution of the sums of the observations, in units in which their variance is the information, over all
/// paths that stayed within the boundary.
struct Paths {
    information: f64,
    /// Sums, and the probability of each panel around them.
    nodes: Vec<(f64, f64)>,
}

impl Paths {
    /// The paths at the first look whose sums are within `z` standard deviations.
    fn new(z: f64, information: f64) -> Paths {
        let sd = information.sqrt();
        Paths { information, nodes: panels(z * sd, |sum| density(sum, sd)) }
    }

    /// The bound that these paths exceed, either way, with this probability once the information has grown.
    fn bound(&self, information: f64, probability: f64) -> f64 {
        let step = (information - self.information).sqrt();
        let beyond = |bound: f64| -> f64 {
            let tails = |sum: f64| normal_tail((bound - sum) / step) + normal_tail((bound + sum) / step);
            self.nodes.iter().map(|(sum, weight)| weight * tails(*sum)).sum()
        };
        let (mut low, mut high) = (0.0, 40.0 * information.sqrt());
        for _ in 0..STEPS {
            let middle = f64::midpoint(low, high);
            if beyond(middle) > probability { low = middle } else { high = middle }
        }
        f64::midpoint(low, high)
    }

    /// The paths that stay within `bound` once the information has grown.
    fn after(&self, information: f64, bound: f64) -> Paths {
        let step = (information - self.information).sqrt();
        let reached =
            |sum: f64| self.nodes.iter().map(|(from, weight)| weight * density(sum - from, step)).sum::<f64>();
        Paths { information, nodes: panels(bound, reached) }
    }
}

/// The density of a normal variable with mean 0.
fn density(x: f64, sd: f64) -> f64 {
    (-0.5 * (x / sd).powi(2)).exp() / (sd * std::f64::consts::TAU.sqrt())
}

/// Simpson's rule from `-bound` to `bound`: points, and the integral of their surroundings.
fn panels(bound: f64, of: impl Fn(f64) -> f64) -> Vec<(f64, f64)> {
    let width = 2.0 * bound / PANELS as f64;
    let point = |place: usize| {
        let factor = match place {
            0 | PANELS => 1.0,
            odd if odd % 2 == 1 => 4.0,
            _ => 2.0,
        };
        let x = -bound + width * place as f64;
        (x, of(x) * factor * width / 3.0)
    };
    (0..=PANELS).map(point).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::mix;
    use crate::stats::maths::distributions::z_of;

    /// What the boundary with these critical values spends up to each of five equal looks.
    fn spent(z: impl Fn(f64) -> f64) -> Vec<f64> {
        let mut paths = Paths::new(z(1.0), 1.0);
        let mut spent = vec![2.0 * normal_tail(z(1.0))];
        for look in [2.0_f64, 3.0, 4.0, 5.0] {
            let bound = z(look) * look.sqrt();
            let tails = |sum: f64| normal_tail(bound - sum) + normal_tail(bound + sum);
            let more: f64 = paths.nodes.iter().map(|(sum, weight)| weight * tails(*sum)).sum();
            spent.push(spent[spent.len() - 1] + more);
            paths = paths.after(look, bound);
        }
        spent
    }

    /// Five equal looks at 5%: Pocock's critical value is 2.413 at each look, that of O'Brien and Fleming 2.040 at the
    /// last one (Jennison and Turnbull, Group Sequential Methods, 2000, tables 2.1 and 2.3).
    #[test]
    fn published_boundaries_are_found_again() {
        for (constant, power) in [(2.413, 0.0), (2.040, -0.5)] {
            let z = |look: f64| constant * (look / 5.0).powf(power);
            let spent = spent(z);
            let all = spent[4];
            assert!((all - 0.05).abs() < 2e-4, "{spent:?}");
            let shares: Vec<f64> = spent.iter().map(|spent| spent / all).collect();
            let found = z_of(1.0 - Boundary::new(&shares, &[1.0, 2.0, 3.0, 4.0, 5.0]).level(0.05));
            assert!((found - z(5.0)).abs() < 2e-3, "{found}");
        }
    }

    #[test]
    fn one_look_has_the_level_of_the_test() {
        let once = Boundary::new(&[1.0], &[7.0]);
        for alpha in [1e-13, 1e-9, 0.003, 0.05, 0.2, 0.9] {
            assert!((once.level(alpha) / alpha - 1.0).abs() < 1e-9, "{alpha}");
            assert!((once.p(alpha) / alpha - 1.0).abs() < 1e-9, "{alpha}");
        }
        assert_eq!(once.p(0.0), 0.0);
    }

    #[test]
    fn p_values_belong_to_the_levels() {
        let boundary = Boundary::new(&[0.5, 0.75, 1.0], &[1.0, 2.0, 5.0]);
        for (alpha, error) in [(1e-6, 0.03), (0.003, 0.03), (0.05, 1e-9), (0.4, 1e-9)] {
            assert!((boundary.p(boundary.level(alpha)) / alpha - 1.0).abs() < error, "{alpha}");
            assert!(boundary.level(alpha) < alpha);
        }
    }

    #[test]
    fn a_look_without_new_data_is_possible() {
        let boundary = Boundary::new(&[0.5, 0.75, 1.0], &[1.0, 1.0, 0.5]);
        let level = boundary.level(0.05);
        assert!(level > 0.025 && level <= 0.0501, "{level}");
    }

    /// A walk of uniform steps whose looks are at these sizes leaves the boundary somewhere.
    fn leaves(seed: u64, sizes: &[f64], z: &[f64]) -> bool {
        let mut dice = (0..).map(|n| (mix(seed << 20 | n) >> 11) as f64 / (1_u64 << 53) as f64 - 0.5);
        let (mut sum, mut size) = (0.0, 0.0);
        sizes.iter().zip(z).any(|(until, z)| {
            while size < *until {
                (sum, size) = (sum + dice.next().unwrap_or(0.0), size + 1.0);
            }
            sum.abs() > z * (size / 12.0).sqrt()
        })
    }

    #[test]
    fn all_looks_together_err_with_the_given_probability() {
        let (sizes, spent) = ([40.0, 80.0, 160.0, 200.0], [0.5, 2.0 / 3.0, 5.0 / 6.0, 1.0]);
        let z = |looks: usize| z_of(1.0 - Boundary::new(&spent[..looks], &sizes[..looks]).level(0.05));
        let z: Vec<f64> = (1..=4).map(z).collect();
        let wrong = (0..20_000).filter(|seed| leaves(*seed, &sizes, &z)).count();
        assert!(
            (880..=1120).contains(&wrong),
            "{wrong} of 20,000, expected 1,000 give or take four standard deviations"
        );
    }
}
