//! Texts of cells: cleaned of markup, and cut into sentences.

use std::collections::BTreeMap;
use std::ops::Range;

use super::words::{WORDS, plain};

/// Maximum number of words of an aside.
const ASIDE: usize = 3;
/// Number of texts that are too few to tell their language.
const FEW: usize = 3;

/// The text of a cell without markup and with words for icons, and the icons that are not known.
pub(super) fn clean(text: &str, icons: &BTreeMap<String, String>) -> (String, Vec<String>) {
    let text = unguarded(text);
    let (mut clean, mut unknown, mut rest) = (String::new(), Vec::new(), text);
    while let Some(start) = rest.find(['<', '{']) {
        clean += &rest[..start];
        rest = &rest[start..];
        if let Some(end) = markup(rest) {
            rest = &rest[end..];
        } else if let Some((row, end)) = icon_row(rest) {
            clean += &words_of(&row, icons, &mut unknown);
            rest = &rest[end..];
        } else {
            clean += &rest[..1];
            rest = &rest[1..];
        }
    }
    (clean + rest, unknown)
}

/// A text without the sign that keeps a spreadsheet program from taking it for a formula.
pub(super) fn unguarded(text: &str) -> &str {
    match text.strip_prefix('\'') {
        Some(rest) if rest.starts_with(is_formula) => rest,
        _ => text,
    }
}

/// Whether a spreadsheet program takes a text with this start for a formula.
pub(crate) fn is_formula(start: char) -> bool {
    matches!(start, '=' | '+' | '-' | '@')
}

/// The end of markup such as `<b>` at the start of a text.
fn markup(text: &str) -> Option<usize> {
    let inner = text.strip_prefix('<')?;
    let end = inner.find('>')?;
    inner.starts_with(|c: char| c.is_ascii_alphabetic() || c == '/').then_some(end + 2)
}

/// The icons at the start of a text, and where they end.
fn icon_row(text: &str) -> Option<(Vec<&str>, usize)> {
    let (mut icons, mut end) = (Vec::new(), 0);
    while let Some(inner) = text[end..].strip_prefix('{') {
        let Some(close) = inner.find('}').filter(|close| *close > 0 && inner[..*close].chars().all(is_name)) else {
            break;
        };
        icons.push(&inner[..close]);
        end += close + 2;
    }
    (!icons.is_empty()).then_some((icons, end))
}

fn is_name(c: char) -> bool {
    c.is_alphanumeric() || matches!(c, '-' | '_' | ' ')
}

/// The words for icons in a row; equal ones are counted.
fn words_of(row: &[&str], icons: &BTreeMap<String, String>, unknown: &mut Vec<String>) -> String {
    let mut counted: Vec<(&str, usize)> = Vec::new();
    for icon in row {
        match counted.iter_mut().find(|(known, _)| known == icon) {
            Some((_, count)) => *count += 1,
            None => counted.push((icon, 1)),
        }
    }
    let words = counted.into_iter().map(|(icon, count)| {
        let word = icons.get(icon).cloned().unwrap_or_else(|| {
            unknown.push(icon.to_owned());
            format!("{{{icon}}}")
        });
        if count > 1 { format!("{count} {word}") } else { word }
    });
    words.collect::<Vec<_>>().join(", ")
}

/// The sentences of a text. A line break ends a sentence too.
pub(super) fn sentences(text: &str) -> Vec<Range<usize>> {
    let (mut found, mut start) = (Vec::new(), 0);
    for (at, c) in text.char_indices() {
        let after = at + c.len_utf8();
        let ends = c == '\n' || matches!(c, '.' | '!' | '?') && ends_here(text, at, after);
        if ends {
            found.extend(trimmed(text, start..after));
            start = after;
        }
    }
    found.extend(trimmed(text, start..text.len()));
    found
}

/// Whether a point ends a sentence: a blank follows, and it is no abbreviation.
fn ends_here(text: &str, at: usize, after: usize) -> bool {
    let follows = text[after..].chars().next().is_none_or(char::is_whitespace);
    let word = text[..at].rsplit(|c: char| c.is_whitespace() || c == '(').next().unwrap_or_default().to_lowercase();
    follows && !(text[at..].starts_with('.') && WORDS.language.abbreviations.contains(&word))
}

