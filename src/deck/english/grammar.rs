//! The grammar: the tables of phrases, parsed.
//!
//! A table has blocks. `[levels]` begins the block `levels`; `[effect you|one]` begins a block for each person, with `lose|loses` in its lines:
//! what is said to a player and about one. `_` joins several words of such a pair. Four words are the names of the actor. See `PERSONS`.
//! A line is `text => part of an entry`. A line with `~` is only read; what one with `!` reads has no other reading; one with `you:` or `one:` stands
//! only where a player is spoken to or about; one with `only you:`, `only one:`, `third:` or `back:` where the actor has this name.
//! In a text, `<x>` is a hole for the block or terminal `x`, `<x:label>` gives it another label, and `<x*and>` is a list; holes with the same
//! label have the same value;
//! `(a|b)` are two wordings of which the first is written, `^` makes the next letter a capital, and `%` begins a term of the set.

use std::collections::HashMap;
use std::sync::OnceLock;

use super::names::{Sort, Term};
use super::pattern::{Pattern, pattern};
use super::person::{PERSONS, Person};
use super::phrases::TABLES;
use super::tokens::tokens;

/// All blocks.
pub(super) struct Grammar {
    pub(super) blocks: Vec<Block>,
    places: HashMap<String, usize>,
}

/// Lines with the same place in a text.
#[derive(Debug)]
pub(super) struct Block {
    pub(super) name: String,
    pub(super) lines: Vec<Line>,
}

/// A text and what it says.
#[derive(Debug)]
pub(super) struct Line {
    pub(super) text: Vec<Piece>,
    pub(super) holes: Vec<Hole>,
    pub(super) says: Pattern,
    /// Whether it is also written, not only read.
    pub(super) is_written: bool,
    /// Whether what it reads has no other reading in its block.
    pub(super) is_final: bool,
}

/// A piece of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Piece {
    Word(String),
    /// `a` or `an`.
    Article,
    Term(Term),
    /// A mark: the next letter is a capital.
    Capital,
    /// By its index among the holes of the line.
    Hole(usize),
}

/// What fills a hole.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Hole {
    Block(usize),
    List(usize, Joint),
    /// A whole number, written with this number added.
    Number(i64),
    /// A whole number with its sign.
    Signed,
    /// A negative number, without its sign.
    Fewer,
    Name(Sort),
}

/// How a list is joined.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Joint {
    /// `a, b and c`: at least two.
    And,
    /// `a, b or c`: at least two.
    Or,
    /// The same with at least one.
    AnyOr,
    /// `a, then b`.
    Then,
    /// `a; b`.
    Semicolon,
    /// `(a) one; (b) two`: at least two.
    Lettered,
    /// One after the other.
    Row,
}

impl Grammar {
    /// The grammar of card texts.
    pub(super) fn get() -> &'static Grammar {
        static GRAMMAR: OnceLock<Grammar> = OnceLock::new();
        GRAMMAR.get_or_init(|| Grammar::parse(&TABLES))
    }

    /// The block with this name.
    pub(super) fn block(&self, name: &str) -> usize {
        *self.places.get(name).unwrap_or_else(|| panic!("there is no block `{name}`"))
    }

    fn parse(tables: &[&str]) -> Grammar {
        let heads = tables.iter().flat_map(|table| table.lines()).filter_map(head);
        let names: Vec<String> = heads.flatten().collect();
        let places: HashMap<String, usize> = names.iter().cloned().zip(0..).collect();
        assert_eq!(places.len(), names.len(), "two blocks have the same name");
        let blocks = names.into_iter().map(|name| Block { name, lines: Vec::new() }).collect();
        let mut grammar = Grammar { blocks, places };
        for table in tables {
            grammar.add(table);
        }
        grammar
    }

    fn add(&mut self, table: &str) {
        let mut current: Vec<String> = Vec::new();
        for line in table.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#')) {
            match head(line) {
                Some(names) => current = names,
                None => current.iter().enumerate().for_each(|(person, name)| self.add_line(name, person, line)),
            }
        }
    }

    fn add_line(&mut self, block: &str, person: usize, line: &str) {
        let Some(line) = PERSONS[person].own(line) else { return };
        let (is_read, line) = line.strip_prefix("~ ").map_or((false, line), |line| (true, line));
        let (is_final, line) = line.strip_prefix("! ").map_or((false, line), |line| (true, line));
        let (text, says) = line.rsplit_once("=>").unwrap_or_else(|| panic!("expected `=>` in `{line}`"));
        for (place, wording) in wordings(text.trim()).into_iter().enumerate() {
            let is_written = !is_read && place == 0;
            let line = Line { is_written, is_final, ..self.line(block, person, &wording, says.trim()) };
            let place = self.block(block);
            self.blocks[place].lines.push(line);
        }
    }

    fn line(&self, block: &str, person: usize, wording: &str, says: &str) -> Line {
        let (mut text, mut holes, mut labels) = (Vec::new(), Vec::new(), Vec::new());
        let mut rest = wording;
        while let Some((before, after)) = rest.split_once('<') {
            let (hole, after) = after.split_once('>').expect("a hole ends with `>`");
            words(before, person, &mut text);
            let (hole, label) = self.hole(block, hole);
            let known = labels.iter().position(|known| *known == label);
            text.push(Piece::Hole(known.unwrap_or(holes.len())));
            if known.is_none() {
                holes.push(hole);
                labels.push(label);
            }
            rest = after;
        }
        words(rest, person, &mut text);
        let index = |label: &str| {
            labels.iter().position(|known| known == label).unwrap_or_else(|| panic!("no hole `{label}` in `{wording}`"))
        };
        Line { text, holes, says: pattern(says, &index), is_written: true, is_final: false }
    }

    /// A hole and its label.
    fn hole(&self, block: &str, text: &str) -> (Hole, String) {
        let (what, label) = text.split_once(':').unwrap_or((text, ""));
        let (name, joint) = what.split_once('*').map_or((what, None), |(name, joint)| (name, Some(joint)));
        let plain = name.split('.').next().unwrap_or(name);
        let label = if label.is_empty() { plain } else { label };
        let hole = match (terminal(name), joint) {
            (Some(hole), None) => hole,
            (Some(_), Some(_)) => panic!("a list of `{name}` needs a block"),
            (None, joint) => {
                let place = self.reference(block, name);
                joint.map_or(Hole::Block(place), |joint| Hole::List(place, Joint::named(joint)))
            }
        };
        (hole, label.to_owned())
    }

    /// The block that a name means in this block: of the same person if none is given.
    fn reference(&self, block: &str, name: &str) -> usize {
        let place = |name: &str| self.places.get(name).copied();
        let place = match (block.split_once('.'), name.split_once('.')) {
            (Some((_, person)), Some((plain, given))) => place(&format!("{plain}.{}", Person::within(person, given))),
            (person, None) => {
                let person = person.map_or(PERSONS[0].name, |(_, person)| person);
                place(name).or_else(|| place(&format!("{name}.{person}")))
            }
            (None, Some(_)) => place(name),
        };
        place.unwrap_or_else(|| panic!("there is no block `{name}`"))
    }
}

