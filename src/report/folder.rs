//! `Folder`: a report's folder, which appears whole or not at all.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use serde::Serialize;
use tempfile::TempDir;

use super::rows::Row;

/// The file by which a folder is known to be a report.
pub const MANIFEST: &str = "manifest.json";

/// A folder in the making: it is filled under another name beside its place and then renamed.
#[derive(Debug)]
pub struct Folder {
    place: PathBuf,
    making: TempDir,
}

/// A report that cannot be written.
#[derive(Debug, thiserror::Error)]
pub enum FolderError {
    /// Something is there already.
    #[error("`{0}` exists already")]
    Exists(PathBuf),
    /// Something is there that is not a report, and is not replaced on any account.
    #[error("`{0}` is there and is not a report")]
    NotAReport(PathBuf),
    /// The system says no.
    #[error("cannot write `{0}`: {1}")]
    Io(PathBuf, io::Error),
}

/// A CSV file in the making.
pub(super) type CsvFile = csv::Writer<File>;

impl Folder {
    /// Begins a folder. What is there already is replaced only by `force`, and only if it is a report.
    ///
    /// # Errors
    /// If the place is taken or cannot be written to.
    pub fn begin(place: &Path, force: bool) -> Result<Folder, FolderError> {
        check_place(place, force)?;
        let parent = match place.parent() {
            Some(parent) if !parent.as_os_str().is_empty() => parent,
            _ => Path::new("."),
        };
        let making = fs::create_dir_all(parent)
            .and_then(|()| tempfile::Builder::new().prefix(".kickdoor-").tempdir_in(parent))
            // Of the error only its kind: its text would name the folder in the making.
            .map_err(|error| FolderError::Io(place.to_owned(), error.kind().into()))?;
        Ok(Folder { place: place.to_owned(), making })
    }

    /// Where it will be.
    pub fn place(&self) -> &Path {
        &self.place
    }

    /// Where it is being made.
    pub fn making(&self) -> &Path {
        self.making.path()
    }

    /// Opens a CSV file.
    ///
    /// # Errors
    /// If the file cannot be made.
    pub(super) fn csv(&self, name: &str) -> io::Result<CsvFile> {
        Ok(csv_to(File::create(self.making().join(name))?))
    }

    /// Writes a file of rows.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn write_rows<R: Row>(&self, rows: &[R]) -> io::Result<()> {
        write_rows(rows, &mut self.csv(R::FILE)?)
    }

    /// Writes a file of text.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn write_text(&self, name: &str, text: &str) -> io::Result<()> {
        fs::write(self.making().join(name), text)
    }

    /// Writes the manifest.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn write_manifest(&self, manifest: &impl Serialize) -> io::Result<()> {
        let text = serde_json::to_string_pretty(manifest)?;
        fs::write(self.making().join(MANIFEST), text + "\n")
    }

    /// Puts the folder in its place.
    ///
    /// # Errors
    /// If it cannot be renamed, for instance because something else has come to be there.
    pub fn publish(self) -> Result<PathBuf, FolderError> {
        let place = self.place;
        let moved = open_to_all(self.making.path()).and_then(|()| replace(self.making.path(), &place));
        moved.map_err(|error| FolderError::Io(place.clone(), error))?;
        // Nothing is left under the old name.
        let _ = self.making.keep();
        Ok(place)
    }
}

/// A CSV writer whose rows come without a header of their own.
fn csv_to<W: Write>(out: W) -> csv::Writer<W> {
    csv::WriterBuilder::new().has_headers(false).from_writer(out)
}

/// Writes rows as CSV, the header first.
///
/// # Errors
/// If they cannot be written.
pub fn write_csv<R: Row>(rows: &[R], out: impl Write) -> io::Result<()> {
    write_rows(rows, &mut csv_to(out))
}

fn write_rows<R: Row, W: Write>(rows: &[R], file: &mut csv::Writer<W>) -> io::Result<()> {
    file.write_record(R::HEADER).map_err(io_error)?;
    rows.iter().try_for_each(|row| file.serialize(row).map_err(io_error))?;
    file.flush()
}

/// The system's own error, by which a closed pipe is known.
pub(super) fn io_error(error: csv::Error) -> io::Error {
    match error.into_kind() {
        csv::ErrorKind::Io(error) => error,
        other => io::Error::other(format!("{other:?}")),
    }
}

fn check_place(place: &Path, force: bool) -> Result<(), FolderError> {
    match fs::symlink_metadata(place) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        Err(error) => Err(FolderError::Io(place.to_owned(), error)),
        Ok(_) if !force => Err(FolderError::Exists(place.to_owned())),
        Ok(_) if place.join(MANIFEST).is_file() => Ok(()),
        Ok(_) => Err(FolderError::NotAReport(place.to_owned())),
    }
}

/// Puts a folder in a place; what was there is moved away first and deleted last.
fn replace(new: &Path, place: &Path) -> io::Result<()> {
    if !place.exists() {
        return fs::rename(new, place);
    }
    let old = new.with_extension("old");
    fs::rename(place, &old)?;
    if let Err(error) = fs::rename(new, place) {
        fs::rename(&old, place)?;
        return Err(error);
    }
    fs::remove_dir_all(old)
}

/// Temporary folders are private; reports have the rights that any new folder has.
#[cfg(unix)]
fn open_to_all(folder: &Path) -> io::Result<()> {
    let model = folder.join("model");
    fs::create_dir(&model)?;
    let rights = fs::metadata(&model)?.permissions();
    fs::remove_dir(&model)?;
    fs::set_permissions(folder, rights)
}

#[cfg(not(unix))]
fn open_to_all(_: &Path) -> io::Result<()> {
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn finished(place: &Path, force: bool) -> Result<PathBuf, FolderError> {
        let folder = Folder::begin(place, force)?;
        folder.write_manifest(&"x").expect("it is written");
        folder.publish()
    }

    #[test]
    fn a_folder_appears_whole_or_not_at_all() {
        let parent = tempfile::tempdir().expect("a folder");
        let place = parent.path().join("deep/report");
        drop(Folder::begin(&place, false).expect("begun"));
        assert!(!place.exists());
        finished(&place, false).expect("published");
        assert!(place.join(MANIFEST).is_file());
        assert_eq!(fs::read_dir(parent.path().join("deep")).expect("there").count(), 1);
    }

    #[test]
    fn only_reports_are_replaced() {
        let parent = tempfile::tempdir().expect("a folder");
        let place = parent.path().join("report");
        finished(&place, false).expect("published");
        assert!(matches!(finished(&place, false), Err(FolderError::Exists(_))));
        finished(&place, true).expect("replaced");
        assert_eq!(fs::read_dir(parent.path()).expect("there").count(), 1);
        assert!(matches!(finished(parent.path(), true), Err(FolderError::NotAReport(_))));
    }
}
