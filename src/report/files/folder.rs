//! `Folder`: the folder of a report. It appears at its path only when it is complete.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::thread::sleep;
use std::time::Duration;

use serde::Serialize;
use serde_json::Value;

use super::row::Row;
use super::rows::Rows;
use super::seal::SealedManifest;
use super::spreadsheet::Spreadsheet;
use super::temporary_folder::{TemporaryFolder, beside, folder_of, rescue, sync_folder, write_synced};
use crate::deck::{is_no_file, open_file};
use crate::ids::sha256;

/// The file that identifies a folder as a report.
pub const MANIFEST: &str = "manifest.json";
/// Keys that every manifest has.
// Other programs have files of this name as well; these keys together show that the manifest is one of this program.
const MANIFEST_KEYS: [&str; 3] = ["version", "study", "signature"];
/// A report folder under construction. Its files are collected in memory, and only a file that grows during the run is
/// written before the end. They are written under another name next to the final path, which is then renamed.
#[derive(Debug)]
pub struct Folder {
    place: PathBuf,
    temporary: TemporaryFolder,
    force: bool,
    /// Whether a file of this name belongs to reports.
    is_own: fn(&str) -> bool,
    // Kept in memory until the end, so that they can still be written elsewhere if the path cannot be.
    files: Vec<(String, Vec<u8>)>,
    /// The name of the file that grows during the run.
    growing: Option<String>,
    /// Why it is not complete.
    failed: Option<FolderError>,
}

/// A report that cannot be written.
#[derive(Debug, thiserror::Error)]
pub enum FolderError {
    /// The path exists already.
    #[error("`{0}` exists already")]
    Exists(PathBuf),
    /// The path exists and is not a report; it is never replaced.
    #[error("`{0}` exists and is not a report")]
    NotAReport(PathBuf),
    /// The path was taken during the run, or cannot be written.
    #[error("{error}; the report of this run{without} is in `{kept}`")]
    Kept {
        /// Why the report is not at its path.
        error: Box<FolderError>,
        /// Which file is missing, in words.
        without: String,
        /// Its path.
        kept: PathBuf,
    },
    /// Neither the path nor a second place can be written.
    #[error("{error}; a second place cannot be written either: {second}")]
    Lost {
        /// Why the report is not at its path.
        error: Box<FolderError>,
        /// Why it is not in the second place.
        second: io::Error,
    },
    /// Other files of a replaced report cannot be moved into the new one.
    #[error("the report is in `{place}`, but files of the previous report remain in `{left}`: {error}")]
    Left {
        /// The new report.
        place: PathBuf,
        /// The path of the remaining files of the previous report.
        left: PathBuf,
        /// The cause.
        error: io::Error,
    },
    /// A file cannot be read.
    #[error("cannot read `{0}`: {1}")]
    Unreadable(PathBuf, io::Error),
    /// A system call failed.
    #[error("cannot write `{0}`: {1}")]
    Io(PathBuf, io::Error),
}

/// A CSV file that grows during the run.
pub(in crate::report) type CsvFile = Spreadsheet<File>;

impl Folder {
    /// Begins a folder. An existing folder is replaced only with `force`, and only if it is a report. Its files that belong to
    /// reports are removed.
    ///
    /// # Errors
    /// If the path is taken or cannot be written to.
    pub(in crate::report) fn begin_with(
        place: &Path,
        force: bool,
        is_own: fn(&str) -> bool,
    ) -> Result<Folder, FolderError> {
        // Before the games are played: nobody wants to wait for a run whose report has no place.
        check_place(place, force)?;
        // A rename would replace the link, not the folder to which it points.
        let target = if place.is_symlink() { fs::canonicalize(place) } else { Ok(place.to_owned()) };
        let made = target.and_then(|place| {
            fs::create_dir_all(folder_of(&place))?;
            // In an existing folder, the system refuses a name that is too long.
            fs::symlink_metadata(&place).map(drop).or_else(|error| match error.kind() {
                io::ErrorKind::NotFound => Ok(()),
                _ => Err(error),
            })?;
            let temporary = TemporaryFolder::beside(&place)?;
            Ok(Folder { place, temporary, force, is_own, files: Vec::new(), growing: None, failed: None })
        });
        made.map_err(|error| FolderError::Io(place.to_owned(), error))
    }

