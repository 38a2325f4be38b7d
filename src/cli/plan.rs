//! `kickdoor plan`: how many games a study needs, and how long they take.

use std::io::Write;

use clap::Subcommand;

use super::failure::Failure;
use super::page::Cut;
use super::{Ending, check, compare, impact, sweep};

/// The commands whose games can be planned, with their own options. Nothing is written to files.
#[derive(Debug, Subcommand)]
pub(super) enum Command {
    /// Pairs of games for the verdicts of a check.
    #[command(mut_args(without_files))]
    Check(check::Args),
    /// Games for values of cards.
    #[command(mut_args(without_files))]
    Impact(impact::Args),
    /// Games for a comparison of strategies.
    #[command(mut_args(without_files))]
    Compare(compare::Args),
    /// Games for a sweep of a number.
    #[command(mut_args(without_files))]
    Sweep(sweep::Args),
}

/// Options for files are accepted, so that `plan` can stand before any command line, but have no effect.
fn without_files(arg: clap::Arg) -> clap::Arg {
    match arg.get_id().as_str() {
        "out" | "html" | "force" | "resume" | "save" | "accept" | "export" | "annotate" => arg.hide(true),
        _ => arg,
    }
}

pub(super) fn run(command: &Command, out: &mut impl Write) -> Result<Ending, Failure> {
    let (plan, output) = match command {
        Command::Check(args) => check::plan(args)?,
        Command::Impact(args) => impact::plan(args)?,
        Command::Compare(args) => compare::plan(args)?,
        Command::Sweep(args) => sweep::plan(args)?,
    };
    output.print(&plan, Cut::First, out, |page| plan.report.write_text(page))?;
    Ok(Ending::Done)
}
