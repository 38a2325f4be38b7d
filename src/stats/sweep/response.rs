//! Response curves: a figure as a function of one printed number, and the value of the number that brings the figure to
//! a target.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::stats::maths::estimate::Z95;
use crate::stats::run::block_figures::Figure;

/// A figure measured at several values, in the same blocks. Between two neighbours the curve is a straight line.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Response {
    /// The points, in ascending order of their values.
    pub(in crate::stats) points: Vec<Point>,
}

/// A point of a curve.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub(in crate::stats) struct Point {
    /// The value at which the figure was measured.
    pub(in crate::stats) at: f64,
    /// The figure, or its distance from a target.
    pub(in crate::stats) figure: f64,
    /// Number of observations.
    pub(in crate::stats) n: u64,
    /// Its variance.
    pub(in crate::stats) variance: f64,
    /// Its covariance with that of the next point; NaN at the last.
    pub(in crate::stats) covariance: f64,
    /// How far its interval reaches below and above, in normal quantiles.
    pub(in crate::stats) reach: [f64; 2],
}

/// The value at which a curve crosses a target.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Balance {
    /// Lowest and highest value at which the figure is known.
    pub range: (f64, f64),
    /// Values at which the estimated curve meets the target.
    pub crossings: Vec<f64>,
    /// The 95% confidence set: ranges of values, ends included, in ascending order and without overlap. A range that
    /// reaches an end of the measured values may extend beyond it.
    pub set: Vec<(f64, f64)>,
}

impl Response {
    /// The curve through values in ascending order, each with its figure. Unknown figures have no point.
    pub(crate) fn new(points: &[(f64, &Figure)]) -> Response {
        let known = points.iter().filter(|(_, figure)| figure.value.is_finite() && figure.error().is_finite());
        let known: Vec<(f64, &Figure)> = known.copied().collect();
        let point = |(place, (at, figure)): (usize, &(f64, &Figure))| Point {
            at: *at,
            figure: figure.value,
            n: figure.n,
            variance: figure.variance(),
            covariance: known
                .get(place + 1)
                .map_or(f64::NAN, |(_, next)| figure.covariance(next) * (figure.widening() * next.widening()).sqrt()),
            reach: reach(figure),
        };
        Response { points: known.iter().enumerate().map(point).collect() }
    }

    /// The value at which the curve crosses a target; `None` if no figure is known.
    ///
    /// The confidence set inverts the test of "the figure at x is the target": it contains all x with `|m(x) - target|
    /// <= 1.96 se(m(x))`, where `m(x) = (1-a) m_i + a m_{i+1}` and `Var m(x)` is that of the same mixture of the
    /// residuals of both figures, including their covariance. The error of each figure is that of its interval on the
    /// side of the target, so a measured value is in the set if and only if the interval contains the target. Between
    /// two neighbours this is a quadratic inequality in a, as for the ratio of two means (Fieller 1954, JRSS B 16,
    /// 175-185). Unlike an interval around the crossing, the set keeps its coverage when the curve is flat: it then
    /// becomes long, is open on one side, or has two parts.
    pub(crate) fn balance(&self, target: f64) -> Option<Balance> {
        let distance = |point: &Point| Point { figure: point.figure - target, ..*point };
        let points: Vec<Point> = self.points.iter().map(distance).collect();
        let (first, last) = (points.first()?, points.last()?);
        let mut crossings: Vec<f64> = points.iter().filter(|point| point.figure == 0.0).map(|point| point.at).collect();
        crossings.extend(points.windows(2).filter_map(|pair| crossing(pair[0], pair[1])));
        crossings.sort_by(f64::total_cmp);
        let ends = points.iter().filter(|point| (-Z95 * point.reach[1]..=Z95 * point.reach[0]).contains(&point.figure));
        let ends = ends.map(|point| point.at);
        let mut ranges: Vec<(f64, f64)> = ends.chain(crossings.iter().copied()).map(|at| (at, at)).collect();
        ranges.extend(points.windows(2).flat_map(|pair| not_rejected(pair[0], pair[1])));
        Some(Balance { range: (first.at, last.at), crossings, set: joined(ranges) })
    }
}

/// How far the interval of a figure reaches below and above, in normal quantiles.
fn reach(figure: &Figure) -> [f64; 2] {
    match figure.interval {
        Some((low, high)) => [figure.value - low, high - figure.value].map(|distance| distance / Z95),
        None => [figure.variance().sqrt(); 2],
    }
}

