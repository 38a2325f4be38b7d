//! The ranges of numeric rules.

use super::rules::{FirstPlayer, Rules};

/// The switches with a number out of range, each with an error message.
pub(in crate::deck) fn out_of_range(rules: &Rules) -> Vec<(&'static str, String)> {
    let wrong = ranges(rules).into_iter().filter(|&(_, found, low, high)| found < low || high < found);
    wrong.map(|(key, found, low, high)| (key, expected(found, low, high))).collect()
}

/// The lowest and the highest number of a numeric switch.
pub(in crate::deck) fn limits(key: &str) -> Option<(i64, i64)> {
    let ranges = ranges(&Rules::default()).into_iter();
    ranges.filter(|range| range.0 == key).map(|(_, _, low, high)| (low.into(), high.into())).next()
}

/// The numeric switches with their values and limits.
fn ranges(rules: &Rules) -> [(&'static str, i32, i32, i32); 17] {
    let seat = match rules.first_player {
        FirstPlayer::Roll | FirstPlayer::Random => 1,
        FirstPlayer::Seat(seat) => i32::from(seat),
    };
    let most_players = if rules.max_players == 0 { 3 } else { i32::from(rules.max_players) };
    [
        ("win_level", i32::from(rules.win_level), 2, 20),
        ("deal", i32::from(rules.deal), 0, 8),
        ("hand_limit", i32::from(rules.hand_limit), 0, 30),
        ("first_player", seat, 1, 6),
        ("gold_per_level", i32::from(rules.gold_per_level), 1, 20_000),
        ("flee_target", i32::from(rules.flee_target), 1, 12),
        ("big_limit", i32::from(rules.big_limit), 0, 30),
        ("level_floor", i32::from(rules.level_floor), 0, 20),
        ("treasure_floor", i32::from(rules.treasure_floor), 0, 6),
        ("help_rounds", i32::from(rules.help_rounds), 0, 30),
        ("trade_cap", i32::from(rules.trade_cap), 0, 100),
        ("max_multi", i32::from(rules.max_multi), 1, 6),
        ("max_players", most_players, 3, 6),
        ("max_plays_per_combat", i32::from(rules.max_plays_per_combat), 0, 255),
        ("max_turns", i32::from(rules.max_turns), 1, 60_000),
        ("max_actions", i32::from(rules.max_actions), 1, 60_000),
        ("max_steps", i32::try_from(rules.max_steps).unwrap_or(i32::MAX), 100, 1_000_000),
    ]
}

/// The message for a number out of range.
pub(crate) fn expected(found: impl Into<i64>, low: impl Into<i64>, high: impl Into<i64>) -> String {
    format!("expected a number from {} to {}, found {}", low.into(), high.into(), found.into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_defaults_are_in_range() {
        assert_eq!(out_of_range(&Rules::default()), []);
    }
}
