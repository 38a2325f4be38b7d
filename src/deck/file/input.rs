//! Input files and pipes. Nothing waits for a pipe to which no program writes.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{self, Cursor, Read};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::Duration;

/// How long a pipe may have no writer.
const PATIENCE: Duration = Duration::from_secs(1);

/// Files by their paths.
pub(crate) type Inputs = BTreeMap<PathBuf, Vec<u8>>;

/// The bytes of each input that was read. Another attempt to read a pipe would find nothing.
static READ: Mutex<Inputs> = Mutex::new(Inputs::new());

/// All inputs, if they do not come from the disk.
static GIVEN: OnceLock<Inputs> = OnceLock::new();

/// The first bytes of every baseline.
pub(crate) const BASELINE: &[u8] = b"kickdoor baseline ";

/// Whether a file or pipe, but not a folder, exists at this path.
pub(crate) fn is_there(path: &Path) -> bool {
    match GIVEN.get() {
        Some(inputs) => inputs.contains_key(path),
        None => path.exists() && !path.is_dir(),
    }
}

/// From now on, these are all the files that there are. Only the first call counts.
pub(crate) fn give_inputs(inputs: Inputs) {
    let _ = GIVEN.set(inputs);
}

/// The inputs that were read so far.
pub(crate) fn inputs_read() -> Inputs {
    read_so_far().clone()
}

/// Notes an input that does not come from a file.
pub(crate) fn note_input(name: &str, bytes: &[u8]) {
    read_so_far().insert(PathBuf::from(name), bytes.to_owned());
}

fn read_so_far() -> MutexGuard<'static, Inputs> {
    READ.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The given file, if inputs do not come from the disk.
fn given(path: &Path) -> Option<io::Result<Vec<u8>>> {
    let inputs = GIVEN.get()?;
    Some(inputs.get(path).cloned().ok_or(io::ErrorKind::NotFound.into()))
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
    if let Some(bytes) = given(path) {
        return bytes;
    }
    let is_file = fs::metadata(path)?.is_file();
    let mut known = read_so_far();
    if let Some(bytes) = known.get(path).filter(|_| !is_file) {
        return Ok(bytes.clone());
    }
    let bytes = if is_file { read(File::open(path)?, most) } else { read_pipe(path.to_owned(), most) }?;
    known.insert(path.to_owned(), bytes.clone());
    Ok(bytes)
}

/// Opens an input that must not be a pipe or a device.
///
/// # Errors
/// If it is one, or cannot be opened.
pub(crate) fn open_input(path: &Path) -> io::Result<Box<dyn Read>> {
    match given(path) {
        Some(bytes) => bytes.map(|bytes| Box::new(Cursor::new(bytes)) as Box<dyn Read>),
        None => open_file(path).map(|file| Box::new(file) as Box<dyn Read>),
    }
}

/// The bytes of a file that must not be a pipe or a device.
///
/// # Errors
/// If it is one, or cannot be read.
pub(crate) fn read_file(path: &Path) -> io::Result<Vec<u8>> {
    if let Some(bytes) = given(path) {
        return bytes;
    }
    let bytes = read(open_file(path)?, u64::MAX)?;
    read_so_far().insert(path.to_owned(), bytes.clone());
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