/// The value between two points at which the line through their distances from the target crosses 0, if it does.
fn crossing(one: Point, other: Point) -> Option<f64> {
    let changes_side = one.figure.is_sign_positive() != other.figure.is_sign_positive();
    let between = changes_side && one.figure != 0.0 && other.figure != 0.0;
    between.then(|| one.at + (other.at - one.at) * one.figure / (one.figure - other.figure))
}

/// The ranges between two neighbours in which a distance of 0 is not rejected: where the line is above 0 by the lower
/// ends of the intervals, and elsewhere by the upper ones.
fn not_rejected(one: Point, other: Point) -> Vec<(f64, f64)> {
    let slope = other.figure - one.figure;
    let at = |a: f64| one.at + a * (other.at - one.at);
    let on_side = |side: usize| {
        // Limits are not symmetrical: above the target the lower end of the interval decides, below it the upper end.
        let own_side = move |a: f64| (one.figure + a * slope >= 0.0) == (side == 0);
        let test = Test::new(one, other, side);
        let mut cuts = vec![0.0, 1.0];
        cuts.extend(test.roots().into_iter().chain([-one.figure / slope]).filter(|root| 0.0 < *root && *root < 1.0));
        cuts.sort_by(f64::total_cmp);
        let middle = |ends: &[f64]| (ends[0] + ends[1]) / 2.0;
        let holds = |ends: &&[f64]| own_side(middle(ends)) && test.holds(middle(ends));
        cuts.windows(2).filter(holds).map(|ends| (at(ends[0]), at(ends[1]))).collect::<Vec<_>>()
    };
    [0, 1].into_iter().flat_map(on_side).collect()
}

/// The test of a distance of 0 between two neighbours, by the ends of the intervals on one side: `m(a)^2 - z^2 Var m(a)
/// = square a^2 + 2 half a + constant <= 0`.
struct Test {
    square: f64,
    half: f64,
    constant: f64,
}

impl Test {
    fn new(one: Point, other: Point, side: usize) -> Test {
        let (slope, z2) = (other.figure - one.figure, Z95 * Z95);
        let [before, after] = [one, other].map(|point| point.reach[side] * point.reach[side]);
        let shared = one.covariance / (one.variance * other.variance).sqrt();
        // Figures without an error may be fully correlated within their intervals.
        let both = if shared.is_finite() { shared } else { 1.0 } * one.reach[side] * other.reach[side];
        Test {
            square: slope * slope - z2 * (before - 2.0 * both + after),
            half: one.figure * slope - z2 * (both - before),
            constant: one.figure * one.figure - z2 * before,
        }
    }

    fn holds(&self, a: f64) -> bool {
        (self.square * a + 2.0 * self.half) * a + self.constant <= 0.0
    }

    fn roots(&self) -> Vec<f64> {
        roots(self.square, self.half, self.constant)
    }
}

/// The real roots of `square x^2 + 2 half x + constant`, each without cancellation.
fn roots(square: f64, half: f64, constant: f64) -> Vec<f64> {
    let discriminant = half * half - square * constant;
    if discriminant < 0.0 {
        return Vec::new();
    }
    // The root with the same sign is added, and the other solution follows from the product of both.
    let sum = -(half + discriminant.sqrt().copysign(half));
    [sum / square, constant / sum].into_iter().filter(|root| root.is_finite()).collect()
}

