//! Sheets that the program writes.

use rust_xlsxwriter::{DocProperties, ExcelDateTime, Format, Workbook, XlsxError};

use super::sentences::is_formula;

/// A cell to write.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) enum Written {
    /// Nothing.
    #[default]
    Nothing,
    /// A number.
    Number(i64),
    /// A number with a point, as it is printed.
    Figure(String),
    /// A text.
    Text(String),
}

impl Written {
    /// A text; nothing if it is empty.
    pub(crate) fn text(text: impl Into<String>) -> Written {
        let text = text.into();
        if text.is_empty() { Written::Nothing } else { Written::Text(text) }
    }

    /// A number as it is printed.
    pub(crate) fn figure(number: &str) -> Written {
        if number.parse::<f64>().is_ok() { Written::Figure(number.to_owned()) } else { Written::text(number) }
    }

    /// The content as in a file with a sign between cells. A text that a spreadsheet program would take for a formula is guarded.
    pub(crate) fn plain(&self) -> String {
        match self {
            Written::Nothing => String::new(),
            Written::Number(number) => number.to_string(),
            Written::Figure(number) => number.clone(),
            Written::Text(text) if text.starts_with(is_formula) => format!("'{text}"),
            Written::Text(text) => text.clone(),
        }
    }
}

/// The rows as CSV.
pub(crate) fn csv(rows: &[Vec<Written>]) -> Vec<u8> {
    let mut file = csv::WriterBuilder::new().flexible(true).from_writer(Vec::new());
    for row in rows {
        let written = file.write_record(row.iter().map(Written::plain));
        debug_assert!(written.is_ok(), "writing to memory cannot fail");
    }
    file.into_inner().unwrap_or_default()
}

/// The rows as a workbook. The same rows give the same bytes.
///
/// # Errors
/// If a text is too long for a cell.
pub(crate) fn xlsx(rows: &[Vec<Written>], name: &str) -> Result<Vec<u8>, XlsxError> {
    let mut book = Workbook::new();
    book.set_properties(&DocProperties::new().set_creation_datetime(&ExcelDateTime::from_ymd(2000, 1, 1)?));
    let heading = Format::new().set_bold();
    let sheet = book.add_worksheet();
    // The name of a sheet has its own rules; one that breaks them is left to the program.
    let _ = sheet.set_name(name);
    sheet.set_freeze_panes(1, 0)?;
    for (row, cells) in (0..).zip(rows) {
        for (column, cell) in (0..).zip(cells) {
            match cell {
                Written::Nothing => continue,
                Written::Number(number) => sheet.write_number(row, column, *number as f64)?,
                Written::Figure(number) => {
                    sheet.write_number(row, column, number.parse::<f64>().unwrap_or_default())?
                }
                Written::Text(text) if row == 0 => sheet.write_string_with_format(row, column, text, &heading)?,
                Written::Text(text) => sheet.write_string(row, column, text)?,
            };
        }
    }
    book.save_to_buffer()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formulas_are_guarded_and_numbers_are_not() {
        let row = ["=1+1", "+3 against Elves.", "-x", "@a", "a,b", ""].map(Written::text);
        let text = String::from_utf8(csv(&[[&row[..], &[Written::Number(-3)]].concat()])).expect("text");
        assert_eq!(text, "'=1+1,'+3 against Elves.,'-x,'@a,\"a,b\",,-3\n");
    }

    #[test]
    fn a_workbook_has_the_same_bytes_each_time() {
        let rows = vec![vec![Written::text("name")], vec![Written::text("=x")]];
        assert_eq!(xlsx(&rows, "a").expect("a workbook"), xlsx(&rows, "a").expect("a workbook"));
    }
}
