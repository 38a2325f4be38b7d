//! `kickdoor calibrate`: measures how often the intervals of the other commands cover the true value.

use std::io::{self, Write};

use super::args::{DeckArgs, PlayArgs, TableArgs};
use super::failure::Failure;
use super::output::OutputArgs;
use super::page::Cut;
use super::{Ending, count};
use crate::report::calibrate::{CoverageRow, write_table};
use crate::report::{counted, thousands};
use crate::study::calibrate::request::{GAMES, REPETITIONS};
use crate::study::{CalibrateRequest, CalibrateResult};

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

    #[command(flatten)]
    play: PlayArgs,

    #[command(flatten)]
    output: OutputArgs,
}

pub(super) fn run(args: &Args, out: &mut impl Write) -> Result<Ending, Failure> {
    let sets = args.decks.sets()?;
    let (request, games) = (request(args), args.games.saturating_mul(args.repetitions));
    let result = args.play.study(games, |control| request.play_with(&sets, control))?;
    let Some(result) = result else { return Ok(Ending::Interrupted) };
    args.output.print(&result.rows, Cut::First, out, |page| show(&result, page))?;
    Ok(Ending::verdict(result.rows.iter().all(CoverageRow::is_good)))
}

fn request(Args { repetitions, games, blank, table, .. }: &Args) -> CalibrateRequest {
    let request = CalibrateRequest::of(table.request()).repetitions(*repetitions).games(*games);
    CalibrateRequest { blank: blank.clone(), ..request }
}

fn show(result: &CalibrateResult, out: &mut impl Write) -> io::Result<()> {
    let CalibrateResult { repetitions, games, players, strategies, edit, sweep, rows } = result;
    let (count, games, strategies) = (thousands(*repetitions), counted(*games, "game"), strategies.join(", "));
    let sweep = sweep.as_ref().map(|sweep| format!("; sweep: {sweep}")).unwrap_or_default();
    writeln!(out, "{count} repetitions of {games}, {players} players, {strategies}; edit: {edit}{sweep}")?;
    write_table(rows, out)
}
