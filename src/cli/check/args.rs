//! Arguments of `check`.

use std::path::PathBuf;

use super::given::Given;
use crate::cli::args::{BaseArg, BothArgs, PlayArgs, TableArgs};
use crate::cli::count;
use crate::cli::output::OutputArgs;
use crate::study::check::{MARGIN, POWER};
use crate::study::{CheckRequest, TableRequest};

/// Arguments of `check`.
#[derive(Debug, clap::Args)]
#[command(
    mut_arg("before", |arg| arg.help("Deck before the edit, by name or path, or a baseline")),
    mut_arg("after", |arg| arg.required_unless_present_any(["save", "export", "against"])),
    mut_arg("against", |arg| arg.conflicts_with_all(["after", "save", "accept", "export"]))
)]
pub(in crate::cli) struct Args {
    #[command(flatten)]
    pub(super) given: Given,

    #[command(flatten)]
    pub(super) decks: BothArgs,

    #[command(flatten)]
    pub(super) base: BaseArg,

    /// Games per deck; if an edited card is rarely dealt, at most the same number of further games is played. Without a
    /// number, as many as the verdict needs.
    #[arg(short = 'n', long, value_name = "N", value_parser = count::count)]
    pub(super) games: Option<u64>,

    /// Stop at the first shift, or when every metric has a verdict; `--games` is then the maximum.
    #[arg(long, conflicts_with_all = ["save", "accept", "export"])]
    pub(super) until_decided: bool,

    /// Probability with which the first look decides a metric that does not change.
    #[arg(long, value_name = "P", default_value_t = POWER, value_parser = count::number)]
    pub(super) power: f64,

    /// Largest negligible change: percentage points of win rates, per cent of game length.
    #[arg(long, value_name = "POINTS", default_value_t = MARGIN, value_parser = count::number)]
    pub(super) margin: f64,

    #[command(flatten)]
    pub(super) table: TableArgs,

    /// Play the games of one deck and save them as a baseline.
    #[arg(long, value_name = "FILE", conflicts_with = "after")]
    pub(super) save: Option<PathBuf>,

    /// Replace the baseline with the checked deck, regardless of the verdict.
    #[arg(long, conflicts_with_all = ["save", "export"])]
    pub(super) accept: bool,

    /// Write the deck of a baseline to a file.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["after", "save"])]
    pub(super) export: Option<PathBuf>,

    /// Replace an existing baseline (with --save).
    #[arg(long, requires = "save", conflicts_with = "after")]
    pub(super) force: bool,

    #[command(flatten)]
    pub(super) play: PlayArgs,

    #[command(flatten)]
    pub(super) output: OutputArgs,
}

impl Args {
    /// The table of the deck before the edit, or of a baseline.
    pub(super) fn table(&self) -> TableRequest {
        let BaseArg { with, base } = &self.base;
        TableRequest { decks: with.joined(&[self.before()]), base: base.clone(), ..self.table.request() }
    }

    /// The deck before the edit, or a baseline.
    pub(super) fn before(&self) -> String {
        let [before, _] = self.decks.names();
        before
    }

    /// A check with the partners of this table.
    pub(super) fn request(&self, table: TableRequest) -> CheckRequest {
        let (Args { games, until_decided, power, margin, .. }, [_, after]) = (self, self.decks.names());
        let after = [table.partners(), &[after]].concat();
        CheckRequest { table, after, games: *games, until_decided: *until_decided, power: *power, margin: *margin }
    }
}