fn trimmed(text: &str, range: Range<usize>) -> Option<Range<usize>> {
    let part = &text[range.clone()];
    let start = range.start + (part.len() - part.trim_start().len());
    let end = start + part.trim().len();
    (start < end).then_some(start..end)
}

/// The part of a sentence behind the name of an ability: a word or two with a colon.
pub(super) fn without_name(sentence: &str) -> &str {
    let Some((name, rest)) = sentence.split_once(": ") else { return sentence };
    let words = name.split_whitespace().count();
    let is_figure = rest.trim_start().starts_with(|c: char| c.is_ascii_digit() || is_formula(c));
    let is_name = (1..=2).contains(&words) && name.chars().all(|c| c.is_alphabetic() || " '-".contains(c));
    let opens = WORDS.language.openings.iter().any(|opening| plain(name).starts_with(opening.as_str()));
    if is_name && !is_figure && !opens { rest.trim_start() } else { sentence }
}

/// Whether a sentence is so short, and so far from the words of the game, that it can only be there for its sound.
pub(crate) fn is_aside(sentence: &str) -> bool {
    let words: Vec<String> = plain(sentence).split(' ').map(str::to_owned).collect();
    let of_game = |word: &String| WORDS.all().any(|known| known.split(' ').any(|part| part == word));
    words.len() <= ASIDE
        && !words.iter().any(|word| WORDS.language.english.contains(word) && word != "not" || of_game(word))
}

/// Whether most texts have English words.
pub(super) fn is_english<'t>(texts: impl Iterator<Item = &'t str>) -> bool {
    let (mut english, mut all) = (0, 0);
    for text in texts {
        let mut words = text.split(|c: char| !c.is_alphabetic()).map(str::to_lowercase).filter(|word| !word.is_empty());
        all += 1;
        english += usize::from(words.any(|word| WORDS.language.english.contains(&word)));
    }
    all < FEW || 2 * english >= all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn markup_and_icons_become_words() {
        let icons = [("hand", "hand"), ("big", "big")].map(|(icon, word)| (icon.to_owned(), word.to_owned())).into();
        assert_eq!(clean("<b>+4</b> if 3 < 4", &icons).0, "+4 if 3 < 4");
        assert_eq!(clean("{hand}{hand}{big}", &icons), ("2 hand, big".to_owned(), vec![]));
        assert_eq!(clean("no {hat}", &icons), ("no {hat}".to_owned(), vec!["hat".to_owned()]));
        assert_eq!(clean("'+3 against Elves", &icons).0, "+3 against Elves");
        assert_eq!(clean("'tis {", &icons).0, "'tis {");
    }

    #[test]
    fn texts_are_cut_into_sentences() {
        let text = "+3 vs. Interns. Lose 1 lvl\nNo!  Go. 1.5 x";
        let cut: Vec<&str> = sentences(text).into_iter().map(|range| &text[range]).collect();
        assert_eq!(cut, ["+3 vs. Interns.", "Lose 1 lvl", "No!", "Go.", "1.5 x"]);
        assert_eq!(without_name("Shush: you may discard a card"), "you may discard a card");
        for whole in ["Bad Stuff: Lose a level", "armor: +1", "Use during any combat: +4", "headgear: 0"] {
            assert_eq!(without_name(whole), whole);
        }
    }

    #[test]
    fn asides_are_short_and_have_no_word_of_the_game() {
        assert!(is_aside("Shakes itself.") && is_aside("Not tonight."));
        for text in
            ["Cannot use footgear", "Usable by Interns only", "May join any Raccoon", "Lose your hat.", "You win ties."]
        {
            assert!(!is_aside(text), "{text}");
        }
    }

    #[test]
    fn other_languages_are_noticed() {
        assert!(is_english(["Lose your footgear.", "Death.", "zzz"].into_iter()));
        assert!(!is_english(["Verliere 1 Stufe", "Nur für Mieter", "Du entkommst automatisch"].into_iter()));
    }
}
