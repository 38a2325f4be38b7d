//! `Axis`: one axis of a picture.

use super::number::signed;

/// Room at both ends of an axis, as a share of its length.
const ROOM: f64 = 0.06;

/// One axis: the numbers at its ends, their positions, and the step of its labels.
#[derive(Clone, Copy, Debug)]
pub(in crate::report) struct Axis {
    /// The numbers at its ends.
    pub(in crate::report) numbers: (f64, f64),
    /// The positions of its ends.
    pub(in crate::report) places: (f64, f64),
    /// The difference of two labels.
    pub(in crate::report) step: f64,
}

impl Axis {
    /// An axis with all known numbers and some room, of at least this length, with at most `most` steps between labels.
    pub(in crate::report) fn around(
        numbers: impl Iterator<Item = f64>,
        least: f64,
        places: (f64, f64),
        most: f64,
    ) -> Option<Axis> {
        let known: Vec<f64> = numbers.filter(|number| number.is_finite()).collect();
        let (low, high) = (known.iter().copied().reduce(f64::min)?, known.iter().copied().reduce(f64::max)?);
        // Equal numbers give the axis no length.
        let room = f64::max(ROOM * (high - low), (least - (high - low)) / 2.0);
        let numbers = (low - room, high + room);
        Some(Axis { numbers, places, step: round_step(numbers.1 - numbers.0, most) })
    }

    /// The position of a number; of one beyond an end, that of the end.
    pub(in crate::report) fn at(&self, number: f64) -> f64 {
        let part = (number - self.numbers.0) / (self.numbers.1 - self.numbers.0);
        self.places.0 + part.clamp(0.0, 1.0) * (self.places.1 - self.places.0)
    }

    /// The round numbers on it.
    pub(in crate::report) fn labels(&self) -> impl Iterator<Item = f64> {
        let (first, last) = ((self.numbers.0 / self.step).ceil(), (self.numbers.1 / self.step).floor());
        // Adding 0 turns -0 into 0.
        (first as i64..=last as i64).map(|n| n as f64 * self.step + 0.0)
    }

    /// Number of decimals that the labels need to differ.
    pub(in crate::report) fn decimals(&self) -> usize {
        (-self.step.log10().floor()).clamp(0.0, 6.0) as usize
    }

    /// The text of a label; with `sign`, all but 0 have their sign.
    pub(in crate::report) fn text(&self, label: f64, sign: bool) -> String {
        let decimals = self.decimals();
        if sign && label != 0.0 { signed(label, decimals) } else { format!("{label:.decimals$}") }
    }
}

/// A step of 1, 2 or 5 times a power of ten that fits into `length` at most `most` times.
pub(in crate::report) fn round_step(length: f64, most: f64) -> f64 {
    let power = 10_f64.powf((length / most).log10().floor());
    [1.0, 2.0, 5.0].map(|digit| digit * power).into_iter().find(|step| length / step <= most).unwrap_or(10.0 * power)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_are_round_and_few_enough() {
        for (length, most, expected) in
            [(8.0, 14.0, 1.0), (49.0, 14.0, 5.0), (0.013, 7.0, 0.002), (5000.0, 14.0, 500.0)]
        {
            assert!((round_step(length, most) / expected - 1.0).abs() < 1e-9, "{length}: {}", round_step(length, most));
        }
    }

    #[test]
    fn an_axis_has_round_labels_with_the_decimals_they_need() {
        let axis = Axis { numbers: (-0.05, 0.16), places: (0.0, 210.0), step: 0.05 };
        assert_eq!(
            axis.labels().map(|label| axis.text(label, true)).collect::<Vec<_>>(),
            ["-0.05", "0.00", "+0.05", "+0.10", "+0.15"]
        );
        assert_eq!((axis.decimals(), axis.at(0.0).round(), axis.at(9.0)), (2, 50.0, 210.0));
    }

    #[test]
    fn an_axis_reaches_around_all_known_numbers() {
        let around =
            |numbers: &[f64]| Axis::around(numbers.iter().copied(), 4.0, (0.0, 1.0), 5.0).map(|axis| axis.numbers);
        assert_eq!(around(&[f64::NAN, f64::INFINITY]), None);
        assert_eq!(around(&[3.0, f64::NAN]), Some((1.0, 5.0)));
        assert_eq!(around(&[0.0, 100.0]), Some((-6.0, 106.0)));
    }
}
