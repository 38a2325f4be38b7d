//! Card texts in deck files: each stands for the fields that it says.

use serde_json::{Value, json};

use crate::deck::english::{Fault, Names, Said, merged, read};
use crate::deck::file::error::{DeckError, Problem};
use crate::deck::file::locate::{Document, Step};
use crate::deck::file::sets::{LoadedSet, Sets};
use crate::deck::file::source::DeckSource;
use crate::deck::language::CardSpec;

impl Sets {
    /// Puts the fields that card texts say in the place of the texts.
    ///
    /// # Errors
    /// If a text is not understood, or says another value than a field of its card.
    pub(in crate::deck) fn understood(mut self) -> Result<Sets, DeckError> {
        let mut problems = Vec::new();
        for place in 0..self.sets.len() {
            let has_text = |card: &CardSpec| card.text.is_some();
            if self.sets[place].file.cards.iter().any(has_text) {
                let names = self.names_for(place);
                problems.extend(understand(&mut self.sets[place], &names));
            }
        }
        if problems.is_empty() { Ok(self) } else { Err(DeckError(problems)) }
    }

    /// The names that the texts of a set use: its own come first.
    pub(crate) fn names_for(&self, place: usize) -> Names {
        let others = self.sets.iter().enumerate().filter(|(other, _)| *other != place).map(|(_, set)| set);
        Names::of(std::iter::once(&self.sets[place]).chain(others).map(|set| &set.file))
    }
}

/// Replaces the texts of a set. Returns the problems.
fn understand(set: &mut LoadedSet, names: &Names) -> Vec<Problem> {
    let mut problems = Vec::new();
    for (place, card) in set.file.cards.iter_mut().enumerate() {
        let Some(text) = card.text.take() else { continue };
        let said = read(&text, &card.kind, names).and_then(|said| with(card, &said, &text));
        match said {
            Ok(whole) => *card = whole,
            Err(fault) => {
                problems.push(problem(&Document::parse(&set.source), &set.source, place, &card.id, &text, fault));
            }
        }
    }
    problems
}

/// A card with the fields that its text says.
fn with(card: &CardSpec, said: &Said, text: &str) -> Result<CardSpec, Fault> {
    let fault = |message: String, hint: &str| Fault { span: 0..text.len(), message, hint: Some(hint.to_owned()) };
    let Value::Object(own) = json!(card) else { return Ok(card.clone()) };
    let both = merged(&own, said).ok_or_else(|| {
        let other =
            said.iter().find(|(field, value)| !value.is_array() && own.get(*field).is_some_and(|own| own != *value));
        let field = other.map_or("kind", |(field, _)| field);
        fault(format!("the text says another `{field}` than the field"), "remove one of them")
    })?;
    let whole: CardSpec =
        serde_json::from_value(Value::Object(both)).map_err(|error| fault(error.to_string(), "correct the text"))?;
    Ok(CardSpec { kind: card.kind.clone(), ..whole })
}

/// A problem at its place within a text, if the file has the text as it is.
fn problem(
    document: &Document<'_>,
    source: &DeckSource,
    place: usize,
    card: &str,
    text: &str,
    fault: Fault,
) -> Problem {
    let path = [Step::Key("card"), Step::Index(place), Step::Key("text")];
    let whole = document.problem_at(&path, fault.message, fault.hint);
    let within = document.value_at(&path).and_then(|span| {
        let start = span.start + source.text.get(span)?.find(text)?;
        Some(start + fault.span.start..start + fault.span.end)
    });
    let exact = within.map(|span| source.place(span));
    Problem { card: Some(card.to_owned()), place: exact.or(whole.place), ..whole }
}
