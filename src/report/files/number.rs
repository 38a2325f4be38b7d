//! Numbers in reports.

use std::borrow::Cow;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::run::tally::WIN;

/// A number rounded to six decimals; empty (in JSON: null) if unknown.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Fraction(pub f64);

impl Fraction {
    fn rounded(self) -> f64 {
        // Adding 0 turns -0 into 0: equal numbers are written equally.
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

impl<'de> Deserialize<'de> for Fraction {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Ok(Fraction(Option::deserialize(deserializer)?.unwrap_or(f64::NAN)))
    }
}

impl JsonSchema for Fraction {
    fn schema_name() -> Cow<'static, str> {
        "Fraction".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": ["number", "null"], "description": "A number rounded to six decimals; null if unknown." })
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

impl<'de> Deserialize<'de> for Wins {
    /// Wins are shared by a few players, so six decimals determine them.
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Ok(Wins((f64::deserialize(deserializer)? * WIN as f64).round() as u64))
    }
}

impl JsonSchema for Wins {
    fn schema_name() -> Cow<'static, str> {
        "Wins".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "number", "minimum": 0, "description": "Wins; a win shared by k counts 1/k." })
    }
}

/// A share in per cent; a dash if unknown.
pub(crate) fn percent(share: Fraction) -> String {
    if share.0.is_finite() { format!("{:.2}%", 100.0 * share.0) } else { "-".to_owned() }
}

/// A difference of shares in percentage points, with its sign and without the unit; a dash if unknown.
pub(crate) fn points(difference: Fraction) -> String {
    signed(100.0 * difference.0, 2)
}

/// A number with its sign and this many digits after the point; a dash if unknown or infinite. A number that is rounded
/// to 0 is positive.
pub(crate) fn signed(number: f64, digits: usize) -> String {
    let text = if number.is_finite() { format!("{number:+.digits$}") } else { "-".to_owned() };
    // "-0.00" would claim a sign that the rounded number does not have.
    if text.starts_with("-0") && text.bytes().all(|byte| b"-0.".contains(&byte)) {
        text.replace('-', "+")
    } else {
        text
    }
}

/// An interval in words: both ends, or the one that is known; `None` if neither is.
pub(crate) fn interval_words(low: Fraction, high: Fraction, text: impl Fn(Fraction) -> String) -> Option<String> {
    match (low.0.is_finite(), high.0.is_finite()) {
        (true, true) => Some(format!("{} to {}", text(low), text(high))),
        (true, false) => Some(format!("at least {}", text(low))),
        (false, true) => Some(format!("at most {}", text(high))),
        (false, false) => None,
    }
}

/// A number with commas between groups of three digits.
pub(crate) fn thousands(number: u64) -> String {
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

/// A number with its noun: `1 game`, `2,000 games`.
pub(crate) fn counted(number: u64, noun: &str) -> String {
    format!("{} {noun}{}", thousands(number), if number == 1 { "" } else { "s" })
}

/// A positive number in two digits, rounded up.
pub(crate) fn two_digits(number: f64) -> u64 {
    let unit = 10_f64.powf((number.max(1.0).log10().floor() - 1.0).max(0.0));
    ((number / unit).ceil() * unit) as u64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_written_in_one_form() {
        let text = |number: Fraction| serde_json::to_string(&number).expect("a number");
        assert_eq!(text(Fraction(1.0 / 3.0)), "0.333333");
        assert_eq!(text(Fraction(-0.000_000_01)), "0.0");
        assert_eq!(text(Fraction(f64::NAN)), "null");
        assert_eq!(serde_json::to_string(&[Wins(3 * WIN), Wins(WIN / 2)]).expect("numbers"), "[3,0.5]");
    }

    #[test]
    fn a_number_rounded_to_0_has_no_minus() {
        assert_eq!([-0.004, -0.0, 0.004].map(|number| signed(number, 2)), ["+0.00"; 3]);
        assert_eq!([-0.006, -10.0].map(|number| signed(number, 2)), ["-0.01", "-10.00"]);
        assert_eq!([signed(-0.4, 0), signed(f64::NEG_INFINITY, 0)], ["+0", "-"]);
        assert_eq!(points(Fraction(-0.000_04)), "+0.00");
    }

    #[test]
    fn two_digits_are_rounded_up() {
        assert_eq!([0.0, 0.2, 7.5, 40.0, 100.0, 101.0, 99_001.0].map(two_digits), [0, 1, 8, 40, 100, 110, 100_000]);
    }

    #[test]
    fn thousands_are_separated_by_commas() {
        assert_eq!(thousands(7), "7");
        assert_eq!(thousands(1_000), "1,000");
        assert_eq!(thousands(123_456_789), "123,456,789");
    }
}
