//! Cells of numbers, and columns of bars on one axis.

use super::model::{Bar, Cell, Column, Ends, Table};
use crate::report::files::axis::Axis;
use crate::report::files::number::{Fraction, interval_words, percent, points, thousands};

/// A number of things.
pub(super) fn count(number: u64) -> Cell {
    Cell::number(thousands(number), number as f64)
}

/// A share, in per cent.
pub(super) fn share(number: Fraction) -> Cell {
    Cell::number(percent(number), number.0)
}

/// A difference of shares, in percentage points.
pub(super) fn difference(number: Fraction) -> Cell {
    Cell::number(points(number), number.0)
}

/// Both ends of an interval, in words; a dash if they are unknown.
pub(super) fn between(low: Fraction, high: Fraction, text: fn(Fraction) -> String) -> String {
    interval_words(low, high, text).unwrap_or_else(|| "-".to_owned())
}

/// The cell of an interval. It is sorted by its lower end.
pub(super) fn interval(low: Fraction, high: Fraction, text: fn(Fraction) -> String) -> Cell {
    Cell::number(between(low, high, text), low.0)
}

/// The bars of a column: intervals on one axis that includes a number of reference.
pub(super) struct Bars {
    axis: Axis,
    ends: Ends,
}

impl Bars {
    /// An axis for these intervals: low end, value, high end. `zero` is marked.
    pub(super) fn new(intervals: impl Iterator<Item = [Fraction; 3]>, zero: f64, text: fn(Fraction) -> String) -> Bars {
        let known = intervals.flatten().map(|number| number.0).filter(|number| number.is_finite());
        let (low, high) = known.fold((zero, zero), |(low, high), number| (low.min(number), high.max(number)));
        let (low, high) = if low < high { (low, high) } else { (low - 0.01, high + 0.01) };
        // A mark at an end needs room.
        let axis = Axis { numbers: (low, high), places: (2.0, 98.0), step: high - low };
        let zero = place(axis.at(zero));
        Bars { axis, ends: Ends { low: text(Fraction(low)), high: text(Fraction(high)), zero } }
    }

    /// Adds the column to a table.
    pub(super) fn add_to(&self, table: &mut Table, name: &str) {
        table.columns.push(Column { name: name.to_owned(), is_number: false, axis: Some(self.ends.clone()) });
    }

    /// The bar of an interval; an empty cell if its value is unknown.
    pub(super) fn cell(&self, [low, value, high]: [Fraction; 3]) -> Cell {
        if !value.0.is_finite() {
            return Cell::default();
        }
        let (first, last) = self.axis.numbers;
        let at = |number: f64| place(self.axis.at(number.clamp(first, last)));
        // An end that is unknown reaches to the end of the axis.
        let end = |end: Fraction, unknown: f64| at(if end.0.is_nan() { unknown } else { end.0 });
        let bar = Bar { low: end(low, first), value: at(value.0), high: end(high, last) };
        Cell { bar: Some(bar), ..Cell::default() }
    }
}

/// A place on an axis, in as few digits as a reader can see.
fn place(at: f64) -> String {
    format!("{at:.1}").trim_end_matches(".0").to_owned()
}
