//! `Maker`: turns the words of a scenario file into a plan.

use std::ops::Range;

use super::book::Book;
use super::error::Problems;

/// Resolves the words of a file.
pub(super) struct Maker<'m, 'd, 's, const W: usize> {
    pub(super) book: &'m Book<'d, W>,
    pub(super) problems: &'m mut Problems<'s>,
    /// The places of the copies so far, by title.
    pub(super) placed: Vec<Vec<Range<usize>>>,
}
