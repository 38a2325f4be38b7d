//! `kickdoor check`: checks whether an edit of the cards shifted the balance.

mod baseline;
mod given;

use std::io::Write;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};

use clap::ValueEnum;

use super::args::TableArgs;
use super::failure::Failure;
use super::page::{Cut, PageArgs};
use super::progress::Progress;
use super::setup::set_of;
use super::stderr::unless_quiet;
use super::{Ending, count, interrupt};
use crate::deck::Sets;
use crate::report::check::baseline::Baseline;
use crate::report::counted;
use crate::stats::Verdict;
use crate::study::check::baseline::settled;
use crate::study::check::{GAMES, MARGIN, check_margin};
use crate::study::{CheckRequest, CheckResult, Control, StudyError, TableRequest};
use given::Given;

/// Arguments of `check`.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    #[command(flatten)]
    given: Given,

    /// Deck before the edit, by name or path, or a baseline.
    before: String,

    /// Deck after the edit, by name or path.
    #[arg(required_unless_present_any = ["save", "export"])]
    after: Option<String>,

    /// Games per deck. If an edited card is rarely dealt, at most the same number of further games is played.
    #[arg(short = 'n', long, value_name = "N", default_value_t = GAMES, value_parser = count::count)]
    games: u64,

    /// Stop at the first shift, or when every metric has a verdict; `--games` is then the maximum.
    #[arg(long, conflicts_with_all = ["save", "accept", "export"])]
    until_decided: bool,

    /// Largest negligible change: percentage points of win rates, per cent of game length.
    #[arg(long, value_name = "POINTS", default_value_t = MARGIN, value_parser = count::number)]
    margin: f64,

    #[command(flatten)]
    table: TableArgs,

    /// Play the games of one deck and save them as a baseline.
    #[arg(long, value_name = "FILE", conflicts_with = "after")]
    save: Option<PathBuf>,

    /// Replace the baseline with the checked deck, regardless of the verdict.
    #[arg(long, conflicts_with_all = ["save", "export"])]
    accept: bool,

    /// Write the deck of a baseline to a file.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["after", "save"])]
    export: Option<PathBuf>,

    /// Replace an existing baseline (with --save).
    #[arg(long, requires = "save", conflicts_with = "after")]
    force: bool,

    /// Threads [default: one per processor].
    #[arg(short = 'j', long, value_name = "N", value_parser = count::from_one)]
    threads: Option<NonZeroUsize>,

    /// Print only results and errors.
    #[arg(short, long)]
    quiet: bool,

    /// Output format.
    #[arg(long, value_enum, default_value_t = Format::Table)]
    format: Format,

    #[command(flatten)]
    page: PageArgs,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Format {
    /// Text for the terminal.
    Table,
    /// Markdown for a pull request comment.
    Markdown,
    /// JSON for programs.
    Json,
}

/// The request, the deck before the edit, and its baseline, if any.
struct Task {
    request: CheckRequest,
    before: Sets,
    stored: Option<Baseline>,
}

pub(super) fn run(args: &Args, out: &mut impl Write) -> Result<Ending, Failure> {
    check_margin(args.margin)?;
    match (&args.save, &args.export, &args.after) {
        (Some(place), ..) => baseline::save(args, place),
        (_, Some(place), _) => baseline::export(args, place),
        (.., after) => check(task(args, after.as_deref().unwrap_or_default())?, args, out),
    }
}

impl Args {
    /// The table of this deck, or baseline.
    fn table(&self) -> TableRequest {
        TableRequest { decks: vec![self.before.clone()], ..self.table.request() }
    }

    fn request(&self, table: TableRequest, after: &str, games: u64) -> CheckRequest {
        let (until_decided, margin) = (self.until_decided, self.margin);
        CheckRequest { table, after: vec![after.to_owned()], games, until_decided, margin }
    }

    /// Plays a study with the threads, the progress and the signals of the command.
    fn play<R>(&self, games: u64, study: impl FnOnce(&mut Control<'_>) -> Result<R, StudyError>) -> Result<R, Failure> {
        let stop = interrupt::listen(self.quiet);
        let mut progress = Progress::new(games, self.quiet);
        Ok(study(&mut Control::default().threads(self.threads).stop(stop).watch(|event| progress.show(event)))?)
    }
}

/// The task. A baseline supplies all options that the command line does not set.
fn task(args: &Args, after: &str) -> Result<Task, Failure> {
    let path = Path::new(&args.before);
    if Baseline::is_at(Path::new(after)) {
        let hint = format!("compare a deck with it: `kickdoor check {after} DECK`");
        return Err(Failure::bad_input(format!("`{after}` is a baseline, expected a deck"), Some(hint)));
    }
    if path.metadata().is_ok_and(|file| file.is_file() && file.len() == 0) {
        let message = format!("`{}` is empty, expected a deck or a baseline", args.before);
        let hint = format!("remove it and create it again with `kickdoor check --save {} DECK`", args.before);
        return Err(Failure::bad_input(message, Some(hint)));
    }
    if !Baseline::is_at(path) {
        if args.accept {
            let message = format!("--accept replaces a baseline, and `{}` is a deck", args.before);
            let hint = format!("create one with `kickdoor check --save FILE {}`", args.before);
            return Err(Failure::bad_input(message, Some(hint)));
        }
        let request = args.request(args.table(), after, args.games);
        return Ok(Task { request, before: set_of(&args.before)?, stored: None });
    }
    let stored = Baseline::read(path)?;
    let before = stored.sets(path)?;
    let table = settled(&args.given.fill(args.table(), &stored.header), path, &stored.header, &before)?;
    let games = if args.given.games { args.games } else { stored.header.games };
    Ok(Task { request: args.request(table, after, games), before, stored: Some(stored) })
}

fn check(Task { request, before, stored }: Task, args: &Args, out: &mut impl Write) -> Result<Ending, Failure> {
    let after = set_of(&request.after[0])?;
    let sets = [before, after.clone()];
    let result = args.play(request.games, |control| request.play_with(sets, stored.as_ref(), control))?;
    let CheckResult { manifest, report, pairs, .. } = result;
    let quiet = args.quiet || !manifest.interrupted;
    unless_quiet!(quiet, "stopped after {} of games", counted(manifest.games, "pair"));
    if manifest.games == 0 {
        return Ok(Ending::Interrupted);
    }
    match args.format {
        Format::Table => {
            args.page.print(Cut::First, out, |page| report.write_table(manifest.duration_seconds, page))?
        }
        Format::Markdown => report.write_markdown(out)?,
        Format::Json => writeln!(out, "{:#}", serde_json::json!(report))?,
    }
    if args.accept && !manifest.interrupted {
        baseline::accept(args, &request, &after, pairs.after)?;
    }
    Ok(ending(manifest.interrupted, report.verdict))
}

fn ending(interrupted: bool, verdict: Verdict) -> Ending {
    match verdict {
        _ if interrupted => Ending::Interrupted,
        Verdict::Shift => Ending::No,
        Verdict::Inconclusive => Ending::Undecided,
        Verdict::Equivalent | Verdict::Minor => Ending::Yes,
    }
}
