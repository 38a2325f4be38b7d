//! Numbers in cells. A number is never guessed.

/// The whole number in a text, with one of these words before or after it. In a sheet with semicolons, a point separates thousands.
pub(super) fn number(text: &str, units: &[String], semicolons: bool) -> Option<i64> {
    let text = text.to_lowercase();
    let text = without_units(text.trim(), units);
    let (sign, digits) = match text.strip_prefix(['+', '-', '−', '–']) {
        Some(rest) => (if text.starts_with('+') { 1 } else { -1 }, rest.trim_start()),
        None => (1, text),
    };
    whole(digits, if semicolons { '.' } else { ',' }).map(|number| sign * number)
}

/// The text without one word before it and one after it.
fn without_units<'t>(text: &'t str, units: &[String]) -> &'t str {
    let ends = units.iter().find_map(|unit| text.strip_suffix(unit.as_str())).map_or(text, str::trim_end);
    units.iter().find_map(|unit| ends.strip_prefix(unit.as_str())).map_or(ends, str::trim_start)
}

/// Digits, which may be separated into thousands, and may end with zeros after a point.
fn whole(digits: &str, thousands: char) -> Option<i64> {
    let digits = match digits.split_once('.') {
        // Three zeros may be thousands.
        Some((whole, "0" | "00")) if thousands != '.' => whole,
        _ => digits,
    };
    let groups: Vec<&str> = digits.split(thousands).collect();
    let fits = groups.iter().skip(1).all(|group| group.len() == 3) && (groups.len() == 1 || groups[0].len() <= 3);
    let plain = groups.iter().all(|group| !group.is_empty() && group.bytes().all(|byte| byte.is_ascii_digit()));
    // More digits than any figure has.
    (fits && plain && digits.len() <= 9).then(|| groups.concat().parse().ok()).flatten()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_read_and_never_guessed() {
        let units = ["level", "lvl.", "x", "gp", "treasures"].map(str::to_owned);
        let read = |text| number(text, &units, false);
        let numbers = [("+3", 3), ("+ 3", 3), ("3.0", 3), ("Level 4", 4), ("Lvl. 4", 4), ("5 Treasures", 5), ("x2", 2)];
        let more = [("1,000 gp", 1000), ("300GP", 300), ("-5", -5), ("−5", -5), (" 7 ", 7), ("4.00", 4)];
        numbers.into_iter().chain(more).for_each(|(text, value)| assert_eq!(read(text), Some(value), "{text}"));
        for text in
            ["-3?", "free", "1/3", "player_power", "1.5", "1,00", "1.000", "", "=6", "3 4", "5 time", "+", "1e3", "33%"]
        {
            assert_eq!(read(text), None, "{text}");
        }
        assert_eq!(number("1.000", &[], true), Some(1000));
        assert_eq!(number("1,5", &[], true), None);
        assert_eq!(number("99999999999999999999", &[], false), None);
    }
}
