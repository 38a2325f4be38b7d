//! `kickdoor shard`: plays one shard of a plan.

use std::fs;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::failure::{Failure, note_journal};
use super::parts::{self, Outcome, RunWords, unwritten};
use super::stderr::unless_quiet;
use super::{Ending, count, interrupt, job};
use crate::deck::{give_inputs, is_no_file, open_file};
use crate::ids::sha256;
use crate::report::counted;
use crate::report::files::temporary_folder::write_file;
use crate::run::{Entry, Journal, RunError};
use crate::study::journal::{JournalFile, JournalHeader, JournalPart, StudyKey};
use crate::study::plan_file::{PlanFault, PlanFile, Shard};

/// Arguments of `shard`.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// The plan.
    #[arg(value_name = "PLAN")]
    plan: PathBuf,

    /// Number of the shard, from 0.
    #[arg(long, value_name = "K", value_parser = count::count)]
    shard: u64,

    /// Folder of the shards.
    #[arg(short, long, value_name = "FOLDER")]
    out: PathBuf,

    /// Threads [default: one per processor].
    #[arg(short = 'j', long, value_name = "N", value_parser = count::from_one)]
    threads: Option<NonZeroUsize>,

    /// Print only errors.
    #[arg(short, long)]
    quiet: bool,
}

/// A plan with its bytes.
pub(super) struct ReadPlan {
    pub(super) plan: PlanFile,
    bytes: Vec<u8>,
    pub(super) path: PathBuf,
    /// Its SHA-256.
    pub(super) sum: String,
    /// The study.
    pub(super) key: StudyKey,
}

impl ReadPlan {
    /// Reads a plan.
    pub(super) fn read(path: &Path) -> Result<ReadPlan, Failure> {
        let bytes = open_file(path).and_then(|mut file| {
            let mut bytes = Vec::new();
            std::io::Read::read_to_end(&mut file, &mut bytes).map(|_| bytes)
        });
        let bytes = bytes.map_err(|error| {
            let message = format!("cannot read `{}`: {error}", path.display());
            match is_no_file(&error) {
                true => Failure::bad_input(message, Some("`kickdoor plan STUDY -o FILE` writes one".to_owned())),
                false => Failure::TryAgain(message),
            }
        })?;
        let plan = PlanFile::parse(&bytes).map_err(|fault| ReadPlan::fault(path, fault))?;
        let PlanFile { version, program, command, .. } = &plan;
        let key = StudyKey {
            version: version.clone(),
            program: program.clone(),
            command: command.clone(),
            inputs: plan.input_hashes(),
        };
        Ok(ReadPlan { sum: sha256(&bytes), key, plan, bytes, path: path.to_owned() })
    }

    fn fault(path: &Path, PlanFault(words): PlanFault) -> Failure {
        let hint = "make the plan again with this version of kickdoor".to_owned();
        Failure::bad_input(format!("`{}`: {words}", path.display()), Some(hint))
    }

    /// What a shard of it is.
    pub(super) fn part(&self, shard: u64) -> JournalPart {
        JournalPart::Shard { plan: self.sum.clone(), round: self.plan.round, shard }
    }

    /// Whether this is the header of a shard of it.
    pub(super) fn has(&self, header: &JournalHeader, shard: u64) -> bool {
        header.part == self.part(shard) && header.study == self.key
    }

    /// The inputs become those of this process.
    pub(super) fn give_inputs(&self) -> Result<(), Failure> {
        give_inputs(self.plan.inputs().map_err(|fault| ReadPlan::fault(&self.path, fault))?);
        Ok(())
    }

    /// What the earlier rounds have done.
    pub(super) fn earlier(&self) -> Result<Vec<Entry>, Failure> {
        let Some(state) = &self.plan.state else { return Ok(Vec::new()) };
        let path = self.path.with_file_name(&state.file);
        note_journal(&path);
        let file = JournalFile::read(&path)?;
        if file.sum != state.sha256 || file.header.study != self.key {
            let message = format!("`{}` is not the one that `{}` names", path.display(), self.path.display());
            return Err(Failure::bad_input(message, Some("copy it from where the plan was made".to_owned())));
        }
        Ok(file.entries)
    }
}

/// The path of a shard.
pub(super) fn path_of(folder: &Path, round: u64, shard: u64) -> PathBuf {
    folder.join(format!("shard-{round}-{shard:05}.journal"))
}

