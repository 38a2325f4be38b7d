//! `kickdoor history`: the metrics of a deck, version by version.

use std::collections::BTreeSet;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use clap::Subcommand;

use super::Ending;
use super::args::{DeckArgs, PlayArgs, TableArgs};
use super::count::count;
use super::failure::Failure;
use super::output::OutputArgs;
use super::page::{Cut, width};
use super::stderr::unless_quiet;
use crate::deck::file::nearest::did_you_mean;
use crate::deck::{DeckError, Sets};
use crate::report::counted;
use crate::report::history::HistoryReport;
use crate::study::history::{FILE, GAMES};
use crate::study::{Control, History, HistoryRequest, StudyError};

/// The subcommands of `history`.
#[derive(Debug, Subcommand)]
pub(super) enum Command {
    /// Play games and append the metrics of a version to the history, then show what moved.
    Add(Box<AddArgs>),
    /// Show what moved in the last version, or chosen metrics in all versions.
    Show(ShowArgs),
}

/// Arguments of `history add`.
#[derive(Debug, clap::Args)]
pub(super) struct AddArgs {
    #[command(flatten)]
    decks: DeckArgs,

    /// Name of the version [default: its git commit, or the beginning of the hash of its cards].
    #[arg(long, value_name = "LABEL")]
    label: Option<String>,

    /// Date of the version [default: that of its git commit].
    #[arg(long, value_name = "DATE")]
    date: Option<String>,

    /// Measure the last deck, a file, at each git revision of this range that changed it, such as v1..HEAD.
    #[arg(long, value_name = "RANGE", conflicts_with_all = ["label", "date"])]
    revs: Option<String>,

    /// Number of games of a version.
    #[arg(short = 'n', long, value_name = "N", default_value_t = GAMES, value_parser = count)]
    games: u64,

    /// The history [default: history.jsonl beside the first deck].
    #[arg(short, long, value_name = "FILE")]
    out: Option<PathBuf>,

    #[command(flatten)]
    table: TableArgs,

    #[command(flatten)]
    play: PlayArgs,

    #[command(flatten)]
    output: OutputArgs,
}

/// Arguments of `history show`.
#[derive(Debug, clap::Args)]
pub(super) struct ShowArgs {
    /// The history.
    #[arg(value_name = "FILE", default_value = FILE)]
    file: String,

    /// Show this metric in all versions (repeatable).
    #[arg(long = "metric", value_name = "METRIC")]
    metrics: Vec<String>,

    /// Write a picture of the metrics, as SVG.
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,

    #[command(flatten)]
    output: OutputArgs,
}

pub(super) fn run(command: &Command, out: &mut impl Write) -> Result<Ending, Failure> {
    match command {
        Command::Add(args) => add(args, out),
        Command::Show(args) => show(args, out),
    }
}

fn add(args: &AddArgs, out: &mut impl Write) -> Result<Ending, Failure> {
    let table = args.decks.at(&args.table);
    let (label, date) = (args.label.clone(), args.date.clone());
    let request = HistoryRequest { label, date, ..HistoryRequest::of(table).games(args.games) };
    let requests = match &args.revs {
        Some(range) => request.of_revisions(range)?,
        None => vec![request],
    };
    let file = args.out.clone().unwrap_or_else(|| History::beside(&args.decks.decks[0]));
    let name = file.display().to_string();
    let mut history = if file.exists() { History::read(&name)? } else { History::default() };
    let mut ending = Ending::Done;
    for request in &requests {
        let sets = match checked(request) {
            // A deck of another time may not be one of today; the other versions are measured all the same.
            Err(error) if args.revs.is_some() => {
                unless_quiet!(args.play.quiet, "{} is not added: {error}", version(request));
                continue;
            }
            sets => sets?,
        };
        if request.is_in(&history, &sets, &mut Control::default())? {
            unless_quiet!(args.play.quiet, "{} is in {name} already", version(request));
            continue;
        }
        let result = args.play.study(args.games, |control| request.play_with(&sets, control))?;
        if result.manifest.interrupted {
            // Fewer games would be another version.
            unless_quiet!(args.play.quiet, "stopped after {}; not added", counted(result.manifest.games, "game"));
            ending = Ending::Interrupted;
            break;
        }
        History::append(&file, &result.entry).map_err(|error| unwritten(&file, &error))?;
        unless_quiet!(args.play.quiet, "added {} to {name}", result.entry.label);
        history.entries.push(result.entry);
    }
    print(&history, &[], args.output, out)?;
    Ok(ending)
}

/// The sets of a version, if it can be played.
fn checked(request: &HistoryRequest) -> Result<Sets, StudyError> {
    let sets = request.table.sets()?;
    request.check(&sets)?;
    Ok(sets)
}

/// The words of a version for a note.
fn version(request: &HistoryRequest) -> String {
    request.label.clone().unwrap_or_else(|| "this version".to_owned())
}

fn show(args: &ShowArgs, out: &mut impl Write) -> Result<Ending, Failure> {
    let history = History::read(&args.file)?;
    check_metrics(&history.metrics(), args)?;
    print(&history, &args.metrics, args.output, out)?;
    if let Some(path) = &args.svg {
        let picture = HistoryReport::new(&history.entries, &args.metrics).picture();
        fs::write(path, picture).map_err(|error| unwritten(path, &error))?;
    }
    // The wrong lines are reported after the right ones are shown.
    match history.problems.is_empty() {
        true => Ok(Ending::Done),
        false => Err(StudyError::from(DeckError(history.problems)).into()),
    }
}

fn print(history: &History, metrics: &[String], output: OutputArgs, out: &mut impl Write) -> Result<(), Failure> {
    let report = HistoryReport::new(&history.entries, metrics);
    let text = |page: &mut Vec<u8>| report.write_table(!metrics.is_empty(), width(), page);
    Ok(output.print(&report, Cut::First, out, text)?)
}

fn check_metrics(known: &BTreeSet<&str>, args: &ShowArgs) -> Result<(), Failure> {
    let Some(unknown) = args.metrics.iter().find(|metric| !known.contains(metric.as_str())) else { return Ok(()) };
    let hint = did_you_mean(unknown, known.iter().copied());
    let why = format!("`{}` has no metric `{unknown}`", args.file);
    Err(StudyError::request(why, hint.or_else(|| Some("`history show` lists the metrics".to_owned()))).into())
}

fn unwritten(path: &Path, error: &std::io::Error) -> Failure {
    StudyError::request(format!("cannot write `{}`: {error}", path.display()), None).into()
}
