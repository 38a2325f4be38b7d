//! Rule switches from the caller (`KEY=VALUE`).

use toml::{Table, Value};

use super::error::DeckError;
use super::forms::misused;
use super::nearest::did_you_mean;
use super::plain::plain_words;
use crate::deck::language::rules::Rules;
use crate::deck::toml::from_toml;

/// Where to find the keys and values.
const LISTED: &str = "`kickdoor deck rules DECK` lists the rules";

/// conflict-07: `rules` with these switches set; they represent the decisions of the owner of the game.
pub(in crate::deck) fn overridden(rules: Rules, overrides: &[String]) -> Result<Rules, DeckError> {
    overrides.iter().try_fold(rules, |rules, text| overridden_once(&rules, text))
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
    // Read again as a whole, so that a switch has the same checks and messages as in a file.
    from_toml(&table.to_string()).map_err(|error| unfit(key.trim(), value.trim(), &error.message))
}

/// The text as a TOML value; otherwise, or if it is a date, the text itself as a string.
fn parsed(value: &str) -> Value {
    let document = format!("value = {value}").parse::<Table>();
    let value_of = |mut table: Table| table.remove("value").filter(|_| table.is_empty());
    let read = document.ok().and_then(value_of).filter(|value| !value.is_datetime());
    read.unwrap_or_else(|| Value::String(value.to_owned()))
}

fn unfit(key: &str, value: &str, message: &str) -> DeckError {
    let (message, hint) =
        misused(message, value, Some(key)).map_or_else(|| plain_words(message, None), |message| (message, None));
    DeckError::plain(format!("rule `{key}`: {message}"), hint)
}
