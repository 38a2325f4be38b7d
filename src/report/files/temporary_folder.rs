//! `TemporaryFolder`: a temporary folder in which a file or folder is made, next to its final path.
//!
//! Its process holds a lock on it. A folder without a lock was left behind by a killed process.

use std::fs::{self, File};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use tempfile::TempDir;

/// Prefix of the names of temporary folders.
const PREFIX: &str = ".kickdoor-making-";
/// Maximum number of attempts to create a folder: another process may remove it before it is locked.
const TRIES: usize = 20;
/// Maximum number of attempts to remove a folder to which files are still being added.
const REMOVALS: usize = 5;

/// Numbers tried to find a free name.
// The path without a number is the first.
const NUMBERS: std::ops::Range<u32> = 2..1000;

/// The temporary folders of this process.
static OPEN: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

/// A temporary folder, removed when it is dropped.
#[derive(Debug)]
pub(in crate::report) struct TemporaryFolder {
    // Fields are dropped in this order: the folder is removed while the lock on it is still held.
    folder: TempDir,
    _lock: File,
}

impl TemporaryFolder {
    /// Creates a temporary folder next to a path. Folders that dead processes left there are removed.
    ///
    /// # Errors
    /// If the folder cannot be created.
    pub(in crate::report) fn beside(place: &Path) -> io::Result<TemporaryFolder> {
        let parent = folder_of(place);
        remove_abandoned(parent);
        for _ in 0..TRIES {
            let folder =
                open_to_all(tempfile::Builder::new().prefix(PREFIX), 0o777).tempdir_in(parent).map_err(unnamed)?;
            match lock(folder.path()) {
                Ok(lock) => {
                    open().push(folder.path().to_owned());
                    return Ok(TemporaryFolder { folder, _lock: lock });
                }
                Err(error) if matches!(error.kind(), ErrorKind::NotFound | ErrorKind::WouldBlock) => {}
                Err(error) => {
                    // It is empty. To remove it like a full one would need another open file.
                    let _ = fs::remove_dir(folder.keep());
                    return Err(error);
                }
            }
        }
        Err(io::Error::other("another process removes temporary folders"))
    }

    /// Its path.
    pub(in crate::report) fn path(&self) -> &Path {
        self.folder.path()
    }

    /// Calls a function that `remove_all` cannot interrupt.
    pub(in crate::report) fn undisturbed<T>(&self, publish: impl FnOnce(&Path) -> T) -> T {
        let _held = open();
        publish(self.folder.path())
    }
}

impl Drop for TemporaryFolder {
    fn drop(&mut self) {
        open().retain(|path| path != self.folder.path());
    }
}

/// Writes a file under another name and then renames it, so the file is never incomplete. An existing file is replaced
/// only with `force`.
///
/// # Errors
/// If the file exists or cannot be written.
pub(crate) fn write_file(place: &Path, bytes: &[u8], force: bool) -> io::Result<()> {
    let temporary = TemporaryFolder::beside(place)?;
    // Not straight beside its path, so that what a killed process leaves behind can be found by its lock. Not in a
    // folder of the system either: a file is renamed only within a file system.
    let mut file = open_to_all(&mut tempfile::Builder::new(), 0o666).tempfile_in(temporary.path()).map_err(unnamed)?;
    file.as_file_mut().write_all(bytes)?;
    // Before the rename: otherwise a crash could leave the name without the content.
    file.as_file().sync_all()?;
    let published = temporary.undisturbed(|_| if force { file.persist(place) } else { file.persist_noclobber(place) });
    published?;
    sync_folder(folder_of(place));
    Ok(())
}

/// An error without the path of the temporary file, which `tempfile` adds.
fn unnamed(error: io::Error) -> io::Error {
    let text = error.to_string();
    match text.split_once(" at path ") {
        Some((cause, _)) => io::Error::new(error.kind(), cause),
        None => error,
    }
}

/// Writes a new file to the disk itself.
///
/// # Errors
/// If the file cannot be written.
pub(in crate::report) fn write_synced(place: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut file = File::create_new(place)?;
    file.write_all(bytes)?;
    file.sync_all()
}

/// Writes the names in a folder to the disk itself, where the system can do that.
pub(in crate::report) fn sync_folder(folder: &Path) {
    // Some systems cannot open a folder, and the report is complete without it.
    let _ = File::open(folder).and_then(|folder| folder.sync_all());
}

/// Stores results whose place cannot be written in a new folder for temporary files, under the same name. Returns their
/// path.
///
/// # Errors
/// If they cannot be written there either.
pub(in crate::report) fn rescue(place: &Path, write: impl FnOnce(&Path) -> io::Result<()>) -> io::Result<PathBuf> {
    let folder = open_to_all(tempfile::Builder::new().prefix("kickdoor-"), 0o777).tempdir()?;
    let second = folder.path().join(place.file_name().unwrap_or("report".as_ref()));
    write(&second)?;
    // Only now: a folder whose results could not be written is removed again.
    let _ = folder.keep();
    Ok(second)
}

