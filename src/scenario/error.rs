//! `ScenarioError`: everything wrong with a scenario file, each with its place.

use std::ops::Range;

use crate::deck::error::Place;
use crate::deck::nearest::did_you_mean;
use crate::deck::{DeckError, DeckSource, Problem};

/// A scenario that cannot be played: what is wrong with its file.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct ScenarioError(pub DeckError);

impl From<DeckError> for ScenarioError {
    fn from(error: DeckError) -> Self {
        ScenarioError(error)
    }
}

/// A word that means nothing here.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Wrong {
    pub(super) message: String,
    pub(super) hint: Option<String>,
}

impl Wrong {
    /// Something wrong, and what would be right.
    pub(super) fn new(message: impl Into<String>, hint: impl Into<String>) -> Wrong {
        Wrong { message: message.into(), hint: Some(hint.into()) }
    }

    /// An unknown word among known ones.
    pub(super) fn unknown<'a>(what: &str, word: &str, known: impl IntoIterator<Item = &'a str> + Clone) -> Wrong {
        let listed = || {
            let words: Vec<&str> = known.clone().into_iter().collect();
            (words.len() <= 60).then(|| format!("expected one of: {}", words.join(", ")))
        };
        Wrong { message: format!("there is no {what} `{word}`"), hint: did_you_mean(word, known.clone()).or_else(listed) }
    }
}

impl From<String> for Wrong {
    fn from(message: String) -> Self {
        Wrong { message, hint: None }
    }
}

/// What is wrong with a file so far.
#[derive(Debug)]
pub(super) struct Problems<'s> {
    source: &'s DeckSource,
    list: Vec<Problem>,
}

impl<'s> Problems<'s> {
    /// Nothing yet.
    pub(super) fn of(source: &'s DeckSource) -> Self {
        Problems { source, list: Vec::new() }
    }

    /// Notes what is wrong at a place.
    pub(super) fn note(&mut self, span: Range<usize>, wrong: impl Into<Wrong>) {
        let Wrong { message, hint } = wrong.into();
        let place = Some(Place::of(&self.source.name, &self.source.text, span));
        self.list.push(Problem { message, place, hint, ..Problem::default() });
    }

    /// Keeps what is right, and notes what is wrong at a place.
    pub(super) fn right<T>(&mut self, span: Range<usize>, result: Result<T, Wrong>) -> Option<T> {
        match result {
            Ok(right) => Some(right),
            Err(wrong) => {
                self.note(span, wrong);
                None
            }
        }
    }

    /// The line of a place.
    pub(super) fn line(&self, span: &Range<usize>) -> usize {
        Place::of(&self.source.name, &self.source.text, span.clone()).line
    }

    /// An error if anything was noted.
    pub(super) fn settle(self) -> Result<(), ScenarioError> {
        if self.list.is_empty() { Ok(()) } else { Err(ScenarioError(DeckError(self.list))) }
    }
}

/// A problem with a file as a whole.
pub(super) fn plain(message: String, hint: Option<String>) -> ScenarioError {
    ScenarioError(DeckError(vec![Problem { message, hint, ..Problem::default() }]))
}
