//! `Making`: a temporary folder in which a file or folder is made, beside the place where it will be.
//!
//! Its owner locks it, so that folders that a killed process left behind are known: nobody holds their lock.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use tempfile::TempDir;

/// Prefix of the names of temporary folders.
const PREFIX: &str = ".kickdoor-making-";
/// Another process may remove a folder before it is locked; then a new one is made, up to so many times.
const TRIES: usize = 20;
/// Attempts at removing a folder to which files are still being added.
const REMOVALS: usize = 5;

/// Numbers that are tried for a name that is free.
const NUMBERS: std::ops::Range<u32> = 2..1000;

/// The temporary folders of this process.
static OPEN: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

/// A temporary folder, removed when it is dropped.
#[derive(Debug)]
pub(super) struct Making {
    folder: TempDir,
    _lock: File,
}

impl Making {
    /// A temporary folder beside a place. Those that dead processes left there are removed.
    ///
    /// # Errors
    /// If the folder cannot be created.
    pub(super) fn beside(place: &Path) -> io::Result<Making> {
        let parent = folder_of(place);
        remove_abandoned(parent);
        for _ in 0..TRIES {
            let folder = open_to_all(tempfile::Builder::new().prefix(PREFIX), 0o777).tempdir_in(parent)?;
            if let Some(lock) = lock(folder.path()) {
                open().push(folder.path().to_owned());
                return Ok(Making { folder, _lock: lock });
            }
        }
        Err(io::Error::other("another process removes temporary folders"))
    }

    /// Its path.
    pub(super) fn path(&self) -> &Path {
        self.folder.path()
    }

    /// Calls a function during which the process is not stopped by `remove_all`.
    pub(super) fn undisturbed<T>(&self, publish: impl FnOnce(&Path) -> T) -> T {
        let _held = open();
        publish(self.folder.path())
    }
}

impl Drop for Making {
    fn drop(&mut self) {
        open().retain(|path| path != self.folder.path());
    }
}

/// Writes a file under another name and then renames it, so that it is there whole or not at all. A file that is there
/// is replaced only by `force`.
///
/// # Errors
/// If the file exists or cannot be written.
pub fn write_file(place: &Path, bytes: &[u8], force: bool) -> io::Result<()> {
    let making = Making::beside(place)?;
    let mut file = open_to_all(&mut tempfile::Builder::new(), 0o666).tempfile_in(making.path())?;
    file.write_all(bytes)?;
    file.as_file().sync_all()?;
    let published = making.undisturbed(|_| if force { file.persist(place) } else { file.persist_noclobber(place) });
    Ok(published.map(drop)?)
}

/// Writes a file to the first free place of those named after `place`: the place itself, a number added, is tried.
///
/// # Errors
/// If the file cannot be written.
pub(super) fn write_beside(place: &Path, bytes: &[u8]) -> io::Result<PathBuf> {
    beside(place, "", |place| write_file(place, bytes, false))
}

/// Calls a function with names made of a place, what is added to it and a number, until one is free.
///
/// # Errors
/// The first error other than that something is there already.
pub(super) fn beside(place: &Path, what: &str, mut put: impl FnMut(&Path) -> io::Result<()>) -> io::Result<PathBuf> {
    for number in NUMBERS {
        let mut name = place.as_os_str().to_owned();
        name.push(format!("{what}-{number}"));
        match put(Path::new(&name)) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            put => return put.map(|()| name.into()),
        }
    }
    Err(io::ErrorKind::AlreadyExists.into())
}

/// Removes all temporary folders of this process, which has to end then: nothing is published any more.
pub fn remove_all() {
    let open = open();
    for path in open.iter() {
        let _ = (0..REMOVALS).find(|_| fs::remove_dir_all(path).is_ok());
    }
    std::mem::forget(open);
}

fn open() -> MutexGuard<'static, Vec<PathBuf>> {
    OPEN.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The folder that something is in.
pub(super) fn folder_of(place: &Path) -> &Path {
    place.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// Temporary files and folders are private; what is published has the rights of any new file or folder.
pub(super) fn open_to_all<'b, 'p, 's>(
    builder: &'b mut tempfile::Builder<'p, 's>,
    _rights: u32,
) -> &'b mut tempfile::Builder<'p, 's> {
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(_rights));
    builder
}

/// Locks a new folder; nothing if another process has removed it or is about to. Where folders have no locks, it stays
/// without.
#[cfg(unix)]
fn lock(folder: &Path) -> Option<File> {
    let file = File::open(folder).ok()?;
    match file.try_lock() {
        Err(fs::TryLockError::WouldBlock) => None,
        _ => folder.exists().then_some(file),
    }
}

/// Removes temporary folders that nobody holds the lock of.
#[cfg(unix)]
fn remove_abandoned(parent: &Path) {
    let entries = fs::read_dir(parent).into_iter().flatten().flatten();
    let named = entries.filter(|entry| entry.file_name().to_string_lossy().starts_with(PREFIX));
    for entry in named.filter(|entry| entry.file_type().is_ok_and(|kind| kind.is_dir())) {
        let path = entry.path();
        if let Ok(file) = File::open(&path)
            && file.try_lock().is_ok()
        {
            let _ = fs::remove_dir_all(path);
        }
    }
}

/// Folders cannot be locked there: a file that is no part of them stands for the lock.
#[cfg(not(unix))]
fn lock(_folder: &Path) -> Option<File> {
    tempfile::tempfile().ok()
}

#[cfg(not(unix))]
fn remove_abandoned(_: &Path) {}

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
        let one = Making::beside(&path("a")).expect("made");
        let other = Making::beside(&path("a")).expect("made");
        assert!(one.path().is_dir() && other.path().is_dir(), "folders in use stay");
        assert!(!path(".kickdoor-making-dead").exists());
        assert!(path(".kickdoor-other").is_dir() && path(".kickdoor-making-file").is_file());
        drop((one, other));
        assert_eq!(fs::read_dir(parent.path()).expect("a folder").count(), 2);
    }
}
