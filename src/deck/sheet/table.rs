//! `Table`: a part of a sheet with one header.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use super::field::Field;
use super::grid::{Grid, in_one_line, letters};
use super::mapping::{LEAVE_OUT, Mapping};
use super::plan::{Plan, PlannedColumn, Weight};
use super::sentences::clean;
use super::words::{WORDS, plain};
use crate::deck::file::error::Problem;
use crate::deck::file::nearest::did_you_mean;

/// Number of rows in which the first header is sought.
const FIRST_ROWS: usize = 10;
/// Number of known words that make a row the first header, and a later one.
const KNOWN: [usize; 2] = [2, 3];
/// Number of rows above a header in which its title is sought.
const TITLE_ROWS: usize = 3;
/// Maximum number of filled cells of a row with a title.
const TITLE_CELLS: usize = 3;

/// The first word of the columns that an export joins.
pub(crate) const JOINED: &str = "impact ";

/// A column of a table.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Column {
    /// Its place in the sheet, from 0.
    pub(super) index: usize,
    /// Its header.
    pub(super) header: String,
    /// What it is.
    pub(super) field: Field,
}

/// A part of a sheet with one header.
#[derive(Clone, Debug)]
pub(super) struct Table<'g> {
    /// The sheet.
    pub(super) grid: &'g Grid,
    /// The columns that are read, or left out.
    pub(super) columns: Vec<Column>,
    /// The rows below the header.
    pub(super) rows: Range<usize>,
    /// The word for a kind in the title above the header.
    pub(super) title: Option<String>,
}

/// The tables of a sheet. Without a header there is none.
pub(super) fn tables<'g>(grid: &'g Grid, mapping: &Mapping, plan: &mut Plan) -> Vec<Table<'g>> {
    let headers = headers(grid, mapping);
    let mut tables: Vec<Table<'g>> = Vec::new();
    for (number, header) in headers.iter().enumerate() {
        let start = header.map_or(0, |row| row + 1);
        let end = headers.get(number + 1).copied().flatten().unwrap_or(grid.rows.len());
        let title = header.and_then(|row| title(grid, row));
        let columns = columns(grid, *header, start..end, tables.last(), mapping, plan);
        tables.push(Table { grid, columns, rows: start..end, title });
    }
    tables
}

/// The rows with headers; `None` stands for a table whose columns are named by their letters.
fn headers(grid: &Grid, mapping: &Mapping) -> Vec<Option<usize>> {
    let first = match mapping.header {
        Some(0) => return vec![None],
        Some(row) => Some(row - 1).filter(|row| *row < grid.rows.len()),
        None => (0..grid.rows.len().min(FIRST_ROWS)).find(|row| known_words(grid, *row, mapping) >= KNOWN[0]),
    };
    let Some(first) = first else { return Vec::new() };
    let later = (first + 1..grid.rows.len()).filter(|row| known_words(grid, *row, mapping) >= KNOWN[1]);
    std::iter::once(first).chain(later).map(Some).collect()
}

/// Number of cells of a row that are headers of columns with a part in a card.
fn known_words(grid: &Grid, row: usize, mapping: &Mapping) -> usize {
    let is_known = |text: &str| {
        let fields = WORDS.fields_of(text);
        mapping.column(text).is_some() || fields.iter().any(|(field, _)| field.is_read() && *field != Field::Tick)
    };
    grid.filled(row).filter(|(_, cell)| is_known(&cell.text)).count()
}

/// The word for a kind in the rows above a header.
fn title(grid: &Grid, header: usize) -> Option<String> {
    let rows = (header.saturating_sub(TITLE_ROWS)..header).rev();
    let titles = rows.filter(|row| grid.filled(*row).count() <= TITLE_CELLS);
    titles.flat_map(|row| grid.filled(row)).find_map(|(_, cell)| kind_word(&cell.text))
}

/// The word for a kind that is a title.
pub(super) fn kind_word(text: &str) -> Option<String> {
    let text = text.split('(').next().unwrap_or_default().trim_matches(['=', '-', '*', '#', ' ']);
    let word = text.strip_suffix("CARDS").or_else(|| text.strip_suffix("cards")).unwrap_or(text).trim();
    WORDS.meaning(Field::Kind, word).map(|_| word.to_owned())
}

/// A header that may be that of a column.
struct Candidate {
    index: usize,
    header: String,
    field: Option<Field>,
    /// Place of the header among the words of its field.
    rank: usize,
}

