//! CSV files. People open them in spreadsheets, which would read some texts as formulas.

use std::borrow::Cow;
use std::io::{self, Write};

use serde::Serialize;

/// Marks a cell as text.
const QUOTE: char = '\'';
/// Size of the buffer of a file.
const FILE_BYTES: usize = 8192;
/// Size of the buffer of a line; longer ones are written in parts.
const LINE_BYTES: usize = 256;

/// A CSV file in which no text is a formula.
#[derive(Debug)]
pub(in crate::report) struct Spreadsheet<W: Write> {
    out: csv::Writer<W>,
    /// Divides a serialised line into cells. To build it costs more than to write a hundred lines.
    divider: csv_core::Reader,
}

impl<W: Write> Spreadsheet<W> {
    /// An empty file.
    pub(in crate::report) fn new(out: W) -> Self {
        Spreadsheet { out: plain_writer(out, FILE_BYTES), divider: csv_core::Reader::new() }
    }

    /// Adds a line.
    pub(in crate::report) fn add(&mut self, line: &impl Serialize) -> io::Result<()> {
        let mut writer = plain_writer(Vec::new(), LINE_BYTES);
        writer.serialize(line).map_err(io_error)?;
        let line = writer.into_inner().map_err(csv::IntoInnerError::into_error)?;
        let cells = self.cells(&line)?;
        self.out.write_record(cells.iter().map(|cell| &**cell)).map_err(io_error)
    }

    /// The cells of a serialised line, none of them a formula.
    fn cells(&mut self, line: &[u8]) -> io::Result<Vec<String>> {
        let (mut bytes, mut ends) = (vec![0; line.len()], vec![0; line.len() + 1]);
        self.divider.reset();
        let (.., count) = self.divider.read_record(line, &mut bytes, &mut ends);
        let starts = std::iter::once(0).chain(ends.iter().copied());
        let cells = starts.zip(&ends[..count]).map(|(start, &end)| std::str::from_utf8(&bytes[start..end]));
        cells.map(|cell| Ok(as_text(cell.map_err(io::Error::other)?).into_owned())).collect()
    }

    /// Writes the remaining lines and returns what they were written to.
    pub(in crate::report) fn finish(self) -> io::Result<W> {
        self.out.into_inner().map_err(csv::IntoInnerError::into_error)
    }

    /// Writes the remaining lines.
    pub(in crate::report) fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

fn plain_writer<W: Write>(out: W, buffer: usize) -> csv::Writer<W> {
    csv::WriterBuilder::new().has_headers(false).buffer_capacity(buffer).from_writer(out)
}

/// A cell with a quote before it if a spreadsheet would read it as a formula. A cell that looks guarded gets one more quote, so that the
/// original can be restored.
fn as_text(cell: &str) -> Cow<'_, str> {
    let begins = |c: char| matches!(c, '=' | '+' | '-' | '@' | '\t' | '\r' | '＝' | '＋' | '－' | '＠');
    let formula = cell.trim_start_matches(QUOTE).starts_with(begins) && !is_number(cell);
    if formula { Cow::Owned(format!("{QUOTE}{cell}")) } else { Cow::Borrowed(cell) }
}

fn is_number(cell: &str) -> bool {
    cell.chars().all(|c| c.is_ascii_digit() || matches!(c, '+' | '-' | '.' | 'e')) && cell.parse::<f64>().is_ok()
}

/// The error of the system itself, which identifies a closed pipe.
fn io_error(error: csv::Error) -> io::Error {
    match error.into_kind() {
        csv::ErrorKind::Io(error) => error,
        other => io::Error::other(format!("{other:?}")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What a reader does to restore a cell.
    fn restored(cell: &str) -> &str {
        let guarded = cell.starts_with(QUOTE) && as_text(&cell[1..]) == cell;
        if guarded { &cell[1..] } else { cell }
    }

    #[test]
    fn formulas_become_texts_and_numbers_stay_numbers() {
        for formula in ["=1+1", "+x", "-2+3", "@a", "\tx", "\rx", "-inf", "-Infinity", "＝1", "'=1", "''@x", "-"] {
            assert_eq!(as_text(formula), format!("'{formula}"));
            assert_eq!(restored(&as_text(formula)), formula);
        }
        for text in ["", "-1", "+0.5", "-1.5e-7", "Ogre", "'Til Dawn", "a=b", "1-2", "'"] {
            assert_eq!(as_text(text), text);
            assert_eq!(restored(text), text);
        }
    }

    #[test]
    fn a_line_keeps_its_cells() {
        let mut file = Spreadsheet::new(Vec::new());
        file.add(&("=a,\"b\"", -0.5, Option::<f64>::None, "x")).expect("a line");
        let text = String::from_utf8(file.finish().expect("written")).expect("text");
        assert_eq!(text, "\"'=a,\"\"b\"\"\",-0.5,,x\n");
    }
}
