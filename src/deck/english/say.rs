//! Writing: the text of a part of a card's entry.

use std::cell::RefCell;

use serde_json::{Map, Value};

use super::glue::Written;
use super::grammar::{Grammar, Hole, Joint, Line, Piece};
use super::names::Names;
use super::pattern::{Pattern, Table};

/// Writes parts of a card's entry.
pub(super) struct Writer<'a> {
    pub(super) grammar: &'a Grammar,
    names: &'a Names,
    /// Whether names are quoted, as some other name or phrase has the same words.
    quote: bool,
    /// What is being written: the same part of an entry in the same block cannot be part of its own text.
    open: RefCell<Vec<(usize, Value)>>,
}

/// What a hole has while a line is matched.
#[derive(Clone)]
enum Filling {
    Nothing,
    Value(Value),
    /// The text of some fields of a table.
    Written(Vec<Written>),
}

impl<'a> Writer<'a> {
    pub(super) fn new(names: &'a Names, quote: bool) -> Self {
        Writer { grammar: Grammar::get(), names, quote, open: RefCell::default() }
    }

    /// The text of a value by the first line of a block that says all of it. `None` if no line does.
    pub(super) fn block(&self, block: usize, value: &Value) -> Option<Vec<Written>> {
        if self.open.borrow().iter().any(|(open, same)| *open == block && same == value) {
            return None;
        }
        self.open.borrow_mut().push((block, value.clone()));
        let written = self.first(block, value);
        self.open.borrow_mut().pop();
        written
    }

    fn first(&self, block: usize, value: &Value) -> Option<Vec<Written>> {
        let lines = &self.grammar.blocks[block].lines;
        lines.iter().filter(|line| line.is_written).find_map(|line| {
            let mut fillings = vec![Filling::Nothing; line.holes.len()];
            self.fits(line, &line.says, value, &mut fillings)?;
            self.line(line, &fillings)
        })
    }

    /// The text of some fields of a table, which are taken from it, by the line of a block that says most of them.
    fn part(&self, block: usize, table: &mut Map<String, Value>) -> Option<Vec<Written>> {
        let lines = &self.grammar.blocks[block].lines;
        let parts = lines.iter().filter(|line| line.is_written).filter_map(|line| {
            let mut fillings = vec![Filling::Nothing; line.holes.len()];
            let mut rest = table.clone();
            let Pattern::Table(pattern) = &line.says else { return None };
            self.takes(line, pattern, &mut rest, &mut fillings)?;
            self.line(line, &fillings).map(|written| (rest, written))
        });
        let (rest, written) = parts.min_by_key(|(rest, _)| rest.len())?;
        *table = rest;
        Some(written)
    }

    /// Whether a value is what a pattern says; fills the holes.
    fn fits(&self, line: &Line, pattern: &Pattern, value: &Value, fillings: &mut [Filling]) -> Option<()> {
        match (pattern, value) {
            (Pattern::Is(same), _) => (same == value).then_some(()),
            (Pattern::Hole(hole), _) => match &fillings[*hole] {
                Filling::Nothing => {
                    fillings[*hole] = Filling::Value(value.clone());
                    Some(())
                }
                Filling::Value(same) => (same == value).then_some(()),
                Filling::Written(_) => None,
            },
            (Pattern::List(parts), Value::Array(values)) if parts.len() == values.len() => {
                parts.iter().zip(values).try_for_each(|(part, value)| self.fits(line, part, value, fillings))
            }
            (Pattern::Table(table), Value::Object(fields)) => {
                let mut rest = fields.clone();
                self.takes(line, table, &mut rest, fillings)?;
                rest.is_empty().then_some(())
            }
            _ => None,
        }
    }

    /// Takes the fields of a pattern from a table; fills the holes.
    fn takes(
        &self,
        line: &Line,
        pattern: &Table,
        rest: &mut Map<String, Value>,
        fillings: &mut [Filling],
    ) -> Option<()> {
        for field in &pattern.fields {
            let value = match rest.remove(&field.key) {
                None if field.may_be_empty => Value::Object(Map::new()),
                value => value?,
            };
            self.fits(line, &field.value, &value, fillings)?;
        }
        for &hole in &pattern.more {
            let Hole::Block(block) = line.holes[hole] else { return None };
            fillings[hole] = Filling::Written(self.part(block, rest)?);
        }
        Some(())
    }

    fn line(&self, line: &Line, fillings: &[Filling]) -> Option<Vec<Written>> {
        let mut written = Vec::new();
        for piece in &line.text {
            match piece {
                Piece::Hole(hole) => match &fillings[*hole] {
                    Filling::Written(part) => written.extend(part.iter().cloned()),
                    Filling::Value(value) => written.extend(self.hole(line.holes[*hole], value)?),
                    Filling::Nothing => return None,
                },
                piece => written.extend(fixed(piece, self.names)),
            }
        }
        Some(written)
    }

    fn hole(&self, hole: Hole, value: &Value) -> Option<Vec<Written>> {
        let text = match hole {
            Hole::Block(block) => return self.block(block, value),
            Hole::List(block, joint) => return self.list(block, joint, value.as_array()?),
            Hole::Number(more) => (value.as_i64()? + more).to_string(),
            Hole::Signed => format!("{:+}", value.as_i64()?),
            Hole::Fewer => value.as_i64().filter(|number| *number < 0)?.abs().to_string(),
            Hole::Name(sort) => self.names.written(sort, value.as_str()?, self.quote),
        };
        Some(vec![Written::Text(text)])
    }

    fn list(&self, block: usize, joint: Joint, values: &[Value]) -> Option<Vec<Written>> {
        if values.len() < joint.least() {
            return None;
        }
        let mut written = Vec::new();
        let text = |word: &str| Written::Text(word.to_owned());
        for (place, value) in values.iter().enumerate() {
            let is_last = place + 1 == values.len();
            let before: &[&str] = match joint {
                _ if place == 0 => &[],
                Joint::And if is_last => &["and"],
                Joint::Or | Joint::AnyOr if is_last => &["or"],
                Joint::And | Joint::Or | Joint::AnyOr => &[","],
                Joint::Then => &[",", "then"],
                Joint::Semicolon | Joint::Lettered => &[";"],
                Joint::Row => &[],
            };
            written.extend(before.iter().map(|word| text(word)));
            if joint == Joint::Lettered {
                written.extend(["(".to_owned(), letter(place)?, ")".to_owned()].map(Written::Text));
            }
            written.extend(self.block(block, value)?);
        }
        Some(written)
    }
}

/// A piece as it is written. `None` for a hole.
pub(super) fn fixed(piece: &Piece, names: &Names) -> Option<Written> {
    Some(match piece {
        Piece::Word(word) => Written::Text(word.clone()),
        Piece::Article => Written::Article,
        Piece::Capital => Written::Capital,
        Piece::Term(term) => Written::Text(names.term(*term).to_owned()),
        Piece::Hole(_) => return None,
    })
}

/// The letter of a place: `a`, `b`.
pub(super) fn letter(place: usize) -> Option<String> {
    ('a'..='z').nth(place).map(String::from)
}
