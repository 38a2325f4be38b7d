//! CSV files. People open them in spreadsheets, which would read some texts as formulas.

use std::borrow::Cow;
use std::io::{self, Write};

use serde::Serialize;

/// Marks a cell as text.
const QUOTE: char = '\'';

/// A CSV file in which no text is a formula.
#[derive(Debug)]
pub(super) struct Spreadsheet<W: Write>(csv::Writer<W>);

impl<W: Write> Spreadsheet<W> {
    /// An empty file.
    pub(super) fn new(out: W) -> Self {
        Spreadsheet(csv::WriterBuilder::new().has_headers(false).from_writer(out))
    }

    /// Adds a line.
    pub(super) fn add(&mut self, line: &impl Serialize) -> io::Result<()> {
        let cells = cells(line).map_err(io_error)?;
        self.0.write_record(cells.iter().map(|cell| as_text(cell).into_owned())).map_err(io_error)
    }

    /// Writes the remaining lines and returns what they were written to.
    pub(super) fn finish(self) -> io::Result<W> {
        self.0.into_inner().map_err(csv::IntoInnerError::into_error)
    }

    /// Writes the remaining lines.
    pub(super) fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}

/// The cells of a line.
fn cells(line: &impl Serialize) -> csv::Result<csv::StringRecord> {
    const LINE_BYTES: usize = 256;
    let mut buffer = Vec::with_capacity(LINE_BYTES);
    let mut writer = csv::WriterBuilder::new().has_headers(false).buffer_capacity(LINE_BYTES).from_writer(&mut buffer);
    writer.serialize(line)?;
    writer.flush()?;
    drop(writer);
    let mut record = csv::StringRecord::new();
    let mut reader = csv::ReaderBuilder::new().has_headers(false).buffer_capacity(LINE_BYTES).from_reader(&buffer[..]);
    reader.read_record(&mut record)?;
    Ok(record)
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
        let text = String::from_utf8(file.0.into_inner().expect("written")).expect("text");
        assert_eq!(text, "\"'=a,\"\"b\"\"\",-0.5,,x\n");
    }
}
