//! Reading: all parts of a card's entry that a text can mean.

use std::cell::RefCell;
use std::collections::{BTreeSet, HashMap};
use std::rc::Rc;

use serde_json::Value;

use super::grammar::{Grammar, Hole, Joint, Line, Piece};
use super::names::{Names, Sort};
use super::say::letter;
use super::tokens::Token;

/// The ends and values of the readings of a block at a token.
type Readings = Rc<Vec<(usize, Value)>>;

/// Reads tokens by the grammar. Remembers what it read, and how far it came.
pub(super) struct Reader<'a> {
    grammar: &'a Grammar,
    names: &'a Names,
    tokens: &'a [Token],
    known: RefCell<HashMap<(Want, usize), Readings>>,
    reach: RefCell<Reach>,
}

/// What is read.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Want {
    Block(usize),
    List(usize, JointKey),
}

type JointKey = u8;

/// The furthest token that could not be read, and what was expected there.
#[derive(Clone, Debug, Default)]
pub(super) struct Reach {
    pub(super) at: usize,
    pub(super) expected: BTreeSet<String>,
    /// Sorts of names that were also expected.
    pub(super) names: BTreeSet<Sort>,
}

impl<'a> Reader<'a> {
    pub(super) fn new(grammar: &'a Grammar, names: &'a Names, tokens: &'a [Token]) -> Self {
        Reader { grammar, names, tokens, known: RefCell::default(), reach: RefCell::default() }
    }

    /// How far the readings came.
    pub(super) fn reach(&self) -> Reach {
        self.reach.borrow().clone()
    }

    /// All readings of a block at a token.
    pub(super) fn block(&self, block: usize, at: usize) -> Readings {
        let want = (Want::Block(block), at);
        if let Some(known) = self.known.borrow().get(&want) {
            return Rc::clone(known);
        }
        // A block that begins with itself has no reading.
        self.known.borrow_mut().insert(want, Rc::default());
        let mut readings = Vec::new();
        let lines = || self.grammar.blocks[block].lines.iter();
        for line in lines().filter(|line| !line.is_final).chain(lines().filter(|line| line.is_final)) {
            let mut holes = vec![None; line.holes.len()];
            let mut found = Vec::new();
            self.line(line, 0, at, &mut holes, &mut found);
            if line.is_final {
                readings.retain(|(end, _)| found.iter().all(|(same, _)| same != end));
            }
            found.retain(|reading| !readings.contains(reading));
            readings.append(&mut found);
        }
        let readings = Rc::new(readings);
        self.known.borrow_mut().insert(want, Rc::clone(&readings));
        readings
    }

    /// Adds the readings of the pieces of a line from this one on.
    fn line(
        &self,
        line: &Line,
        piece: usize,
        at: usize,
        holes: &mut Vec<Option<Value>>,
        readings: &mut Vec<(usize, Value)>,
    ) {
        match line.text.get(piece) {
            None => {
                let reading = line.says.build(holes).map(|value| (at, value));
                readings.extend(reading.filter(|reading| !readings.contains(reading)));
            }
            Some(Piece::Capital) => self.line(line, piece + 1, at, holes, readings),
            Some(Piece::Word(word)) => {
                if self.is_word(word, at) {
                    self.line(line, piece + 1, at + 1, holes, readings);
                }
            }
            Some(Piece::Article) => {
                if self.is_word("a", at) || self.is_word("an", at) {
                    self.line(line, piece + 1, at + 1, holes, readings);
                }
            }
            Some(Piece::Term(term)) => {
                let words = self.names.term_words(*term);
                if (0..).zip(&words).all(|(place, word)| self.is_word(word, at + place)) {
                    self.line(line, piece + 1, at + words.len(), holes, readings);
                }
            }
            Some(&Piece::Hole(hole)) => {
                let before = holes[hole].clone();
                for (end, value) in self.hole(line.holes[hole], at).iter() {
                    if before.as_ref().is_none_or(|same| same == value) {
                        holes[hole] = Some(value.clone());
                        self.line(line, piece + 1, *end, holes, readings);
                    }
                }
                holes[hole] = before;
            }
        }
    }

    fn is_word(&self, word: &str, at: usize) -> bool {
        let is = self.tokens.get(at).is_some_and(|token| !token.quoted && token.text.eq_ignore_ascii_case(word));
        if !is {
            self.missed(at, |reach| {
                reach.expected.insert(word.to_owned());
            });
        }
        is
    }

    fn missed(&self, at: usize, note: impl FnOnce(&mut Reach)) {
        let mut reach = self.reach.borrow_mut();
        if at > reach.at {
            *reach = Reach { at, ..Reach::default() };
        }
        if at == reach.at {
            note(&mut reach);
        }
    }

