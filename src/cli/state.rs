//! The state of a study on the disk: a folder of journal files, which an unfinished command leaves.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

use etcetera::BaseStrategy;

use super::failure::{Failure, note_journal};
use super::stderr::note_once;
use crate::report::files::temporary_folder::remove_abandoned;
use crate::run::Entry;
use crate::study::journal::{JOURNAL_END, JournalFile, JournalFileError, JournalHeader, JournalPart, StudyKey};

/// End of the name of a state beside a result.
const STATE: &str = ".state";
/// The age at which a state in the folder of the user is removed.
const OLD: Duration = Duration::from_secs(30 * 24 * 3600);
/// The file whose lock belongs to the process that writes the state.
const LOCK: &str = "lock";

/// The folder of a state.
pub(super) struct StateFolder {
    place: PathBuf,
    key: StudyKey,
    /// Whether it is in a folder of the user, not beside a result.
    is_of_user: bool,
    /// Held as long as the state is written; `None` before the folder exists.
    lock: Option<File>,
    /// Number of segments.
    segments: u64,
    /// SHA-256 of the last one.
    last: String,
}

impl StateFolder {
    /// Opens the state beside a result, or in a folder of the user, and reads it if it is to be continued. `None` if another
    /// process writes it, or if the user has no folder for it.
    pub(super) fn open(
        result: Option<&Path>,
        key: StudyKey,
        resume: bool,
        force: bool,
    ) -> Result<Option<(StateFolder, Vec<Entry>)>, Failure> {
        let Some(place) = result.map(beside).or_else(|| of_user(&key)) else { return Ok(None) };
        if result.is_none() {
            remove_old(place.parent().unwrap_or(&place));
        }
        let mut state =
            StateFolder { place, key, is_of_user: result.is_none(), lock: None, segments: 0, last: String::new() };
        if !state.place.is_dir() {
            return Ok(Some((state, Vec::new())));
        }
        if !state.lock() {
            let place = state.place.display();
            if resume {
                return Err(Failure::bad_input(format!("another kickdoor writes `{place}`"), None));
            }
            note_once(&format!("another kickdoor writes `{place}`; this one keeps no state"));
            return Ok(None);
        }
        if resume {
            note_journal(&state.place);
            let entries = state.read()?;
            return Ok(Some((state, entries)));
        }
        let unfinished = !state.files().is_empty();
        if unfinished && result.is_some() && !force {
            let message = format!("`{}` has an unfinished run", state.place.display());
            let hint = "continue it with --resume, or discard it with --force";
            return Err(Failure::bad_input(message, Some(hint.to_owned())));
        }
        if unfinished && result.is_none() {
            note_once("an earlier run of this command is unfinished; --resume would continue it");
        }
        state.clear();
        Ok(Some((state, Vec::new())))
    }

    /// Whether it has segments.
    pub(super) fn is_written(&self) -> bool {
        self.segments > 0
    }

    /// Adds entries as a segment.
    pub(super) fn add(&mut self, entries: &[Entry]) -> io::Result<()> {
        if self.lock.is_none() {
            self.create()?;
            if !self.lock() {
                return Err(io::Error::other(format!("another kickdoor writes `{}`", self.place.display())));
            }
            if !self.files().is_empty() {
                self.lock = None;
                return Err(io::Error::other(format!("another kickdoor wrote `{}`", self.place.display())));
            }
        }
        let part = JournalPart::Segment { number: self.segments, previous: self.last.clone() };
        let header = JournalHeader { study: self.key.clone(), part };
        let path = self.place.join(format!("{:06}{JOURNAL_END}", self.segments));
        match JournalFile::write(&path, &header, entries, true) {
            Ok(sum) => {
                (self.segments, self.last) = (self.segments + 1, sum);
                Ok(())
            }
            Err(error) => {
                // An empty state would be nothing to continue.
                if self.segments == 0 {
                    self.remove();
                }
                Err(io::Error::other(error))
            }
        }
    }

    /// Creates its folder. Beside a result, the folder that contains both must be there.
    fn create(&self) -> io::Result<()> {
        let created = if self.is_of_user { fs::create_dir_all(&self.place) } else { fs::create_dir(&self.place) };
        match created {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => Ok(()),
            created => created,
        }
    }

    /// Removes it.
    pub(super) fn remove(&mut self) {
        if self.lock.is_some() {
            self.clear();
            let _ = fs::remove_file(self.place.join(LOCK));
            // What is left in it belongs to somebody else.
            let _ = fs::remove_dir(&self.place);
            self.lock = None;
        }
    }

    fn lock(&mut self) -> bool {
        let opened = File::options().create(true).append(true).open(self.place.join(LOCK));
        let Ok(file) = opened else { return true };
        // Where files have no locks, nobody is kept out.
        if matches!(file.try_lock(), Err(fs::TryLockError::WouldBlock)) {
            return false;
        }
        self.lock = Some(file);
        true
    }

    /// Its segments, in order.
    fn files(&self) -> Vec<PathBuf> {
        let entries = fs::read_dir(&self.place).into_iter().flatten().flatten();
        let mut files: Vec<PathBuf> = entries.map(|entry| entry.path()).collect();
        files.retain(|path| path.to_string_lossy().ends_with(JOURNAL_END));
        files.sort();
        files
    }

    fn clear(&mut self) {
        // The last one first: if this process is killed now, what is left is a shorter state.
        self.files().iter().rev().for_each(|file| drop(fs::remove_file(file)));
        remove_abandoned(&self.place);
        (self.segments, self.last) = (0, String::new());
    }

    /// Reads all segments.
    fn read(&mut self) -> Result<Vec<Entry>, Failure> {
        let mut all = Vec::new();
        for path in self.files() {
            let JournalFile { header: JournalHeader { study, part }, entries, sum } = JournalFile::read(&path)?;
            if let Some(difference) = self.key.difference(&study) {
                let message = format!("`{}` cannot be continued: {difference}", self.place.display());
                let hint = "repeat the command that was stopped, or discard its state with --force";
                return Err(Failure::bad_input(message, Some(hint.to_owned())));
            }
            let expected = JournalPart::Segment { number: self.segments, previous: self.last.clone() };
            if part != expected {
                return Err(JournalFileError::Damaged(path, "it is not the next segment").into());
            }
            (self.segments, self.last) = (self.segments + 1, sum);
            all.extend(entries);
        }
        Ok(all)
    }
}

/// Removes the states in a folder of the user that nobody has continued for a long time.
fn remove_old(folder: &Path) {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let is_old = |path: &PathBuf| {
        let changed = fs::metadata(path).and_then(|data| data.modified()).ok();
        let age = changed.and_then(|changed| changed.elapsed().ok());
        path.to_string_lossy().ends_with(STATE) && age.is_some_and(|age| age > OLD)
    };
    for path in entries.map(|entry| entry.path()).filter(is_old) {
        let _ = fs::remove_dir_all(path);
    }
}

/// The state beside a result.
fn beside(result: &Path) -> PathBuf {
    let mut name = result.as_os_str().to_owned();
    name.push(STATE);
    name.into()
}

/// The state of a command without a path for its result: in a folder of the user, under its key.
fn of_user(key: &StudyKey) -> Option<PathBuf> {
    let user = etcetera::choose_base_strategy().ok()?;
    let folder = user.state_dir().unwrap_or_else(|| user.cache_dir()).join("kickdoor");
    Some(folder.join(&key.hash()[..16]).with_extension(&STATE[1..]))
}
