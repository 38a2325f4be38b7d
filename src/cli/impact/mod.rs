//! `kickdoor impact`: measures what each card contributes to winning.

mod blank;
mod card;
mod show;

use std::io::Write;

use clap::builder::ArgPredicate;

use super::args::{DEFAULT_STRATEGY, DeckArgs, ReportArgs, TableArgs};
use super::failure::Failure;
use super::page::Cut;
use super::progress::Progress;
use super::run::command;
use super::setup::with_width;
use super::stderr::unless_quiet;
use super::{Ending, count, interrupt};
use crate::deck::Sets;
use crate::report::counted;
use crate::study::impact::{PRECISION, check_precision};
use crate::study::{Control, ImpactRequest, StudyError};
use card::show_game;

/// The players of `impact` by default. Of the strategies that win more than their share of mixed games with every shipped
/// set, the values of the second differ most from those of the first; docs/STATISTICS.md has the figures.
const PLAYERS: [&str; 2] = [DEFAULT_STRATEGY, "aggressive"];

/// Arguments of `impact`.
#[derive(Debug, clap::Args)]
#[command(mut_arg("strategies", two_players))]
pub(super) struct Args {
    #[command(flatten)]
    decks: DeckArgs,

    /// Half-width of the 95% intervals of opening values, in percentage points; determines the number of games.
    #[arg(long, value_name = "POINTS", default_value_t = PRECISION, value_parser = count::number)]
    precision: f64,

    /// Half-width of the 95% intervals of draw values, in percentage points: continue until every title drawn in at
    /// least 1% of games reaches it [default: no extra games].
    #[arg(long, value_name = "POINTS", value_parser = count::number)]
    draw_precision: Option<f64>,

    /// Skip draw values.
    #[arg(long, conflicts_with = "draw_precision")]
    no_draws: bool,

    /// Number of games per table, instead of --precision.
    #[arg(short = 'n', long, value_name = "N", value_parser = count::count,
        conflicts_with_all = ["precision", "draw_precision"])]
    games: Option<u64>,

    /// Analyse one card in depth, by id or name; writes no files.
    #[arg(long, value_name = "ID", conflicts_with_all = ["blank", "out", "force"])]
    card: Option<String>,

    /// Print this game twice, side by side: as played, and with another card instead of the drawn one.
    #[arg(long, value_name = "N", value_parser = count::count, requires = "card")]
    game: Option<u64>,

    /// Show the balance without one card: replace it with a card that does nothing; writes no files.
    #[arg(long, value_name = "ID", conflicts_with_all = ["out", "force"])]
    blank: Option<String>,

    /// Seat all strategies at one table and rotate them, as `run` does; otherwise each strategy plays at its own
    /// table.
    #[arg(long)]
    together: bool,

    #[command(flatten)]
    table: TableArgs,

    #[command(flatten)]
    report: ReportArgs,
}

/// Without `--strategy`, each of two players has its own table. One card in depth is measured with one player.
fn two_players(strategies: clap::Arg) -> clap::Arg {
    let one = |option| (option, ArgPredicate::IsPresent, Some(DEFAULT_STRATEGY));
    strategies.default_values(PLAYERS).default_value_ifs([one("card"), one("blank")])
}

pub(super) fn run(args: &Args, out: &mut impl Write) -> Result<Ending, Failure> {
    check_precision("--precision", args.precision)?;
    check_precision("--draw-precision", args.draw_precision.unwrap_or(args.precision))?;
    let sets = args.decks.sets()?;
    match (&args.card, &args.blank, args.game) {
        (Some(card), _, Some(game)) => with_width!(sets, show_game(&sets, args, card, game, out)),
        (Some(card), _, None) => card::measure(&sets, args, card, out),
        (None, Some(card), _) => blank::measure(&sets, args, card, out),
        (None, None, _) => measure(&sets, args, out),
    }
}

impl Args {
    fn request(&self) -> ImpactRequest {
        ImpactRequest {
            table: self.table.request(),
            together: self.together,
            precision: self.precision,
            draw_precision: self.draw_precision,
            draws: !self.no_draws,
            games: self.games,
        }
    }

    /// Plays a study with the threads, the progress and the signals of the command.
    fn play<R>(&self, study: impl FnOnce(&mut Control<'_>) -> Result<R, StudyError>) -> Result<R, Failure> {
        let stop = interrupt::listen(self.report.quiet);
        let mut progress = Progress::new(self.games.unwrap_or_default(), self.report.quiet);
        Ok(study(&mut Control::default().threads(self.report.threads).stop(stop).watch(|event| progress.show(event)))?)
    }
}

/// Measures the values of all titles.
fn measure(sets: &Sets, args: &Args, out: &mut impl Write) -> Result<Ending, Failure> {
    let request = args.request();
    request.check(sets)?;
    let mut folder = args.report.begin(sets, args.table.players, "-impact")?;
    let mut result = args.play(|control| request.play_with(sets, control))?;
    result.runs.iter_mut().for_each(|run| run.run.command = command());
    if let Some(stopped) = result.interrupted() {
        unless_quiet!(args.report.quiet, "stopped after {}", counted(stopped.run.games, "game"));
    }
    let shown = args.report.page.print(Cut::First, out, |page| show::results(&result, args.report.page, page));
    result.report.add_to(&mut folder)?;
    folder.add_manifest(&result.runs)?;
    let place = folder.publish()?;
    unless_quiet!(args.report.quiet, "written to {}", place.display());
    shown?;
    Ok(if result.interrupted().is_some() { Ending::Interrupted } else { Ending::Done })
}
