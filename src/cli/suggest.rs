//! `kickdoor suggest`: finds the smallest change of a card's numbers that brings its opening value to a target.

use std::io::Write;

use super::args::{DeckArgs, PlayArgs, TableArgs};
use super::cache::CacheArg;
use super::failure::Failure;
use super::job::StateArgs;
use super::output::OutputArgs;
use super::page::Cut;
use super::stderr::unless_quiet;
use super::{Ending, count};
use crate::report::suggest::Answer;
use crate::report::{Reported, counted};
use crate::study::impact::PRECISION;
use crate::study::suggest::request::{DEALS, TOLERANCE};
use crate::study::{SuggestRequest, SuggestResult};

/// Arguments of `suggest`.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    #[command(flatten)]
    decks: DeckArgs,

    /// The card, by id or name.
    #[arg(long, value_name = "ID")]
    card: String,

    /// The opening value to reach, in percentage points; 0 is the average card of a pile.
    #[arg(long, value_name = "POINTS", default_value_t = 0.0, allow_hyphen_values = true, value_parser = count::number)]
    target: f64,

    /// Distance from the target that is near enough, in percentage points.
    #[arg(long, value_name = "POINTS", default_value_t = TOLERANCE, value_parser = count::number)]
    tolerance: f64,

    /// Half-width of the 95% intervals of the printed and of the suggested card, in percentage points.
    #[arg(long, value_name = "POINTS", default_value_t = PRECISION, value_parser = count::number)]
    precision: f64,

    /// Deals of the card with which each change is first tried.
    #[arg(long, value_name = "N", default_value_t = DEALS, value_parser = count::count)]
    deals: u64,

    #[command(flatten)]
    table: TableArgs,

    #[command(flatten)]
    cache: CacheArg,

    #[command(flatten)]
    play: PlayArgs,

    #[command(flatten)]
    _state: StateArgs,

    #[command(flatten)]
    output: OutputArgs,
}

pub(super) fn run(args: &Args, out: &mut impl Write) -> Result<Ending, Failure> {
    let sets = args.decks.sets()?;
    let request = request(args);
    request.check(&sets)?;
    let result = args.play.study_with(&args.cache, 0, |control| request.play_with(&sets, control))?;
    let Some(SuggestResult { manifest, report }) = result else { return Ok(Ending::Interrupted) };
    let printed = Reported::new(&manifest, &report);
    args.output.print(&printed, Cut::First, out, |page| report.write_text(page))?;
    let (games, time) = (counted(manifest.played(), "game"), manifest.duration_seconds);
    unless_quiet!(args.play.quiet, "played {games} in {time:.1} s");
    Ok(if report.answer == Answer::None { Ending::Undecided } else { Ending::Yes })
}

fn request(Args { card, target, tolerance, precision, deals, table, .. }: &Args) -> SuggestRequest {
    SuggestRequest { tolerance: *tolerance, ..SuggestRequest::of(table.request(), card) }
        .target(*target)
        .precision(*precision)
        .deals(*deals)
}
