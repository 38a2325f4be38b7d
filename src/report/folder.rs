//! `Folder`: the folder of a report. It appears at its path only when it is complete.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use serde::Serialize;
use serde_json::Value;

use super::row::Row;
use super::spreadsheet::Spreadsheet;
use super::temporary_folder::{TemporaryFolder, beside, folder_of};

/// The file that identifies a folder as a report.
pub const MANIFEST: &str = "manifest.json";
/// Keys that every manifest has.
const MANIFEST_KEYS: [&str; 3] = ["version", "deck_hash", "signature"];
/// Files of reports, apart from one picture for each strategy.
const FILES: [&str; 23] = [
    MANIFEST,
    "summary.csv",
    "seats.csv",
    "strategies.csv",
    "identities.csv",
    "cards.csv",
    "cards_by_strategy.csv",
    "games.csv",
    "agreement.csv",
    "disagreements.csv",
    "forest.svg",
    "sweep.csv",
    "sweep.svg",
    "ladder.csv",
    "ladder.svg",
    "pairs.csv",
    "scores.csv",
    "restrictions.csv",
    "blocks.csv",
    "tune.csv",
    "tune.svg",
    "tuned.toml",
    "state.json",
];

/// A report folder under construction. It is filled under another name next to its final path and then renamed.
#[derive(Debug)]
pub struct Folder {
    place: PathBuf,
    temporary: TemporaryFolder,
    force: bool,
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
    /// The path was taken during the run.
    #[error("{error}; the report of this run is in `{kept}`")]
    Kept {
        /// Why the report is not at its path.
        error: Box<FolderError>,
        /// Its path.
        kept: PathBuf,
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
    /// A system call failed.
    #[error("cannot write `{0}`: {1}")]
    Io(PathBuf, io::Error),
}

/// A CSV file under construction.
pub(super) type CsvFile = Spreadsheet<NamedFile>;

/// A file whose errors name its final path.
#[derive(Debug)]
pub(super) struct NamedFile {
    file: File,
    place: PathBuf,
}

impl Write for NamedFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.file.write(bytes).map_err(|error| unwritten(&self.place, &error))
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush().map_err(|error| unwritten(&self.place, &error))
    }
}

fn unwritten(place: &Path, error: &io::Error) -> io::Error {
    io::Error::new(error.kind(), format!("cannot write `{}`: {error}", place.display()))
}

impl Folder {
    /// Begins a folder. An existing folder is replaced only with `force`, and only if it is a report.
    ///
    /// # Errors
    /// If the path is taken or cannot be written to.
    pub fn begin(place: &Path, force: bool) -> Result<Folder, FolderError> {
        check_place(place, force)?;
        let target = if place.is_symlink() { fs::canonicalize(place) } else { Ok(place.to_owned()) };
        let made = target.and_then(|place| {
            fs::create_dir_all(folder_of(&place))?;
            let temporary = TemporaryFolder::beside(&place)?;
            Ok(Folder { place, temporary, force })
        });
        // Only the kind of the error: its text would name the temporary folder.
        made.map_err(|error| FolderError::Io(place.to_owned(), error.kind().into()))
    }

    /// Its final path.
    pub fn place(&self) -> &Path {
        &self.place
    }

    fn file(&self, name: &str) -> io::Result<NamedFile> {
        debug_assert!(is_own(name), "--force does not replace the file `{name}`");
        let place = self.place.join(name);
        let file = File::create(self.temporary.path().join(name)).map_err(|error| unwritten(&place, &error))?;
        Ok(NamedFile { file, place })
    }

    /// Opens a CSV file.
    ///
    /// # Errors
    /// If the file cannot be created.
    pub(super) fn csv(&self, name: &str) -> io::Result<CsvFile> {
        Ok(Spreadsheet::new(self.file(name)?))
    }

    /// Writes a file of rows.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn write_rows<R: Row>(&self, rows: &[R]) -> io::Result<()> {
        write_rows(rows, &mut self.csv(R::FILE)?)
    }

    /// Writes a file of text.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn write_text(&self, name: &str, text: &str) -> io::Result<()> {
        self.file(name)?.write_all(text.as_bytes())
    }

    /// Writes the manifest.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn write_manifest(&self, manifest: &impl Serialize) -> io::Result<()> {
        let text = serde_json::to_string_pretty(manifest)?;
        self.write_text(MANIFEST, &(text + "\n"))
    }

    /// Moves the folder to its final path. With `force` it replaces an existing report, whose other files are kept.
    ///
    /// # Errors
    /// If the path was taken during the run; the report then stays under another name. If the folder cannot be renamed.
    pub fn publish(self) -> Result<PathBuf, FolderError> {
        let Folder { place, temporary, force } = self;
        temporary.undisturbed(|new| put(new, &place, force).map_err(|error| kept(new, &place, error)))?;
        Ok(place)
    }
}