    /// Its final path.
    pub fn place(&self) -> &Path {
        &self.place
    }

    /// Opens a CSV file of these rows that grows during the run.
    ///
    /// # Errors
    /// If the file cannot be created.
    pub(in crate::report) fn growing<R: Row>(&mut self) -> Result<CsvFile, FolderError> {
        let name = R::FILE;
        debug_assert!((self.is_own)(name), "--force does not replace the file `{name}`");
        let file = File::create(self.temporary.path().join(name)).and_then(|file| Spreadsheet::new(&R::header(), file));
        self.growing = Some(name.to_owned());
        file.map_err(|error| FolderError::Io(self.place.join(name), error))
    }

    /// Ends the file that grows, or states why it is not complete.
    pub(in crate::report) fn grown(&mut self, written: io::Result<File>) {
        let name = self.growing.as_deref().unwrap_or_default();
        let synced = written.and_then(|file| file.sync_all());
        self.failed = synced.err().map(|error| FolderError::Io(self.place.join(name), error));
    }

    /// Adds the files of these tables, each with a name of its own.
    ///
    /// # Errors
    /// If a row has no form in CSV.
    pub fn add_tables(&mut self, tables: &[Rows]) -> io::Result<()> {
        for table in tables {
            let mut bytes = Vec::new();
            table.write_csv(&mut bytes)?;
            self.add(table.file(), bytes);
        }
        Ok(())
    }

    /// Adds a file of text.
    pub fn add_text(&mut self, name: &str, text: impl Into<String>) {
        self.add(name, text.into().into_bytes());
    }

    /// Adds pictures, each with its file name.
    pub(crate) fn add_pictures(&mut self, pictures: Vec<(String, String)>) {
        pictures.into_iter().for_each(|(name, svg)| self.add_text(&name, svg));
    }

    /// Adds the manifest, with the hashes of the files before it.
    ///
    /// # Errors
    /// If it has no form in JSON.
    pub(in crate::report) fn add_manifest(&mut self, manifest: &impl Serialize) -> io::Result<()> {
        let files = self.files.iter().map(|(name, bytes)| (name.clone(), sha256(bytes))).collect();
        let text = SealedManifest::text(manifest, files)?;
        debug_assert!(
            is_manifest(&serde_json::from_str(&text)?),
            "--force does not replace a folder with this manifest"
        );
        self.add_text(MANIFEST, text);
        Ok(())
    }

    /// Adds a file.
    pub(in crate::report) fn add(&mut self, name: &str, bytes: Vec<u8>) {
        debug_assert!((self.is_own)(name), "--force does not replace the file `{name}`");
        self.files.push((name.to_owned(), bytes));
    }

    /// Writes the files and moves the folder to its final path. With `force` it replaces an existing report, whose other
    /// files are kept.
    ///
    /// # Errors
    /// If the path was taken during the run or cannot be written; the report is then stored in a second place.
    pub fn publish(mut self) -> Result<PathBuf, FolderError> {
        let published = match self.failed.take() {
            Some(error) => Err(error),
            None => self.write().and_then(|()| self.rename()),
        };
        match published {
            Err(error @ FolderError::Io(..)) => Err(self.rescue(error)),
            published => published.map(|()| self.place),
        }
    }

    fn write(&self) -> Result<(), FolderError> {
        let folder = self.temporary.path();
        // On the disk before the rename: otherwise a crash could leave a complete folder with empty files.
        for (name, bytes) in &self.files {
            let written = write_synced(&folder.join(name), bytes);
            written.map_err(|error| FolderError::Io(self.place.join(name), error))?;
        }
        sync_folder(folder);
        Ok(())
    }

    fn rename(&self) -> Result<(), FolderError> {
        let Folder { place, temporary, force, is_own, .. } = self;
        temporary.undisturbed(|new| put(new, place, *force, *is_own).map_err(|error| kept(new, place, error)))?;
        sync_folder(folder_of(place));
        Ok(())
    }

