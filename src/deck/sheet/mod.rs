//! Sheets: reads a designer's cards from CSV files and workbooks as a deck file. Cells become tables, tables rows, rows cards, and cards a deck.
//! What words of a sheet mean is in `words.toml`.

pub(super) mod book;
pub(crate) mod card;
pub(crate) mod cards;
pub(super) mod deck;
pub(super) mod delimited;
pub(crate) mod field;
pub(super) mod grid;
pub(crate) mod mapping;
pub(crate) mod model;
pub(super) mod number;
pub(crate) mod plan;
pub(super) mod row;
pub(crate) mod sentences;
pub(crate) mod source;
pub(crate) mod table;
pub(super) mod words;
pub(super) mod workbook;
pub(crate) mod write;
