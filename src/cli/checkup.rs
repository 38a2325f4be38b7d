//! `kickdoor checkup`: is a set healthy?

use std::io::Write;

use super::Ending;
use super::args::{DeckArgs, PlayArgs, TableArgs};
use super::cache::CacheArg;
use super::count::count;
use super::failure::Failure;
use super::given::{Given, ProjectArg};
use super::job::StateArgs;
use super::output::OutputArgs;
use super::page::{Cut, width};
use super::report::HtmlArg;
use super::stderr::unless_quiet;
use crate::report::checkup::{GAMES, Health};
use crate::report::page::PageResult;
use crate::report::{Reported, counted};
use crate::study::{CheckupRequest, CheckupResult};

/// Arguments of `checkup`.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    #[command(flatten)]
    given: Given,

    #[command(flatten)]
    decks: DeckArgs,

    /// Number of games; a part of them again counts the parts of cards and plays with other numbers of players.
    #[arg(short = 'n', long, value_name = "N", default_value_t = GAMES, value_parser = count)]
    games: u64,

    #[command(flatten)]
    table: TableArgs,

    #[command(flatten)]
    project: ProjectArg,

    /// End with exit code 1 if the set is unhealthy: a target is missed, or more than a tenth of the metrics are out of their
    /// usual ranges.
    #[arg(long)]
    strict: bool,

    /// Also show which card values depend on the table: a quarter of the games again at each of six tables with different manners, as
    /// `impact --tables`.
    #[arg(long)]
    tables: bool,

    #[command(flatten)]
    cache: CacheArg,

    #[command(flatten)]
    play: PlayArgs,

    #[command(flatten)]
    _state: StateArgs,

    #[command(flatten)]
    html: HtmlArg,

    #[command(flatten)]
    output: OutputArgs,
}

pub(super) fn run(args: &Args, out: &mut impl Write) -> Result<Ending, Failure> {
    let table = args.decks.at(&args.table);
    let deck = args.decks.decks.last().map_or("", String::as_str);
    let table = args.project.table(deck, table, args.given, &args.play)?;
    let sets = args.decks.sets()?;
    let request = CheckupRequest {
        project: args.project.path(deck),
        tables: args.tables,
        ..CheckupRequest::of(table).games(args.games)
    };
    request.check(&sets)?;
    args.html.check()?;
    let CheckupResult { manifest, report, .. } =
        args.play.study_with(&args.cache, args.games, |control| request.play_with(&sets, control))?;
    let all = args.output.page.all;
    args.output.print(&Reported::new(&manifest, &report), Cut::First, out, |page| {
        report.write_table(&manifest, all, width(), page)
    })?;
    args.html.write(|| PageResult::new(&manifest, &report), args.play.quiet)?;
    unless_quiet!(args.play.quiet || !manifest.interrupted, "stopped after {}", counted(manifest.games, "game"));
    Ok(match (manifest.interrupted, args.strict) {
        (true, _) => Ending::Interrupted,
        (false, true) => Ending::verdict(report.health != Health::Unhealthy),
        (false, false) => Ending::Done,
    })
}
