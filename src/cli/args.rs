//! Arguments that several commands share.

use clap::{Args, ValueEnum};

/// The seed of a run that names none.
pub(super) const DEFAULT_SEED: u64 = 1;
/// The strategy of a run that names none.
pub(super) const DEFAULT_STRATEGY: &str = "balanced";

/// Who plays what.
#[derive(Clone, Debug, Args)]
pub(super) struct TableArgs {
    /// Seats at the table.
    #[arg(short, long, value_name = "N", default_value_t = 4)]
    pub(super) players: u8,

    /// Strategy of each seat, by name or as a file: one for all seats, or several, which are repeated around the
    /// table; every rotation is played.
    #[arg(short, long = "strategy", value_name = "STRATEGY", value_delimiter = ',', default_value = DEFAULT_STRATEGY)]
    pub(super) strategies: Vec<String>,

    /// Master seed.
    #[arg(long, value_name = "N", default_value_t = DEFAULT_SEED)]
    pub(super) seed: u64,

    /// A switch of the rules (repeatable).
    #[arg(long = "rule", value_name = "KEY=VALUE")]
    pub(super) rules: Vec<String>,
}

/// In which form results are printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum Format {
    /// For reading.
    Table,
    /// For spreadsheets.
    Csv,
    /// For programs.
    Json,
}
