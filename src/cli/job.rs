//! The job of the program: a command that keeps its state on the disk, or a part of one that several machines do together.
//!
//! It is the same for all studies: [`PlayArgs`](super::args::PlayArgs) plays each of them under the journal of the job.

use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::Duration;

use clap::parser::ValueSource;
use clap::{ArgMatches, Command};
use tempfile::TempDir;

use super::failure::Failure;
use super::state::StateFolder;
use super::stderr::{note, note_once};
use super::{Ending, count, interrupt};
use crate::run::Journal;
use crate::study::journal::StudyKey;

/// Time between two writes of the state, in seconds, by default.
const INTERVAL: &str = "60";
/// Options without an effect on results.
const WITHOUT_EFFECT: [&str; 13] = [
    "resume",
    "checkpoint",
    "force",
    "quiet",
    "threads",
    "cache",
    "format",
    "html",
    "all",
    "out",
    "annotate",
    "inconclusive",
    "strict",
];

/// What is kept of a study while it is played.
#[derive(Clone, Copy, Debug, clap::Args)]
pub(super) struct StateArgs {
    /// Seconds between two writes of the state of a long study, which --resume continues; 0 for none.
    #[arg(long, value_name = "SECONDS", default_value = INTERVAL, value_parser = count::seconds)]
    checkpoint: f64,

    /// Continue this command, with the same options, where it was stopped or killed.
    #[arg(long)]
    resume: bool,
}

/// The job of this process.
struct Job {
    /// The options that have an effect on results.
    command: Vec<String>,
    resume: bool,
    force: bool,
    quiet: bool,
    /// Time between two writes of the state; `None` for no state.
    interval: Option<Duration>,
    /// The path of the result, if the command writes one.
    place: Option<PathBuf>,
    play: Play,
    /// Whether it is a part of a study, without a report.
    is_part: bool,
}

/// Under which journal studies are played.
enum Play {
    /// None yet.
    Unknown,
    /// None.
    Alone,
    /// That of a state on the disk.
    State(Arc<Journal>, Arc<Mutex<StateFolder>>),
    /// That of a part of a plan.
    Given(Arc<Journal>),
}

static JOB: Mutex<Option<Job>> = Mutex::new(None);

fn job() -> MutexGuard<'static, Option<Job>> {
    JOB.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Begins the job of a command line.
pub(super) fn begin(program: &Command, matches: &ArgMatches) {
    let (command, leaf) = options(program, matches);
    let flag = |name: &str| leaf.try_get_one::<bool>(name).ok().flatten().copied().unwrap_or(false);
    let seconds = leaf.try_get_one::<f64>("checkpoint").ok().flatten().copied().unwrap_or(0.0);
    let interval = (seconds > 0.0).then(|| Duration::from_secs_f64(seconds));
    let [resume, force, quiet] = ["resume", "force", "quiet"].map(flag);
    *job() = Some(Job { command, resume, force, quiet, interval, place: None, play: Play::Unknown, is_part: false });
}

/// Plays studies under this journal, without a state on the disk. `is_part` says that their reports have no place.
pub(super) fn give(journal: Arc<Journal>, is_part: bool) {
    if let Some(job) = job().as_mut() {
        job.play = Play::Given(journal);
        job.is_part = is_part;
    }
}

/// Whether an option of the innermost command is on its command line.
pub(super) fn is_given(matches: &ArgMatches, id: &str) -> bool {
    match matches.subcommand() {
        Some((_, inner)) => is_given(inner, id),
        None => {
            matches.ids().any(|other| other.as_str() == id)
                && matches.value_source(id) == Some(ValueSource::CommandLine)
        }
    }
}

/// How studies are played, in place of their own options.
static PLAYED: OnceLock<(Option<NonZeroUsize>, bool)> = OnceLock::new();

/// Sets the number of threads and whether to be quiet. The options of the study then have no effect on them.
pub(super) fn set_play(threads: Option<NonZeroUsize>, quiet: bool) {
    let _ = PLAYED.set((threads, quiet));
}

/// The number of threads, and whether to be quiet, if that does not depend on the options of the study.
pub(super) fn played() -> Option<(Option<NonZeroUsize>, bool)> {
    PLAYED.get().copied()
}

/// A folder for the report of a study that ends before its report.
// A new name each time: what a killed process has left must not be in the way.
static SCRATCH: Mutex<Option<TempDir>> = Mutex::new(None);

/// A place for the report of a study that ends before its report; `None` for other studies.
pub(super) fn scratch() -> Option<PathBuf> {
    if !job().as_ref().is_some_and(|job| job.is_part) {
        return None;
    }
    let mut scratch = SCRATCH.lock().unwrap_or_else(PoisonError::into_inner);
    if scratch.is_none() {
        *scratch = tempfile::Builder::new().prefix("kickdoor-part-").tempdir().ok();
    }
    scratch.as_ref().map(|folder| folder.path().join("report"))
}

/// Removes the folder for the report.
pub(super) fn remove_scratch() {
    *SCRATCH.lock().unwrap_or_else(PoisonError::into_inner) = None;
}

