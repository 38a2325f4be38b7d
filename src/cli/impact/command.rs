//! Runs `impact`.

use std::io::{IsTerminal, Write};

use super::args::Args;
use super::card::show_game;
use super::{blank, card, pair, pairs, show};
use crate::cli::Ending;
use crate::cli::failure::Failure;
use crate::cli::output::OutputArgs;
use crate::cli::page::Cut;
use crate::cli::pilot::{no_study, pilot, with_decks};
use crate::cli::run::command;
use crate::cli::stderr::unless_quiet;
use crate::deck::Sets;
use crate::report::page::PageResult;
use crate::report::{Manifest, Reported, counted};
use crate::study::impact::{COARSE, check_precision};
use crate::study::{BlankRequest, CardRequest, ImpactRequest, ImpactResult, PlanRequest, PlanResult};

pub(in crate::cli) fn run(args: &Args, out: &mut impl Write) -> Result<Ending, Failure> {
    check_precision("--precision", args.precision)?;
    check_precision("--draw-precision", args.draw_precision.unwrap_or(args.precision))?;
    let sets = args.decks.sets()?;
    if let Some([first, second]) = args.pair.as_deref() {
        return pair::measure(&sets, args, &[first.clone(), second.clone()], out);
    }
    match (&args.card, &args.blank, args.game) {
        (Some(card), _, Some(game)) => show_game(&sets, args, card, game, out),
        (Some(card), _, None) => card::measure(&sets, args, card, out),
        (None, Some(card), _) => blank::measure(&sets, args, card, out),
        (None, None, _) => measure(&sets, args, out),
    }
}

/// Measures the values of all titles.
fn measure(sets: &Sets, args: &Args, out: &mut impl Write) -> Result<Ending, Failure> {
    let request = args.request();
    request.check(sets)?;
    let mut folder = args.report.begin(sets, args.table.players, "-impact")?;
    let mut stage = |first: &ImpactResult| show_first(first, args, out);
    let mut result = args.play(|control| request.play_in_stages(sets, COARSE, control, &mut stage))?;
    result.runs.iter_mut().for_each(|run| run.command = command());
    if let Some(stopped) = result.interrupted() {
        unless_quiet!(args.report.play.quiet, "stopped after {}", counted(stopped.games, "game"));
    }
    let (output, ImpactResult { runs, report, .. }) = (args.report.output, &result);
    let Some(manifest) = Manifest::joined(runs) else { return Ok(Ending::Interrupted) };
    // Errors of the output count only after the files are written.
    let shown = output.print(&Reported::new(&manifest, report), Cut::First, out, |page| match args.pairs {
        true => pairs::results(&result, args, page),
        false => show::results(&result, output.page, page),
    });
    result.report.add_to(&mut folder, &manifest.played_words())?;
    folder.add_result(&manifest, &result.report)?;
    let place = folder.publish()?;
    unless_quiet!(args.report.play.quiet, "written to {}", place.display());
    shown?;
    args.report.html.write(|| PageResult::new(&manifest, &result.report), args.report.play.quiet)?;
    Ok(if result.interrupted().is_some() { Ending::Interrupted } else { Ending::Done })
}

/// Shows the values of the first stage: on a terminal the whole page, elsewhere a note.
fn show_first(first: &ImpactResult, args: &Args, out: &mut impl Write) {
    let games = counted(first.runs.iter().map(|run| run.games).sum(), "game");
    let words = format!("after {games} (+-{COARSE} point); more follow for +-{}", args.precision);
    let output = args.report.output;
    if !(std::io::stdout().is_terminal() && output.format.is_text()) {
        unless_quiet!(args.report.play.quiet, "values are known {words}");
        return;
    }
    // If the terminal is gone, the final values say so.
    let _ = output.page.print(Cut::First, out, |page| {
        writeln!(page, "first values {words}")?;
        show::results(first, output.page, page)?;
        writeln!(page)
    });
    let _ = out.flush();
}

/// `plan impact`
pub(in crate::cli) fn plan(args: &Args) -> Result<(PlanResult, OutputArgs), Failure> {
    if args.game.is_some() {
        return Err(no_study("--game", "it plays one game twice"));
    }
    if args.pair.is_some() {
        return Err(no_study(
            "--pair",
            "its games are chosen by hands that a pilot seldom has; plan one card with --card",
        ));
    }
    let request = args.request();
    let table = with_decks(request.table, &args.decks.decks, &args.decks.base);
    let impact = ImpactRequest { table, ..request };
    let request = match (&args.card, &args.blank) {
        (Some(card), _) => PlanRequest::Card(CardRequest::of(card, impact)),
        (None, Some(card)) => PlanRequest::Blank(BlankRequest::of(card, impact)),
        (None, None) => PlanRequest::Impact(impact),
    };
    pilot(&request, args.report.play, args.report.output)
}
