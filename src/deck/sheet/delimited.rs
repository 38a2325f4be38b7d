//! Files with one line for each row and a sign between cells.

use std::borrow::Cow;

use csv::{ByteRecord, ReaderBuilder};
use encoding_rs::{Encoding, UTF_8, UTF_16BE, UTF_16LE, WINDOWS_1252};

use super::grid::{Book, Cell, Grid};
use crate::deck::file::error::{DeckError, Place, Problem};

/// Signs between cells, each with its name. The first one that is as frequent as any counts.
const DELIMITERS: [(u8, &str); 4] = [(b',', "comma"), (b';', "semicolon"), (b'\t', "tab"), (b'|', "bar")];
/// Number of lines in which they are counted.
const LINES: usize = 20;
/// A line with which some programs state the sign.
const STATED: &str = "sep=";

/// The table in the bytes of a file.
///
/// # Errors
/// If a quotation mark is not closed.
pub(super) fn read(file: &str, bytes: &[u8]) -> Result<Book, DeckError> {
    let (text, encoding, mark) = decoded(bytes);
    let stated = text.strip_prefix(STATED).and_then(|rest| rest.bytes().next());
    let (delimiter, name) = match stated.and_then(|sign| DELIMITERS.into_iter().find(|(known, _)| *known == sign)) {
        Some(stated) => stated,
        None => frequent(&text),
    };
    let mut rows = rows(&text, delimiter);
    if stated.is_some() {
        rows[0].clear();
    }
    let grid = Grid { file: file.to_owned(), sheet: None, rows, semicolons: delimiter == b';' };
    check_quotes(&grid, delimiter)?;
    let ends = if text.contains("\r\n") { ", CRLF" } else { "" };
    let facts = format!("{name}, {encoding}{}{ends}", if mark { " with byte order mark" } else { "" });
    Ok(Book { facts, grids: vec![grid], hidden: Vec::new() })
}

/// The text in some bytes, the name of its encoding, and whether a mark at the start states it.
fn decoded(bytes: &[u8]) -> (Cow<'_, str>, &'static str, bool) {
    let stated = Encoding::for_bom(bytes).map(|(encoding, _)| encoding);
    let encoding = stated.unwrap_or_else(|| unstated(bytes));
    let (text, ..) = encoding.decode(bytes);
    let name = if encoding == WINDOWS_1252 { "Windows-1252" } else { encoding.name() };
    (text, name, stated.is_some())
}

fn unstated(bytes: &[u8]) -> &'static Encoding {
    // Most characters of a sheet are Latin, so every second byte of UTF-16 is zero.
    let zeros = |first: usize| bytes.iter().skip(first).step_by(2).filter(|byte| **byte == 0).count();
    let half = bytes.len() / 4;
    match std::str::from_utf8(bytes) {
        _ if half > 0 && zeros(1) > half => UTF_16LE,
        _ if half > 0 && zeros(0) > half => UTF_16BE,
        Ok(_) => UTF_8,
        Err(_) => WINDOWS_1252,
    }
}

/// The sign that is most frequent outside quotation marks in the first lines.
fn frequent(text: &str) -> (u8, &'static str) {
    let mut quoted = false;
    let mut counts = [0; DELIMITERS.len()];
    for byte in text.lines().take(LINES).flat_map(str::bytes) {
        quoted ^= byte == b'"';
        if let Some(place) = DELIMITERS.iter().position(|(sign, _)| *sign == byte).filter(|_| !quoted) {
            counts[place] += 1;
        }
    }
    let most = counts.iter().max().copied().unwrap_or_default();
    DELIMITERS[counts.iter().position(|count| *count == most).unwrap_or_default()]
}

/// All rows of a text. An empty line is an empty row, so that rows have the numbers that a spreadsheet program shows.
fn rows(text: &str, delimiter: u8) -> Vec<Vec<Cell>> {
    let mut reader =
        ReaderBuilder::new().has_headers(false).flexible(true).delimiter(delimiter).from_reader(text.as_bytes());
    let (mut rows, mut record) = (Vec::new(), ByteRecord::new());
    loop {
        let at = usize::try_from(reader.position().byte()).unwrap_or(text.len()).min(text.len());
        rows.extend((0..empty_lines(text, at)).map(|_| Vec::new()));
        match reader.read_byte_record(&mut record) {
            Ok(true) => rows.push(record.iter().map(|cell| Cell::new(&String::from_utf8_lossy(cell))).collect()),
            _ => return rows,
        }
    }
}

