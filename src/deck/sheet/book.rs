//! Reads the sheets of a file by the end of its name.

use std::path::Path;

use super::delimited;
use super::grid::Book;
use super::workbook;
use crate::deck::file::error::DeckError;

/// The ends of the names of files with text.
const TEXTS: [&str; 3] = ["csv", "tsv", "txt"];
/// The ends of the names of workbooks.
const WORKBOOKS: [&str; 3] = ["xlsx", "xlsm", "ods"];
/// The ends of the names of workbooks in older formats.
const OLD: [&str; 3] = ["xls", "xlsb", "numbers"];

fn end_of(name: &str) -> Option<String> {
    Some(Path::new(name).extension()?.to_str()?.to_lowercase())
}

impl Book {
    /// The sheets in the bytes of a file. `name` is its name in messages, with a revision.
    ///
    /// # Errors
    /// If the file is no sheet, or is damaged.
    pub(crate) fn read(name: &str, file: &str, bytes: &[u8]) -> Result<Book, DeckError> {
        let end = end_of(file).unwrap_or_default();
        match end.as_str() {
            end if TEXTS.contains(&end) => delimited::read(name, bytes),
            end if WORKBOOKS.contains(&end) => workbook::read(name, bytes, end == "ods"),
            end => {
                let hint =
                    if OLD.contains(&end) { "save it as .xlsx or .csv" } else { "expected .csv, .tsv, .xlsx or .ods" };
                Err(DeckError::plain(format!("`{name}` is no sheet that can be read"), Some(hint.to_owned())))
            }
        }
    }
}
