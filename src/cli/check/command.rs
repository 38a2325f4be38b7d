//! Runs `check`.

use std::io::Write;
use std::path::Path;

use super::args::{Args, Inconclusive};
use super::baseline;
use crate::cli::Ending;
use crate::cli::failure::Failure;
use crate::cli::output::OutputArgs;
use crate::cli::page::{Cut, width};
use crate::cli::pilot::no_study;
use crate::cli::stderr::unless_quiet;
use crate::deck::Sets;
use crate::report::Reported;
use crate::report::check::baseline::Baseline;
use crate::report::counted;
use crate::report::page::PageResult;
use crate::stats::Verdict;
use crate::study::check::baseline::settled;
use crate::study::check::{check_margin, check_power};
use crate::study::{CheckRequest, CheckResult, PlanRequest, PlanResult};

/// The request, the deck before the edit, and its baseline, if any.
struct Task {
    request: CheckRequest,
    before: Sets,
    stored: Option<Baseline>,
}

pub(in crate::cli) fn run(args: &Args, out: &mut impl Write) -> Result<Ending, Failure> {
    check_margin(args.margin())?;
    check_power(args.power)?;
    match (&args.save, &args.export) {
        (Some(place), _) => baseline::save(args, place),
        (_, Some(place)) => baseline::export(args, place),
        (None, None) => check(task(args)?, args, out),
    }
}

/// The task. A baseline supplies all options that the command line does not set.
fn task(args: &Args) -> Result<Task, Failure> {
    let [before, after] = args.decks.names();
    let path = Path::new(&before);
    if Baseline::is_at(Path::new(&after)) {
        let hint = format!("compare a deck with it: `kickdoor check {after} DECK`");
        return Err(Failure::bad_input(format!("`{after}` is a baseline, expected a deck"), Some(hint)));
    }
    if path.metadata().is_ok_and(|file| file.is_file() && file.len() == 0) {
        let message = format!("`{}` is empty, expected a deck or a baseline", before);
        let hint = format!("remove it and create it again with `kickdoor check --save {} DECK`", before);
        return Err(Failure::bad_input(message, Some(hint)));
    }
    if !Baseline::is_at(path) {
        if args.accept {
            let message = format!("--accept replaces a baseline, and `{}` is a deck", before);
            let hint = format!("create one with `kickdoor check --save FILE {}`", before);
            return Err(Failure::bad_input(message, Some(hint)));
        }
        let table = args.project.table(&args.after(), args.table(), args.given, &args.play)?;
        let request = args.request(table);
        return Ok(Task { before: request.table.sets()?, request, stored: None });
    }
    let stored = Baseline::read(path)?;
    let before = stored.sets(path)?;
    let table = settled(&args.given.fill(args.table(), &stored.header), path, &stored.header, &before)?;
    Ok(Task { request: args.request(table), before, stored: Some(stored) })
}

fn check(Task { request, before, stored }: Task, args: &Args, out: &mut impl Write) -> Result<Ending, Failure> {
    args.html.check()?;
    let sets = [before, request.sets_after()?];
    let most = request.max_games(stored.as_ref().map(|stored| stored.header.games));
    let result =
        args.play.study_with(&args.cache, most, |control| request.play_with(&sets, stored.as_ref(), control))?;
    let CheckResult { manifest, report, after, .. } = result;
    let quiet = args.play.quiet || !manifest.interrupted;
    unless_quiet!(quiet, "stopped after {} of games", counted(manifest.games, "pair"));
    if manifest.games == 0 {
        return Ok(Ending::Interrupted);
    }
    if let (Some(seconds), Some(most)) = (args.seconds, report.max_games) {
        let again = format!("`--games {most} --until-decided` repeats the result");
        let limit = format!("the speed of this machine allows {} of games in {seconds} s", counted(most, "pair"));
        unless_quiet!(args.play.quiet, "note: {limit}; {again}");
    }
    args.output.print(&Reported::new(&manifest, &report), Cut::First, out, |page| {
        report.write_table(manifest.duration_seconds, width(), page)
    })?;
    args.html.write(|| PageResult::new(&manifest, &report), args.play.quiet)?;
    if args.annotate {
        let mut lines = Vec::new();
        report.write_annotations(&mut lines)?;
        // stderr may be closed; the verdict stands on stdout.
        let _ = std::io::stderr().write_all(&lines);
    }
    // A stopped check would replace the baseline with one of fewer games.
    if args.accept && !manifest.interrupted {
        baseline::accept(args, &request, &sets[1], after)?;
    }
    Ok(ending(manifest.interrupted, report.verdict, args.inconclusive))
}

fn ending(interrupted: bool, verdict: Verdict, inconclusive: Inconclusive) -> Ending {
    match verdict {
        _ if interrupted => Ending::Interrupted,
        Verdict::Shift | Verdict::Missed => Ending::No,
        Verdict::Inconclusive => match inconclusive {
            Inconclusive::Pass => Ending::Yes,
            Inconclusive::Fail => Ending::No,
            Inconclusive::Undecided => Ending::Undecided,
        },
        Verdict::Equivalent | Verdict::Minor | Verdict::Improved => Ending::Yes,
    }
}

/// `plan check`
pub(in crate::cli) fn plan(args: &Args) -> Result<(PlanResult, OutputArgs), Failure> {
    check_margin(args.margin())?;
    check_power(args.power)?;
    match (&args.save, &args.export) {
        (Some(_), _) => return Err(no_study("--save", "a baseline has the games of --games")),
        (_, Some(_)) => return Err(no_study("--export", "it plays no games")),
        (None, None) => {}
    }
    let Task { request, before, stored } = task(args)?;
    let sets = [before, request.sets_after()?];
    let report = args.play.study(0, |control| request.plan(&sets, stored.as_ref(), control))?;
    Ok((PlanResult { request: PlanRequest::Check(request), report }, args.output))
}
