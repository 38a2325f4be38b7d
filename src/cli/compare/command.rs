//! Plays the comparison and prints it.

use std::io::Write;

use super::args::Args;
use super::restrictions;
use crate::cli::failure::Failure;
use crate::cli::output::OutputArgs;
use crate::cli::page::{Cut, width};
use crate::cli::pilot::{no_study, pilot, with_decks};
use crate::cli::run::command;
use crate::cli::stderr::unless_quiet;
use crate::cli::{Ending, job};
use crate::report::compare::{BlockRow, CompareReport, Goal, SampleRow, stored_results};
use crate::report::page::PageResult;
use crate::report::{Manifest, Reported, Rows, StrategyEntry, counted, thousands};
use crate::run::ContestKind;
use crate::stats::Hypothesis;
use crate::study::compare::contestants::Contestants;
use crate::study::{CompareRequest, CompareResult, PlanRequest, PlanResult};

pub(in crate::cli) fn run(args: &Args, out: &mut impl Write) -> Result<Ending, Failure> {
    if let Some(strategy) = &args.restrictions {
        return restrictions::measure(strategy, &args.base.sets_or_first(&args.decks)?, args, out);
    }
    let request = request(args)?;
    let sets = args.base.sets_or_first(&args.decks)?;
    let (planned, contest) = request.settings(&sets)?;
    let what = format!("-{}", words(&planned, contest.kind()));
    let earlier = args.report.earlier(&sets, args.players, &what);
    let stored = earlier.map(|place| stored_results(&place, &planned, &contest)).transpose()?;
    let mut folder = args.report.begin(&sets, args.players, &what)?;
    let stored = stored.unwrap_or_default();
    let mut result = args.report.play.study(request.games, |control| request.play_on(&sets, stored, control))?;
    result.manifest.command = command();
    let CompareResult { manifest, report, results } = &result;
    let title = report.title(manifest);
    // Errors of the output count only after the files are written: results of long runs are not lost with them.
    let shown = show(args, &title, manifest, report, out);
    report.add_to(&mut folder, &title)?;
    folder.add_tables(&[Rows::of(&BlockRow::all(results)), Rows::of(&SampleRow::all(results))])?;
    folder.add_result(manifest, report)?;
    let place = folder.publish()?;
    let (interrupted, games) = (manifest.interrupted, counted(results.games(), "game"));
    unless_quiet!(args.report.play.quiet || !interrupted, "stopped after {games}; continue with --resume");
    // The folder holds all results.
    job::drop_state();
    unless_quiet!(args.report.play.quiet, "written to {}", place.display());
    shown?;
    args.report.html.write(|| PageResult::new(manifest, report), args.report.play.quiet)?;
    Ok(ending(report, interrupted))
}

/// The request. Wrong strategies are reported before a wrong goal.
fn request(args: &Args) -> Result<CompareRequest, Failure> {
    let Args { strategies, field, anchor, .. } = args;
    let goal = args.goal.goal(Contestants::find(strategies, field, anchor.as_deref())?.kind)?;
    Ok(CompareRequest {
        table: args.table(strategies),
        field: field.clone(),
        anchor: anchor.clone(),
        games: args.goal.games(),
        goal,
    })
}

/// The strategies as a part of a folder name.
fn words(planned: &Manifest, kind: ContestKind) -> String {
    // A strategy that sits twice has a number after its name.
    let name = |entry: &StrategyEntry| entry.name.split(" (").next().unwrap_or_default().to_owned();
    let names: Vec<String> = planned.strategies.iter().map(name).collect();
    match kind {
        ContestKind::Duel => names.join("-"),
        ContestKind::Field => format!("{}-field-{}", names[0], names[1..].join("-")),
        ContestKind::Ladder => format!("ladder-{}", names.join("-")),
    }
}

fn ending(report: &CompareReport, interrupted: bool) -> Ending {
    match report.sprt.as_ref().map(|state| state.accepted) {
        _ if interrupted => Ending::Interrupted,
        Some(Some(Hypothesis::H0)) => Ending::No,
        _ if !report.reached => Ending::Undecided,
        _ if report.goal == Goal::Games => Ending::Done,
        _ => Ending::Yes,
    }
}

fn show(
    args: &Args,
    title: &str,
    manifest: &Manifest,
    report: &CompareReport,
    out: &mut impl Write,
) -> std::io::Result<()> {
    let result = Reported::new(manifest, report);
    args.report.output.print(&result, Cut::First, out, |page| {
        let (games, blocks) = (counted(manifest.games, "game"), counted(manifest.blocks, "block"));
        writeln!(page, "{title}")?;
        writeln!(page, "{games} in {blocks}, {} unfinished", thousands(manifest.unfinished))?;
        writeln!(page, "signature {}\n", manifest.signature)?;
        report.write_table(width(), page)
    })
}

/// `plan compare`
pub(in crate::cli) fn plan(args: &Args) -> Result<(PlanResult, OutputArgs), Failure> {
    if args.restrictions.is_some() {
        return Err(no_study("--restrictions", "it plays --games games for each restriction"));
    }
    let request = request(args)?;
    let table = with_decks(request.table, &args.decks, &args.base);
    pilot(&PlanRequest::Compare(CompareRequest { table, ..request }), args.report.play, args.report.output)
}
