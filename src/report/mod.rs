//! Reports: tables, files, pictures and traces, for people and for other programs.

pub mod advice;
pub mod calibrate;
pub mod check;
pub mod compare;
pub mod coverage;
pub mod files;
pub mod findings;
pub mod impact;
mod own_files;
mod run;
pub mod settings;
pub mod sweep;
pub mod trace;
pub mod tune;

pub(crate) use files::column::{columns, fitted, left};
pub use files::folder::{Folder, FolderError, MANIFEST};
pub use files::manifest::{DeckEntry, Manifest, PairsManifest, StrategyEntry, repeatable};
pub use files::number::{Fraction, Wins};
pub(crate) use files::number::{counted, percent, points, signed, thousands};
pub(crate) use files::row::row;
pub use files::row::{Columns, Row};
pub use files::rows::{Printed, Reported, Rows};
pub(crate) use files::stored::StoredError;
pub(crate) use files::table::Table;
pub use own_files::csv_files;
pub(crate) use own_files::row_schemas;
pub use run::RunReport;
pub(crate) use run::games::GameList;
pub use run::rows::{CardRow, IdentityRow, OpeningColumns, SeatRow, StrategyCardRow, StrategyRow, SummaryRow};
pub(crate) use trace::side_by_side::side_by_side;
