//! `kickdoor plan`: how many games a study needs, how long they take, and how several machines divide them.

use std::io::Write;
use std::path::{Path, PathBuf};

use clap::Subcommand;

use super::failure::Failure;
use super::page::Cut;
use super::parts::{self, Outcome};
use super::stderr::unless_quiet;
use super::{Ending, calibrate, check, checkup, compare, count, deck, impact, run, suggest, sweep, tune};
use crate::deck::inputs_read;
use crate::report::counted;
use crate::report::files::temporary_folder::write_file;
use crate::run::Journal;
use crate::study::plan_file::PlanFile;

/// The commands whose games can be planned, with their own options. Nothing is written to files but the plan.
#[derive(Debug, Subcommand)]
pub(super) enum Command {
    /// Pairs of games for the verdicts of a check.
    #[command(mut_args(without_files))]
    Check(Planned<check::Args>),
    /// Games for values of cards.
    #[command(mut_args(without_files))]
    Impact(Planned<impact::Args>),
    /// Games for a comparison of strategies.
    #[command(mut_args(without_files))]
    Compare(Planned<compare::Args>),
    /// Games for a sweep of a number.
    #[command(mut_args(without_files))]
    Sweep(Planned<sweep::Args>),
    /// Games of a run, for --out.
    #[command(mut_args(without_files))]
    Run(Planned<run::Args>),
    /// Games of a checkup, for --out.
    #[command(mut_args(without_files))]
    Checkup(Planned<checkup::Args>),
    /// Games of a suggestion, for --out.
    #[command(mut_args(without_files))]
    Suggest(Planned<suggest::Args>),
    /// Games of a search, for --out.
    #[command(mut_args(without_files))]
    Tune(Planned<tune::Args>),
    /// Repetitions of a calibration, for --out.
    #[command(mut_args(without_files))]
    Calibrate(Planned<calibrate::Args>),
    /// Commands for decks.
    #[command(subcommand)]
    Deck(DeckCommand),
}

/// The commands for decks whose games can be planned.
#[derive(Debug, Subcommand)]
pub(super) enum DeckCommand {
    /// Games of a coverage, for --out.
    #[command(mut_args(without_files))]
    Coverage(Planned<deck::CoverageArgs>),
}

/// A study, and the file of its plan.
#[derive(Debug, clap::Args)]
pub(super) struct Planned<A: clap::Args> {
    #[command(flatten)]
    study: A,

    #[command(flatten)]
    file: FileArgs,
}

/// The file of a plan.
#[derive(Clone, Debug, clap::Args)]
pub(super) struct FileArgs {
    /// Write a plan for several machines to this file: `kickdoor shard` plays a part of it, `kickdoor merge` puts the parts
    /// together.
    #[arg(id = "plan", short = 'o', long = "out", value_name = "FILE")]
    plan: Option<PathBuf>,

    /// Number of parts of the plan.
    #[arg(long, value_name = "N", default_value = "64", value_parser = count::at_least(1), requires = "plan")]
    shards: u64,
}

/// Options for files are accepted, so that `plan` can stand before any command line, but have no effect.
fn without_files(arg: clap::Arg) -> clap::Arg {
    match arg.get_id().as_str() {
        // The short name is that of the plan.
        "out" => arg.short(None).long("report-out").hide(true),
        "html" | "force" | "resume" | "checkpoint" | "save" | "accept" | "export" | "annotate" => arg.hide(true),
        _ => arg,
    }
}

pub(super) fn run(command: &Command, out: &mut impl Write) -> Result<Ending, Failure> {
    let (planned, file) = match command {
        // What has no pilot can still be divided.
        Command::Check(Planned { study, file }) if study.save.is_some() && file.plan.is_some() => (None, file),
        Command::Compare(Planned { study, file }) if study.restrictions.is_some() && file.plan.is_some() => {
            (None, file)
        }
        Command::Check(args) => (Some(check::plan(&args.study)?), &args.file),
        Command::Impact(args) => (Some(impact::plan(&args.study)?), &args.file),
        Command::Compare(args) => (Some(compare::plan(&args.study)?), &args.file),
        Command::Sweep(args) => (Some(sweep::plan(&args.study)?), &args.file),
        Command::Run(Planned { file, .. }) => (None, file),
        Command::Checkup(Planned { file, .. }) => (None, file),
        Command::Suggest(Planned { file, .. }) => (None, file),
        Command::Tune(Planned { file, .. }) => (None, file),
        Command::Calibrate(Planned { file, .. }) => (None, file),
        Command::Deck(DeckCommand::Coverage(Planned { file, .. })) => (None, file),
    };
    let mut pace = None;
    if let Some((plan, output)) = planned {
        output.print(&plan, Cut::First, out, |page| plan.report.write_text(page))?;
        pace = plan.report.seconds_of_a_game();
    } else if file.plan.is_none() {
        let hint = "`-o plan.json` writes a plan for several machines".to_owned();
        return Err(Failure::bad_input("the games of this command are those that its options say", Some(hint)));
    }
    if let Some(path) = &file.plan {
        write(path, file.shards, pace)?;
    }
    Ok(Ending::Done)
}

/// Writes the plan of the first round.
fn write(path: &Path, shards: u64, pace: Option<f64>) -> Result<(), Failure> {
    let words = words();
    let call = match parts::play(&words, &[], Journal::merging().into(), None)? {
        Outcome::Open(call) => call,
        Outcome::Ended(_) | Outcome::Parted => {
            let hint = format!("`kickdoor {}` plays it", words.join(" "));
            return Err(Failure::bad_input("this study is too small to be divided", Some(hint)));
        }
    };
    let plan = PlanFile::of(words, &inputs_read(), 1, &call, shards);
    let plan = PlanFile { seconds: pace.map(|seconds| seconds * plan.games as f64), ..plan };
    write_file(path, &plan.bytes(), false).map_err(|error| parts::unwritten(path, &error))?;
    unless_quiet!(false, "{}: {}", path.display(), words_of(&plan));
    Ok(())
}

/// What a plan divides, in words.
pub(super) fn words_of(plan: &PlanFile) -> String {
    let PlanFile { round, call, shards, games, .. } = plan;
    let (shards, games) = (counted(shards.len() as u64, "shard"), counted(*games, "game"));
    format!("round {round}, {}: {shards} of about {games} in all", call.name)
}

/// The command line of the study: that of this process without `plan` and the options of the plan.
fn words() -> Vec<String> {
    let all: Vec<String> = std::env::args_os().skip(1).map(|word| word.to_string_lossy().into_owned()).collect();
    without_options(all.iter().skip_while(|word| *word != "plan").skip(1).cloned())
}

fn without_options(words: impl Iterator<Item = String>) -> Vec<String> {
    const OPTIONS: [&str; 3] = ["-o", "--out", "--shards"];
    let mut kept = Vec::new();
    let mut words = words;
    while let Some(word) = words.next() {
        if OPTIONS.contains(&word.as_str()) {
            words.next();
            continue;
        }
        let with_value = OPTIONS[1..].iter().any(|option| word.starts_with(&format!("{option}=")));
        let short = word.starts_with("-o") && !word.starts_with("--");
        if !with_value && !short {
            kept.push(word);
        }
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_options_of_a_plan_are_no_options_of_its_study() {
        let words = "impact a.toml -o plan.json --shards 3 -p 3 --out=x --shards=9 -oy --only z";
        let kept = without_options(words.split(' ').map(str::to_owned));
        assert_eq!(kept.join(" "), "impact a.toml -p 3 --only z");
    }
}
