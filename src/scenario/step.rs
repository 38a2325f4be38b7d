//! `Step`: one decision of a scenario.

use super::book::Pattern;
use super::claim::Claim;
use crate::game::Question;
use crate::ids::Seat;

/// One step, or one of the decisions that a short form stands for.
#[derive(Debug)]
pub(super) struct Step {
    /// Line in the file.
    pub(super) line: usize,
    /// Number in the file, from 1; the decisions of a short form share one.
    pub(super) number: usize,
    /// Who is asked.
    pub(super) seat: Seat,
    /// What, if it must be this question.
    pub(super) at: Option<Question>,
    /// The answer.
    pub(super) does: Option<Phrase>,
    /// Answers that must be on offer.
    pub(super) offered: Vec<Phrase>,
    /// Answers that must not be.
    pub(super) not_offered: Vec<Phrase>,
    /// Whether the seat must not be asked.
    pub(super) not_asked: bool,
    /// What must hold before the answer.
    pub(super) now: Vec<Claim>,
    /// What must hold after it.
    pub(super) then: Vec<Claim>,
}

/// An answer with its words.
#[derive(Debug)]
pub(super) struct Phrase {
    /// What it means.
    pub(super) pattern: Pattern,
    /// As it is written.
    pub(super) text: String,
}
