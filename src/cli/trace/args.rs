//! Arguments of `trace`.

use std::num::NonZeroUsize;

use clap::ValueEnum;

use crate::cli::args::{DeckArgs, PlayArgs, TableArgs};
use crate::cli::count;
use crate::cli::page::PageArgs;
use crate::study::AdviserRequest;
use crate::study::trace::ADVISER;

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

/// Arguments about advice.
#[derive(Clone, Debug, clap::Args)]
#[command(mut_arg("threads", |arg| arg.requires("games")), mut_arg("quiet", |arg| arg.requires("games")))]
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

    #[command(flatten)]
    pub(super) play: PlayArgs,

    #[command(flatten)]
    pub(super) page: PageArgs,
}

impl AdviceArgs {
    /// The adviser, if any.
    pub(super) fn adviser(&self) -> Option<AdviserRequest> {
        let strategy = self.advice.clone()?;
        Some(AdviserRequest { strategy, to_the_end: self.to_the_end, seat: self.seat })
    }
}