/// Ranges in ascending order, joined if they meet.
fn joined(mut ranges: Vec<(f64, f64)>) -> Vec<(f64, f64)> {
    ranges.sort_by(|one, other| one.0.total_cmp(&other.0));
    let mut apart: Vec<(f64, f64)> = Vec::new();
    for (low, high) in ranges {
        match apart.last_mut() {
            Some(last) if low <= last.1 => last.1 = last.1.max(high),
            _ => apart.push((low, high)),
        }
    }
    apart
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::maths::distributions::t_of;

    /// The quantile for four blocks.
    fn reach() -> f64 {
        t_of(0.95, 3.0)
    }

    /// A figure with this standard error, from residuals that are orthogonal for different `phase`s.
    fn figure(value: f64, error: f64, phase: usize) -> Figure {
        let size = error * (3.0_f64 / 4.0).sqrt() / 2.0;
        let sign = |block: usize| if (block >> phase).is_multiple_of(2) { size } else { -size };
        Figure { residuals: (0..4).map(sign).collect(), ..Figure::plain(value, 4) }
    }

    /// Figures that share all their noise.
    fn parallel(values: &[f64], error: f64) -> Vec<Figure> {
        values.iter().map(|value| figure(*value, error, 0)).collect()
    }

    fn balance(figures: &[Figure], target: f64) -> Balance {
        let points: Vec<(f64, &Figure)> = (0..).map(f64::from).zip(figures).collect();
        Response::new(&points).balance(target).expect("known figures")
    }

    fn close(found: &[(f64, f64)], expected: &[(f64, f64)]) {
        assert_eq!(found.len(), expected.len(), "{found:?}");
        for (found, expected) in found.iter().zip(expected) {
            assert!(
                (found.0 - expected.0).abs() < 1e-12 && (found.1 - expected.1).abs() < 1e-12,
                "{found:?} {expected:?}"
            );
        }
    }

    #[test]
    fn a_line_with_common_noise_has_the_interval_of_its_figures() {
        let found = balance(&parallel(&[3.0, 2.0, 1.0, 0.0, -1.0], 0.25), 1.5);
        assert_eq!((found.range, found.crossings), ((0.0, 4.0), vec![1.5]));
        close(&found.set, &[(1.5 - 0.25 * reach(), 1.5 + 0.25 * reach())]);
    }

    #[test]
    fn independent_errors_are_mixed_like_the_figures() {
        let found = balance(&[figure(1.0, 0.2, 0), figure(-1.0, 0.1, 1)], 0.0);
        assert_eq!(found.crossings, [0.5]);
        let [(low, high)] = found.set[..] else { panic!("{:?}", found.set) };
        for a in [low, high] {
            let (m, variance) = (1.0 - 2.0 * a, (0.2 * (1.0 - a)).powi(2) + (0.1 * a).powi(2));
            assert!((m * m - reach() * reach() * variance).abs() < 1e-12, "{a}");
        }
        assert!(low < 0.5 && 0.5 < high && 0.5 - low > high - 0.5, "wider on the side with more noise: {low} {high}");
    }

    #[test]
    fn a_curve_without_a_crossing_can_have_a_set_or_none() {
        let far = balance(&parallel(&[3.0, 2.0, 1.0], 0.25), 0.0);
        assert!(far.crossings.is_empty() && far.set.is_empty());
        let near = balance(&parallel(&[3.0, 2.0, 1.0], 0.6), 0.0);
        assert!(near.crossings.is_empty());
        close(&near.set, &[(3.0 - 0.6 * reach(), 2.0)]);
    }

    #[test]
    fn a_set_can_reach_one_end_or_both_or_have_two_parts() {
        close(&balance(&parallel(&[0.5, 0.0, -0.5, -3.0], 0.5), 0.0).set, &[(0.0, 2.0 + (0.5 * reach() - 0.5) / 2.5)]);
        close(&balance(&parallel(&[0.1, 0.0, -0.1], 0.5), 0.0).set, &[(0.0, 2.0)]);
        let hill = balance(&parallel(&[-1.0, 1.0, -1.0], 0.1), 0.0);
        assert_eq!(hill.crossings, [0.5, 1.5]);
        close(&hill.set, &[(0.5 - 0.05 * reach(), 0.5 + 0.05 * reach()), (1.5 - 0.05 * reach(), 1.5 + 0.05 * reach())]);
    }

    #[test]
    fn exact_figures_give_a_set_of_one_point() {
        let found = balance(&parallel(&[2.0, 0.0, -1.0], 0.0), 0.0);
        assert_eq!((found.crossings, found.set), (vec![1.0], vec![(1.0, 1.0)]));
        let between = balance(&parallel(&[1.0, -1.0], 0.0), 0.0);
        assert_eq!((between.crossings, between.set), (vec![0.5], vec![(0.5, 0.5)]));
    }

    #[test]
    fn a_single_value_is_tested_and_unknown_figures_are_left_out() {
        let alone = balance(&parallel(&[0.3], 0.2), 0.0);
        assert_eq!((alone.crossings, alone.set), (vec![], vec![(0.0, 0.0)]));
        let unknown = figure(f64::NAN, 1.0, 0);
        assert_eq!(Response::new(&[(1.0, &unknown)]).balance(0.0), None);
        assert_eq!(Response::new(&[]).balance(0.0), None);
    }
}