/// Writes a file to the first free path that consists of `place` and a number.
///
/// # Errors
/// If the file cannot be written.
pub(in crate::report) fn write_beside(place: &Path, bytes: &[u8]) -> io::Result<PathBuf> {
    beside(place, "", |place| write_file(place, bytes, false))
}

/// Calls a function with paths made of a path, a suffix and a number, until one of them is free.
///
/// # Errors
/// The first error other than that the path exists already.
pub(in crate::report) fn beside(
    place: &Path,
    what: &str,
    mut put: impl FnMut(&Path) -> io::Result<()>,
) -> io::Result<PathBuf> {
    for number in NUMBERS {
        let mut name = place.as_os_str().to_owned();
        name.push(format!("{what}-{number}"));
        match put(Path::new(&name)) {
            Err(error) if error.kind() == ErrorKind::AlreadyExists => {}
            put => return put.map(|()| name.into()),
        }
    }
    Err(ErrorKind::AlreadyExists.into())
}

/// Removes all temporary folders of this process. The process must end afterwards, because it can publish nothing any
/// more.
pub(crate) fn remove_all() {
    let open = open();
    for path in open.iter() {
        let _ = (0..REMOVALS).find(|_| fs::remove_dir_all(path).is_ok());
    }
    // The list stays locked for ever, so no other thread can publish a folder that is half removed.
    std::mem::forget(open);
}

fn open() -> MutexGuard<'static, Vec<PathBuf>> {
    OPEN.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The folder that contains a path.
pub(in crate::report) fn folder_of(place: &Path) -> &Path {
    place.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// Temporary files and folders are private. Published ones get the permissions of any new file or folder.
pub(in crate::report) fn open_to_all<'b, 'p, 's>(
    builder: &'b mut tempfile::Builder<'p, 's>,
    _rights: u32,
) -> &'b mut tempfile::Builder<'p, 's> {
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(_rights));
    builder
}

/// Locks a new folder. A folder stays unlocked where folders have no locks.
///
/// # Errors
/// `NotFound` or `WouldBlock` if another process has removed it or is about to; otherwise if it cannot be opened.
#[cfg(unix)]
fn lock(folder: &Path) -> io::Result<File> {
    let file = File::open(folder)?;
    match file.try_lock() {
        Err(fs::TryLockError::WouldBlock) => Err(ErrorKind::WouldBlock.into()),
        _ if folder.exists() => Ok(file),
        _ => Err(ErrorKind::NotFound.into()),
    }
}

/// Removes temporary folders that no process has locked.
#[cfg(unix)]
pub(crate) fn remove_abandoned(parent: &Path) {
    let entries = fs::read_dir(parent).into_iter().flatten().flatten();
    let named = entries.filter(|entry| entry.file_name().to_string_lossy().starts_with(PREFIX));
    for entry in named.filter(|entry| entry.file_type().is_ok_and(|kind| kind.is_dir())) {
        let path = entry.path();
        if let Ok(file) = File::open(&path)
            // The lock is held until the folder is gone, so no two processes remove it at once.
            && file.try_lock().is_ok()
        {
            let _ = fs::remove_dir_all(path);
        }
    }
}

/// Folders cannot be locked on these systems: an unrelated file takes the place of the lock.
#[cfg(not(unix))]
fn lock(_folder: &Path) -> io::Result<File> {
    tempfile::tempfile()
}

/// Folders cannot be locked on these systems, so none is known to be abandoned.
#[cfg(not(unix))]
pub(crate) fn remove_abandoned(_: &Path) {}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn abandoned_folders_are_removed_and_others_stay() {
        let parent = tempfile::tempdir().expect("a folder");
        let path = |name: &str| parent.path().join(name);
        fs::create_dir(path(".kickdoor-making-dead")).expect("a folder");
        fs::write(path(".kickdoor-making-dead/cards.csv"), "x").expect("a file");
        fs::create_dir(path(".kickdoor-other")).expect("a folder");
        fs::write(path(".kickdoor-making-file"), "x").expect("a file");
        let one = TemporaryFolder::beside(&path("a")).expect("made");
        let other = TemporaryFolder::beside(&path("a")).expect("made");
        assert!(one.path().is_dir() && other.path().is_dir(), "folders in use stay");
        assert!(!path(".kickdoor-making-dead").exists());
        assert!(path(".kickdoor-other").is_dir() && path(".kickdoor-making-file").is_file());
        drop((one, other));
        assert_eq!(fs::read_dir(parent.path()).expect("a folder").count(), 2);
    }
}
