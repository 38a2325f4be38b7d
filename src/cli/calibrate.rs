//! `kickdoor calibrate`: measures how often the intervals of the other commands cover the true value.

use std::io::{self, Write};

use super::args::{DeckArgs, TableArgs};
use super::failure::Failure;
use super::output::OutputArgs;
use super::page::Cut;
use super::progress::Progress;
use super::{Ending, count, interrupt};
use crate::deck::Sets;
use crate::report::calibrate::{CoverageRow, write_table};
use crate::report::{counted, thousands};
use crate::study::calibrate::request::{GAMES, REPETITIONS};
use crate::study::{CalibrateRequest, CalibrateResult, Control};

/// Arguments of `calibrate`.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    #[command(flatten)]
    decks: DeckArgs,

    /// Number of repetitions.
    #[arg(short, long, value_name = "N", default_value_t = REPETITIONS, value_parser = count::at_least(50))]
    repetitions: u64,

    /// Games per repetition and deck.
    #[arg(short = 'n', long, value_name = "N", default_value_t = GAMES, value_parser = count::at_least(2))]
    games: u64,

    /// Card to blank as the test edit, by id or name [default: the first monster]. Sweeps also use this card if it is
    /// a monster, otherwise the first monster.
    #[arg(long, value_name = "ID")]
    blank: Option<String>,

    #[command(flatten)]
    table: TableArgs,

    /// Threads [default: one per processor].
    #[arg(short = 'j', long, value_name = "N", value_parser = count::from_one)]
    threads: Option<std::num::NonZeroUsize>,

    /// Print only results and errors.
    #[arg(short, long)]
    quiet: bool,

    #[command(flatten)]
    output: OutputArgs,
}

pub(super) fn run(args: &Args, out: &mut impl Write) -> Result<Ending, Failure> {
    let sets = args.decks.sets()?;
    let Some(result) = play(args, &sets)? else { return Ok(Ending::Interrupted) };
    args.output.print(&result.rows, Cut::First, out, |page| show(&result, page))?;
    Ok(Ending::verdict(result.rows.iter().all(CoverageRow::is_good)))
}

fn play(args: &Args, sets: &Sets) -> Result<Option<CalibrateResult>, Failure> {
    let Args { repetitions, games, blank, .. } = args;
    let stop = interrupt::listen(args.quiet);
    let mut progress = Progress::new(games.saturating_mul(*repetitions), args.quiet);
    let mut control = Control::default().threads(args.threads).stop(stop).watch(|event| progress.show(event));
    let request = CalibrateRequest::of(args.table.request()).repetitions(*repetitions).games(*games);
    Ok(CalibrateRequest { blank: blank.clone(), ..request }.play_with(sets, &mut control)?)
}

fn show(result: &CalibrateResult, out: &mut impl Write) -> io::Result<()> {
    let CalibrateResult { repetitions, games, players, strategies, edit, sweep, rows } = result;
    let (count, games, strategies) = (thousands(*repetitions), counted(*games, "game"), strategies.join(", "));
    let sweep = sweep.as_ref().map(|sweep| format!("; sweep: {sweep}")).unwrap_or_default();
    writeln!(out, "{count} repetitions of {games}, {players} players, {strategies}; edit: {edit}{sweep}")?;
    write_table(rows, out)
}