/// Number of empty lines from the end of a row.
fn empty_lines(text: &str, at: usize) -> usize {
    let rest = &text.as_bytes()[at..];
    // The reader may stop between the two signs of a line's end.
    let rest = match rest {
        [b'\n', rest @ ..] if at > 0 && text.as_bytes()[at - 1] == b'\r' => rest,
        rest => rest,
    };
    let ends = rest.iter().take_while(|byte| matches!(byte, b'\r' | b'\n'));
    ends.filter(|byte| **byte == b'\n').count()
}

/// An open quotation mark makes one cell of many rows.
fn check_quotes(grid: &Grid, delimiter: u8) -> Result<(), DeckError> {
    let sign = char::from(delimiter);
    let width = grid.rows.iter().map(Vec::len).max().unwrap_or_default();
    let swallowed = |cell: &Cell| cell.text.lines().skip(1).any(|line| 2 * line.matches(sign).count() >= width.max(3));
    for (row, cells) in grid.rows.iter().enumerate() {
        if let Some(column) = cells.iter().position(swallowed) {
            let message = "a quotation mark is not closed".to_owned();
            let hint = "write a quotation mark inside a cell twice, and one at each end of the cell".to_owned();
            let first = Grid {
                rows: vec![vec![Cell::new(cells[column].text.lines().next().unwrap_or_default())]],
                ..Grid::default()
            };
            let place = Place { line: row + 1, file: grid.file.clone(), ..first.place(0, 0, "").place() };
            let place = Place { cell: Some(format!("column {}", super::grid::letters(column))), ..place };
            return Err(DeckError(vec![Problem {
                message,
                place: Some(place),
                hint: Some(hint),
                ..Problem::default()
            }]));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(bytes: &[u8]) -> (String, Vec<Vec<String>>) {
        let book = read("x.csv", bytes).expect("a sheet");
        let rows = book.grids[0].rows.iter().map(|row| row.iter().map(|cell| cell.text.clone()).collect()).collect();
        (book.facts, rows)
    }

    #[test]
    fn encodings_and_delimiters_are_found() {
        let rows = vec![vec!["näme".to_owned(), "a,b".to_owned()], vec!["x".to_owned(), "1".to_owned()]];
        let text = "näme;\"a,b\"\r\nx;1\r\n";
        assert_eq!(texts(text.as_bytes()), ("semicolon, UTF-8, CRLF".to_owned(), rows.clone()));
        let latin: Vec<u8> = text.chars().map(|c| c as u8).collect();
        assert_eq!(texts(&latin), ("semicolon, Windows-1252, CRLF".to_owned(), rows.clone()));
        let wide: Vec<u8> = text.encode_utf16().flat_map(u16::to_le_bytes).collect();
        assert_eq!(texts(&wide), ("semicolon, UTF-16LE, CRLF".to_owned(), rows.clone()));
        let marked: Vec<u8> = format!("\u{feff}{text}").encode_utf16().flat_map(u16::to_be_bytes).collect();
        assert_eq!(texts(&marked), ("semicolon, UTF-16BE with byte order mark, CRLF".to_owned(), rows.clone()));
        let tabs = format!("\u{feff}{}", text.replace(';', "\t"));
        assert_eq!(texts(tabs.as_bytes()).0, "tab, UTF-8 with byte order mark, CRLF");
        assert_eq!(texts(b"sep=|\na|b\n").1, [vec![], vec!["a".to_owned(), "b".to_owned()]]);
    }

    #[test]
    fn rows_have_the_numbers_of_a_spreadsheet() {
        for end in ["\n", "\r\n"] {
            let text = ["", "a,b", "", "", "\"c", "", "d\",e", ",", "f,g"].join(end);
            let rows = texts(text.as_bytes()).1;
            let firsts: Vec<&str> = rows.iter().map(|row| row.first().map_or("", String::as_str)).collect();
            assert_eq!(firsts, ["", "a", "", "", &format!("c{end}{end}d"), "", "f"], "{end:?}");
        }
    }

    #[test]
    fn an_open_quotation_mark_is_an_error() {
        let error =
            read("x.csv", b"name,kind,level\n\"Ogre,monster,3\nBoot,item,2\n").expect_err("an error").to_string();
        assert!(
            error.contains("a quotation mark is not closed") && error.contains("x.csv, row 2, column A"),
            "{error}"
        );
    }
}
