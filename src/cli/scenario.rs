//! `kickdoor scenario`: plays scenarios and compares the results with the expected ones.

use std::borrow::Cow;
use std::io::Write;
use std::path::PathBuf;

use super::Ending;
use super::failure::Failure;
use super::output::OutputArgs;
use super::page::Cut;
use crate::report::{counted, row};
use crate::scenario::{Report, ScenarioError, files, run_file};

/// Arguments of `scenario`.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// Scenario files or folders.
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,

    /// Print only failures.
    #[arg(short, long)]
    quiet: bool,

    #[command(flatten)]
    output: OutputArgs,
}

row! {
    "scenarios.csv"
    /// A scenario and whether its statements hold.
    #[derive(Clone, Debug)]
    pub(super) struct ScenarioRow {
        /// Its file.
        file: String,
        /// What it states; empty if it is invalid.
        says: String,
        /// Ids of the rules that it covers, separated by spaces.
        rules: String,
        /// `ok`, `failed`, or `invalid` if it cannot be played.
        result: Cow<'static, str>,
        /// Why it failed or is invalid.
        message: String,
    }
}

/// An invalid scenario is an error; an unexpected result is the answer "no".
pub(super) fn run(args: &Args, out: &mut impl Write) -> Result<Ending, Failure> {
    let mut played = Vec::new();
    for path in &args.files {
        let found = files(path).map_err(|error| unreadable(path, &error))?;
        played.extend(found.into_iter().map(|file| (file.display().to_string(), run_file(&file))));
    }
    if played.is_empty() {
        return Err(Failure::bad_input("no scenario was found", Some("scenarios are .toml files".into())));
    }
    let rows = played.iter().map(|(file, report)| ScenarioRow::of(file, report));
    let rows: Vec<ScenarioRow> = rows.filter(|row| !args.quiet || row.result != "ok").collect();
    let errors: Vec<String> =
        played.iter().filter_map(|(_, report)| Some(report.as_ref().err()?.to_string())).collect();
    let reports = || played.iter().filter_map(|(_, report)| report.as_ref().ok());
    let (passed, failed): (Vec<&Report>, Vec<&Report>) = reports().partition(|report| report.passed());
    args.output.print(&rows, Cut::First, out, |page| {
        if !errors.is_empty() {
            return Ok(());
        }
        if !args.quiet {
            let all = passed.len() + failed.len();
            let hold = if all == 1 { "holds" } else { "hold" };
            writeln!(page, "{} of {} {hold}", passed.len(), counted(all as u64, "scenario"))?;
        }
        // Failures first: a page shows the first lines of a long list.
        let shown = failed.iter().chain(passed.iter().filter(|_| !args.quiet));
        { shown }.try_for_each(|report| writeln!(page, "{report}"))
    })?;
    match errors[..] {
        [] => Ok(Ending::verdict(failed.is_empty())),
        _ => Err(Failure::bad_input(errors.join("\n\nerror: "), None)),
    }
}

impl ScenarioRow {
    fn of(file: &str, report: &Result<Report, ScenarioError>) -> ScenarioRow {
        let (result, message) = match report {
            Ok(report) if report.passed() => ("ok", String::new()),
            Ok(report) => (
                "failed",
                report.failures.iter().map(|failure| failure.message.as_str()).collect::<Vec<_>>().join("; "),
            ),
            Err(error) => ("invalid", error.to_string()),
        };
        let (says, rules) =
            report.as_ref().map(|report| (report.says.clone(), report.rules.join(" "))).unwrap_or_default();
        ScenarioRow { file: file.to_owned(), says, rules, result: result.into(), message }
    }
}

fn unreadable(path: &std::path::Path, error: &std::io::Error) -> Failure {
    let hint = "name the files, or a folder of scenarios".to_owned();
    Failure::bad_input(format!("cannot search `{}` for scenarios: {error}", path.display()), Some(hint))
}
