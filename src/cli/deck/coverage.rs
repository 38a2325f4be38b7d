//! `kickdoor deck coverage`: how often cards are held and played, how often their parts take effect, and the changes
//! that leave every game the same.

use std::io::Write;

use crate::cli::args::{BaseArg, PlayArgs, TableArgs};
use crate::cli::failure::Failure;
use crate::cli::job::StateArgs;
use crate::cli::output::OutputArgs;
use crate::cli::page::{Cut, width};
use crate::cli::stderr::unless_quiet;
use crate::cli::{Ending, count};
use crate::report::counted;
use crate::report::coverage::CoverageRow;
use crate::study::coverage::GAMES;
use crate::study::{CoverageRequest, CoverageResult, PerturbResult};

/// Arguments of `deck coverage`.
#[derive(Debug, clap::Args)]
pub(in crate::cli) struct Args {
    /// Decks, by name or path. The rules of the first one, the base, apply.
    #[arg(value_name = "DECK", required = true)]
    decks: Vec<String>,

    #[command(flatten)]
    base: BaseArg,

    /// Number of games.
    #[arg(short = 'n', long, value_name = "N", default_value_t = GAMES, value_parser = count::count)]
    games: u64,

    #[command(flatten)]
    table: TableArgs,

    /// List only the parts that never take effect.
    #[arg(long)]
    unused: bool,

    /// Change each number and remove each part of each card, one at a time, and list the changes that leave every game
    /// the same.
    #[arg(long, conflicts_with = "unused")]
    perturb: bool,

    #[command(flatten)]
    play: PlayArgs,

    #[command(flatten)]
    _state: StateArgs,

    #[command(flatten)]
    output: OutputArgs,
}

pub(super) fn run(args: &Args, out: &mut impl Write) -> Result<Ending, Failure> {
    let sets = args.base.sets(&args.decks)?;
    let request = CoverageRequest::of(args.table.request()).games(args.games);
    match args.perturb {
        true => show_inert(args, args.play.study(args.games, |control| request.perturb_with(&sets, control))?, out),
        false => show_counts(args, &args.play.study(args.games, |control| request.play_with(&sets, control))?, out),
    }
}

fn show_counts(args: &Args, result: &CoverageResult, out: &mut impl Write) -> Result<Ending, Failure> {
    let CoverageResult { manifest, report, .. } = result;
    let shown = report.rows.iter().filter(|row| !args.unused || row.is_unused());
    let rows: Vec<CoverageRow> = shown.cloned().collect();
    args.output.print(&rows, Cut::First, out, |page| report.write_table(manifest, args.unused, width(), page))?;
    unless_quiet!(args.play.quiet || !manifest.interrupted, "stopped after {}", counted(manifest.games, "game"));
    Ok(if manifest.interrupted { Ending::Interrupted } else { Ending::Done })
}

fn show_inert(args: &Args, result: Option<PerturbResult>, out: &mut impl Write) -> Result<Ending, Failure> {
    let Some(PerturbResult { manifest, report, .. }) = result else { return Ok(Ending::Interrupted) };
    args.output.print(&report.rows, Cut::First, out, |page| report.write_table(&manifest, page))?;
    let complete = report.is_complete();
    unless_quiet!(args.play.quiet || complete, "stopped: {} of {} changes were tried", report.tried, report.changes);
    Ok(if complete { Ending::Done } else { Ending::Interrupted })
}
