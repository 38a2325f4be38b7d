//! `Model`: a sheet whose columns an export keeps in their places.

use super::field::Field;
use super::grid::Book;
use super::mapping::Mapping;
use super::plan::Plan;
use super::table::tables;
use super::words::plain;
use super::write::Written;

/// The columns that an export writes anew.
const WRITTEN: [Field; 21] = [
    Field::Id,
    Field::Name,
    Field::Kind,
    Field::Copies,
    Field::Level,
    Field::Figure,
    Field::Treasures,
    Field::Levels,
    Field::Bonus,
    Field::Gold,
    Field::Slot,
    Field::Hands,
    Field::Big,
    Field::Once,
    Field::Tags,
    Field::UsableBy,
    Field::Text,
    Field::BadStuff,
    Field::Rank,
    Field::Origin,
    Field::Fields,
];

/// A column of a sheet.
#[derive(Clone, Debug)]
pub(crate) struct ModelColumn {
    /// What an export writes in it; nothing for a column that it keeps as it is.
    pub(crate) field: Option<Field>,
    /// The header.
    pub(crate) header: String,
    index: usize,
}

/// A sheet whose columns an export keeps in their places.
#[derive(Clone, Debug)]
pub(crate) struct Model {
    /// The columns.
    pub(crate) columns: Vec<ModelColumn>,
    /// How it is read.
    pub(crate) mapping: Mapping,
    /// The rows, each with the cells of all columns.
    rows: Vec<Vec<String>>,
}

impl Model {
    /// The first sheet of a file that has cards.
    pub(crate) fn of(book: &Book, mapping: Mapping) -> Option<Model> {
        let grids = || book.grids.iter().map(|grid| tables(grid, &mapping, &mut Plan::default()));
        let table = grids().flatten().find(|table| table.columns.iter().any(|column| column.field == Field::Name))?;
        let columns: Vec<ModelColumn> = table
            .columns
            .iter()
            .map(|column| ModelColumn {
                field: Some(column.field).filter(|field| WRITTEN.contains(field)),
                header: column.header.clone(),
                index: column.index,
            })
            .collect();
        let cells = |row: usize| columns.iter().map(|column| table.grid.cell(row, column.index).text.clone()).collect();
        let rows = table.rows.clone().map(cells).collect();
        Some(Model { columns, mapping, rows })
    }

    /// The cell of a card in a column of the model.
    pub(crate) fn cell(&self, id: &str, name: &str, column: usize) -> Option<Written> {
        let of = |field: Field| self.columns.iter().position(|column| column.field == Some(field));
        let is_it = |row: &&Vec<String>| {
            let has = |place: Option<usize>, text: &str| place.is_some_and(|place| plain(&row[place]) == plain(text));
            has(of(Field::Id), id) || has(of(Field::Name), name)
        };
        self.rows.iter().find(is_it)?.get(column).map(Written::text)
    }
}
