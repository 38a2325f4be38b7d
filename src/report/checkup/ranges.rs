//! The usual ranges, those of sets like the shipped ones, which `cargo run --release --example ranges` writes.

use crate::report::files::number::Fraction;
use crate::report::files::row::row;
use crate::report::range::CheckupRow;
use crate::stats::prediction;

const SHIPPED: &str = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/decks/ranges.csv"));

row! {
    "ranges.csv"
    /// One line of `ranges.csv`: the usual range of a metric.
    #[derive(Clone, Debug, PartialEq)]
    pub struct RangeRow {
        /// The metric.
        pub metric: String,
        /// Number of players.
        pub players: u8,
        /// Its lower end.
        pub low: Fraction,
        /// Its upper end.
        pub high: Fraction,
    }
}

/// The usual ranges with this number of players.
pub(super) fn shipped_ranges(players: u8) -> Vec<RangeRow> {
    let mut reader = csv::Reader::from_reader(SHIPPED.as_bytes());
    // A test reads all lines.
    let rows = reader.deserialize::<(String, u8, f64, f64)>().filter_map(Result::ok);
    let row = |(metric, players, low, high)| RangeRow { metric, players, low: Fraction(low), high: Fraction(high) };
    rows.map(row).filter(|row| row.players == players).collect()
}

/// The usual range of each metric, from checkups of several sets with the same number of players: the interval that
/// contains the value of one more set like these with probability 95%, and all intervals of these sets.
///
/// The lowest and the highest of six values would be a bad range: one more value is beyond them with probability 2/7.
pub fn ranges_of(players: u8, checkups: &[Vec<CheckupRow>]) -> Vec<RangeRow> {
    let Some(first) = checkups.first() else { return Vec::new() };
    first.iter().filter_map(|row| range(players, row, checkups)).collect()
}

fn range(players: u8, row: &CheckupRow, checkups: &[Vec<CheckupRow>]) -> Option<RangeRow> {
    let rows = checkups.iter().flatten().filter(|other| other.metric == row.metric);
    let rows: Vec<&CheckupRow> = rows.filter(|row| row.low.0.is_finite() && row.high.0.is_finite()).collect();
    let low = rows.iter().map(|row| row.low.0).min_by(f64::total_cmp)?;
    let high = rows.iter().map(|row| row.high.0).max_by(f64::total_cmp)?;
    let values: Vec<f64> = rows.iter().map(|row| row.value.0).collect();
    let (least, most) = prediction(&values).unwrap_or((low, high));
    let (floor, ceiling) = row.unit.limits();
    let (low, high) = (low.min(least).max(floor), high.max(most).min(ceiling));
    let (low, high) = row.side.open(rounded(low, f64::floor), rounded(high, f64::ceil));
    Some(RangeRow { metric: row.metric.clone(), players, low: Fraction(low), high: Fraction(high) })
}

/// A number with three digits, and at most the six decimals of a file.
fn rounded(number: f64, whole: fn(f64) -> f64) -> f64 {
    if number == 0.0 {
        return 0.0;
    }
    let scale = 10_f64.powf((2.0 - number.abs().log10().floor()).min(6.0));
    whole(number * scale) / scale
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_of_the_ranges_is_read() {
        let read: usize = (0..=u8::MAX).map(|players| shipped_ranges(players).len()).sum();
        assert_eq!(read, SHIPPED.lines().count() - 1);
        assert!((3..=6).all(|players| shipped_ranges(players).iter().all(|row| row.low.0 <= row.high.0)));
    }

    #[test]
    fn ranges_are_rounded_outwards() {
        let both = |number: f64| [f64::floor, f64::ceil].map(|whole: fn(f64) -> f64| rounded(number, whole));
        assert_eq!((both(0.012_34), both(-3.456)), ([0.0123, 0.0124], [-3.46, -3.45]));
        assert_eq!((both(36.0), both(0.0)), ([36.0, 36.0], [0.0, 0.0]));
        assert_eq!(both(0.000_064_02), [0.000_064, 0.000_065], "a file rounds to six decimals");
    }
}
