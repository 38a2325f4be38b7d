//! `GameCache`: played games in a folder.

use std::ffi::OsStr;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, SystemTime};

use sha2::{Digest, Sha256};

use crate::ids::{Store, StoreKey, hex};
use crate::strategy::keeping_lessons;

/// Bytes of a cache by default.
pub(crate) const LIMIT: u64 = 1_000_000_000;
/// Bytes of a checksum.
const SUM: usize = 32;
/// Age at which the time of the last use is written again.
// Often enough to tell old entries from new ones, and seldom enough to cost nothing.
const STALE: Duration = Duration::from_secs(3600);
/// Beginning of the names of files that are being written.
const PART: &str = ".part-";

/// Played games in a folder, for [`Control::store`](super::Control::store).
///
/// Each entry is a file, whose name is the hash of everything that its games follow from: the sources of the program, the
/// compiled decks with their rules, the strategies, players, seats, seed and blocks. A file is written under another name
/// and renamed, so several processes can share a folder. A file that is damaged counts as missing. When the cache is
/// larger than its limit, the files that were not used for the longest time are removed.
#[derive(Debug)]
pub struct GameCache {
    folder: PathBuf,
    limit: u64,
    /// Bytes written since the size was last checked.
    written: AtomicU64,
    trouble: Mutex<Option<io::Error>>,
}

/// The size of a cache.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CacheSize {
    /// Number of files.
    pub entries: u64,
    /// Their bytes.
    pub bytes: u64,
}

/// A file of a cache.
struct Entry {
    path: PathBuf,
    bytes: u64,
    used: SystemTime,
}

impl GameCache {
    /// A cache in a folder, which is created with the first entry, of at most 1 GB.
    pub fn at(folder: impl Into<PathBuf>) -> GameCache {
        GameCache { folder: folder.into(), limit: LIMIT, written: AtomicU64::new(0), trouble: Mutex::new(None) }
    }

    /// The maximum number of bytes.
    #[must_use]
    pub fn limit(mut self, bytes: u64) -> GameCache {
        self.limit = bytes;
        self
    }

    /// The folder.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// The number of its entries and their size.
    ///
    /// # Errors
    /// If the folder cannot be read.
    pub fn size(&self) -> io::Result<CacheSize> {
        Ok(self.entries()?.iter().fold(CacheSize::default(), CacheSize::with))
    }

    /// Removes all entries. Other files in the folder remain.
    ///
    /// # Errors
    /// If the folder cannot be read or a file cannot be removed.
    pub fn clear(&self) -> io::Result<CacheSize> {
        let entries = self.entries()?;
        for Entry { path, .. } in &entries {
            present(fs::remove_file(path))?;
            // The folder of the first letters, if it is empty now.
            path.parent().into_iter().for_each(|folder| drop(fs::remove_dir(folder)));
        }
        Ok(entries.iter().fold(CacheSize::default(), CacheSize::with))
    }

    /// The first error of the cache, since the last call. Its games were played and not kept.
    pub fn trouble(&self) -> Option<io::Error> {
        self.trouble.lock().unwrap_or_else(PoisonError::into_inner).take()
    }

    fn note<T>(&self, result: io::Result<T>) -> Option<T> {
        let note = |error| {
            self.trouble.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(error);
        };
        result.map_err(note).ok()
    }

    fn path(&self, key: &StoreKey) -> PathBuf {
        let name = hex(key);
        let (first, rest) = name.split_at(2);
        self.folder.join(first).join(rest)
    }

    fn read(&self, key: &StoreKey) -> io::Result<Option<Vec<u8>>> {
        let path = self.path(key);
        let Some(mut bytes) = present(fs::read(&path))? else { return Ok(None) };
        let content = bytes.len().saturating_sub(SUM);
        if checksum(key, &bytes[..content]) != bytes[content..] {
            return Ok(None);
        }
        bytes.truncate(content);
        mark_used(&path);
        Ok(Some(bytes))
    }