    /// Stores the collected files in a second place.
    fn rescue(self, error: FolderError) -> FolderError {
        let Folder { place, temporary, files, growing, .. } = self;
        // It may hold the space that the files need.
        drop(temporary);
        let rescued = rescue(&place, |second| {
            fs::create_dir(second)?;
            files.iter().try_for_each(|(name, bytes)| write_synced(&second.join(name), bytes))
        });
        let without = growing.map_or(String::new(), |name| format!(", without `{name}`,"));
        let error = Box::new(error);
        match rescued {
            Ok(kept) => FolderError::Kept { error, without, kept },
            Err(second) => FolderError::Lost { error, second },
        }
    }
}

/// Number of attempts at a path that other runs take and free in between, and the time between two of them.
const ATTEMPTS: usize = 100;
const PAUSE: Duration = Duration::from_millis(10);

/// Number of looks at a path that has no report each time, until it surely has none.
// Each look takes several calls, between which another run may move its report away.
const LOOKS: usize = 6;

/// Checks that a report can be moved to a path.
fn check_place(place: &Path, force: bool) -> Result<(), FolderError> {
    for _ in 1..LOOKS {
        match check_once(place, force) {
            Err(FolderError::NotAReport(_)) => sleep(PAUSE),
            checked => return checked,
        }
    }
    check_once(place, force)
}

fn check_once(place: &Path, force: bool) -> Result<(), FolderError> {
    let unreadable = |error| FolderError::Unreadable(place.to_owned(), error);
    match fs::symlink_metadata(place) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        Err(error) => Err(FolderError::Io(place.to_owned(), error)),
        Ok(_) if !is_report(place).map_err(unreadable)? => Err(FolderError::NotAReport(place.to_owned())),
        Ok(_) if !force => Err(FolderError::Exists(place.to_owned())),
        Ok(_) => Ok(()),
    }
}

/// Whether a folder has the manifest of a report.
fn is_report(place: &Path) -> io::Result<bool> {
    let manifest = match open_file(&place.join(MANIFEST)) {
        Err(error) if is_no_file(&error) => return Ok(false),
        manifest => manifest?,
    };
    Ok(serde_json::from_reader(io::BufReader::new(manifest)).is_ok_and(|manifest| is_manifest(&manifest)))
}

/// Whether a value is the manifest of a report.
fn is_manifest(manifest: &Value) -> bool {
    MANIFEST_KEYS.iter().all(|key| manifest.get(key).is_some())
}

/// Moves a folder to its final path. With `force` it replaces a report: at every moment, each file of the former report is
/// either at the path or under the temporary name of the former report.
fn put(new: &Path, place: &Path, force: bool, is_own: fn(&str) -> bool) -> Result<(), FolderError> {
    let mut former = Vec::new();
    let moved = move_over(new, place, force, &mut former);
    let moved = moved.map_err(|error| former.drain(..).fold(error, |error, old| restored(&old, place, error)));
    moved?;
    // The new report is in its place, so nothing is moved back from here on.
    former.into_iter().try_for_each(|old| {
        let cleared = clear(&old, place, is_own);
        cleared.map_err(|error| FolderError::Left { place: place.to_owned(), left: old, error })
    })
}

/// Moves a folder to its final path, and the reports that other runs put there in the meantime to temporary names.
fn move_over(new: &Path, place: &Path, force: bool, former: &mut Vec<PathBuf>) -> Result<(), FolderError> {
    let io = |error| FolderError::Io(place.to_owned(), error);
    for _ in 0..ATTEMPTS {
        match move_to_free(new, place) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => check_place(place, force)?,
            moved => return moved.map_err(io),
        }
        match beside(place, "-before", |free| move_to_free(place, free)) {
            Ok(old) => former.push(old),
            // Another run was faster.
            Err(error) if error.kind() == io::ErrorKind::NotFound => {}
            Err(error) => return Err(io(error)),
        }
    }
    Err(FolderError::Exists(place.to_owned()))
}

/// Moves a former report back. If that is impossible, adds its path to the error.
fn restored(old: &Path, place: &Path, error: FolderError) -> FolderError {
    match (move_to_free(old, place), error) {
        (Err(_), FolderError::Io(place, error)) => {
            let message = format!("{error}; the old files are in `{}`", old.display());
            FolderError::Io(place, io::Error::new(error.kind(), message))
        }
        (_, error) => error,
    }
}

