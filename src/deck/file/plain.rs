//! Translates the parser's messages into terms of deck files: numbers, strings, lists and tables.

use super::nearest;
use crate::deck::language::ranged::expected;

/// The limits of number types.
const TYPES: [(&str, i64, i64); 6] = [
    ("i8", i8::MIN as i64, i8::MAX as i64),
    ("u8", 0, u8::MAX as i64),
    ("i16", i16::MIN as i64, i16::MAX as i64),
    ("u16", 0, u16::MAX as i64),
    ("i32", i32::MIN as i64, i32::MAX as i64),
    ("u32", 0, u32::MAX as i64),
];

/// Translates a message of the parser and adds the nearest valid word as a hint. `limits` are the lowest and the highest
/// number of the field.
pub(in crate::deck) fn plain_words(message: &str, limits: Option<(i64, i64)>) -> (String, Option<String>) {
    let plain = found_and_expected(message, limits).unwrap_or_else(|| other_words(message));
    match plain.split_once(", expected one of ") {
        Some((start, words)) => {
            let hint = nearest::hint_for(&plain).map(|hint| hint + "\n").unwrap_or_default();
            (start.to_owned(), Some(format!("{hint}expected one of {words}")))
        }
        None => (plain.clone(), nearest::hint_for(&plain)),
    }
}

/// Turns `invalid type: string "x", expected u8` into `expected a whole number from 1 to 20, found the string "x"`.
fn found_and_expected(message: &str, limits: Option<(i64, i64)>) -> Option<String> {
    let rest = message.strip_prefix("invalid type: ").or_else(|| message.strip_prefix("invalid value: "))?;
    let (found, wanted) = rest.rsplit_once(", expected ")?;
    let found = huge(found).unwrap_or(found);
    if wanted == "any valid TOML value" {
        return Some(format!("{} is too large", found_words(found)));
    }
    let limits = limits.or_else(|| type_named(wanted));
    if let (Some((low, high)), Some(number)) = (limits, integer(found)) {
        return Some(expected(number, low, high));
    }
    Some(format!("expected {}, found {}", wanted_words(wanted, limits), found_words(found)))
}

fn type_named(word: &str) -> Option<(i64, i64)> {
    TYPES.into_iter().find(|(name, ..)| *name == word).map(|(_, low, high)| (low, high))
}

/// The parser's "integer `3` as i128" without the type, which it names only for very large numbers.
fn huge(found: &str) -> Option<&str> {
    found.strip_suffix(" as i128").or_else(|| found.strip_suffix(" as u128"))
}

/// The number in the parser's "integer `3`".
fn integer(found: &str) -> Option<i64> {
    found.strip_prefix("integer `")?.strip_suffix('`')?.parse().ok()
}

fn found_words(found: &str) -> String {
    let (sort, value) = found.split_once(' ').unwrap_or((found, ""));
    match sort {
        "integer" | "floating" => format!("the number {}", value.trim_start_matches("point ").trim_matches('`')),
        "boolean" => value.to_owned(),
        "string" => format!("the string {value}"),
        "map" => "a table".to_owned(),
        "sequence" => "a list".to_owned(),
        "unit" | "newtype" | "tuple" | "struct" | "enum" | "Option" => "a value of another form".to_owned(),
        _ => found.to_owned(),
    }
}

fn wanted_words(wanted: &str, limits: Option<(i64, i64)>) -> String {
    let (sort, _) = wanted.split_once(' ').unwrap_or((wanted, ""));
    match (sort, wanted) {
        ("u8" | "u16" | "u32" | "i8" | "i16" | "i32" | "u64" | "i64" | "usize" | "isize", _) => match limits {
            Some((low, high)) => format!("a whole number from {low} to {high}"),
            None => "a whole number".to_owned(),
        },
        ("f32" | "f64", _) => "a number".to_owned(),
        ("struct" | "map", _) | (_, "a map") => "a table".to_owned(),
        ("enum", _) | (_, "string or table") => "a word or a table".to_owned(),
        ("tuple", _) | (_, "a sequence" | "an array") => "a list".to_owned(),
        (_, "a boolean") => "`true` or `false`".to_owned(),
        _ => wanted.to_owned(),
    }
}

/// Translates the other messages of the parser.
fn other_words(message: &str) -> String {
    match message {
        "wanted string or table" => "expected a word or a table".to_owned(),
        "wanted exactly 1 element, found 0 elements" => "expected a table with one entry, found none".to_owned(),
        "wanted exactly 1 element, more than 1 element" => "expected a table with one entry, found several".to_owned(),
        "integer number overflowed" => "the number is too large".to_owned(),
        _ => message.replace("unknown variant", "unknown word").replace("expected map", "expected a table"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_the_limits_of_their_field_or_their_type() {
        let too_many = "invalid value: integer `300`, expected u8";
        assert_eq!(plain_words(too_many, Some((1, 20))).0, "expected a number from 1 to 20, found 300");
        assert_eq!(plain_words(too_many, None).0, "expected a number from 0 to 255, found 300");
    }

    #[test]
    fn messages_contain_no_names_of_rust_types() {
        let cases = [
            (
                "invalid type: string \"x\", expected i16",
                "expected a whole number from -32768 to 32767, found the string \"x\"",
            ),
            ("invalid type: map, expected u64", "expected a whole number, found a table"),
            ("invalid type: floating point `1.5`, expected i64", "expected a whole number, found the number 1.5"),
            ("invalid type: integer `3`, expected struct Foo", "expected a table, found the number 3"),
            ("invalid type: sequence, expected a string", "expected a string, found a list"),
            ("invalid type: boolean `true`, expected a sequence", "expected a list, found `true`"),
            ("invalid type: integer `1`, expected a boolean", "expected `true` or `false`, found the number 1"),
            (
                "invalid type: string \"a, expected b\", expected u64",
                "expected a whole number, found the string \"a, expected b\"",
            ),
            ("wanted string or table", "expected a word or a table"),
            (
                "invalid type: integer `99999999999999999999` as i128, expected i64",
                "expected a whole number, found the number 99999999999999999999",
            ),
            (
                "invalid type: integer `99999999999999999999` as i128, expected any valid TOML value",
                "the number 99999999999999999999 is too large",
            ),
        ];
        cases.into_iter().for_each(|(message, words)| assert_eq!(plain_words(message, None).0, words));
    }
}
