//! Reports: tables, files, pictures and traces, for people and for other programs.

pub mod advice;
pub mod agreement;
mod axis;
pub mod baseline;
pub mod calibration;
pub mod check;
pub mod compare;
pub mod coverage;
pub mod curve;
mod folder;
pub mod forest;
mod games;
pub mod impact;
pub mod judge;
mod manifest;
pub mod moved;
mod number;
pub mod plays;
pub(crate) mod row;
mod rows;
mod run;
mod side_by_side;
mod svg;
pub mod sweep;
pub mod temporary_folder;
pub mod trace;
pub mod tune;

pub use folder::{Folder, FolderError, MANIFEST, write_csv};
pub use games::GameList;
pub use manifest::{Manifest, StrategyEntry};
pub use number::{Fraction, Wins, counted, fitted, percent, points, thousands};
pub(crate) use row::row;
pub use row::{Columns, Row};
pub use rows::{CardRow, GameLine, IdentityRow, SeatRow, StrategyCardRow, StrategyRow, SummaryRow};
pub use run::RunReport;
pub use side_by_side::side_by_side;