/// The commands and their options that have an effect on results, and the matches of the innermost command.
pub(super) fn options<'m>(program: &Command, matches: &'m ArgMatches) -> (Vec<String>, &'m ArgMatches) {
    let mut found = Vec::new();
    let leaf = words(program, matches, &mut found);
    (found, leaf)
}

/// Adds the names of the commands and the options of the innermost one, whose matches are returned.
fn words<'m>(command: &Command, matches: &'m ArgMatches, words: &mut Vec<String>) -> &'m ArgMatches {
    if let Some((name, inner)) = matches.subcommand() {
        words.push(name.to_owned());
        return self::words(command.find_subcommand(name).unwrap_or(command), inner, words);
    }
    // Groups of options have names in capitals, and no values of their own.
    let is_option = |id: &&str| !WITHOUT_EFFECT.contains(id) && !id.starts_with(char::is_uppercase);
    let options = matches.ids().map(clap::Id::as_str).filter(is_option);
    let mut options: Vec<&str> = options.collect();
    options.sort_unstable();
    for id in options {
        let Ok(Some(values)) = matches.try_get_raw(id) else { continue };
        let values: Vec<String> = values.map(|value| value.to_string_lossy().into_owned()).collect();
        words.push(format!("{} {}", name_of(command, id), values.join(",")));
    }
    matches
}

/// An option, as users write it.
fn name_of(command: &Command, id: &str) -> String {
    let arg = command.get_arguments().find(|arg| arg.get_id() == id);
    let long = arg.and_then(|arg| arg.get_long()).map(|long| format!("--{long}"));
    let value = || arg.and_then(|arg| arg.get_value_names()).and_then(|names| names.first()).map(ToString::to_string);
    long.or_else(value).unwrap_or_else(|| id.to_owned())
}

/// Whether the command continues an earlier one.
pub(super) fn is_resumed() -> bool {
    job().as_ref().is_some_and(|job| job.resume)
}

/// Notes the path at which the command will write its result.
pub(super) fn note_place(place: &Path) {
    job().iter_mut().for_each(|job| job.place = Some(place.to_owned()));
}

/// Removes the state: the result itself holds what was done.
pub(super) fn drop_state() {
    if let Some(Job { play: Play::State(_, state), .. }) = &*job() {
        state.lock().unwrap_or_else(PoisonError::into_inner).remove();
    }
}

/// Plays a study under the journal of the job.
pub(super) fn play<R>(study: impl FnOnce() -> R) -> Result<R, Failure> {
    let journal = job().as_mut().map_or(Ok(None), Job::journal)?;
    let Some(journal) = journal else { return Ok(study()) };
    let played = journal.during(study);
    if interrupt::is_stopped() {
        journal.pass_on();
        if let Some(error) = journal.trouble() {
            note_once(&format!("the state was not written: {error}"));
        }
    }
    Ok(played)
}

/// Ends the job: removes the state of a command that is done, and says how to continue one that was stopped.
pub(super) fn end(ending: &Result<Ending, Failure>) {
    let Some(Job { play: Play::State(journal, state), quiet, .. }) = job().take() else { return };
    let is_lost = match ending {
        Ok(ending) => *ending == Ending::Interrupted,
        // The result is in another place.
        Err(Failure::Kept(_)) => false,
        Err(_) => {
            journal.pass_on();
            true
        }
    };
    let mut state = state.lock().unwrap_or_else(PoisonError::into_inner);
    if !is_lost {
        state.remove();
    } else if state.is_written() && !quiet {
        note!("continue with --resume");
    }
}

impl Job {
    /// The journal under which it is played, if any.
    fn journal(&mut self) -> Result<Option<Arc<Journal>>, Failure> {
        if matches!(self.play, Play::Unknown) {
            self.play = self.state()?;
        }
        Ok(match &self.play {
            Play::Unknown | Play::Alone => None,
            Play::State(journal, _) | Play::Given(journal) => Some(Arc::clone(journal)),
        })
    }

    /// Opens the state of the command.
    fn state(&self) -> Result<Play, Failure> {
        if self.interval.is_none() && !self.resume {
            return Ok(Play::Alone);
        }
        let key = StudyKey::of(self.command.clone());
        let Some((folder, entries)) = StateFolder::open(self.place.as_deref(), key, self.resume, self.force)? else {
            return Ok(Play::Alone);
        };
        if self.resume && entries.is_empty() && !self.quiet {
            note_once("there is nothing to continue; the study begins");
        }
        let folder = Arc::new(Mutex::new(folder));
        let sink = Arc::clone(&folder);
        let write = move |entries: &[_]| sink.lock().unwrap_or_else(PoisonError::into_inner).add(entries);
        let journal = Journal::kept(self.interval.unwrap_or(Duration::MAX), interrupt::is_stopped, Box::new(write));
        journal.know(entries).map_err(crate::run::RunError::from)?;
        // Other values at each start, so that nobody can know which ones are checked.
        journal.check_some(|count| {
            use std::hash::{BuildHasher, RandomState};
            RandomState::new().hash_one(count) % count
        });
        Ok(Play::State(Arc::new(journal), folder))
    }
}