    fn write(&self, key: &StoreKey, bytes: &[u8]) -> io::Result<()> {
        let path = self.path(key);
        let folder = path.parent().unwrap_or(&self.folder);
        fs::create_dir_all(folder)?;
        let mut file = tempfile::Builder::new().prefix(PART).tempfile_in(folder)?;
        file.write_all(bytes)?;
        file.write_all(&checksum(key, bytes))?;
        // Not synced: a file that a crash cuts short is damaged, and its games are played again.
        file.persist(&path)?;
        let size = (bytes.len() + SUM) as u64;
        let written = self.written.fetch_add(size, Ordering::Relaxed) + size;
        // To list the files takes time, so the limit may be exceeded by a part.
        if written > self.limit / 16 {
            self.trim()?;
        }
        Ok(())
    }

    /// Removes the files that were not used for the longest time until the rest is below the limit.
    fn trim(&self) -> io::Result<()> {
        self.written.store(0, Ordering::Relaxed);
        let mut entries = self.entries()?;
        let CacheSize { mut bytes, .. } = entries.iter().fold(CacheSize::default(), CacheSize::with);
        entries.sort_by_key(|entry| entry.used);
        for entry in entries {
            if bytes <= self.limit {
                break;
            }
            // Another process may have removed it.
            present(fs::remove_file(&entry.path))?;
            bytes -= entry.bytes;
        }
        Ok(())
    }

    /// Its files, also those that a killed process has left behind.
    fn entries(&self) -> io::Result<Vec<Entry>> {
        let mut entries = Vec::new();
        for folder in folder_of(&self.folder)? {
            if !is_hex(&folder, 2) {
                continue;
            }
            for name in folder_of(&self.folder.join(folder.as_str()))? {
                let path = self.folder.join(&folder).join(&name);
                // It may be gone by now, or renamed.
                let Ok(about) = fs::metadata(&path) else { continue };
                let used = about.modified().unwrap_or(SystemTime::UNIX_EPOCH);
                if is_hex(&name, 62) || name.starts_with(PART) && is_old(used) {
                    entries.push(Entry { path, bytes: about.len(), used });
                }
            }
        }
        Ok(entries)
    }
}

impl CacheSize {
    fn with(self, entry: &Entry) -> CacheSize {
        CacheSize { entries: self.entries + 1, bytes: self.bytes + entry.bytes }
    }
}

/// Runs something whose players keep their lessons in a store, if there is one.
pub(crate) fn with_lessons_in<T>(store: Option<&Arc<dyn Store>>, run: impl FnOnce() -> T) -> T {
    keeping_lessons(store, run)
}

impl Store for GameCache {
    fn get(&self, key: &StoreKey) -> Option<Vec<u8>> {
        self.note(self.read(key)).flatten()
    }

    fn put(&self, key: &StoreKey, bytes: &[u8]) {
        self.note(self.write(key, bytes));
    }
}

impl Drop for GameCache {
    /// A small limit may be exceeded until now.
    fn drop(&mut self) {
        if self.written.load(Ordering::Relaxed) > 0 {
            let _ = self.trim();
        }
    }
}

/// The checksum of an entry. It includes the key, so that an entry under another name is damaged, too.
fn checksum(key: &StoreKey, bytes: &[u8]) -> [u8; SUM] {
    Sha256::new_with_prefix(key).chain_update(bytes).finalize().into()
}

/// A result, or `None` if the file does not exist.
fn present<T>(result: io::Result<T>) -> io::Result<Option<T>> {
    match result {
        Ok(found) => Ok(Some(found)),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error),
    }
}

/// The names in a folder; none if it does not exist.
fn folder_of(path: &Path) -> io::Result<Vec<String>> {
    let Some(entries) = present(fs::read_dir(path))? else { return Ok(Vec::new()) };
    entries.filter_map(|entry| entry.map(|entry| entry.file_name().into_string().ok()).transpose()).collect()
}

fn is_hex(name: impl AsRef<OsStr>, length: usize) -> bool {
    let digits = name.as_ref().as_encoded_bytes();
    digits.len() == length && digits.iter().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'))
}

fn is_old(time: SystemTime) -> bool {
    time.elapsed().is_ok_and(|age| age > STALE)
}

/// Sets the time of the last use. A cache that cannot be written can still be read.
fn mark_used(path: &Path) {
    if fs::metadata(path).and_then(|about| about.modified()).is_ok_and(is_old) {
        let _ = File::options().append(true).open(path).and_then(|file| file.set_modified(SystemTime::now()));
    }
}
