//! Files of reports: folders, tables, numbers and pictures.

pub(super) mod axis;
pub(super) mod column;
pub(super) mod dot_plot;
pub(super) mod folder;
pub(super) mod markdown;
pub(super) mod number;
pub(crate) mod row;
pub(super) mod rows;
pub(crate) mod seal;
pub(super) mod spreadsheet;
pub(super) mod svg;
pub(super) mod table;
pub mod temporary_folder;