/// Writes rows as CSV, the header first.
///
/// # Errors
/// If the files cannot be written.
pub fn write_csv<R: Row>(rows: &[R], out: impl Write) -> io::Result<()> {
    write_rows(rows, &mut Spreadsheet::new(out))
}

fn write_rows<R: Row, W: Write>(rows: &[R], file: &mut Spreadsheet<W>) -> io::Result<()> {
    file.add(&R::header())?;
    rows.iter().try_for_each(|row| file.add(row))?;
    file.flush()
}

fn check_place(place: &Path, force: bool) -> Result<(), FolderError> {
    match fs::symlink_metadata(place) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        Err(error) => Err(FolderError::Io(place.to_owned(), error)),
        Ok(_) if !is_report(place) => Err(FolderError::NotAReport(place.to_owned())),
        Ok(_) if !force => Err(FolderError::Exists(place.to_owned())),
        Ok(_) => Ok(()),
    }
}

/// Whether a folder has the manifest of a report.
fn is_report(place: &Path) -> bool {
    let manifest = File::open(place.join(MANIFEST)).ok().filter(|_| place.join(MANIFEST).is_file());
    let manifest: Option<Value> = manifest.and_then(|file| serde_json::from_reader(io::BufReader::new(file)).ok());
    let run = manifest.as_ref().map(|manifest| manifest.get(0).unwrap_or(manifest));
    run.is_some_and(|run| MANIFEST_KEYS.iter().all(|key| run.get(key).is_some()))
}

/// Whether a file of this name belongs to reports.
fn is_own(name: &str) -> bool {
    FILES.contains(&name) || name.starts_with("forest-") && name.ends_with(".svg")
}

fn put(new: &Path, place: &Path, force: bool) -> Result<(), FolderError> {
    let taken = match move_to_free(new, place) {
        Ok(()) => return Ok(()),
        Err(error) => fs::symlink_metadata(place).map_err(|_| FolderError::Io(place.to_owned(), error)),
    };
    taken.and_then(|_| check_place(place, force)).and_then(|()| replace(new, place))
}

/// Renames a folder to a free path. An existing folder is never replaced, even if it appears in the meantime: only one
/// process can create the path, and renaming replaces only an empty folder.
fn move_to_free(from: &Path, place: &Path) -> io::Result<()> {
    fs::create_dir(place)?;
    if cfg!(not(unix)) {
        // On these systems, renaming does not replace a folder.
        fs::remove_dir(place)?;
    }
    fs::rename(from, place).inspect_err(|_| {
        // Fails if another process has put a file into it.
        let _ = fs::remove_dir(place);
    })
}

/// Replaces a report by a folder. At every moment, each file of the former report is either at the path or under the
/// temporary name of the former report.
fn replace(new: &Path, place: &Path) -> Result<(), FolderError> {
    let io = |error| FolderError::Io(place.to_owned(), error);
    let old = beside(place, "-before", |free| move_to_free(place, free)).map_err(io)?;
    if let Err(error) = move_to_free(new, place) {
        return match move_to_free(&old, place) {
            Ok(()) => Err(io(error)),
            Err(_) => {
                Err(io(io::Error::new(error.kind(), format!("{error}; the old files are in `{}`", old.display()))))
            }
        };
    }
    clear(&old, place).map_err(|error| FolderError::Left { place: place.to_owned(), left: old, error })
}

/// Removes a former report. Its files that do not belong to reports are moved into the new one.
fn clear(old: &Path, place: &Path) -> io::Result<()> {
    for entry in fs::read_dir(old)? {
        let entry = entry?;
        if entry.file_name().to_str().is_some_and(is_own) && !entry.file_type()?.is_dir() {
            fs::remove_file(entry.path())?;
            continue;
        }
        let target = place.join(entry.file_name());
        match fs::symlink_metadata(&target) {
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
        Ok(kept) => FolderError::Kept { error: Box::new(error), kept },
        Err(_) => error,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const OURS: &str = r#"{"version": "1", "deck_hash": "2", "signature": "3"}"#;

    #[test]
    fn exactly_one_of_three_runs_gets_the_requested_path() {
        let parent = tempfile::tempdir().expect("a folder");
        for round in 0..50 {
            let place = parent.path().join(round.to_string());
            let folders = [(); 3].map(|()| Folder::begin(&place, false).expect("begun"));
            folders.iter().for_each(|folder| folder.write_text(MANIFEST, OURS).expect("it is written"));
            // As separate processes do: within one process, the folders would wait for each other.
            let put = |folder: Folder| {
                let new = folder.temporary.path();
                put(new, &place, false).map_err(|error| kept(new, &place, error)).is_ok()
            };
            let published = std::thread::scope(|scope| {
                folders.map(|folder| scope.spawn(move || put(folder))).map(|run| run.join().expect("it ends"))
            });
            assert_eq!(published.iter().filter(|published| **published).count(), 1);
            assert_eq!(fs::read_dir(parent.path()).expect("a folder").count(), 3 * (round + 1));
        }
    }
}
