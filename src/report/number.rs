//! Numbers as reports write them.

use serde::{Serialize, Serializer};

use crate::run::tally::WIN;

/// A number rounded to six decimals; empty (in JSON: null) if it is not known.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Fraction(pub f64);

impl Fraction {
    fn rounded(self) -> f64 {
        (self.0 * 1e6).round() / 1e6 + 0.0
    }
}

impl Serialize for Fraction {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.0.is_finite() {
            true => serializer.serialize_f64(self.rounded()),
            false => serializer.serialize_none(),
        }
    }
}

/// Wins: a whole number if none was shared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Wins(pub u64);

impl Serialize for Wins {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.0 % WIN {
            0 => serializer.serialize_u64(self.0 / WIN),
            _ => Fraction(self.0 as f64 / WIN as f64).serialize(serializer),
        }
    }
}

/// A share in per cent, with its sign if it is `signed`; a dash if it is not known.
pub(super) fn percent(share: Fraction, signed: bool) -> String {
    match (share.0.is_finite(), signed) {
        (false, _) => "-".to_owned(),
        (true, true) => format!("{:+.2}%", 100.0 * share.0),
        (true, false) => format!("{:.2}%", 100.0 * share.0),
    }
}

/// A number with a comma between each three digits.
pub fn thousands(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_one_form() {
        let text = |number: Fraction| serde_json::to_string(&number).expect("a number");
        assert_eq!(text(Fraction(1.0 / 3.0)), "0.333333");
        assert_eq!(text(Fraction(-0.000_000_01)), "0.0");
        assert_eq!(text(Fraction(f64::NAN)), "null");
        assert_eq!(serde_json::to_string(&[Wins(3 * WIN), Wins(WIN / 2)]).expect("numbers"), "[3,0.5]");
    }

    #[test]
    fn thousands_are_set_apart() {
        assert_eq!(thousands(7), "7");
        assert_eq!(thousands(1_000), "1,000");
        assert_eq!(thousands(123_456_789), "123,456,789");
    }
}
