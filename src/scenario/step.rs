//! `Step`: one decision of a scenario.

use super::book::Pattern;
use super::claim::Claim;
use crate::game::Question;
use crate::ids::Seat;

/// One step, or one decision of a short form.
#[derive(Debug)]
pub(super) struct Step {
    /// Line in the file.
    pub(super) line: usize,
    /// Number in the file, from 1; the decisions of a short form share one.
    pub(super) number: usize,
    /// The seat that is asked.
    pub(super) seat: Seat,
    /// The question, if the step names one.
    pub(super) at: Option<Question>,
    /// The answer.
    pub(super) does: Option<Phrase>,
    /// Answers that must be offered.
    pub(super) offered: Vec<Phrase>,
    /// Answers that must not be offered.
    pub(super) not_offered: Vec<Phrase>,
    /// Whether the seat must not be asked.
    pub(super) not_asked: bool,
    /// Claims before the answer.
    pub(super) now: Vec<Claim>,
    /// Claims after the answer.
    pub(super) then: Vec<Claim>,
}

/// An answer with its words.
#[derive(Debug)]
pub(super) struct Phrase {
    /// Its meaning.
    pub(super) pattern: Pattern,
    /// Its text in the file.
    pub(super) text: String,
}
