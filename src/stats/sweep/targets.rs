//! Aims: values of a number, each with the target that the curve meets there. The confidence sets of repetitions should
//! contain these values.

use super::response::{Point, Response};
use crate::stats::maths::estimate::Estimate;

/// A value of a number, and the target that the curve of all repetitions meets at this value.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Aim {
    metric: usize,
    truth: Estimate,
    target: f64,
}

/// The aims at all values and at the midpoints between neighbours, from the curves of all repetitions, which have one
/// for each metric.
pub(crate) fn aims(repetitions: &[Vec<Response>]) -> Vec<Aim> {
    let metrics = repetitions.first().map_or(0, Vec::len);
    let of_metric = |metric: usize| {
        let Response { points } = Response::pooled(repetitions.iter().map(|curves| &curves[metric]));
        let midway = points.windows(2).map(|pair| midway(pair[0], pair[1]));
        let all: Vec<Point> = points.iter().copied().chain(midway).collect();
        all.into_iter().map(move |point| Aim::at(point, metric))
    };
    (0..metrics).flat_map(of_metric).collect()
}

impl Aim {
    fn at(Point { at, figure, n, variance, .. }: Point, metric: usize) -> Aim {
        let error = variance.sqrt();
        Aim { metric, truth: Estimate { value: at, low: at - error, high: at + error, n }, target: figure }
    }

    /// The index of the metric among those of a repetition.
    pub(crate) fn metric(&self) -> usize {
        self.metric
    }

    /// The value. The interval has a width unless the figure is the same in every game.
    pub(crate) fn truth(&self) -> Estimate {
        self.truth
    }

    /// The part of the confidence set of a repetition that contains the value, or an empty interval.
    pub(crate) fn set(&self, curves: &[Response]) -> Estimate {
        let Some(balance) = curves[self.metric].balance(self.target) else { return Estimate::NONE };
        let value = self.truth.value;
        let stretch = balance.set.into_iter().find(|(low, high)| (*low..=*high).contains(&value));
        let (low, high) = stretch.unwrap_or((f64::INFINITY, f64::NEG_INFINITY));
        Estimate { value, low, high, n: 1 }
    }
}

impl Response {
    /// The mean of curves over the same values, weighted by observations. Curves that lack a point are left out.
    fn pooled<'r>(curves: impl Iterator<Item = &'r Response> + Clone) -> Response {
        let most = curves.clone().map(|curve| curve.points.len()).max().unwrap_or(0);
        let whole = curves.filter(|curve| curve.points.len() == most);
        let point = |place: usize| {
            let points: Vec<Point> = whole.clone().map(|curve| curve.points[place]).collect();
            let n = points.iter().map(|point| point.n).sum();
            let weight = |point: &Point| point.n as f64 / n as f64;
            Point {
                at: points[0].at,
                figure: points.iter().map(|point| weight(point) * point.figure).sum(),
                n,
                variance: points.iter().map(|point| weight(point).powi(2) * point.variance).sum(),
                covariance: points.iter().map(|point| weight(point).powi(2) * point.covariance).sum(),
                reach: [f64::NAN; 2],
            }
        };
        Response { points: (0..most).map(point).collect() }
    }
}

/// The midpoint between two points.
fn midway(one: Point, other: Point) -> Point {
    Point {
        at: (one.at + other.at) / 2.0,
        figure: (one.figure + other.figure) / 2.0,
        variance: (one.variance + 2.0 * one.covariance + other.variance) / 4.0,
        ..one
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::mix;
    use crate::stats::Figure;
    use crate::stats::coverage;

    /// Uniform noise of variance 1.
    fn noise(seed: u64) -> f64 {
        (mix(seed) as f64 / u64::MAX as f64 - 0.5) * 12.0_f64.sqrt()
    }

    /// A curve through 9, 5 and 4 from 60 blocks that share half of their noise, with errors multiplied by `scale`.
    fn curve(seed: u64, scale: f64) -> Response {
        const BLOCKS: u64 = 60;
        let figure = |place: u64, truth: f64| {
            let of_block = |block: u64| {
                let key = seed << 32 | block << 8;
                truth + 3.0 * (noise(key) + noise(key | (place + 1)))
            };
            let blocks: Vec<f64> = (0..BLOCKS).map(of_block).collect();
            let value = blocks.iter().sum::<f64>() / BLOCKS as f64;
            let residuals = blocks.iter().map(|block| scale * (block - value) / BLOCKS as f64).collect();
            Figure { residuals, ..Figure::plain(value, BLOCKS) }
        };
        let [one, two, three] = [figure(0, 9.0), figure(1, 5.0), figure(2, 4.0)];
        Response::new(&[(2.0, &one), (4.0, &two), (7.0, &three)])
    }

    fn held(scale: f64) -> Estimate {
        let repetitions: Vec<Vec<Response>> = (0..2000).map(|seed| vec![curve(seed, scale)]).collect();
        let aims = aims(&repetitions);
        let truths: Vec<Estimate> = aims.iter().map(Aim::truth).collect();
        assert_eq!(truths.iter().map(|truth| truth.value).collect::<Vec<_>>(), [2.0, 4.0, 7.0, 3.0, 5.5]);
        let sets = repetitions.iter().map(|curves| aims.iter().map(|aim| aim.set(curves)).collect());
        let sets: Vec<Vec<Estimate>> = sets.collect();
        coverage(&truths, sets.iter().map(|one| &one[..])).rate
    }

    #[test]
    fn confidence_sets_have_their_nominal_coverage_and_narrower_ones_less() {
        let (right, narrow) = (held(1.0), held(0.5));
        assert!((0.94..=0.96).contains(&right.value), "{right:?}");
        assert!(narrow.value < 0.72, "{narrow:?}");
    }

    #[test]
    fn unknown_curves_have_no_aims_and_constant_curves_have_certain_ones() {
        assert!(aims(&[]).is_empty());
        assert!(aims(&[vec![Response::new(&[])], vec![Response::new(&[])]]).is_empty());
        let exact = Figure { residuals: vec![0.0; 3], ..Figure::plain(0.1, 3) };
        let same = || vec![Response::new(&[(1.0, &exact), (2.0, &exact)])];
        let aims = aims(&[same(), same(), same()]);
        assert!(aims.len() == 3 && aims.iter().all(|aim| aim.truth().low == aim.truth().high));
    }
}
