//! `kickdoor merge`: puts the shards of a plan together, and says what the next round needs, or the answer.

use std::collections::BTreeMap;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::Ending;
use super::failure::{Failure, note_journal};
use super::parts::{self, Outcome, RunWords, unwritten};
use super::plan::words_of;
use super::shard::{ReadPlan, is_whole, path_of, plan_path};
use super::stderr::note;
use crate::report::counted;
use crate::report::files::temporary_folder::write_file;
use crate::run::{Entry, Journal, RunError};
use crate::study::journal::{JOURNAL_END, JournalFile, JournalHeader, JournalPart};
use crate::study::plan_file::{PlanFile, StateFile};

/// Arguments of `merge`.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// Folder with the plan and its shards.
    #[arg(value_name = "FOLDER")]
    folder: PathBuf,

    /// Further options of the study, such as `--format csv` or `-o FOLDER`.
    #[arg(value_name = "OPTIONS", trailing_var_arg = true, allow_hyphen_values = true)]
    options: Vec<String>,
}

pub(super) fn run(args: &Args, run: RunWords, out: &mut dyn Write) -> Result<Ending, Failure> {
    let read = last_plan(&args.folder)?;
    note_journal(&args.folder);
    let (entries, repeated) = all_entries(&args.folder, &read)?;
    let words = [&read.plan.command[..], &args.options].concat();
    let [planned, given] = [&read.plan.command, &words].map(|words| parts::options(run, words));
    let (planned, given) = (planned?, given?);
    if let Some(other) = given.iter().find(|option| !planned.contains(option)) {
        let message = format!("the plan has another `{}`", other.split(' ').next().unwrap_or_default());
        let hint = "give `merge` only options of the output, such as `--format csv`".to_owned();
        return Err(Failure::bad_input(message, Some(hint)));
    }
    read.give_inputs()?;
    let journal = Arc::new(Journal::merging());
    journal.know(entries).map_err(RunError::from)?;
    let outcome = parts::play(run, &words, &journal, Some(out))?;
    if repeated > 0 {
        note!("{} were there more than once, with the same content", counted(repeated, "shard"));
    }
    match outcome {
        Outcome::Ended(ending) => Ok(ending),
        Outcome::Parted => Ok(Ending::Interrupted),
        Outcome::Open(call) => {
            let round = read.plan.round + 1;
            // The values were used up: they are read again, with those of the small calls that were played here.
            let (mut entries, _) = all_entries(&args.folder, &read)?;
            entries.extend(journal.take());
            let part = JournalPart::Rounds { plan: read.sum.clone(), round: read.plan.round };
            let header = JournalHeader { study: read.key.clone(), part };
            let file = format!("round-{}{JOURNAL_END}", read.plan.round);
            let path = args.folder.join(&file);
            let sha256 = JournalFile::write(&path, &header, &joined(entries), true)
                .map_err(|error| Failure::TryAgain(error.to_string()))?;
            let inputs = read.plan.inputs().unwrap_or_default();
            let shards = read.plan.shards.len() as u64;
            let next = PlanFile::of(read.plan.command.clone(), &inputs, round, &call, shards);
            let pace = read.plan.seconds.map(|seconds| seconds / read.plan.games.max(1) as f64);
            let seconds = pace.map(|pace| pace * next.games as f64);
            let next = PlanFile { state: Some(StateFile { file, sha256 }), seconds, ..next };
            let path = plan_path(&args.folder, round);
            write_file(&path, &next.bytes(), true).map_err(|error| unwritten(&path, &error))?;
            note!("a further round is needed: {}: {}", path.display(), words_of(&next));
            Ok(Ending::Round)
        }
    }
}

/// The plan of the last round.
fn last_plan(folder: &Path) -> Result<ReadPlan, Failure> {
    let mut last = ReadPlan::read(&plan_path(folder, 1))?;
    while plan_path(folder, last.plan.round + 1).exists() {
        let next = ReadPlan::read(&plan_path(folder, last.plan.round + 1))?;
        if next.plan.round != last.plan.round + 1 || next.plan.command != last.plan.command {
            let message = format!("`{}` is not the plan of the next round", next.path.display());
            return Err(Failure::bad_input(message, None));
        }
        last = next;
    }
    Ok(last)
}

