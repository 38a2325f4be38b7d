//! `kickdoor plan`: how many games a study needs, how long they take, and how several machines divide them.

use std::io::Write;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::time::Instant;

use clap::Subcommand;

use super::failure::Failure;
use super::page::Cut;
use super::parts::{self, Outcome, RunWords};
use super::progress::time;
use super::stderr::unless_quiet;
use super::{Ending, check, compare, count, impact, job, sweep};
use crate::deck::file::nearest::did_you_mean;
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
    /// Another study, for --out: run, checkup, suggest, tune, calibrate or deck coverage.
    #[command(external_subcommand)]
    Other(Vec<String>),
}

/// The studies without a pilot.
const OTHERS: [&str; 6] = ["run", "checkup", "suggest", "tune", "calibrate", "deck"];

/// A study, and the file of its plan.
#[derive(Debug, clap::Args)]
pub(super) struct Planned<A: clap::Args> {
    #[command(flatten)]
    study: A,

    #[command(flatten)]
    file: FileArgs,
}

/// Games by which the time of a round is estimated.
const TIMED: u64 = 1_000;
/// Parts of a plan by default.
const SHARDS: u64 = 64;

/// The file of a plan.
#[derive(Clone, Debug, clap::Args)]
pub(super) struct FileArgs {
    /// Write a plan for several machines to this file: `kickdoor shard` plays a part of it, `kickdoor merge` puts the parts
    /// together.
    #[arg(id = "plan", short = 'o', long = "out", value_name = "FILE")]
    plan: Option<PathBuf>,

