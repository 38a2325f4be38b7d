//! `DeckError`: all problems of a deck, each with its place and the expected input.

use std::borrow::Cow;
use std::fmt::{self, Display, Formatter};

use crate::deck::language::text::harmless;

/// Maximum number of problems reported at once.
pub(crate) const MAX_PROBLEMS: usize = 20;

/// Maximum number of characters of a line in an error.
const MAX_SHOWN: usize = 100;
/// Maximum number of these characters before the place.
const MAX_BEFORE: usize = 40;
/// Replaces omitted text.
const CUT: &str = "...";
/// Maximum number of characters of a message or hint.
const MAX_MESSAGE_CHARS: usize = 1200;
/// Maximum number of characters of a card id, a field path or a file name.
const MAX_NAME_CHARS: usize = 120;

/// The problems of a deck, at least one.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", listed(.0))]
pub struct DeckError(pub Vec<Problem>);

/// One problem.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Problem {
    /// What was found and what was expected.
    pub message: String,
    /// The place, if the problem is in a file.
    pub place: Option<Place>,
    /// Id of the card with the problem.
    pub card: Option<String>,
    /// Path of the field with the problem, such as `strength[0].if.has`.
    pub field: Option<String>,
    /// Suggested correction, one line or several.
    pub hint: Option<String>,
}

/// A place in a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// The file.
    pub file: String,
    /// Line, from 1.
    pub line: usize,
    /// Column in characters, from 1.
    pub column: usize,
    /// Content of the line.
    pub text: String,
    /// Number of characters of the line that the problem concerns.
    pub width: usize,
    /// The column of a sheet in words. The line is then a row, and its content that of the cell.
    pub cell: Option<String>,
}

impl DeckError {
    /// A single problem without a place in a file.
    pub(in crate::deck) fn plain(message: impl Into<String>, hint: Option<String>) -> DeckError {
        DeckError(vec![Problem { message: message.into(), hint, ..Problem::default() }])
    }

    /// Whether a file was read and has a mistake.
    pub(crate) fn is_in_a_file(&self) -> bool {
        self.0.iter().any(|problem| problem.place.is_some())
    }

    /// The problems, sorted by card.
    pub fn problems(&self) -> &[Problem] {
        &self.0
    }
}

fn listed(problems: &[Problem]) -> String {
    let shown: Vec<String> = problems.iter().take(MAX_PROBLEMS).map(ToString::to_string).collect();
    let mut text = shown.join("\n\nerror: ");
    let more = problems.len().saturating_sub(MAX_PROBLEMS);
    if more > 0 {
        text += &format!("\n\nand {more} more problem{}", if more == 1 { "" } else { "s" });
    }
    text
}

impl Problem {
    fn whereabouts(&self) -> String {
        let named =
            |name: &Option<String>| name.as_deref().map(|name| harmless(&cut(name, MAX_NAME_CHARS)).into_owned());
        match (named(&self.card), named(&self.field)) {
            (Some(card), Some(field)) => format!("card `{card}`, field `{field}`"),
            (Some(card), None) => format!("card `{card}`"),
            (None, Some(field)) => format!("field `{field}`"),
            (None, None) => String::new(),
        }
    }
}

impl Display for Problem {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(&harmless(&cut(&self.message, MAX_MESSAGE_CHARS)))?;
        let whereabouts = self.whereabouts();
        if let Some(place) = &self.place {
            place.show(f, &whereabouts)?;
        } else if !whereabouts.is_empty() {
            write!(f, "\n  = note: in {whereabouts}")?;
        }
        self.hint
            .iter()
            .flat_map(|hint| hint.lines())
            .try_for_each(|line| write!(f, "\n  = help: {}", harmless(&cut(line, MAX_MESSAGE_CHARS))))
    }
}

impl Place {
    /// Place of a byte range in a text.
    pub(crate) fn of(file: &str, text: &str, span: std::ops::Range<usize>) -> Place {
        let start = floor(text, span.start);
        let first = text[..start].rfind('\n').map_or(0, |at| at + 1);
        let line = text[first..].lines().next().unwrap_or("");
        let column = text[first..start].chars().count() + 1;
        let end = floor(text, span.end).clamp(start, first + line.len().max(start - first));
        Place {
            file: file.to_owned(),
            line: text[..first].matches('\n').count() + 1,
            column,
            text: line.to_owned(),
            width: text[start..end].chars().count().max(1),
            cell: None,
        }
    }

