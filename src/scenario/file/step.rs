//! `Step`: one decision of a scenario.

use super::book::Pattern;
use super::claim::Claim;
use crate::game::Question;
use crate::ids::Seat;

/// One step, or one decision of a short form.
#[derive(Debug)]
pub(in crate::scenario) struct Step {
    /// Line in the file.
    pub(in crate::scenario) line: usize,
    /// Number in the file, from 1; the decisions of a short form share one.
    pub(in crate::scenario) number: usize,
    /// The seat that is asked.
    pub(in crate::scenario) seat: Seat,
    /// The question, if the step names one.
    pub(in crate::scenario) at: Option<Question>,
    /// The answer.
    pub(in crate::scenario) does: Option<Phrase>,
    /// Answers that must be offered.
    pub(in crate::scenario) offered: Vec<Phrase>,
    /// Answers that must not be offered.
    pub(in crate::scenario) not_offered: Vec<Phrase>,
    /// Whether the seat must not be asked.
    pub(in crate::scenario) not_asked: bool,
    /// Claims before the answer.
    pub(in crate::scenario) now: Vec<Claim>,
    /// Claims after the answer.
    pub(in crate::scenario) then: Vec<Claim>,
}

/// An answer with its words.
#[derive(Debug)]
pub(in crate::scenario) struct Phrase {
    /// Its meaning.
    pub(in crate::scenario) pattern: Pattern,
    /// Its text in the file.
    pub(in crate::scenario) text: String,
}
