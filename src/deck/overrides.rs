//! Rule switches from the caller (`KEY=VALUE`).

use serde::Deserialize;
use toml::{Table, Value};

use super::error::{DeckError, Problem};
use super::forms::misused;
use super::nearest::did_you_mean;
use super::plain::plain_words;
use super::ranges::{limits, out_of_range};
use super::rules::Rules;

/// Where to find the keys and values.
const LISTED: &str = "`kickdoor deck rules DECK` lists the rules";

/// conflict-07: `rules` with these switches set, which stand for the decisions of the owner of the game.
pub(super) fn overridden(rules: Rules, overrides: &[String]) -> Result<Rules, DeckError> {
    let rules = overrides.iter().try_fold(rules, |rules, text| overridden_once(&rules, text))?;
    let problems: Vec<Problem> =
        out_of_range(&rules).into_iter().filter(|(key, _)| set_by(overrides, key)).map(problem).collect();
    if problems.is_empty() { Ok(rules) } else { Err(DeckError(problems)) }
}

fn overridden_once(rules: &Rules, text: &str) -> Result<Rules, DeckError> {
    let Some((key, value)) = text.split_once('=') else {
        return Err(DeckError::plain(format!("expected KEY=VALUE, found `{text}`"), Some(LISTED.to_owned())));
    };
    let mut table = Table::try_from(rules)
        .map_err(|error| DeckError::plain(format!("the rules cannot be written as TOML: {error}"), None))?;
    let Some(old) = table.get_mut(key.trim()) else {
        let keys = table.keys().map(String::as_str);
        let hint = did_you_mean(key.trim(), keys).unwrap_or_else(|| LISTED.to_owned());
        return Err(DeckError::plain(format!("unknown rule `{}`", key.trim()), Some(hint)));
    };
    *old = parsed(value.trim());
    Rules::deserialize(Value::Table(table)).map_err(|error| unfit(key.trim(), value.trim(), error.message()))
}

/// The text as a TOML value; otherwise the text itself as a string.
fn parsed(value: &str) -> Value {
    let document = format!("value = {value}").parse::<Table>();
    let value_of = |mut table: Table| table.remove("value").filter(|_| table.is_empty());
    document.ok().and_then(value_of).unwrap_or_else(|| Value::String(value.to_owned()))
}

fn unfit(key: &str, value: &str, message: &str) -> DeckError {
    let (message, hint) =
        misused(message, value, Some(key)).map_or_else(|| plain_words(message, limits(key)), |message| (message, None));
    DeckError::plain(format!("rule `{key}`: {message}"), hint)
}

fn set_by(overrides: &[String], key: &str) -> bool {
    overrides.iter().any(|text| text.split('=').next().is_some_and(|set| set.trim() == key))
}

fn problem((key, message): (&'static str, String)) -> Problem {
    Problem { message: format!("rule `{key}`: {message}"), ..Problem::default() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::deck::rules::FirstPlayer;

    fn set(text: &str) -> Result<Rules, String> {
        overridden(Rules::default(), &[text.to_owned()]).map_err(|error| error.to_string())
    }

    #[test]
    fn switches_take_numbers_words_and_tables() {
        assert_eq!(set("win_level=5").map(|rules| rules.win_level), Ok(5));
        assert_eq!(set("shared_victory = true").map(|rules| rules.shared_victory), Ok(true));
        assert_eq!(set("first_player=roll").map(|rules| rules.first_player), Ok(FirstPlayer::Roll));
        let form = "rule `first_player`: `seat` needs settings: write `{ seat = 1 }`";
        assert_eq!(set("first_player=seat"), Err(form.to_owned()));
        assert_eq!(set("first_player={ seat = 2 }").map(|rules| rules.first_player), Ok(FirstPlayer::Seat(2)));
    }

    #[test]
    fn invalid_switches_are_reported_with_the_valid_values() {
        let fails = |text: &str, part: &str| {
            let error = set(text).expect_err(text);
            assert!(error.contains(part), "{error}");
        };
        fails("win_levle=5", "did you mean `win_level`?");
        fails("win_level", "expected KEY=VALUE");
        fails("win_level=99", "rule `win_level`: expected a number from 2 to 20, found 99");
        fails("win_level=high", "rule `win_level`: expected a whole number from 2 to 20, found the string \"high\"");
        fails("win_level=300", "rule `win_level`: expected a number from 2 to 20, found 300");
        fails("trades=any_tme", "did you mean `any_time`?");
    }

    #[test]
    fn the_defaults_are_in_range() {
        assert_eq!(out_of_range(&Rules::default()), []);
    }
}