/// The names of the blocks that a line begins.
fn head(line: &str) -> Option<Vec<String>> {
    let name = line.trim().strip_prefix('[')?.strip_suffix(']')?;
    match name.split_once(' ') {
        Some((name, _)) => Some(PERSONS.iter().map(|person| format!("{name}.{}", person.name)).collect()),
        None => Some(vec![name.to_owned()]),
    }
}

fn terminal(name: &str) -> Option<Hole> {
    Some(match name {
        "n" => Hole::Number(0),
        "n-1" => Hole::Number(-1),
        "n+1" => Hole::Number(1),
        "n+5" => Hole::Number(5),
        "+n" => Hole::Signed,
        "fewer" => Hole::Fewer,
        "card" => Hole::Name(Sort::Card),
        "cards-named" => Hole::Name(Sort::Cards),
        "kind" => Hole::Name(Sort::Kind),
        "kinds" => Hole::Name(Sort::Kinds),
        "tag" => Hole::Name(Sort::Tag),
        _ => return None,
    })
}

impl Joint {
    fn named(name: &str) -> Joint {
        match name {
            "and" => Joint::And,
            "or" => Joint::Or,
            "any-or" => Joint::AnyOr,
            "then" => Joint::Then,
            "semicolon" => Joint::Semicolon,
            "lettered" => Joint::Lettered,
            "row" => Joint::Row,
            _ => panic!("there is no joint `{name}`"),
        }
    }

    /// The least number of parts.
    pub(super) fn least(self) -> usize {
        if matches!(self, Joint::And | Joint::Or | Joint::Lettered) { 2 } else { 1 }
    }
}

/// All wordings of a text with `(a|b)`, the written one first.
fn wordings(text: &str) -> Vec<String> {
    let Some((before, rest)) = text.split_once('(').filter(|(before, _)| !before.ends_with('\\')) else {
        return escaped(text);
    };
    let (choices, after) = rest.split_once(')').expect("`(` has its `)`");
    let ends = wordings(after);
    let starts = choices.split('|').map(|choice| format!("{before}{choice}"));
    starts.flat_map(|start| ends.iter().map(move |end| format!("{start}{end}"))).collect()
}

/// A text that begins with a bracket of its own, `\(`.
fn escaped(text: &str) -> Vec<String> {
    match text.split_once("\\(") {
        None => vec![text.to_owned()],
        Some((before, after)) => {
            let ends = wordings(&after.replacen("\\)", "\u{1}", 1));
            ends.into_iter().map(|end| format!("{before}\u{2}{}", end.replace('\u{1}', ")"))).collect()
        }
    }
}

/// The words of a text without holes, for the person with this number.
fn words(text: &str, person: usize, pieces: &mut Vec<Piece>) {
    for word in text.split_whitespace() {
        let chosen = PERSONS[person].word(word).replace('_', " ");
        for word in chosen.replace('\u{2}', "(").split_whitespace() {
            push(word, pieces);
        }
    }
}

fn push(word: &str, pieces: &mut Vec<Piece>) {
    if let Some(word) = word.strip_prefix('^') {
        pieces.push(Piece::Capital);
        if !word.is_empty() {
            push(word, pieces);
        }
        return;
    }
    if let Some(rest) = word.strip_prefix('%') {
        let end = rest.find(|c: char| !c.is_alphabetic()).unwrap_or(rest.len());
        pieces.push(Piece::Term(Term::named(&rest[..end])));
        if end < rest.len() {
            push(&rest[end..], pieces);
        }
        return;
    }
    for token in tokens(word).into_iter().filter(|token| !token.span.is_empty()) {
        let text = word[token.span].to_owned();
        pieces.push(if text == "a" { Piece::Article } else { Piece::Word(text) });
    }
}
