//! Workbooks.

use std::collections::BTreeMap;
use std::io::Cursor;

use calamine::{Data, Ods, Reader, SheetVisible, Xlsx, XlsxError, open_workbook_from_rs};

use super::grid::{Book, Cell, CellFault, Grid};
use crate::deck::file::error::DeckError;

/// Cells beyond these numbers of rows and columns are not read.
const MOST: (u32, u32) = (20_000, 500);

/// Cells by row and column.
type Cells = BTreeMap<(u32, u32), Cell>;

/// The sheets of a workbook.
///
/// # Errors
/// If it is damaged.
pub(super) fn read(file: &str, bytes: &[u8], is_ods: bool) -> Result<Book, DeckError> {
    let damaged = |error: String| DeckError::plain(format!("`{file}` cannot be read as a workbook: {error}"), None);
    let sheets = if is_ods { ods(bytes) } else { xlsx(bytes) }.map_err(damaged)?;
    let mut book = Book { facts: "workbook".to_owned(), ..Book::default() };
    for (sheet, cells) in sheets {
        match cells {
            Some(cells) => book.grids.push(Grid {
                file: file.to_owned(),
                sheet: Some(sheet),
                rows: rows(cells),
                semicolons: false,
            }),
            None => book.hidden.push(sheet),
        }
    }
    if let [only] = &mut book.grids[..] {
        only.sheet = None;
    }
    Ok(book)
}

/// The sheets, each with its cells, or without if it is hidden.
type Sheets = Vec<(String, Option<Cells>)>;

fn xlsx(bytes: &[u8]) -> Result<Sheets, String> {
    let mut book: Xlsx<Cursor<&[u8]>> =
        open_workbook_from_rs(Cursor::new(bytes)).map_err(|error| error_words(&error))?;
    let sheets: Vec<_> = book.sheets_metadata().to_vec();
    let mut found = Vec::new();
    for sheet in sheets {
        if sheet.visible != SheetVisible::Visible {
            found.push((sheet.name, None));
            continue;
        }
        let cells = xlsx_cells(&mut book, &sheet.name).map_err(|error| error_words(&error))?;
        found.push((sheet.name, Some(cells)));
    }
    Ok(found)
}

/// The cells one by one: one far away would make a table of the whole sheet very large.
fn xlsx_cells(book: &mut Xlsx<Cursor<&[u8]>>, sheet: &str) -> Result<Cells, XlsxError> {
    let mut cells = Cells::new();
    let mut values = book.worksheet_cells_reader(sheet)?;
    while let Some(cell) = values.next_cell()? {
        add(&mut cells, cell.get_position(), cell_of(&Data::from(cell.get_value().clone())));
    }
    drop(values);
    let mut formulas = book.worksheet_cells_reader(sheet)?;
    while let Some(cell) = formulas.next_formula()? {
        if !cell.get_value().is_empty() {
            note_formula(&mut cells, cell.get_position());
        }
    }
    Ok(cells)
}

fn ods(bytes: &[u8]) -> Result<Sheets, String> {
    let mut book: Ods<_> = open_workbook_from_rs(Cursor::new(bytes)).map_err(|error| error_words(&error))?;
    let sheets: Vec<_> = book.sheets_metadata().to_vec();
    let mut found = Vec::new();
    for sheet in sheets {
        if sheet.visible != SheetVisible::Visible {
            found.push((sheet.name, None));
            continue;
        }
        let range = book.worksheet_range(&sheet.name).map_err(|error| error_words(&error))?;
        let (top, left) = range.start().unwrap_or_default();
        let mut cells = Cells::new();
        for (row, column, value) in range.used_cells() {
            add(&mut cells, (top + row as u32, left + column as u32), cell_of(value));
        }
        found.push((sheet.name, Some(cells)));
    }
    Ok(found)
}

fn error_words(error: &impl std::fmt::Display) -> String {
    error.to_string()
}

fn add(cells: &mut Cells, place: (u32, u32), cell: Cell) {
    if place.0 < MOST.0 && place.1 < MOST.1 && !cell.is_empty() {
        cells.insert(place, cell);
    }
}

/// A formula without a value is known only from its formula.
fn note_formula(cells: &mut Cells, place: (u32, u32)) {
    if place.0 < MOST.0 && place.1 < MOST.1 {
        cells.entry(place).or_insert_with(|| Cell { text: String::new(), fault: Some(CellFault::Unstored) });
    }
}

fn cell_of(value: &Data) -> Cell {
    let fault = |fault, text: String| Cell { text, fault: Some(fault) };
    match value {
        Data::Empty => Cell::default(),
        Data::String(text) => Cell::new(text),
        Data::Bool(on) => Cell::new(if *on { "yes" } else { "no" }),
        // A whole number is printed without a point.
        Data::Int(number) => Cell::new(&number.to_string()),
        Data::Float(number) => Cell::new(&number.to_string()),
        Data::Error(error) => fault(CellFault::Error, error.to_string()),
        other => fault(CellFault::Date, other.to_string()),
    }
}

fn rows(cells: Cells) -> Vec<Vec<Cell>> {
    let mut rows: Vec<Vec<Cell>> = Vec::new();
    for ((row, column), cell) in cells {
        rows.resize_with(rows.len().max(row as usize + 1), Vec::new);
        let row = &mut rows[row as usize];
        row.resize_with(column as usize, Cell::default);
        row.push(cell);
    }
    rows
}
