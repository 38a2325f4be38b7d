//! `kickdoor calibrate`: measures how often the intervals of the other commands cover the true value.

use std::io::{self, Write};

use super::args::{DeckArgs, PlayArgs, TableArgs};
use super::failure::Failure;
use super::job::StateArgs;
use super::output::OutputArgs;
use super::page::{Cut, width};
use super::{Ending, count};
use crate::deck::Sets;
use crate::report::calibrate::{CoverageRow, Promise, write_table, write_verdict_errors};
use crate::report::{counted, thousands};
use crate::study::calibrate::request::{GAMES, REPETITIONS};
use crate::study::calibrate::verdicts::CHECKS;
use crate::study::check::MARGIN;
use crate::study::{CalibrateRequest, CalibrateResult, CheckRequest, VerdictsRequest, VerdictsResult};

/// Arguments of `calibrate`.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    #[command(flatten)]
    decks: DeckArgs,

    /// Number of repetitions [default: 2000; of checks, 200].
    #[arg(short, long, value_name = "N", value_parser = count::at_least(50))]
    repetitions: Option<u64>,

    /// Games per repetition and deck [default: 500; of checks, as many as a verdict needs].
    #[arg(short = 'n', long, value_name = "N", value_parser = count::at_least(2))]
    games: Option<u64>,

    /// Count the wrong verdicts of checks against this deck, in place of the intervals that miss the true value.
    #[arg(long, value_name = "DECK", conflicts_with = "blank")]
    check: Option<String>,

    /// Margin of the checks: see `kickdoor check --help` (repeatable).
    #[arg(long = "margin", value_name = "[METRIC=]X", requires = "check", value_parser = count::margin)]
    margins: Vec<(Option<String>, f64)>,

    /// File with the targets of the checks.
    #[arg(long, value_name = "FILE", requires = "check")]
    project: Option<String>,

    /// Card to blank as the test edit, by id or name [default: the first monster]. Sweeps also use this card if it is
    /// a monster, otherwise the first monster.
    #[arg(long, value_name = "ID")]
    blank: Option<String>,

    #[command(flatten)]
    table: TableArgs,

    #[command(flatten)]
    play: PlayArgs,

    #[command(flatten)]
    _state: StateArgs,

    #[command(flatten)]
    output: OutputArgs,
}

pub(super) fn run(args: &Args, out: &mut impl Write) -> Result<Ending, Failure> {
    let sets = args.decks.sets()?;
    if let Some(after) = &args.check {
        return check(args, sets, after, out);
    }
    let request = request(args);
    let games = request.games.saturating_mul(request.repetitions);
    let result = args.play.study(games, |control| request.play_with(&sets, control))?;
    let Some(result) = result else { return Ok(Ending::Interrupted) };
    args.output.print(&result.rows, Cut::First, out, |page| show(&result, page))?;
    Ok(Ending::verdict(result.rows.iter().all(CoverageRow::is_good)))
}

fn request(Args { repetitions, games, blank, table, .. }: &Args) -> CalibrateRequest {
    let (repetitions, games) = (repetitions.unwrap_or(REPETITIONS), games.unwrap_or(GAMES));
    let request = CalibrateRequest::of(table.request()).repetitions(repetitions).games(games);
    CalibrateRequest { blank: blank.clone(), ..request }
}

/// Repeats a check against this deck.
fn check(args: &Args, before: Sets, after: &str, out: &mut impl Write) -> Result<Ending, Failure> {
    let table = args.decks.at(&args.table);
    let after = [table.partners(), &[after.to_owned()]].concat();
    let (all, own): (Vec<_>, Vec<_>) = args.margins.iter().cloned().partition(|(metric, _)| metric.is_none());
    let check = CheckRequest {
        games: args.games,
        margin: all.last().map_or(MARGIN, |(_, margin)| *margin),
        margins: own.into_iter().filter_map(|(metric, margin)| Some((metric?, margin))).collect(),
        project: args.project.clone(),
        ..CheckRequest::of(table, after)
    };
    let request = VerdictsRequest::of(check).checks(args.repetitions.unwrap_or(CHECKS));
    let sets = [before, request.check.sets_after()?];
    let result = args.play.study(request.checks, |control| request.play_with(&sets, control))?;
    let Some(VerdictsResult { checks, pairs, rows }) = result else { return Ok(Ending::Interrupted) };
    args.output.print(&rows, Cut::First, out, |page| {
        let CheckRequest { table, after, .. } = &request.check;
        let (before, after, mean) = (table.decks.join(" + "), after.join(" + "), thousands(pairs / checks));
        writeln!(page, "{} of {after} against {before}, {mean} pairs in the mean", counted(checks, "check"))?;
        write_verdict_errors(&rows, width(), page)
    })?;
    Ok(Ending::verdict(rows.iter().all(|row| row.promise != Promise::Broken)))
}

fn show(result: &CalibrateResult, out: &mut impl Write) -> io::Result<()> {
    let CalibrateResult { repetitions, games, players, strategies, edit, sweep, rows } = result;
    let (count, games, strategies) = (thousands(*repetitions), counted(*games, "game"), strategies.join(", "));
    let sweep = sweep.as_ref().map(|sweep| format!("; sweep: {sweep}")).unwrap_or_default();
    writeln!(out, "{count} repetitions of {games}, {players} players, {strategies}; edit: {edit}{sweep}")?;
    write_table(rows, out)
}
