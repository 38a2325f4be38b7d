//! `kickdoor run`: plays games and writes statistics.

use std::io::{self, Write};

use super::args::{DeckArgs, ReportArgs, TableArgs};
use super::cache::CacheArg;
use super::count::count;
use super::failure::Failure;
use super::page::Cut;
use super::show::run_table;
use super::stderr::unless_quiet;
use super::{Ending, stderr};
use crate::deck::Sets;
use crate::report::page::PageResult;
use crate::report::{Folder, GameList, Printed, Reported, counted, thousands};
use crate::run::{GameRow, Listing};
use crate::study::run::GAMES;
use crate::study::{RunRequest, RunResult, StoppedGames};

/// Arguments of `run`.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    #[command(flatten)]
    decks: DeckArgs,

    /// Number of games.
    #[arg(short = 'n', long, value_name = "N", default_value_t = GAMES, value_parser = count)]
    games: u64,

    #[command(flatten)]
    table: TableArgs,

    #[command(flatten)]
    cache: CacheArg,

    #[command(flatten)]
    report: ReportArgs,

    /// Also write a list of all games.
    #[arg(long)]
    per_game: bool,
}

pub(super) fn run(args: &Args, out: &mut impl Write) -> Result<Ending, Failure> {
    let (sets, quiet) = (args.decks.sets()?, args.report.play.quiet);
    let request = RunRequest::of(args.table.request()).games(args.games);
    request.check(&sets)?;
    let mut folder = args.report.begin(&sets, args.table.players, "")?;
    let result = play(&request, args, &sets, &mut folder)?;
    // Errors of the output count only after the files are written.
    let shown = show(args, &result, out);
    folder.add_tables(&result.report.tables())?;
    folder.add_pictures(result.report.pictures(&result.manifest.played_words()));
    folder.add_result(&result.manifest, &result.report)?;
    let (place, interrupted) = (folder.publish()?, result.manifest.interrupted);
    unless_quiet!(quiet || !interrupted, "stopped after {}", counted(result.tally.games, "game"));
    unless_quiet!(quiet, "written to {}", place.display());
    shown?;
    args.report.html.write(|| PageResult::new(&result.manifest, &result.report), quiet)?;
    if let Some(stopped) = result.stopped.filter(|_| !quiet) {
        warn_of(&stopped, args.table.seed);
    }
    Ok(if interrupted { Ending::Interrupted } else { Ending::Done })
}

/// Plays the games and, on request, writes the list of games.
fn play(request: &RunRequest, args: &Args, sets: &Sets, folder: &mut Folder) -> Result<RunResult, Failure> {
    let names = request.table.strategy_names()?;
    let mut list = args.per_game.then(|| GameList::begin(folder, &names)).transpose()?;
    let mut add = |row: &GameRow| {
        list.iter_mut().for_each(|list| list.add(row));
        Ok(())
    };
    let listing: Option<Listing<'_>> = if args.per_game { Some(&mut add) } else { None };
    let mut result =
        args.report.play.study_with(&args.cache, args.games, |control| request.play_with(sets, control, listing))?;
    list.into_iter().for_each(|list| list.finish(folder));
    result.manifest.command = command();
    Ok(result)
}

/// The command line, as a manifest has it.
pub(super) fn command() -> Vec<String> {
    std::env::args_os().skip(1).map(|arg| arg.to_string_lossy().into_owned()).collect()
}

fn show(args: &Args, RunResult { manifest, report, .. }: &RunResult, out: &mut impl Write) -> io::Result<()> {
    let (output, result) = (args.report.output, Reported::new(manifest, report));
    output.print(&result, Cut::Ends, out, |page| run_table(manifest, report, output.page, page))
}

/// Warns of games that did not end on their own: names the first one and the card with the most actions in it.
fn warn_of(stopped: &StoppedGames, seed: u64) {
    let StoppedGames { first, steps, depth, busiest } = stopped;
    let card = busiest
        .as_ref()
        .map_or(String::new(), |(card, acts)| format!(", where {card} acted most, {} times", thousands(*acts)));
    let (games, steps, depth) = (counted(steps + depth, "game"), thousands(*steps), thousands(*depth));
    stderr::warn(&format!(
        "{games} did not end on their own ({steps} took too many steps in a turn, {depth} went too deep); the first is game {first} of \
         seed {seed}{card}"
    ));
}