    fn hole(&self, hole: Hole, at: usize) -> Readings {
        match hole {
            Hole::Block(block) => self.block(block, at),
            Hole::List(block, joint) => self.list(block, joint, at),
            Hole::Number(more) => self
                .whole(at)
                .map(|(end, number)| (end, Value::from(number - more)))
                .into_iter()
                .collect::<Vec<_>>()
                .into(),
            Hole::Fewer => {
                self.number(at).map(|number| (at + 1, Value::from(-number))).into_iter().collect::<Vec<_>>().into()
            }
            Hole::Signed => self.signed(at).into_iter().collect::<Vec<_>>().into(),
            Hole::Name(sort) => self.name(sort, at),
        }
    }

    /// A number that may be negative.
    fn whole(&self, at: usize) -> Option<(usize, i64)> {
        let negative = self.tokens.get(at).is_some_and(|token| !token.quoted && token.text == "-");
        let start = at + usize::from(negative);
        self.number(start).map(|number| (start + 1, if negative { -number } else { number }))
    }

    fn number(&self, at: usize) -> Option<i64> {
        const WORDS: [&str; 11] =
            ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];
        let token = self.tokens.get(at).filter(|token| !token.quoted);
        let number = token.and_then(|token| {
            let word = WORDS.iter().position(|word| *word == token.text).and_then(|number| i64::try_from(number).ok());
            word.or_else(|| token.text.parse().ok())
        });
        if number.is_none() {
            self.missed(at, |reach| {
                reach.expected.insert("a number".to_owned());
            });
        }
        number
    }

    fn signed(&self, at: usize) -> Option<(usize, Value)> {
        let sign = if self.is_word("+", at) {
            1
        } else if self.is_word("-", at) {
            -1
        } else {
            return None;
        };
        self.number(at + 1).map(|number| (at + 2, Value::from(sign * number)))
    }

    fn name(&self, sort: Sort, at: usize) -> Readings {
        let found = self.names.read(sort, &self.tokens[at.min(self.tokens.len())..]);
        if found.is_empty() {
            self.missed(at, |reach| {
                reach.names.insert(sort);
            });
        }
        Rc::new(found.into_iter().map(|(length, id)| (at + length, Value::String(id))).collect())
    }

    fn list(&self, block: usize, joint: Joint, at: usize) -> Readings {
        let want = (Want::List(block, joint as JointKey), at);
        if let Some(known) = self.known.borrow().get(&want) {
            return Rc::clone(known);
        }
        let mut readings = Vec::new();
        self.items(block, joint, at, &mut Vec::new(), &mut readings);
        let readings = Rc::new(readings);
        self.known.borrow_mut().insert(want, Rc::clone(&readings));
        readings
    }

    /// Adds the readings of a list that goes on with another item here.
    fn items(&self, block: usize, joint: Joint, at: usize, items: &mut Vec<Value>, readings: &mut Vec<(usize, Value)>) {
        let start = match joint {
            Joint::Lettered => self.words(&["(", &letter(items.len()).unwrap_or_default(), ")"], at),
            _ => Some(at),
        };
        let Some(start) = start else { return };
        for (end, value) in self.block(block, start).iter() {
            items.push(value.clone());
            let closed = !matches!(joint, Joint::And | Joint::Or | Joint::AnyOr) || items.len() == 1;
            if closed && items.len() >= joint.least() {
                readings.push((*end, Value::Array(items.clone())));
            }
            match joint {
                Joint::And => self.more(block, joint, "and", *end, items, readings),
                Joint::Or | Joint::AnyOr => self.more(block, joint, "or", *end, items, readings),
                Joint::Then => self.goes_on(block, joint, &[",", "then"], *end, items, readings),
                Joint::Semicolon | Joint::Lettered => self.goes_on(block, joint, &[";"], *end, items, readings),
                Joint::Row => self.items(block, joint, *end, items, readings),
            }
            items.pop();
        }
    }

    /// The next items of a list such as `a, b and c`.
    fn more(
        &self,
        block: usize,
        joint: Joint,
        last: &str,
        at: usize,
        items: &mut Vec<Value>,
        readings: &mut Vec<(usize, Value)>,
    ) {
        if self.is_word(",", at) {
            self.items(block, joint, at + 1, items, readings);
        }
        if self.is_word(last, at) {
            for (end, value) in self.block(block, at + 1).iter() {
                let whole = items.iter().cloned().chain([value.clone()]).collect();
                readings.push((*end, Value::Array(whole)));
            }
        }
    }

    fn goes_on(
        &self,
        block: usize,
        joint: Joint,
        words: &[&str],
        at: usize,
        items: &mut Vec<Value>,
        readings: &mut Vec<(usize, Value)>,
    ) {
        if let Some(next) = self.words(words, at) {
            self.items(block, joint, next, items, readings);
        }
    }

    /// The place after these words.
    fn words(&self, words: &[&str], at: usize) -> Option<usize> {
        (at..).zip(words).all(|(at, word)| self.is_word(word, at)).then(|| at + words.len())
    }
}
