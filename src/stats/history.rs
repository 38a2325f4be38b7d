//! The change of a metric between two versions of a deck.

use super::maths::distributions::z_of;
use super::maths::estimate::{Estimate, Z95};
use super::maths::multiplicity::simultaneous_level;

/// The difference of two estimates with 95% intervals, which need not be symmetric; the interval is one of `count` that hold
/// at once.
///
/// The squared distances to the ends add up (Zou and Donner 2008, Statistics in Medicine 27, 1693-1702), as for independent
/// estimates, and the quantile is that of `count` intervals at once. Versions with one seed play the same shuffles, so
/// their estimates rather move together: then the interval is too wide, never too narrow.
pub(crate) fn difference_at_once(before: Estimate, after: Estimate, count: usize) -> Estimate {
    let wider = z_of(simultaneous_level(count, 0.95)) / Z95;
    let value = after.value - before.value;
    let down = (after.value - after.low).hypot(before.high - before.value);
    let up = (after.high - after.value).hypot(before.value - before.low);
    Estimate { value, low: value - wider * down, high: value + wider * up, n: before.n.min(after.n) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn distances_to_the_ends_add_up() {
        let of = |value: f64, low: f64, high: f64| Estimate { value, low, high, n: 9 };
        let change = difference_at_once(of(1.0, 0.6, 1.3), of(3.0, 2.6, 3.3), 1);
        let near = |one: f64, other: f64| (one - other).abs() < 1e-12;
        assert!(near(change.value, 2.0) && near(change.low, 1.5) && near(change.high, 2.5), "{change:?}");
        let at_once = difference_at_once(of(1.0, 0.6, 1.3), of(3.0, 2.6, 3.3), 20);
        assert!(at_once.low < 1.25 && at_once.high > 2.75);
        assert!(difference_at_once(Estimate::NONE, of(1.0, 0.0, 2.0), 1).low.is_nan());
    }
}
