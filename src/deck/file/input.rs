//! Input files and pipes. Nothing waits for a pipe to which no program writes.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

/// How long a pipe may have no writer.
const PATIENCE: Duration = Duration::from_secs(1);

/// The bytes of each pipe and device that was read. Another attempt would find nothing.
static READ_ONCE: Mutex<BTreeMap<PathBuf, Vec<u8>>> = Mutex::new(BTreeMap::new());

/// The first bytes of every baseline.
pub(crate) const BASELINE: &[u8] = b"kickdoor baseline ";

/// Whether a file or pipe, but not a folder, exists at this path.
pub(crate) fn is_there(path: &Path) -> bool {
    path.exists() && !path.is_dir()
}

/// Opens a file that must not be a pipe or a device.
///
/// # Errors
/// If it is one, or cannot be opened.
pub(crate) fn open_file(path: &Path) -> io::Result<File> {
    let sort = fs::metadata(path)?.file_type();
    if sort.is_file() || sort.is_dir() {
        return File::open(path);
    }
    Err(io::Error::new(io::ErrorKind::InvalidInput, "it is a pipe or a device, expected a file"))
}

/// Whether an error says that there is no such file.
pub(crate) fn is_no_file(error: &io::Error) -> bool {
    use io::ErrorKind::{InvalidInput, IsADirectory, NotADirectory, NotFound};
    matches!(error.kind(), NotFound | NotADirectory | IsADirectory | InvalidInput)
}

/// The first bytes of a file, pipe or device, at most `most`.
///
/// # Errors
/// If it cannot be read, or is a pipe to which nothing writes.
pub(crate) fn read_input(path: &Path, most: u64) -> io::Result<Vec<u8>> {
    if fs::metadata(path)?.is_file() {
        return read(File::open(path)?, most);
    }
    let mut known = READ_ONCE.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(bytes) = known.get(path) {
        return Ok(bytes.clone());
    }
    let bytes = read_pipe(path.to_owned(), most)?;
    known.insert(path.to_owned(), bytes.clone());
    Ok(bytes)
}

fn read(file: File, most: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    file.take(most).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// Reads a pipe in another thread, because opening it waits for its writer.
fn read_pipe(path: PathBuf, most: u64) -> io::Result<Vec<u8>> {
    let (opened, when_opened) = channel();
    let reader = std::thread::spawn(move || {
        let file = File::open(path);
        // The receiver is gone if opening took too long; nobody waits for the thread then.
        let _ = opened.send(());
        read(file?, most)
    });
    match when_opened.recv_timeout(PATIENCE) {
        Err(RecvTimeoutError::Timeout) => Err(io::Error::new(io::ErrorKind::TimedOut, "nothing writes to this pipe")),
        _ => reader.join().unwrap_or_else(|_| Err(io::Error::other("the reading thread failed"))),
    }
}
