//! The problems found so far, and the place in the file that is being compiled.

use crate::deck::file::error::{DeckError, MAX_PROBLEMS, Problem};
use crate::deck::file::locate::{Document, Step};
use crate::deck::file::nearest::did_you_mean;
use crate::deck::file::sets::{LoadedSet, Sets};

/// Collects problems.
#[derive(Debug)]
pub(super) struct Report<'a> {
    sets: &'a Sets,
    set: usize,
    path: Vec<Step<'static>>,
    problems: Vec<Problem>,
    /// The file of each set with a problem.
    documents: Vec<Option<Document<'a>>>,
}

impl<'a> Report<'a> {
    pub(super) fn new(sets: &'a Sets) -> Self {
        let documents = sets.sets().iter().map(|_| None).collect();
        Report { sets, set: 0, path: Vec::new(), problems: Vec::new(), documents }
    }

    /// The set being compiled.
    pub(super) fn set(&self) -> &'a LoadedSet {
        &self.sets.sets()[self.set]
    }

    /// All sets of the deck.
    pub(super) fn sets(&self) -> &'a [LoadedSet] {
        self.sets.sets()
    }

    /// Starts a set or one of its cards.
    pub(super) fn start(&mut self, set: usize, card: Option<usize>) {
        self.set = set;
        self.path.clear();
        if let Some(card) = card {
            self.path.extend([Step::Key("card"), Step::Index(card)]);
        }
    }

    /// Steps into a field or list entry.
    pub(super) fn enter(&mut self, step: impl Into<Step<'static>>) {
        self.path.push(step.into());
    }

    /// Leaves the current field or list entry.
    pub(super) fn leave(&mut self) {
        self.path.pop();
    }

    /// Reports a problem at the current place.
    pub(super) fn wrong(&mut self, message: impl Into<String>, hint: Option<String>) {
        // Places take a parsed document. Further problems are only counted.
        let mut problem = if self.problems.len() < MAX_PROBLEMS {
            let source = &self.set().source;
            let document = self.documents[self.set].get_or_insert_with(|| Document::parse(source));
            document.problem_at(&self.path, message.into(), hint)
        } else {
            Problem { message: message.into(), hint, ..Problem::default() }
        };
        problem.card = self.card_id();
        self.problems.push(problem);
    }

    /// Reports a problem with a field of the current place.
    pub(super) fn wrong_field(&mut self, field: &'static str, message: impl Into<String>, hint: Option<String>) {
        self.enter(field);
        self.wrong(message, hint);
        self.leave();
    }

    /// Reports an unknown word at the current place, with the nearest known one.
    pub(super) fn unknown<'w>(&mut self, what: &str, word: &str, known: impl Iterator<Item = &'w str>) {
        self.wrong(format!("unknown {what} `{word}`"), did_you_mean(word, known));
    }

    /// Reports a word that is not one of a few valid ones, and lists these.
    pub(super) fn unfit<'w>(&mut self, what: &str, word: &str, valid: impl Iterator<Item = &'w str>) {
        let valid: Vec<&str> = valid.collect();
        let near = did_you_mean(word, valid.iter().copied()).map(|hint| hint + "\n").unwrap_or_default();
        let words: Vec<String> = valid.iter().map(|word| format!("`{word}`")).collect();
        let hint = format!("{near}expected one of {}", words.join(", "));
        self.wrong(format!("expected {what}, found `{word}`"), Some(hint));
    }

    /// Reports a problem without a place in a file.
    pub(super) fn wrong_overall(&mut self, message: String) {
        self.problems.push(Problem { message, ..Problem::default() });
    }

    fn card_id(&self) -> Option<String> {
        match self.path.get(..2)? {
            [Step::Key("card"), Step::Index(card)] => self.set().file.cards.get(*card).map(|card| card.id.clone()),
            _ => None,
        }
    }

    /// The problems, if there are any.
    pub(super) fn result(self) -> Result<(), DeckError> {
        if self.problems.is_empty() { Ok(()) } else { Err(DeckError(self.problems)) }
    }
}
