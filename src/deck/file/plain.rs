//! Translates the parser's messages into terms of deck files: numbers, strings, lists and tables, with the limits of each field.

use super::nearest;
use crate::deck::language::Play;
use crate::deck::language::ranges;
use crate::deck::language::ranges::expected;
use crate::deck::tools::numbers::Number;

/// Limits of fields that are stricter than those of their types, by the end of the path. `Number` has the limits of card
/// numbers, `ranges` those of rules.
const LIMITS: [(&str, i64, i64); 18] = [
    ("players.min", 3, 6),
    ("players.max", 3, 6),
    ("add", -50, 50),
    ("worth", 0, 5000),
    ("limit", 1, 20),
    ("cost.discard", 1, 10),
    ("cost.levels", 1, 19),
    ("extra_big", 1, 9),
    ("extra_hands", 1, 9),
    ("hand_limit", -9, 9),
    ("extra_treasures", -9, 9),
    ("sale_bonus", 1, 5000),
    ("lose_worth", 1, 20_000),
    ("flee_bonus", -10, 10),
    ("times", 1, 99),
    ("at", 1, 19),
    ("level_at_most", 1, 20),
    ("up_to", 1, 6),
];
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

/// The lowest and the highest number of a deck field. `field` is its path, relative to its card if it is in one; `play` is
/// the play of that card.
pub(in crate::deck) fn deck_limits(field: &str, play: Option<Play>) -> Option<(i64, i64)> {
    if let Some(key) = field.strip_prefix("rules.") {
        return ranges::limits(key);
    }
    let number = Number::ALL.into_iter().find(|number| number.word() == field);
    if let (Some(number), Some(play)) = (number, play) {
        let (low, high) = number.range(play);
        return Some((low.into(), high.into()));
    }
    let ends = |key: &str| field.strip_suffix(key).is_some_and(|rest| rest.is_empty() || rest.ends_with('.'));
    LIMITS.into_iter().find(|(key, ..)| ends(key)).map(|(_, low, high)| (low, high))
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

    fn plain(message: &str, field: &str) -> String {
        plain_words(message, deck_limits(field, Some(Play::Item))).0
    }

    #[test]
    fn numbers_have_the_limits_of_their_field() {
        let too_many = "invalid value: integer `300`, expected u8";
        assert_eq!(plain(too_many, "copies"), "expected a number from 1 to 20, found 300");
        assert_eq!(plain(too_many, "use[0].cost.levels"), "expected a number from 1 to 19, found 300");
        assert_eq!(plain(too_many, "levels"), "expected a number from 0 to 5, found 300");
        assert_eq!(plain(too_many, "rules.hand_limit"), "expected a number from 0 to 30, found 300");
        assert_eq!(plain(too_many, "grants[1].hand_limit"), "expected a number from -9 to 9, found 300");
        assert_eq!(plain(too_many, "something_else"), "expected a number from 0 to 255, found 300");
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
        cases.into_iter().for_each(|(message, words)| assert_eq!(plain(message, "other"), words));
    }
}
