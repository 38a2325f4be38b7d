//! `ScenarioError`: all problems of a scenario file, each with its place.

use std::ops::Range;

use crate::deck::file::error::Place;
use crate::deck::file::nearest::did_you_mean;
use crate::deck::{DeckError, DeckSource, Problem};

/// The problems of a scenario that cannot be played.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct ScenarioError(pub DeckError);

impl From<DeckError> for ScenarioError {
    fn from(error: DeckError) -> Self {
        ScenarioError(error)
    }
}

/// Maximum number of known words listed in the message about an unknown word.
const MAX_LISTED: usize = 60;

/// A mistake in the file, and a hint.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::scenario) struct Wrong {
    pub(in crate::scenario) message: String,
    pub(in crate::scenario) hint: Option<String>,
}

impl Wrong {
    /// A mistake with a hint.
    pub(in crate::scenario) fn new(message: impl Into<String>, hint: impl Into<String>) -> Wrong {
        Wrong { message: message.into(), hint: Some(hint.into()) }
    }

    /// The mistake of checking a card that does not occur in the scenario.
    pub(in crate::scenario) fn nowhere(card: &str) -> Wrong {
        Wrong::new(
            format!("`{card}` does not occur in this scenario, so this check always passes"),
            "place the card in a hand, in play, in `doors`, `treasures` or the discards, or drop this",
        )
    }

    /// An unknown word among known ones.
    pub(in crate::scenario) fn unknown<'a>(what: &str, word: &str, known: impl Iterator<Item = &'a str>) -> Wrong {
        let words: Vec<&str> = known.collect();
        let listed = || (words.len() <= MAX_LISTED).then(|| format!("expected one of: {}", words.join(", ")));
        let hint = did_you_mean(word, words.iter().copied()).or_else(listed);
        Wrong { message: format!("unknown {what} `{word}`"), hint }
    }
}

impl From<String> for Wrong {
    fn from(message: String) -> Self {
        Wrong { message, hint: None }
    }
}

/// The problems found in a file so far.
#[derive(Debug)]
pub(in crate::scenario) struct Problems<'s> {
    source: &'s DeckSource,
    list: Vec<Problem>,
}

impl<'s> Problems<'s> {
    /// No problems.
    pub(in crate::scenario) fn of(source: &'s DeckSource) -> Self {
        Problems { source, list: Vec::new() }
    }

    /// Notes a mistake at a place.
    pub(in crate::scenario) fn note(&mut self, span: Range<usize>, wrong: impl Into<Wrong>) {
        let Wrong { message, hint } = wrong.into();
        let place = Some(Place::of(&self.source.name, &self.source.text, span));
        self.list.push(Problem { message, place, hint, ..Problem::default() });
    }

    /// Returns the value of a result, or notes its mistake at a place.
    pub(in crate::scenario) fn right<T>(&mut self, span: Range<usize>, result: Result<T, Wrong>) -> Option<T> {
        match result {
            Ok(right) => Some(right),
            Err(wrong) => {
                self.note(span, wrong);
                None
            }
        }
    }

    /// The line of a place.
    pub(in crate::scenario) fn line(&self, span: &Range<usize>) -> usize {
        Place::of(&self.source.name, &self.source.text, span.clone()).line
    }

    /// An error if anything was noted.
    pub(in crate::scenario) fn settle(self) -> Result<(), ScenarioError> {
        if self.list.is_empty() { Ok(()) } else { Err(self.into_error()) }
    }

    /// The problems, in the order of the file.
    pub(in crate::scenario) fn into_error(mut self) -> ScenarioError {
        self.list.sort_by_key(|problem| problem.place.as_ref().map(|place| (place.line, place.column)));
        ScenarioError(DeckError(self.list))
    }
}

/// An error of a deck, with a place in the scenario if it has no place of its own.
pub(in crate::scenario) fn placed(mut error: DeckError, source: &DeckSource, span: Range<usize>) -> ScenarioError {
    for problem in error.0.iter_mut().filter(|problem| problem.place.is_none()) {
        problem.place = Some(Place::of(&source.name, &source.text, span.clone()));
    }
    ScenarioError(error)
}