    /// The shown part of the line, and the numbers of its characters before and at the place.
    fn excerpt(&self) -> (String, usize, usize) {
        let (length, before) = (self.text.chars().count(), self.column - 1);
        if length <= MAX_SHOWN {
            return (self.text.clone(), before, self.width);
        }
        let skipped = before.saturating_sub(MAX_BEFORE);
        let (head, tail) = (if skipped > 0 { CUT } else { "" }, if length - skipped > MAX_SHOWN { CUT } else { "" });
        let part: String = self.text.chars().skip(skipped).take(MAX_SHOWN).collect();
        let width = self.width.min(MAX_SHOWN.saturating_sub(before - skipped)).max(1);
        (format!("{head}{part}{tail}"), before - skipped + head.chars().count(), width)
    }

    fn show(&self, f: &mut Formatter<'_>, whereabouts: &str) -> fmt::Result {
        let number = self.line.to_string();
        let margin = " ".repeat(number.len());
        let (text, before, width) = self.excerpt();
        // A tab stays a tab, so that the carets stand below the place at any width of tabs.
        let indent: String = text.chars().take(before).map(|c| if c == '\t' { c } else { ' ' }).collect();
        let carets = "^".repeat(width);
        let file = cut(&self.file, MAX_NAME_CHARS);
        match &self.cell {
            Some(cell) => write!(f, "\n {margin}--> {}, row {number}, {}", harmless(&file), harmless(cell))?,
            None => write!(f, "\n {margin}--> {}:{number}:{}", harmless(&file), self.column)?,
        }
        write!(f, "\n {margin} |\n {number} | {}", harmless(&text))?;
        write!(f, "\n {margin} | {indent}{carets}{}{whereabouts}", if whereabouts.is_empty() { "" } else { " " })
    }
}

/// A text, with the middle cut out if it is longer than `most` characters.
fn cut(text: &str, most: usize) -> Cow<'_, str> {
    let length = text.chars().count();
    if length <= most {
        return Cow::Borrowed(text);
    }
    let start: String = text.chars().take(most / 2).collect();
    let end: String = text.chars().skip(length - most / 2).collect();
    Cow::Owned(format!("{start} {CUT} {end}"))
}

/// The nearest character boundary at or before `at`.
fn floor(text: &str, at: usize) -> usize {
    (0..=at.min(text.len())).rev().find(|&at| text.is_char_boundary(at)).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_count_lines_and_characters() {
        let text = "a = 1\nüb = 22\n";
        let at = text.find("22").expect("it is there");
        let place = Place::of("x.toml", text, at..at + 2);
        assert_eq!((place.line, place.column, place.width), (2, 6, 2));
        let end = Place::of("x.toml", text, text.len()..text.len() + 9);
        assert_eq!((end.line, end.column, end.width), (3, 1, 1));
        assert_eq!(Place::of("x.toml", "", 0..0).line, 1);
    }

    #[test]
    fn long_lines_and_messages_are_cut() {
        let text = format!("a = [{}\"wrong\"{}]", "1, ".repeat(5000), ", 1".repeat(5000));
        let at = text.find("\"wrong\"").expect("it is there");
        let place = Some(Place::of("x.toml", &text, at..at + 7));
        let said = Problem { message: "x".repeat(9000), place, ..Problem::default() }.to_string();
        let lines: Vec<&str> = said.lines().collect();
        assert!(said.chars().count() < 2000, "{said}");
        let [.., shown, carets] = lines[..] else { panic!("{said}") };
        assert_eq!(shown.find("\"wrong\""), carets.find("^^^^^^^"), "{shown}\n{carets}");
        assert!(shown.contains("| ...") && shown.ends_with("...") && said.contains(&format!("x.toml:1:{}", at + 1)));
        let whole =
            Problem { place: Some(Place::of("x.toml", &text, 0..text.len())), ..Problem::default() }.to_string();
        assert!(whole.lines().all(|line| line.chars().count() < 120), "{whole}");
    }

    #[test]
    fn messages_contain_no_control_characters() {
        let text = "na\x1bme = \"x\"";
        let place = Some(Place::of("x\r.toml", text, 2..3));
        let card = Some("y\x1b".repeat(2000));
        let said = Problem { message: "\0".into(), place, card, ..Problem::default() }.to_string();
        assert!(said.chars().all(|c| c == '\n' || !c.is_control()) && said.chars().count() < 400, "{said}");
    }

    #[test]
    fn an_error_shows_its_place() {
        let place = Place::of("x.toml", "level = 31\n", 8..10);
        let problem = Problem {
            message: "expected 1 to 20, found 31".into(),
            place: Some(place),
            card: Some("ogre".into()),
            field: Some("level".into()),
            hint: None,
        };
        let text = DeckError(vec![problem]).to_string();
        assert!(text.contains("--> x.toml:1:9"), "{text}");
        assert!(text.contains("        ^^ card `ogre`, field `level`"), "{text}");
    }
}
