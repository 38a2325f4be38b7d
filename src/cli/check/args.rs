//! Arguments of `check`.

use std::path::PathBuf;

use clap::ValueEnum;

use crate::cli::args::{BaseArg, BothArgs, PlayArgs, TableArgs};
use crate::cli::cache::CacheArg;
use crate::cli::count;
use crate::cli::given::{Given, ProjectArg};
use crate::cli::job::StateArgs;
use crate::cli::output::OutputArgs;
use crate::cli::report::HtmlArg;
use crate::study::check::{MARGIN, POWER};
use crate::study::{CheckRequest, TableRequest};

/// Arguments of `check`.
#[derive(Debug, clap::Args)]
#[command(
    mut_arg("before", |arg| arg.help("Deck before the edit, by name or path, or a baseline")),
    mut_arg("after", |arg| arg.required_unless_present_any(["save", "export", "against"])),
    mut_arg("project", |arg| arg.conflicts_with_all(["save", "export"])),
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

    /// Limit of seconds: play as many games as the speed of the first ones allows. A note names the number of games that
    /// repeats the result.
    #[arg(long, value_name = "S", value_parser = count::number, conflicts_with_all = ["games", "save", "accept", "export"])]
    pub(super) seconds: Option<f64>,

    /// Largest negligible change: percentage points of shares and win rates, per cent of other metrics. With a name, of
    /// this metric, which then decides, too (repeatable) [default: 1].
    #[arg(long = "margin", value_name = "[METRIC=]X", allow_negative_numbers = true, value_parser = count::margin)]
    margins: Vec<(Option<String>, f64)>,

    /// Another metric that decides: the name of a line of `summary.csv`, or `opening_value.CARD` (repeatable).
    #[arg(long = "metric", value_name = "METRIC", value_delimiter = ',')]
    metrics: Vec<String>,

    #[command(flatten)]
    pub(super) project: ProjectArg,

    /// How an inconclusive check ends: with exit code 0, 1 or 3.
    #[arg(long, value_enum, default_value_t = Inconclusive::Undecided)]
    pub(super) inconclusive: Inconclusive,

    #[command(flatten)]
    pub(super) table: TableArgs,

    /// Play the games of one deck and save them as a baseline.
    #[arg(long, value_name = "FILE", conflicts_with = "after")]
    pub(in crate::cli) save: Option<PathBuf>,

    /// Replace the baseline with the checked deck, regardless of the verdict.
    #[arg(long, conflicts_with_all = ["save", "export"])]
    pub(super) accept: bool,

    /// Write the deck of a baseline to a file.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["after", "save"])]
    pub(super) export: Option<PathBuf>,

    /// Replace an existing baseline (with --save).
    #[arg(long, requires = "save", conflicts_with = "after")]
    pub(super) force: bool,

    /// Also write annotations for GitHub, with file and line, to stderr.
    #[arg(long)]
    pub(super) annotate: bool,

    #[command(flatten)]
    pub(super) cache: CacheArg,

    #[command(flatten)]
    pub(super) play: PlayArgs,

    #[command(flatten)]
    _state: StateArgs,

    #[command(flatten)]
    pub(super) html: HtmlArg,

    #[command(flatten)]
    pub(super) output: OutputArgs,
}

/// How an inconclusive check ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum Inconclusive {
    /// Like a check that passes, with exit code 0.
    Pass,
    /// Like a check that fails, with exit code 1.
    Fail,
    /// With an exit code of its own, 3.
    Undecided,
}

impl Args {
    /// The margin of all metrics that have none of their own.
    pub(super) fn margin(&self) -> f64 {
        let all = self.margins.iter().rev().find(|(metric, _)| metric.is_none());
        all.map_or(MARGIN, |(_, margin)| *margin)
    }

    /// The path of the project.
    pub(super) fn project(&self) -> Option<String> {
        self.project.path(&self.after())
    }

    /// The deck after the edit.
    pub(super) fn after(&self) -> String {
        let [_, after] = self.decks.names();
        after
    }

    /// The table of the deck before the edit, or of a baseline.
    pub(super) fn table(&self) -> TableRequest {
        self.base.at(&[self.before()], self.table.request())
    }

    /// The deck before the edit, or a baseline.
    pub(super) fn before(&self) -> String {
        let [before, _] = self.decks.names();
        before
    }

    /// A check with the partners of this table.
    pub(super) fn request(&self, table: TableRequest) -> CheckRequest {
        let after = [table.partners(), &[self.after()]].concat();
        let own = self.margins.iter().filter_map(|(metric, margin)| Some((metric.clone()?, *margin)));
        CheckRequest {
            games: self.games,
            until_decided: self.until_decided,
            power: self.power,
            seconds: self.seconds,
            margin: self.margin(),
            margins: own.collect(),
            metrics: self.metrics.clone(),
            project: self.project(),
            ..CheckRequest::of(table, after)
        }
    }
}
