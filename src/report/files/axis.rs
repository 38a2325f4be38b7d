//! `Axis`: one axis of a picture.

/// One axis: the numbers at its ends, their positions, and the step of its labels.
pub(in crate::report) struct Axis {
    /// The numbers at its ends.
    pub(in crate::report) numbers: (f64, f64),
    /// The positions of its ends.
    pub(in crate::report) places: (f64, f64),
    /// The difference of two labels.
    pub(in crate::report) step: f64,
}

impl Axis {
    /// The position of a number.
    pub(in crate::report) fn at(&self, number: f64) -> f64 {
        let part = (number - self.numbers.0) / (self.numbers.1 - self.numbers.0);
        self.places.0 + part * (self.places.1 - self.places.0)
    }

    /// The round numbers on it.
    pub(in crate::report) fn labels(&self) -> impl Iterator<Item = f64> {
        let (first, last) = ((self.numbers.0 / self.step).ceil(), (self.numbers.1 / self.step).floor());
        (first as i64..=last as i64).map(|n| n as f64 * self.step)
    }

    /// Number of decimals that the labels need to differ.
    pub(in crate::report) fn decimals(&self) -> usize {
        (-self.step.log10().floor()).clamp(0.0, 6.0) as usize
    }
}

/// A step of 1, 2 or 5 times a power of ten that fits into `length` at most `most` times.
pub(in crate::report) fn round_step(length: f64, most: f64) -> f64 {
    let power = 10_f64.powf((length / most).log10().floor());
    [1.0, 2.0, 5.0].map(|digit| digit * power).into_iter().find(|step| length / step <= most).unwrap_or(10.0 * power)
}
