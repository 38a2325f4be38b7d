//! Where the parts of a deck come from that was read from a sheet. The text of such a deck is made; its errors name rows and columns.

use std::ops::Range;

use super::error::{Place, Problem};

/// The cells of a deck, and what of the sheet could not be read.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(in crate::deck) struct Cells {
    /// Byte ranges of the text with the cells that they were made of. A range may lie in another one, which comes first.
    pub(in crate::deck) parts: Vec<(Range<usize>, CellPlace)>,
    /// What could not be read.
    pub(in crate::deck) faults: Vec<Problem>,
}

/// A cell of a sheet, or a part of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct CellPlace {
    /// The file.
    pub(crate) file: String,
    /// The row, from 1.
    pub(crate) row: usize,
    /// The column in words, such as ``column C, `level` ``.
    pub(crate) column: String,
    /// The content of the cell, in one line.
    pub(crate) text: String,
    /// The part, in bytes of the content.
    pub(crate) part: Range<usize>,
}

impl CellPlace {
    /// The place in messages.
    pub(in crate::deck) fn place(&self) -> Place {
        let place = Place::of(&self.file, &self.text, self.part.clone());
        Place { line: self.row, cell: Some(self.column.clone()), ..place }
    }

    /// A problem with the cell.
    pub(in crate::deck) fn problem(&self, message: impl Into<String>, hint: Option<String>) -> Problem {
        Problem { message: message.into(), place: Some(self.place()), hint, ..Problem::default() }
    }

    /// The place of a range of the text that was made of the cell. It keeps its place in the cell if both have the same length.
    fn within(&self, made: &Range<usize>, span: &Range<usize>) -> CellPlace {
        let mut place = self.clone();
        if made.len() == self.part.len() && span.start >= made.start {
            let end = span.end.clamp(span.start, made.end);
            let moved = |at: usize| self.part.start + (at - made.start).min(self.part.len());
            place.part = moved(span.start)..moved(end);
        }
        place
    }
}

impl Cells {
    /// The place of a byte range of the text.
    pub(in crate::deck) fn place_of(&self, span: &Range<usize>) -> Option<Place> {
        let (made, cell) = self.parts.iter().rev().find(|(made, _)| made.contains(&span.start))?;
        Some(cell.within(made, span).place())
    }
}
