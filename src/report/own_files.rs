//! The files of reports. The names of CSV files are those of their row types.

use std::path::Path;

use schemars::{Schema, SchemaGenerator};

use super::compare::{BlockRow, LadderRow, PairRow, RestrictionRow, SampleRow, ScoreRow};
use super::files::folder::{Folder, FolderError, MANIFEST};
use super::files::row::Row;
use super::impact::against::BlankValueRow;
use super::impact::agreement::{AgreementRow, DisagreementRow};
use super::impact::pairs::CardPairRow;
use super::impact::{RobustRow, ValueRow, WitnessRow};
use super::range::CheckupRow;
use super::reported::RESULT;
use super::run::rows::{CardRow, GameLine, IdentityRow, MonsterRow, SeatRow, StrategyCardRow, StrategyRow, SummaryRow};
use super::sweep::response::SweepRow;
use super::tune::search::TuneRow;

/// Files of reports that are not CSV files, apart from one picture for each strategy.
// `--force` deletes files of these names from the former report and keeps all others.
const OTHERS: [&str; 11] = [
    MANIFEST,
    RESULT,
    "seats.svg",
    "forest.svg",
    "sweep.svg",
    "ladder.svg",
    "head_to_head.svg",
    "check.svg",
    "tune.svg",
    "tuned.toml",
    "state.json",
];

macro_rules! csv_files {
    ($($row:ty),* $(,)?) => {
        const CSV: &[&str] = &[$(<$row>::FILE),*];

        /// The name and the columns of each CSV file of reports.
        pub fn csv_files() -> Vec<(&'static str, Vec<String>)> {
            vec![$((<$row>::FILE, <$row>::header())),*]
        }

        /// The name and the schema of a row of each CSV file of reports.
        pub(crate) fn row_schemas(generator: &mut SchemaGenerator) -> Vec<(&'static str, Schema)> {
            vec![$((<$row>::FILE, generator.subschema_for::<$row>())),*]
        }
    };
}
csv_files! {
    SummaryRow, SeatRow, StrategyRow, IdentityRow, CardRow, MonsterRow, StrategyCardRow, GameLine, ValueRow, AgreementRow, DisagreementRow,
    CardPairRow, BlankValueRow, SweepRow, LadderRow, PairRow, ScoreRow, RestrictionRow, BlockRow, SampleRow, TuneRow, CheckupRow, WitnessRow,
    RobustRow,
}

/// Whether a file of this name belongs to reports.
fn is_own(name: &str) -> bool {
    let picture = name.starts_with("forest-") && name.ends_with(".svg");
    OTHERS.contains(&name) || CSV.contains(&name) || picture
}

impl Folder {
    /// Begins a folder. An existing folder is replaced only with `force`, and only if it is a report.
    ///
    /// # Errors
    /// If the path is taken or cannot be written to.
    pub fn begin(place: &Path, force: bool) -> Result<Folder, FolderError> {
        Folder::begin_with(place, force, is_own)
    }
}
