//! Finds the place in a file for a path such as `card[3].strength[0].if`.

use std::fmt::Write;
use std::ops::Range;

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::error::Problem;
use super::forms::{example_of_missing, misused};
use super::plain::plain_words;
use super::source::DeckSource;
use crate::deck::toml::TomlError;

/// One step of a path in a document.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Step<'a> {
    /// The value of a key.
    Key(&'a str),
    /// An entry of a list.
    Index(usize),
}

impl<'a> From<&'a str> for Step<'a> {
    fn from(key: &'a str) -> Step<'a> {
        Step::Key(key)
    }
}

impl From<usize> for Step<'_> {
    fn from(index: usize) -> Self {
        Step::Index(index)
    }
}

/// A parsed file, in which places are found.
#[derive(Debug)]
pub(crate) struct Document<'a> {
    source: &'a DeckSource,
    root: Option<DeValue<'a>>,
}

impl<'a> Document<'a> {
    /// Parses a file.
    pub(crate) fn parse(source: &'a DeckSource) -> Self {
        let root = DeTable::parse(&source.text).ok().map(|table| DeValue::Table(table.into_inner()));
        Document { source, root }
    }

    /// Byte range of the value at the end of a path, if it is in the file.
    pub(crate) fn value_at(&self, path: &[Step<'_>]) -> Option<Range<usize>> {
        let (first, rest) = path.split_first()?;
        let found = child(self.root.as_ref()?, *first)?;
        let found = rest.iter().try_fold(found, |found, step| child(found.get_ref(), *step))?;
        Some(found.span())
    }

    /// A problem at the end of a path, or at the last step that exists in the file.
    pub(crate) fn problem_at(&self, path: &[Step<'_>], message: String, hint: Option<String>) -> Problem {
        let span = self.root.as_ref().and_then(|root| follow(root, path)).unwrap_or(0..0);
        let field = written(path.get(2..).filter(|_| path.first() == Some(&Step::Key("card"))).unwrap_or(path));
        Problem {
            message,
            place: Some(self.source.place(span)),
            card: None,
            field: Some(field).filter(|field| !field.is_empty()),
            hint,
        }
    }
}

/// A problem at the end of a path, or at the last step that exists in the file.
pub(crate) fn problem_at(source: &DeckSource, path: &[Step<'_>], message: String, hint: Option<String>) -> Problem {
    Document::parse(source).problem_at(path, message, hint)
}

/// A problem found by the parser.
pub(crate) fn syntax_problem(source: &DeckSource, error: &TomlError) -> Problem {
    syntax_problem_within(source, error, |_| None)
}

/// A problem found by the parser, with the limits of some fields.
pub(crate) fn syntax_problem_within(
    source: &DeckSource,
    error: &TomlError,
    limits: impl Fn(&str) -> Option<(i64, i64)>,
) -> Problem {
    let text = &source.text;
    let span = error.span.clone().unwrap_or(0..0);
    let field = field_at(text, span.start);
    let own = field.as_deref().and_then(limits);
    let found = text.get(span.clone()).unwrap_or_default();
    let (message, hint) = match misused(&error.message, found, field.as_deref()) {
        Some(message) => (message, None),
        None => plain_words(&error.message, own),
    };
    let hint = hint.or_else(|| example_of_missing(error));
    Problem { message, card: card_at(text, span.start), field, place: Some(source.place(span)), hint }
}

/// Byte range of the value at the end of a path, or of the last step that exists.
fn follow(root: &DeValue<'_>, path: &[Step<'_>]) -> Option<Range<usize>> {
    let mut value = root;
    let mut span = None;
    for step in path {
        // A field that is missing has no place; its nearest parent has one.
        let Some(next) = child(value, *step) else { break };
        span = Some(next.span());
        value = next.get_ref();
    }
    span
}

fn child<'v, 'i>(value: &'v DeValue<'i>, step: Step<'_>) -> Option<&'v Spanned<DeValue<'i>>> {
    match (value, step) {
        (DeValue::Table(table), Step::Key(key)) => table.get(key),
        (DeValue::Array(array), Step::Index(index)) => array.get(index),
        _ => None,
    }
}

/// A path as written in messages.
fn written(path: &[Step<'_>]) -> String {
    let mut text = String::new();
    for step in path {
        let dot = if text.is_empty() { "" } else { "." };
        let written = match step {
            Step::Key(key) => write!(text, "{dot}{key}"),
            Step::Index(index) => write!(text, "[{index}]"),
        };
        debug_assert!(written.is_ok(), "writing to a string cannot fail");
    }
    text
}

/// Path of the field at this byte, relative to its card if it is in one.
fn field_at(text: &str, at: usize) -> Option<String> {
    let table = DeTable::parse(text).ok()?;
    let path = path_to(&DeValue::Table(table.into_inner()), at)?;
    match path.strip_prefix("card[").and_then(|rest| rest.split_once(']')) {
        Some((_, rest)) => rest.strip_prefix('.').map(str::to_owned),
        None => Some(path),
    }
}

fn path_to(value: &DeValue<'_>, at: usize) -> Option<String> {
    let inside = |name: String, child: &Spanned<DeValue<'_>>| match path_to(child.get_ref(), at) {
        Some(rest) if rest.starts_with('[') => Some(name + &rest),
        Some(rest) => Some(format!("{name}.{rest}")),
        None => child.span().contains(&at).then_some(name),
    };
    match value {
        DeValue::Table(table) => table.iter().find_map(|(key, child)| {
            let name = key.get_ref().to_string();
            if key.span().contains(&at) { Some(name) } else { inside(name, child) }
        }),
        DeValue::Array(array) => {
            array.iter().enumerate().find_map(|(index, child)| inside(format!("[{index}]"), child))
        }
        _ => None,
    }
}

/// Id of the card at this byte, read from the text because the file may not parse.
fn card_at(text: &str, at: usize) -> Option<String> {
    card_key(text, at, "id")
}

/// The value of a key in the card at this byte.
fn card_key(text: &str, at: usize, key: &str) -> Option<String> {
    const HEADER: &str = "[[card]]";
    let line_end = text.get(at..)?.find('\n').map_or(text.len(), |end| at + end);
    let start = text[..line_end].rfind(HEADER)? + HEADER.len();
    let other = |line: &str| line.starts_with('[') && !line.starts_with("[card.") && !line.starts_with("[[card.");
    if text[start..line_end].lines().any(other) {
        return None;
    }
    let entry = &text[start..];
    let entry = &entry[..entry.find("\n[").unwrap_or(entry.len())];
    let value = entry.lines().find_map(|line| line.trim().strip_prefix(key)?.trim_start().strip_prefix('='))?;
    Some(value.trim().trim_matches(['"', '\'']).to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "[set]\nid = \"x\"\n[[card]]\nid = \"ogre\"\nlevel = 31\nstrength = [{ add = 5 }]\n";

    #[test]
    fn a_path_gives_the_place_of_its_value() {
        let source = DeckSource::new("x.toml", TEXT);
        let path = [Step::Key("card"), Step::Index(0), Step::Key("strength"), Step::Index(0), Step::Key("add")];
        let problem = problem_at(&source, &path, String::new(), None);
        let place = problem.place.expect("it has a place");
        assert_eq!((place.line, place.column), (6, 21));
        assert_eq!(problem.field.as_deref(), Some("strength[0].add"));
    }

    #[test]
    fn a_missing_key_points_at_its_card() {
        let source = DeckSource::new("x.toml", TEXT);
        let path = [Step::Key("card"), Step::Index(0), Step::Key("name")];
        let place = problem_at(&source, &path, String::new(), None).place.expect("it has a place");
        assert_eq!(place.line, 3);
    }

    #[test]
    fn field_at_returns_the_field_around_a_byte() {
        let field = |part: &str| field_at(TEXT, TEXT.find(part).expect("there"));
        assert_eq!(field("31").as_deref(), Some("level"));
        assert_eq!(field("add").as_deref(), Some("strength[0].add"));
        assert_eq!(field("\"x\"").as_deref(), Some("set.id"));
    }

    #[test]
    fn card_at_returns_the_card_around_a_byte() {
        assert_eq!(card_at(TEXT, TEXT.find("31").expect("there")).as_deref(), Some("ogre"));
        assert_eq!(card_at(TEXT, 3), None);
        let kind = format!("{TEXT}[[card.use]]\nlimit = 2\n[[kind]]\nplay = \"slots\"\n");
        assert_eq!(card_at(&kind, kind.find("limit").expect("there")).as_deref(), Some("ogre"));
        assert_eq!(card_at(&kind, kind.find("slots").expect("there")), None);
    }
}
