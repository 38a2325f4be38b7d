//! Reports: tables, files, pictures and traces, for people and for other programs.

pub mod advice;
pub mod calibrate;
pub mod check;
pub mod checkup;
pub mod compare;
pub mod coverage;
pub mod files;
pub mod findings;
pub mod history;
pub mod impact;
pub(crate) mod manifest;
mod own_files;
pub mod page;
pub mod plan;
mod range;
mod reported;
mod run;
pub mod settings;
mod stored;
pub mod suggest;
pub mod sweep;
pub mod texts;
pub mod trace;
pub mod tune;

pub(crate) use files::column::{columns, fitted, left};
pub use files::folder::{Folder, FolderError, MANIFEST};
pub use files::number::{Fraction, Wins};
pub(crate) use files::number::{counted, percent, points, signed, thousands};
pub(crate) use files::row::row;
pub use files::row::{Columns, Row};
pub use files::rows::{Printed, Rows};
pub(crate) use files::table::Table;
pub(crate) use files::temporary_folder::write_file;
pub use manifest::{DeckEntry, Manifest, Repeatable, Role, StrategyEntry, Study, repeatable};
pub use own_files::csv_files;
pub(crate) use own_files::row_schemas;
pub use reported::{RESULT, Reported};
pub use run::RunReport;
pub(crate) use run::games::GameList;
pub use run::rows::{
    CardRow, IdentityRow, MonsterRow, OpeningColumns, SeatRow, StrategyCardRow, StrategyRow, SummaryRow,
};
pub(crate) use stored::StoredError;
pub(crate) use trace::side_by_side::side_by_side;
