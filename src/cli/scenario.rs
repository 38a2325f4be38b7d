//! `kickdoor scenario`: plays scenarios and compares the results with the expected ones.

use std::io::Write;
use std::path::PathBuf;

use super::Ending;
use super::failure::Failure;
use super::page::{Cut, PageArgs};
use crate::report::counted;
use crate::scenario::{Report, files, run_file};

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
    page: PageArgs,
}

/// An invalid scenario is an error; an unexpected result is the answer "no".
pub(super) fn run(args: &Args, out: &mut impl Write) -> Result<Ending, Failure> {
    let mut reports = Vec::new();
    let mut errors = Vec::new();
    for path in &args.files {
        let found = files(path).map_err(|error| unreadable(path, &error))?;
        for file in found {
            match run_file(&file) {
                Ok(report) => reports.push(report),
                Err(error) => errors.push(error.to_string()),
            }
        }
    }
    if !errors.is_empty() {
        return Err(Failure::bad_input(errors.join("\n\nerror: "), None));
    }
    if reports.is_empty() {
        return Err(Failure::bad_input("no scenario was found", Some("scenarios are .toml files".into())));
    }
    let (passed, failed): (Vec<Report>, Vec<Report>) = reports.into_iter().partition(Report::passed);
    args.page.print(Cut::First, out, |page| {
        if !args.quiet {
            let all = passed.len() + failed.len();
            let hold = if all == 1 { "holds" } else { "hold" };
            writeln!(page, "{} of {} {hold}", passed.len(), counted(all as u64, "scenario"))?;
        }
        let shown = failed.iter().chain(passed.iter().filter(|_| !args.quiet));
        { shown }.try_for_each(|report| writeln!(page, "{report}"))
    })?;
    Ok(Ending::verdict(failed.is_empty()))
}

fn unreadable(path: &std::path::Path, error: &std::io::Error) -> Failure {
    let hint = "name the files, or a folder of scenarios".to_owned();
    Failure::bad_input(format!("cannot search `{}` for scenarios: {error}", path.display()), Some(hint))
}
