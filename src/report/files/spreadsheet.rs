//! CSV files. People open them in spreadsheets, which would read some texts as formulas.

use std::borrow::Cow;
use std::io::{self, Write};

use serde_json::Value;

/// Marks a cell as text.
const QUOTE: char = '\'';

/// A CSV file in which no text is a formula.
#[derive(Debug)]
pub(in crate::report) struct Spreadsheet<W: Write> {
    out: csv::Writer<W>,
}

impl<W: Write> Spreadsheet<W> {
    /// A file that begins with these columns.
    pub(in crate::report) fn new(columns: &[String], out: W) -> io::Result<Self> {
        let mut file = Spreadsheet { out: csv::Writer::from_writer(out) };
        file.out.write_record(columns).map_err(io_error)?;
        Ok(file)
    }

    /// Adds a line.
    pub(in crate::report) fn add(&mut self, cells: &[Value]) -> io::Result<()> {
        self.out.write_record(cells.iter().map(|cell| text_of(cell).into_owned())).map_err(io_error)
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

/// A cell as text; empty if unknown.
fn text_of(cell: &Value) -> Cow<'_, str> {
    match cell {
        Value::Null => "".into(),
        Value::String(text) => as_text(text),
        other => other.to_string().into(),
    }
}

/// A cell with a quote before it if a spreadsheet would read it as a formula. A cell that looks guarded gets one more quote, so that the
/// original can be restored.
fn as_text(cell: &str) -> Cow<'_, str> {
    // Some spreadsheets skip tabs and line breaks before a formula, and read wide signs as plain ones.
    let begins = |c: char| matches!(c, '=' | '+' | '-' | '@' | '\t' | '\r' | '＝' | '＋' | '－' | '＠');
    // A negative number begins like a formula and is none.
    let formula = cell.trim_start_matches(QUOTE).starts_with(begins) && !is_number(cell);
    if formula { Cow::Owned(format!("{QUOTE}{cell}")) } else { Cow::Borrowed(cell) }
}

fn is_number(cell: &str) -> bool {
    // `parse` also accepts words such as `inf` and `nan`.
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
        let mut file = Spreadsheet::new(&["a", "b", "c", "d"].map(str::to_owned), Vec::new()).expect("a header");
        file.add(&["=a,\"b\"".into(), (-0.5).into(), Value::Null, "x".into()]).expect("a line");
        let text = String::from_utf8(file.finish().expect("written")).expect("text");
        assert_eq!(text, "a,b,c,d\n\"'=a,\"\"b\"\"\",-0.5,,x\n");
    }
}
