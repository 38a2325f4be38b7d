//! Arguments of `trace`.

use std::num::NonZeroUsize;

use clap::ValueEnum;

use crate::cli::args::{DeckArgs, TableArgs};
use crate::cli::count;
use crate::cli::page::PageArgs;

/// Arguments of `trace`.
#[derive(Debug, clap::Args)]
pub(in crate::cli) struct Args {
    #[command(flatten)]
    pub(super) decks: DeckArgs,

    /// Game number, as in games.csv.
    #[arg(short, long, value_name = "N", default_value_t = 0, value_parser = count::count)]
    pub(super) game: u64,

    #[command(flatten)]
    pub(super) table: TableArgs,

    /// Output format.
    #[arg(long, value_enum, default_value_t = OutputFormat::Text)]
    pub(super) format: OutputFormat,

    /// List the other options of each choice (JSON).
    #[arg(long)]
    pub(super) options: bool,

    #[command(flatten)]
    pub(super) advice: AdviceArgs,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
pub(super) enum OutputFormat {
    /// English sentences.
    Text,
    /// JSON objects, one per line (docs/TRACE.md).
    Json,
}

/// The default adviser.
pub(super) const ADVISER: &str = "search";

/// Arguments about advice.
#[derive(Clone, Debug, clap::Args)]
pub(super) struct AdviceArgs {
    /// Ask a strategy that looks ahead about each decision, and mark where it would choose differently.
    #[arg(long, value_name = "STRATEGY", num_args = 0..=1, default_missing_value = ADVISER)]
    pub(super) advice: Option<String>,

    /// Measure each advice with playouts to the end of the game. They vary more, but do not depend on how the adviser
    /// evaluates positions.
    #[arg(long, requires = "advice")]
    pub(super) to_the_end: bool,

    /// Ask only about the decisions of this seat.
    #[arg(long, value_name = "SEAT", value_parser = count::from_one, requires = "advice")]
    pub(super) seat: Option<NonZeroUsize>,

    /// Instead of a game, print how often and how the adviser would choose differently in this number of games.
    #[arg(short = 'n', long, value_name = "N", value_parser = count::count, requires = "advice", conflicts_with_all = ["game", "options"])]
    pub(super) games: Option<u64>,

    /// Threads for --games [default: one per processor].
    #[arg(short = 'j', long, value_name = "N", value_parser = count::from_one, requires = "games")]
    pub(super) threads: Option<NonZeroUsize>,

    /// Print only results and errors.
    #[arg(short, long, requires = "games")]
    pub(super) quiet: bool,

    #[command(flatten)]
    pub(super) page: PageArgs,
}