/// The columns of a table, up to the first empty one.
fn columns(
    grid: &Grid,
    header: Option<usize>,
    rows: Range<usize>,
    above: Option<&Table<'_>>,
    mapping: &Mapping,
    plan: &mut Plan,
) -> Vec<Column> {
    let width = rows.clone().chain(header).map(|row| grid.rows[row].len()).max().unwrap_or_default();
    let mut found: Vec<Candidate> = Vec::new();
    for index in 0..width {
        let header = header_of(grid, header, index, above, mapping);
        let is_empty = header.is_empty() && rows.clone().all(|row| grid.cell(row, index).is_empty());
        if is_empty && !found.is_empty() {
            note_block(grid, rows.start.saturating_sub(1), index..width, plan);
            break;
        }
        let twins = found.iter().filter(|other| plain(&other.header) == plain(&header)).count();
        let named = if twins > 0 && !header.is_empty() { format!("{header} {}", twins + 1) } else { header };
        found.push(candidate(grid, &rows, index, &named, above, mapping, plan));
    }
    settle(&mut found, mapping);
    let columns: Vec<Column> = found.into_iter().map(|one| column(grid, &rows, one, plan)).collect();
    let row = header.map_or(0, |row| row + 1);
    plan.columns.extend(columns.iter().filter(|column| !column.header.is_empty()).map(|column| PlannedColumn {
        file: grid.place(0, 0, "").file,
        row,
        letters: letters(column.index),
        header: in_one_line(&column.header),
        field: column.field,
    }));
    columns
}

/// The header of a column: that of the row, or of the row above if it has none there, or that of the table above.
fn header_of(grid: &Grid, row: Option<usize>, index: usize, above: Option<&Table<'_>>, mapping: &Mapping) -> String {
    let Some(row) = row else { return letters(index) };
    let own = &grid.cell(row, index).text;
    if !own.is_empty() {
        return own.clone();
    }
    let higher = row.checked_sub(1).map(|row| grid.cell(row, index).text.clone()).unwrap_or_default();
    let is_known = !WORDS.fields_of(&higher).is_empty() || mapping.column(&higher).is_some();
    match above.and_then(|table| table.columns.iter().find(|column| column.index == index)) {
        _ if is_known => higher,
        Some(column) => column.header.clone(),
        None => String::new(),
    }
}

/// What lies behind an empty column is another table.
fn note_block(grid: &Grid, row: usize, columns: Range<usize>, plan: &mut Plan) {
    if let Some(column) = columns.into_iter().find(|column| !grid.cell(row, *column).is_empty()) {
        let header = grid.cell(row, column).text.clone();
        let message = "it is behind an empty column, so it is no part of the table: left out".to_owned();
        plan.note(Weight::Note, grid.place(row, column, &header).problem(message, None));
    }
}

fn candidate(
    grid: &Grid,
    rows: &Range<usize>,
    index: usize,
    header: &str,
    above: Option<&Table<'_>>,
    mapping: &Mapping,
    plan: &mut Plan,
) -> Candidate {
    let one = |field, rank| Candidate { index, header: header.to_owned(), field, rank };
    if let Some(word) = mapping.column(header) {
        return match named_field(word) {
            Ok(field) => one(Some(field), 0),
            Err(problem) => {
                plan.note(Weight::Error, *problem);
                one(None, 0)
            }
        };
    }
    if plain(header).starts_with(JOINED) {
        return one(Some(Field::Layout), 0);
    }
    let fields = WORDS.fields_of(header);
    let kinds =
        || rows.clone().filter(|row| WORDS.meaning(Field::Kind, &grid.cell(*row, index).text).is_some()).count();
    let filled = rows.clone().filter(|row| !grid.cell(*row, index).is_empty()).count();
    match fields[..] {
        [] if is_numbered(header, "trigger") => one(Some(Field::Trigger), 0),
        [] if is_numbered(header, "effect") => one(Some(Field::Effect), 0),
        [] => one(above.and_then(|table| table.columns.iter().find(|one| one.index == index)).map(|one| one.field), 0),
        [(field, rank)] => one(Some(field), rank),
        // A header with two meanings is a kind if its cells are kinds.
        [(first, rank), (second, other), ..] if first == Field::Kind => {
            if 2 * kinds() >= filled.max(1) {
                one(Some(first), rank)
            } else {
                one(Some(second), other)
            }
        }
        [(field, rank), ..] => one(Some(field), rank),
    }
}

