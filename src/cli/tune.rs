//! `kickdoor tune`: searches for better settings of a strategy.

use std::io::Write;

use super::args::{DEFAULT_SEED, DEFAULT_STRATEGY, DeckArgs, ReportArgs, RuleArgs};
use super::failure::Failure;
use super::page::{Cut, width};
use super::run::command;
use super::stderr::unless_quiet;
use super::{Ending, count, job};
use crate::report::page::PageResult;
use crate::report::tune::{STATE, TuneReport, stored_search, title};
use crate::report::{Manifest, Reported, counted};
use crate::study::{TableRequest, TuneRequest, TuneResult};

/// Games of a search.
const BUDGET: &str = "4e6";

/// Arguments of `tune`.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    #[command(flatten)]
    decks: DeckArgs,

    /// Strategy whose settings are varied, by name or path.
    #[arg(short, long, value_name = "STRATEGY", default_value = DEFAULT_STRATEGY)]
    strategy: String,

    /// Strategies in the other seats [default: the unmodified strategy].
    #[arg(long, value_name = "STRATEGY", value_delimiter = ',')]
    against: Vec<String>,

    /// Maximum number of games; an eighth of them is for the final test.
    #[arg(long, value_name = "N", default_value = BUDGET, value_parser = count::count)]
    budget: u64,

    /// Number of players.
    #[arg(short, long, value_name = "N", default_value_t = 4, value_parser = count::players)]
    players: u8,

    /// Seed of the search.
    #[arg(long, value_name = "N", default_value_t = DEFAULT_SEED, value_parser = count::count)]
    seed: u64,

    #[command(flatten)]
    rules: RuleArgs,

    #[command(flatten)]
    report: ReportArgs,
}

pub(super) fn run(args: &Args, out: &mut impl Write) -> Result<Ending, Failure> {
    let sets = args.decks.sets()?;
    let request = request(args);
    let (described, settings, plan) = request.settings(&sets)?;
    let what = format!("-tune-{}", described.strategies[0].name);
    let earlier = args.report.earlier(&sets, args.players, &what);
    let stored = earlier.map(|place| stored_search(&place, &described, &settings, &plan)).transpose()?;
    let mut folder = args.report.begin(&sets, args.players, &what)?;
    let mut result = args.report.play.study(request.budget, |control| request.play_on(&sets, stored, control))?;
    result.manifest.command = command();
    let TuneResult { manifest, report, search, profile } = &result;
    // Errors of the output count only after the files are written.
    let shown = show(args, manifest, report, out);
    report.add_to(&mut folder, &title(manifest))?;
    folder.add_text("tuned.toml", profile.clone());
    folder.add_text(STATE, serde_json::to_string(search).map_err(std::io::Error::other)? + "\n");
    folder.add_result(manifest, report)?;
    let place = folder.publish()?;
    let (games, interrupted) = (counted(manifest.games, "game"), manifest.interrupted);
    unless_quiet!(args.report.play.quiet || !interrupted, "stopped after {games}; continue with --resume");
    // The folder holds the whole search.
    job::drop_state();
    unless_quiet!(args.report.play.quiet, "written to {}", place.display());
    shown?;
    args.report.html.write(|| PageResult::new(manifest, report), args.report.play.quiet)?;
    Ok(if interrupted { Ending::Interrupted } else { Ending::verdict(report.is_accepted()) })
}

fn request(args: &Args) -> TuneRequest {
    let Args { strategy, against, budget, players, seed, .. } = args;
    let table = TableRequest { rules: args.rules.switches(), ..TableRequest::default() };
    let table = table.players(*players).seed(*seed).strategies(against);
    TuneRequest::of(table, strategy).budget(*budget)
}

fn show(args: &Args, manifest: &Manifest, report: &TuneReport, out: &mut impl Write) -> std::io::Result<()> {
    let result = Reported::new(manifest, report);
    args.report.output.print(&result, Cut::First, out, |page| {
        let generations = counted(report.generations.len() as u64, "generation");
        writeln!(page, "{}", title(manifest))?;
        writeln!(page, "{}, {generations}", counted(manifest.games, "game"))?;
        writeln!(page, "signature {}\n", manifest.signature)?;
        report.write_table(manifest.interrupted, width(), page)
    })
}
