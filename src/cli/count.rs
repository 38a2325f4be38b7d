//! Counts on the command line: `20000`, `20_000` or `2e4`.

use std::num::{NonZeroU64, NonZeroUsize};

use clap::builder::ValueParser;

use crate::ids::MAX_SEATS;

/// A whole number from 0.
///
/// # Errors
/// If the text is not a count, or the count is too large.
pub(super) fn count(text: &str) -> Result<u64, String> {
    count_from(0, text)
}

/// A whole number from `least`.
fn count_from(least: u64, text: &str) -> Result<u64, String> {
    let number =
        whole(text).ok_or_else(|| format!("expected a whole number from {least}, such as 20000, 20_000 or 2e4"))??;
    if number >= least { Ok(number) } else { Err(format!("expected at least {least}")) }
}

/// A parser of whole numbers from `least`.
pub(super) fn at_least(least: u64) -> ValueParser {
    ValueParser::new(move |text: &str| count_from(least, text))
}

/// A whole number from 1.
///
/// # Errors
/// If the text is not a count, or the count is 0 or too large.
pub(super) fn from_one(text: &str) -> Result<NonZeroUsize, String> {
    let number = NonZeroU64::new(count_from(1, text)?).ok_or("expected at least 1")?;
    NonZeroUsize::try_from(number).map_err(|_| too_large())
}

/// A number of players. Each deck has stricter limits.
///
/// # Errors
/// If the text is not a whole number, or the number is too large.
pub(super) fn players(text: &str) -> Result<u8, String> {
    let most = || format!("there are at most {MAX_SEATS} seats");
    match whole(text) {
        Some(number) => number.ok().and_then(|number| u8::try_from(number).ok()).ok_or_else(most),
        None => Err(format!("expected a whole number from 1 to {MAX_SEATS}")),
    }
}

/// A finite number.
///
/// # Errors
/// If the text is not a number.
pub(super) fn number(text: &str) -> Result<f64, String> {
    let number = text.parse().ok().filter(|number: &f64| number.is_finite());
    number.ok_or_else(|| "expected a number, such as 0.5".to_owned())
}

/// A number of seconds from 0.
///
/// # Errors
/// If the text is not a number, or it is negative or too large.
pub(super) fn seconds(text: &str) -> Result<f64, String> {
    let seconds = text.parse().ok().filter(|seconds: &f64| (0.0..=1e9).contains(seconds));
    seconds.ok_or_else(|| "expected a number of seconds from 0, such as 60".to_owned())
}

/// A whole number with an optional sign; `None` if the text is not one.
pub(super) fn signed(text: &str) -> Option<i32> {
    let (sign, digits) = text.strip_prefix('-').map_or((1, text), |digits| (-1, digits));
    let number = i64::try_from(count(digits).ok()?).ok()?;
    i32::try_from(sign * number).ok()
}

fn too_large() -> String {
    format!("expected at most {}", u64::MAX)
}

/// The value of a text; `None` if it is not a whole number, an error if the number is too large.
fn whole(text: &str) -> Option<Result<u64, String>> {
    // Not through `f64`, which is exact only up to 2^53: a seed may have 64 bits.
    let (mantissa, exponent) = text.split_once(['e', 'E']).unwrap_or((text, "0"));
    let (units, decimals) = mantissa.split_once('.').unwrap_or((mantissa, "0"));
    let (units, decimals) = (digits(units)?, digits(decimals)?);
    let decimals = decimals.trim_end_matches('0');
    // An exponent with too many digits is too large for every number but 0.
    let exponent: usize = digits(exponent.strip_prefix('+').unwrap_or(exponent))?.parse().unwrap_or(usize::MAX);
    // With more decimals than the exponent moves, the number is not whole.
    let zeros = exponent.checked_sub(decimals.len())?;
    let number = units + decimals;
    let number = number.trim_start_matches('0');
    if number.is_empty() {
        return Some(Ok(0));
    }
    let number = number.parse().ok().zip(u32::try_from(zeros).ok());
    let number = number.and_then(|(number, zeros): (u64, u32)| number.checked_mul(10_u64.checked_pow(zeros)?));
    Some(number.ok_or_else(too_large))
}

/// Digits without underscores between them; `None` if the text has other characters.
fn digits(text: &str) -> Option<String> {
    let fits = text.split('_').all(|group| !group.is_empty() && group.bytes().all(|byte| byte.is_ascii_digit()));
    fits.then(|| text.replace('_', ""))
}

/// A margin, and the metric that has it.
pub(super) fn margin(text: &str) -> Result<(Option<String>, f64), String> {
    let (metric, number) = match text.rsplit_once('=') {
        Some((metric, number)) => (Some(metric.to_owned()), number),
        None => (None, text),
    };
    Ok((metric, self::number(number)?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_can_have_several_forms() {
        let forms = [
            ("0", 0),
            ("007", 7),
            ("1e3", 1000),
            ("1E+3", 1000),
            ("1_000", 1000),
            ("2.5e3", 2500),
            ("1_000.0", 1000),
            ("1.50e1", 15),
            ("0e999999999999999999999", 0),
            ("18446744073709551615", u64::MAX),
        ];
        forms.into_iter().for_each(|(text, number)| assert_eq!(count(text), Ok(number), "{text}"));
    }

    #[test]
    fn invalid_counts_are_rejected() {
        for text in
            ["", "many", "-1", "+1", "1.5", "1e-3", "2.55e1", "1__0", "_1", "1_", "1e", "e3", "1,000", "0x10", "1e3e3"]
        {
            assert!(count(text).is_err_and(|error| error.contains("2e4")), "{text}");
        }
        for text in ["1e20", "18446744073709551616", "1e999999999999999999999"] {
            assert!(count(text).is_err_and(|error| error.contains("at most")), "{text}");
        }
        assert!(from_one("0").is_err() && from_one("1e1").is_ok_and(|number| number.get() == 10));
        assert!(number("abc").is_err() && number("inf").is_err() && number("-2.5e1") == Ok(-25.0));
        assert!(players("256").is_err() && players("7") == Ok(7));
        assert_eq!((signed("-1e2"), signed("3"), signed("--3"), signed("9e9")), (Some(-100), Some(3), None, None));
    }
}