fn named_field(word: &str) -> Result<Field, Box<Problem>> {
    if plain(word) == LEAVE_OUT {
        return Ok(Field::Layout);
    }
    let known = serde_json::from_value(serde_json::Value::String(plain(word).replace(' ', "_")));
    let fields = || WORDS.fields_of(word);
    known.ok().or_else(|| fields().first().map(|(field, _)| *field)).ok_or_else(|| {
        let message = format!("a column cannot be `{word}`");
        let hint = did_you_mean(word, WORDS.headers().chain([LEAVE_OUT]));
        Box::new(Problem { message, hint, field: Some("columns".to_owned()), ..Problem::default() })
    })
}

/// Whether a header is this word with a number.
fn is_numbered(header: &str, word: &str) -> bool {
    let header = plain(header);
    header.strip_prefix(word).is_some_and(|rest| {
        let rest = rest.trim();
        !rest.is_empty() && rest.bytes().all(|byte| byte.is_ascii_digit())
    })
}

/// Each field has one column: the one whose header is the first among the words of the field, unless the author has named it.
fn settle(columns: &mut [Candidate], mapping: &Mapping) {
    let in_pairs = columns.iter().any(|column| column.field == Some(Field::Trigger));
    for place in 0..columns.len() {
        let Some(field) = columns[place].field.filter(|field| is_single(*field)) else { continue };
        let mapped = |column: &Candidate| mapping.column(&column.header).is_none();
        let best =
            columns.iter().filter(|other| other.field == Some(field)).min_by_key(|other| (mapped(other), other.rank));
        if best.is_some_and(|best| best.index != columns[place].index) && mapped(&columns[place]) {
            columns[place].field = Some(match field {
                Field::Text if in_pairs => Field::Effect,
                Field::Text => Field::Machine,
                _ => Field::Note,
            });
        }
    }
}

fn is_single(field: Field) -> bool {
    !matches!(
        field,
        Field::Layout | Field::Note | Field::Unknown | Field::Trigger | Field::Effect | Field::Machine | Field::Symbols
    )
}

/// A column that nobody knows is left out: silently, if its cells say nothing.
fn column(grid: &Grid, rows: &Range<usize>, one: Candidate, plan: &mut Plan) -> Column {
    let Candidate { index, header, field, .. } = one;
    let says = |row: usize| !WORDS.is_nothing(&grid.cell(row, index).text);
    let first = rows.clone().find(|row| says(*row));
    let field = field.unwrap_or(if first.is_some() { Field::Unknown } else { Field::Layout });
    if let (Field::Note, Some(row)) = (field, first) {
        plan.note(Weight::Note, grid.place(row, index, &header).problem("notes: left out", None));
    }
    if field == Field::Unknown && ask_icons(grid, rows, index, &header, plan) {
        return Column { index, header, field };
    }
    if let (Field::Unknown, Some(row), false) = (field, first, header.is_empty()) {
        let hint = did_you_mean(&header, WORDS.headers());
        let message = format!("the column `{}` is not known: left out", in_one_line(&header));
        plan.note(Weight::Warning, grid.place(row, index, &header).problem(message, hint));
    }
    Column { index, header, field }
}

/// Asks what icons mean if a column has nothing else.
fn ask_icons(grid: &Grid, rows: &Range<usize>, index: usize, header: &str, plan: &mut Plan) -> bool {
    let filled = || rows.clone().map(|row| grid.cell(row, index)).filter(|cell| !cell.is_empty());
    let all = filled().flat_map(|cell| clean(&cell.text, &BTreeMap::new()).1).collect::<BTreeSet<String>>();
    if all.is_empty() || !filled().all(|cell| cell.text.starts_with('{') && cell.text.ends_with('}')) {
        return false;
    }
    let icons: Vec<String> = all.iter().map(|icon| format!("`{{{icon}}}`")).collect();
    let column = format!("[columns]\n{header:?} = \"symbols\"\n[icons]\n");
    let meaning = |icon: &String| match WORDS.icons.get(icon) {
        Some(word) => format!("{icon:?} = {word:?}\n"),
        None => format!("# {icon:?} = \"\"\n"),
    };
    let proposal = column + &all.iter().map(meaning).collect::<String>();
    plan.ask(format!("the column `{}` has {}: what is each?", in_one_line(header), icons.join(", ")), proposal);
    true
}