/// The path of a copy of a plan beside its shards.
pub(super) fn plan_path(folder: &Path, round: u64) -> PathBuf {
    folder.join(if round == 1 { "plan.json".to_owned() } else { format!("plan-{round}.json") })
}

/// Whether entries are those of a shard.
pub(super) fn is_whole(entries: &[Entry], plan: &PlanFile, shard: Shard) -> bool {
    let mut next = shard.first;
    let follows = entries.iter().all(|entry| {
        let follows = entry.call == plan.call.number
            && entry.name == plan.call.name
            && entry.places == plan.call.places
            && entry.first == next
            && entry.end > next;
        next = entry.end;
        follows
    });
    follows && next == shard.end
}

pub(super) fn run(args: &Args, run: RunWords) -> Result<Ending, Failure> {
    interrupt::listen(true);
    let read = ReadPlan::read(&args.plan)?;
    let shards = &read.plan.shards;
    let Some(&shard) = usize::try_from(args.shard).ok().and_then(|number| shards.get(number)) else {
        let (shard, count) = (args.shard, shards.len());
        let message = format!("there is no shard {shard}: the plan has {}", counted(count as u64, "shard"));
        return Err(Failure::bad_input(message, Some(format!("choose 0 to {}", count - 1))));
    };
    let path = path_of(&args.out, read.plan.round, args.shard);
    if is_done(&path, &read, args.shard, shard)? {
        unless_quiet!(args.quiet, "{} is there already", path.display());
        return Ok(Ending::Done);
    }
    fs::create_dir_all(&args.out).map_err(|error| unwritten(&args.out, &error))?;
    keep_plan(&args.out, &read)?;
    read.give_inputs()?;
    let journal = Arc::new(Journal::part(read.plan.call.number, shard.first..shard.end));
    journal.know(read.earlier()?).map_err(RunError::from)?;
    job::set_play(args.threads, args.quiet);
    let outcome = parts::play(run, &read.plan.command, &journal, None)?;
    let mut entries = journal.take();
    entries.retain(|entry| entry.call == read.plan.call.number);
    // What a stopped study does may follow from calls that were cut short.
    if !interrupt::is_stopped() && is_whole(&entries, &read.plan, shard) {
        let header = JournalHeader { study: read.key.clone(), part: read.part(args.shard) };
        JournalFile::write(&path, &header, &entries, true).map_err(|error| Failure::TryAgain(error.to_string()))?;
        unless_quiet!(args.quiet, "written to {}", path.display());
        return Ok(Ending::Done);
    }
    match outcome {
        Outcome::Ended(Ending::Interrupted) => Ok(Ending::Interrupted),
        _ if interrupt::is_stopped() => Ok(Ending::Interrupted),
        _ => Err(Failure::bad_input("the study of this plan does not come to this shard", None)),
    }
}

/// Whether the shard is there already. One of another plan is an error.
fn is_done(path: &Path, read: &ReadPlan, number: u64, shard: Shard) -> Result<bool, Failure> {
    if !path.exists() {
        return Ok(false);
    }
    let known = JournalFile::read(path);
    // A damaged one is played again.
    let Ok(known) = known else { return Ok(false) };
    if !read.has(&known.header, number) {
        let message = format!("`{}` belongs to another plan", path.display());
        return Err(Failure::bad_input(message, Some("choose another folder with --out".to_owned())));
    }
    Ok(is_whole(&known.entries, &read.plan, shard))
}

/// Copies the plan to the folder of its shards.
fn keep_plan(folder: &Path, read: &ReadPlan) -> Result<(), Failure> {
    let path = plan_path(folder, read.plan.round);
    let is_there = || fs::read(&path).is_ok_and(|bytes| bytes == read.bytes);
    // Most shards find it, and need not write it first.
    if is_there() {
        return Ok(());
    }
    match write_file(&path, &read.bytes, false) {
        Err(error) if error.kind() == std::io::ErrorKind::AlreadyExists => {
            if is_there() {
                return Ok(());
            }
            let message = format!("`{}` is another plan", path.display());
            Err(Failure::bad_input(message, Some("choose another folder with --out".to_owned())))
        }
        written => written.map_err(|error| unwritten(&path, &error)),
    }
}
