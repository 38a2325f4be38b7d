//! `Grid`: a plain table of cells, and `Book`: the sheets of a file.

use std::ops::Range;

use crate::deck::file::cells::CellPlace;

/// A cell.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Cell {
    /// Its content as text, without blanks at its ends.
    pub(crate) text: String,
    /// What prevents it from being read.
    pub(crate) fault: Option<CellFault>,
}

/// Why the value of a cell is not known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum CellFault {
    /// A formula whose value is not in the file.
    Unstored,
    /// A spreadsheet program could not compute it.
    Error,
    /// A date, which a spreadsheet program may have made of something else.
    Date,
}

/// The cells of one sheet.
#[derive(Clone, Debug, Default)]
pub(crate) struct Grid {
    /// The file.
    pub(crate) file: String,
    /// The name of the sheet in its workbook.
    pub(crate) sheet: Option<String>,
    /// The cells, row by row. Rows may have different lengths.
    pub(crate) rows: Vec<Vec<Cell>>,
    /// Whether semicolons separate the cells, so that a point separates thousands.
    pub(crate) semicolons: bool,
}

/// The sheets of a file.
#[derive(Debug, Default)]
pub(crate) struct Book {
    /// What the file is, in words: delimiter, encoding, signs at the start and at the ends of lines.
    pub(crate) facts: String,
    /// The sheets that can be seen.
    pub(crate) grids: Vec<Grid>,
    /// The names of the others.
    pub(crate) hidden: Vec<String>,
}

impl Cell {
    /// A cell with this text.
    pub(crate) fn new(text: &str) -> Cell {
        Cell { text: text.trim().to_owned(), fault: None }
    }

    /// Whether it has no content.
    pub(crate) fn is_empty(&self) -> bool {
        self.text.is_empty() && self.fault.is_none()
    }
}

impl Grid {
    /// The cell in a row and column, from 0; an empty one outside the sheet.
    pub(crate) fn cell(&self, row: usize, column: usize) -> &Cell {
        static EMPTY: Cell = Cell { text: String::new(), fault: None };
        self.rows.get(row).and_then(|cells| cells.get(column)).unwrap_or(&EMPTY)
    }

    /// The filled cells of a row, each with its column.
    pub(crate) fn filled(&self, row: usize) -> impl Iterator<Item = (usize, &Cell)> {
        self.rows.get(row).into_iter().flatten().enumerate().filter(|(_, cell)| !cell.is_empty())
    }

    /// The place of a cell, whose column has this header.
    pub(crate) fn place(&self, row: usize, column: usize, header: &str) -> CellPlace {
        let text = in_one_line(&self.cell(row, column).text);
        let part = 0..text.len();
        self.place_of(row, column, header, text, part)
    }

    /// The place of a part of a text that was made of a cell.
    pub(crate) fn place_of(
        &self,
        row: usize,
        column: usize,
        header: &str,
        text: String,
        part: Range<usize>,
    ) -> CellPlace {
        let name = if header.is_empty() { String::new() } else { format!(", `{}`", in_one_line(header)) };
        let file = match &self.sheet {
            Some(sheet) => format!("{} [{sheet}]", self.file),
            None => self.file.clone(),
        };
        CellPlace { file, row: row + 1, column: format!("column {}{name}", letters(column)), text, part }
    }
}

/// A text with line breaks as blanks, at the same places.
pub(crate) fn in_one_line(text: &str) -> String {
    text.replace(['\n', '\r', '\t'], " ")
}

/// The letters of a column as in spreadsheet programs, from 0.
pub(crate) fn letters(column: usize) -> String {
    let last = char::from(b'A' + (column % 26) as u8);
    if column < 26 { last.to_string() } else { letters(column / 26 - 1) + &last.to_string() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_have_letters() {
        assert_eq!([0, 25, 26, 27, 701, 702].map(letters), ["A", "Z", "AA", "AB", "ZZ", "AAA"]);
    }
}