/// Renames a folder to a free path. What appears there in the meantime is never replaced, unless it is an empty folder.
fn move_to_free(from: &Path, place: &Path) -> io::Result<()> {
    // A rename alone would silently replace a file, or an empty folder.
    if fs::symlink_metadata(place).is_ok() {
        return Err(io::ErrorKind::AlreadyExists.into());
    }
    fs::rename(from, place).map_err(|error| match error.kind() {
        io::ErrorKind::DirectoryNotEmpty | io::ErrorKind::NotADirectory => io::ErrorKind::AlreadyExists.into(),
        _ => error,
    })
}

/// Removes a former report. Its files that do not belong to reports are moved into the new one. Another run may replace
/// the new report, or move files into the former one, at the same time.
fn clear(old: &Path, place: &Path, is_own: fn(&str) -> bool) -> io::Result<()> {
    for _ in 0..ATTEMPTS {
        match clear_once(old, place, is_own) {
            Err(error) if error.kind() == io::ErrorKind::DirectoryNotEmpty => {}
            Err(error) if error.kind() == io::ErrorKind::NotFound && !old.exists() => return Ok(()),
            Err(error) if error.kind() == io::ErrorKind::NotFound => sleep(PAUSE),
            cleared => return cleared,
        }
    }
    clear_once(old, place, is_own)
}

fn clear_once(old: &Path, place: &Path, is_own: fn(&str) -> bool) -> io::Result<()> {
    for entry in fs::read_dir(old)? {
        let entry = entry?;
        // Only files with names that reports use are deleted. All other files belong to the user and are moved.
        if entry.file_name().to_str().is_some_and(is_own) && !entry.file_type()?.is_dir() {
            fs::remove_file(entry.path())?;
            continue;
        }
        let target = place.join(entry.file_name());
        match fs::symlink_metadata(&target) {
            // Two runs can clear the same folder: the other one has moved this file.
            Ok(_) if fs::symlink_metadata(entry.path()).is_err() => {}
            Ok(_) => return Err(io::ErrorKind::AlreadyExists.into()),
            Err(_) => fs::rename(entry.path(), target)?,
        }
    }
    fs::remove_dir(old)
}

/// Stores a finished report under another name, because its path is taken.
fn kept(new: &Path, place: &Path, error: FolderError) -> FolderError {
    if matches!(error, FolderError::Left { .. }) {
        return error;
    }
    match beside(place, "", |free| move_to_free(new, free)) {
        Ok(kept) => FolderError::Kept { error: Box::new(error), without: String::new(), kept },
        Err(_) => error,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const OURS: &str = r#"{"version": "1", "study": {"name": "run"}, "signature": "3"}"#;

    fn is_manifest_file(name: &str) -> bool {
        name == MANIFEST
    }

    /// Publishes folders at the same time, as separate processes do: within one process, they would wait for each other.
    fn race(place: &Path, force: bool) -> Vec<Result<(), FolderError>> {
        let folders = [(); 4].map(|()| Folder::begin_with(place, force, is_manifest_file).expect("begun"));
        let put = |mut folder: Folder| {
            folder.add_text(MANIFEST, OURS);
            folder.write().expect("written");
            let new = folder.temporary.path();
            put(new, place, force, is_manifest_file).map_err(|error| kept(new, place, error))
        };
        std::thread::scope(|scope| {
            folders.map(|folder| scope.spawn(move || put(folder))).map(|run| run.join().expect("it ends")).into()
        })
    }

    #[test]
    fn exactly_one_of_several_runs_gets_the_requested_path() {
        let parent = tempfile::tempdir().expect("a folder");
        for round in 0..50 {
            let published = race(&parent.path().join(round.to_string()), false);
            assert_eq!(published.iter().filter(|published| published.is_ok()).count(), 1);
            assert_eq!(fs::read_dir(parent.path()).expect("a folder").count(), 4 * (round + 1));
        }
    }

    #[test]
    fn forced_runs_replace_each_other_and_leave_nothing_else() {
        let parent = tempfile::tempdir().expect("a folder");
        let place = parent.path().join("report");
        for round in 0..100 {
            race(&place, true).into_iter().for_each(|published| published.expect("it replaces the report"));
            assert_eq!(fs::read_dir(parent.path()).expect("a folder").count(), 1);
            assert!(round == 0 || place.join("notes.txt").is_file(), "files of others stay");
            fs::write(place.join("notes.txt"), "precious").expect("written");
        }
    }
}