/// The entries of all rounds, and the number of shards that are there more than once.
fn all_entries(folder: &Path, read: &ReadPlan) -> Result<(Vec<Entry>, u64), Failure> {
    let mut found: BTreeMap<u64, (PathBuf, JournalFile)> = BTreeMap::new();
    let mut repeated = 0;
    for path in files(folder)? {
        let file = JournalFile::read(&path)?;
        let number = match &file.header.part {
            // Those of other rounds are in the state of the plan.
            JournalPart::Shard { round, .. } if *round != read.plan.round => continue,
            JournalPart::Shard { shard, .. } => *shard,
            JournalPart::Rounds { .. } => continue,
            JournalPart::Segment { .. } => return Err(foreign(&path)),
        };
        let shard = usize::try_from(number).ok().and_then(|number| read.plan.shards.get(number));
        if !read.has(&file.header, number) {
            return Err(foreign(&path));
        }
        if !shard.is_some_and(|shard| is_whole(&file.entries, &read.plan, *shard)) {
            let message = format!("`{}` does not have the places of its shard", path.display());
            return Err(Failure::bad_input(message, Some("remove it and play the shard again".to_owned())));
        }
        match found.get(&number) {
            Some((_, known)) if *known == file => repeated += 1,
            Some((other, _)) => {
                let message = format!("`{}` and `{}` differ, and are the same shard", other.display(), path.display());
                let hint = "one of the machines is not to be trusted: play the shard again".to_owned();
                return Err(Failure::bad_input(message, Some(hint)));
            }
            None => drop(found.insert(number, (path, file))),
        }
    }
    let missing: Vec<u64> = (0..read.plan.shards.len() as u64).filter(|number| !found.contains_key(number)).collect();
    if let Some(first) = missing.first() {
        let (count, all) = (missing.len(), read.plan.shards.len());
        let path = path_of(folder, read.plan.round, *first);
        let message = format!("{count} of {all} shards are missing: {}", ranges(&missing));
        let (plan, folder) = (read.path.display(), folder.display());
        let hint = format!("`kickdoor shard {plan} --shard {first} -o {folder}` writes `{}`", path.display());
        return Err(Failure::Missing { message, hint });
    }
    let mut entries = read.earlier()?;
    entries.extend(found.into_values().flat_map(|(_, file)| file.entries));
    Ok((entries, repeated))
}

fn foreign(path: &Path) -> Failure {
    let message = format!("`{}` belongs to another plan", path.display());
    Failure::bad_input(message, Some("keep the shards of each plan in a folder of their own".to_owned()))
}

/// The journal files of a folder, in the order of their names.
fn files(folder: &Path) -> Result<Vec<PathBuf>, Failure> {
    let entries = fs::read_dir(folder).map_err(|error| unwritten(folder, &error))?;
    let mut files: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    files.retain(|path| path.to_string_lossy().ends_with(JOURNAL_END));
    files.sort();
    Ok(files)
}

/// Numbers as ranges, in words.
fn ranges(numbers: &[u64]) -> String {
    let runs = numbers.chunk_by(|one, next| one + 1 == *next);
    let words = runs.map(|run| match run {
        [one] => one.to_string(),
        [first, .., last] => format!("{first} to {last}"),
        [] => String::new(),
    });
    words.collect::<Vec<_>>().join(", ")
}

/// The entries with those that follow on one another joined.
fn joined(mut entries: Vec<Entry>) -> Vec<Entry> {
    entries.sort_by_key(|entry| (entry.call, entry.first));
    let mut all: Vec<Entry> = Vec::new();
    for entry in entries {
        match all.last_mut() {
            Some(last) if last.is_before(&entry) => last.join(entry),
            _ => all.push(entry),
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_that_follow_on_one_another_are_a_range() {
        assert_eq!(ranges(&[3, 5, 6, 7, 9, 10]), "3, 5 to 7, 9 to 10");
    }
}
