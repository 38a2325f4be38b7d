//! `Maker`: turns the words of a scenario file into a plan.

use std::ops::Range;

use super::book::Book;
use super::error::Problems;

/// Resolves the words of a file.
pub(in crate::scenario) struct Maker<'m, 'd, 's> {
    pub(in crate::scenario) book: &'m Book<'d>,
    pub(in crate::scenario) problems: &'m mut Problems<'s>,
    /// The places of the copies so far, by title.
    pub(in crate::scenario) placed: Vec<Vec<Range<usize>>>,
}
