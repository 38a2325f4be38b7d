//! Cards by id or by name.

use super::error::StudyError;
use crate::deck::Deck;
use crate::deck::compiled::Title;
use crate::deck::file::nearest::did_you_mean;

/// The titles with this id or name; if there are none, all titles whose id or name contains these words.
pub(crate) fn find_titles(deck: &Deck, words: &str) -> Result<Vec<usize>, StudyError> {
    find_title(deck, words).map(|title| vec![title]).or_else(|missing| {
        let words = words.trim().to_lowercase();
        let holds = |title: &Title| title.id.contains(&words) || title.name.to_lowercase().contains(&words);
        let found = (0..deck.titles.len()).filter(|&title| !words.is_empty() && holds(&deck.titles[title]));
        let found: Vec<usize> = found.collect();
        if found.is_empty() { Err(missing) } else { Ok(found) }
    })
}

/// The index of the title with this id, `set/id` or name.
///
/// # Errors
/// If no card or more than one card matches.
pub(crate) fn find_title(deck: &Deck, card: &str) -> Result<usize, StudyError> {
    let with_set = |title: &Title| format!("{}/{}", deck.set_of(title).id, title.id);
    let all = |meant: &dyn Fn(&Title) -> bool| -> Vec<usize> {
        (0..deck.titles.len()).filter(|&title| meant(&deck.titles[title])).collect()
    };
    let by_id = all(&|title| title.id == card || with_set(title) == card);
    // Ids come first: they are unique in a set, and a name may be the id of another card.
    let found = if by_id.is_empty() { all(&|title| title.name.eq_ignore_ascii_case(card)) } else { by_id };
    match found[..] {
        [title] => Ok(title),
        [] => {
            let words = deck.titles.iter().flat_map(|title| [title.id.as_str(), title.name.as_str()]);
            let hint = did_you_mean(card, words);
            let hint = hint.unwrap_or_else(|| "`kickdoor deck show DECK` lists the cards".to_owned());
            Err(StudyError::request(format!("unknown card `{card}`"), Some(hint)))
        }
        _ => {
            let choices: Vec<String> =
                found.iter().map(|&title| format!("`{}`", with_set(&deck.titles[title]))).collect();
            let hint = format!("write {}", choices.join(" or "));
            Err(StudyError::request(format!("there are {} cards `{card}`", found.len()), Some(hint)))
        }
    }
}