    /// Number of parts of the plan.
    #[arg(long, value_name = "N", default_value_t = SHARDS, value_parser = count::at_least(1), requires = "plan")]
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

pub(super) fn run(command: &Command, run: RunWords, out: &mut impl Write) -> Result<Ending, Failure> {
    let (planned, file) = match command {
        // What has no pilot can still be divided.
        Command::Check(Planned { study, file }) if study.save.is_some() && file.plan.is_some() => (None, file),
        Command::Compare(Planned { study, file }) if study.restrictions.is_some() && file.plan.is_some() => {
            (None, file)
        }
        Command::Impact(Planned { study, file }) if study.pair.is_some() && file.plan.is_some() => (None, file),
        Command::Check(args) => (Some(check::plan(&args.study)?), &args.file),
        Command::Impact(args) => (Some(impact::plan(&args.study)?), &args.file),
        Command::Compare(args) => (Some(compare::plan(&args.study)?), &args.file),
        Command::Sweep(args) => (Some(sweep::plan(&args.study)?), &args.file),
        Command::Other(words) => return write_other(run, words),
    };
    if let Some((plan, output)) = planned {
        output.print(&plan, Cut::First, out, |page| plan.report.write_text(page))?;
    }
    if let Some(path) = &file.plan {
        return write(run, &words(), path, file.shards);
    }
    Ok(Ending::Done)
}

/// The plan of a study without a pilot.
fn write_other(run: RunWords, words: &[String]) -> Result<Ending, Failure> {
    let (words, [path, shards]) = study_of(words.iter().cloned());
    let name = words.first().map_or("", String::as_str);
    if !OTHERS.contains(&name) {
        let known = ["check", "impact", "compare", "sweep"].into_iter().chain(OTHERS);
        let hint = did_you_mean(name, known.clone())
            .unwrap_or_else(|| format!("expected one of {}", known.collect::<Vec<_>>().join(", ")));
        return Err(Failure::bad_input(format!("`{name}` is no study that can be planned"), Some(hint)));
    }
    let Some(path) = path else {
        let hint = "`-o plan.json` writes a plan for several machines".to_owned();
        return Err(Failure::bad_input(format!("the options of `{name}` say how many games it plays"), Some(hint)));
    };
    let shards = shards.map_or(Ok(SHARDS), |text| count::count(&text));
    let shards = shards.ok().filter(|shards| *shards > 0);
    let shards = shards.ok_or_else(|| Failure::bad_input("--shards is no number from 1", None))?;
    write(run, &words, Path::new(&path), shards)
}

/// Writes the plan of the first round.
fn write(run: RunWords, words: &[String], path: &Path, shards: u64) -> Result<Ending, Failure> {
    // Its output and messages would be those of a result that is not kept.
    job::set_play(NonZeroUsize::new(1), true);
    let call = match parts::play(run, words, &Journal::merging().into(), None)? {
        Outcome::Open(call) => call,
        Outcome::Ended(Ending::Interrupted) => return Ok(Ending::Interrupted),
        Outcome::Ended(_) | Outcome::Parted => {
            let hint = format!("`kickdoor {}` plays it", words.join(" "));
            return Err(Failure::bad_input("this study is too small to be divided", Some(hint)));
        }
    };
    let plan = PlanFile::of(words.to_owned(), &inputs_read(), 1, &call, shards);
    let plan = PlanFile { seconds: measured(run, words, &plan)?, ..plan };
    write_file(path, &plan.bytes(), false).map_err(|error| parts::unwritten(path, &error))?;
    let is_quiet = words.iter().any(|word| ["-q", "--quiet"].contains(&word.as_str()));
    unless_quiet!(is_quiet, "{}: {}", path.display(), words_of(&plan));
    Ok(Ending::Done)
}

/// The seconds that one thread needs for a round, by the pace of its first games; `None` if stopped.
fn measured(run: RunWords, words: &[String], plan: &PlanFile) -> Result<Option<f64>, Failure> {
    let first = plan.shards[0];
    let count = (u128::from(first.end - first.first) * u128::from(TIMED) / u128::from(first.games.max(1))) as u64;
    let end = first.end.min(first.first + count.max(1));
    let begun = Instant::now();
    let outcome = parts::play(run, words, &Journal::part(plan.call.number, first.first..end).into(), None)?;
    let places: u64 = plan.shards.iter().map(|shard| shard.end - shard.first).sum();
    let seconds = begun.elapsed().as_secs_f64() * places as f64 / (end - first.first) as f64;
    Ok(matches!(outcome, Outcome::Parted).then_some(seconds))
}

/// What a plan divides, in words.
pub(super) fn words_of(plan: &PlanFile) -> String {
    let PlanFile { round, call, shards, games, seconds, .. } = plan;
    let (shards, games) = (counted(shards.len() as u64, "shard"), counted(*games, "game"));
    let time = seconds.map(|seconds| format!(", about {} of one thread", time(seconds))).unwrap_or_default();
    format!("round {round}, {}: {shards}, in all about {games}{time}", call.name)
}

/// The command line of the study: that of this process without `plan` and the options of the plan.
fn words() -> Vec<String> {
    let all = std::env::args_os().skip(1).map(|word| word.to_string_lossy().into_owned());
    study_of(all.skip_while(|word| word != "plan").skip(1)).0
}

/// A command line without the options of the plan, and their values.
fn study_of(mut words: impl Iterator<Item = String>) -> (Vec<String>, [Option<String>; 2]) {
    let (mut kept, mut path, mut shards) = (Vec::new(), None, None);
    while let Some(word) = words.next() {
        let value = |option: &str| word.strip_prefix(option).map(|rest| rest.trim_start_matches('=').to_owned());
        match word.as_str() {
            "-o" | "--out" => path = words.next(),
            "--shards" => shards = words.next(),
            _ if word.starts_with("--shards=") => shards = value("--shards"),
            _ if word.starts_with("--out=") => path = value("--out"),
            _ if word.starts_with("-o") => path = value("-o"),
            _ => kept.push(word),
        }
    }
    (kept, [path, shards])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_options_of_a_plan_are_no_options_of_its_study() {
        let words = "impact a.toml -o plan.json --shards 3 -p 3 --out=x --shards=9 -oy --only z";
        let (kept, options) = study_of(words.split(' ').map(str::to_owned));
        assert_eq!(kept.join(" "), "impact a.toml -p 3 --only z");
        assert_eq!(options, [Some("y".to_owned()), Some("9".to_owned())]);
    }
}
