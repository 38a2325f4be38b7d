//! Journal files: what a study has done, on the disk.
//!
//! A file is a line with its format, a line of JSON that says to what it belongs, the entries, and the SHA-256 of all of it.

use std::collections::BTreeMap;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::deck::{inputs_read, open_file};
use crate::ids::{PROGRAM, VERSION, hex, program_words, sha256, this_program};
use crate::report::files::temporary_folder::write_file;
use crate::run::Entry;

/// The first line.
const FORMAT: &[u8] = b"kickdoor journal 1\n";
/// The beginning of the first line of every format.
const JOURNAL: &[u8] = b"kickdoor journal ";
/// Bytes of a SHA-256.
const SUM: usize = 32;
/// End of the names of journal files.
pub(crate) const JOURNAL_END: &str = ".journal";

/// To which study a journal belongs: everything from which its results follow.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct StudyKey {
    /// Version of the program.
    pub(crate) version: String,
    /// SHA-256 of the sources of the program.
    pub(crate) program: String,
    /// The command, and the options that have an effect on results.
    pub(crate) command: Vec<String>,
    /// SHA-256 of each input, by its path.
    pub(crate) inputs: BTreeMap<String, String>,
}

/// What a journal file says of itself.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct JournalHeader {
    /// The study.
    pub(crate) study: StudyKey,
    /// What the file is: a segment of a state, a shard of a plan, or all entries of the rounds of a plan.
    #[serde(flatten)]
    pub(crate) part: JournalPart,
}

/// What a journal file is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum JournalPart {
    /// A segment of a state.
    Segment {
        /// Its number, from 0.
        number: u64,
        /// SHA-256 of the segment before it; empty for the first one.
        previous: String,
    },
    /// A shard of a plan.
    Shard {
        /// SHA-256 of the plan.
        plan: String,
        /// Number of the round, from 1.
        round: u64,
        /// Number of the shard, from 0.
        shard: u64,
    },
    /// All entries of the rounds up to this one.
    Rounds {
        /// SHA-256 of the plan of the last of them.
        plan: String,
        /// Number of the last one.
        round: u64,
    },
}

/// A journal file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct JournalFile {
    pub(crate) header: JournalHeader,
    pub(crate) entries: Vec<Entry>,
    /// SHA-256 of the file without its last bytes, in hex.
    pub(crate) sum: String,
}

/// A journal file that cannot be used.
#[derive(Debug, thiserror::Error)]
pub(crate) enum JournalFileError {
    /// It cannot be read or written.
    #[error("cannot {1} `{0}`: {2}")]
    Io(PathBuf, &'static str, io::Error),
    /// It is damaged.
    #[error("`{0}` is damaged: {1}")]
    Damaged(PathBuf, &'static str),
    /// It has the format of another version.
    #[error("`{0}` has another format than this version of kickdoor writes")]
    Format(PathBuf),
}

impl StudyKey {
    /// The key of a command, with the inputs that were read so far.
    pub(crate) fn of(command: Vec<String>) -> StudyKey {
        let input = |(path, bytes): (PathBuf, Vec<u8>)| (path.to_string_lossy().into_owned(), sha256(&bytes));
        StudyKey {
            version: VERSION.to_owned(),
            program: PROGRAM.to_owned(),
            command,
            inputs: inputs_read().into_iter().map(input).collect(),
        }
    }

    /// The first difference from another key, in words: what it is, and what it is there and here.
    pub(crate) fn difference(&self, there: &StudyKey) -> Option<String> {
        if (&self.program, &self.version) != (&there.program, &there.version) {
            let wrote = program_words(&there.version, &there.program);
            return Some(format!("it was written by {wrote}, and this is {}", this_program()));
        }
        let options = self.command.iter().find(|word| !there.command.contains(word));
        let others = there.command.iter().find(|word| !self.command.contains(word));
        if self.command != there.command {
            let or_none = |word: Option<&String>| word.map_or("(none)".to_owned(), |word| format!("`{word}`"));
            return Some(format!("it was written with {}, not with {}", or_none(others), or_none(options)));
        }
        let names = self.inputs.keys().chain(there.inputs.keys());
        let changed = names.into_iter().find(|name| self.inputs.get(*name) != there.inputs.get(*name))?;
        Some(format!("`{changed}` has changed since it was written"))
    }

    /// A hash of it.
    pub(crate) fn hash(&self) -> String {
        sha256(serde_json::to_string(self).unwrap_or_default().as_bytes())
    }
}

impl JournalFile {
    /// Writes a journal file: under another name, synced, and then renamed. Returns its SHA-256.
    ///
    /// # Errors
    /// If it cannot be written.
    pub(crate) fn write(
        path: &Path,
        header: &JournalHeader,
        entries: &[Entry],
        replace: bool,
    ) -> Result<String, JournalFileError> {
        let unwritten = |error| JournalFileError::Io(path.to_owned(), "write", error);
        let mut bytes = FORMAT.to_owned();
        serde_json::to_writer(&mut bytes, header).map_err(|error| unwritten(error.into()))?;
        bytes.push(b'\n');
        let entries = postcard::to_allocvec(entries).map_err(|error| unwritten(io::Error::other(error)))?;
        bytes.extend(entries);
        let sum = Sha256::digest(&bytes);
        bytes.extend(sum);
        write_file(path, &bytes, replace).map_err(unwritten)?;
        Ok(hex(&sum))
    }

    /// Reads a journal file.
    ///
    /// # Errors
    /// If it cannot be read, is damaged, or has another format.
    pub(crate) fn read(path: &Path) -> Result<JournalFile, JournalFileError> {
        let mut bytes = Vec::new();
        let read = open_file(path).and_then(|mut file| file.read_to_end(&mut bytes));
        read.map_err(|error| JournalFileError::Io(path.to_owned(), "read", error))?;
        JournalFile::parse(path, &bytes)
    }

    fn parse(path: &Path, bytes: &[u8]) -> Result<JournalFile, JournalFileError> {
        let damaged = |why| JournalFileError::Damaged(path.to_owned(), why);
        if bytes.starts_with(JOURNAL) && !bytes.starts_with(FORMAT) {
            return Err(JournalFileError::Format(path.to_owned()));
        }
        let rest = bytes.strip_prefix(FORMAT).ok_or_else(|| damaged("it does not start with `kickdoor journal`"))?;
        let (rest, sum) = rest.split_last_chunk::<SUM>().ok_or_else(|| damaged("it is truncated"))?;
        if Sha256::digest(&bytes[..bytes.len() - SUM]).as_slice() != sum {
            return Err(damaged("its checksum is wrong; it was truncated or edited"));
        }
        let end = rest.iter().position(|byte| *byte == b'\n').ok_or_else(|| damaged("it has no header"))?;
        let header = serde_json::from_slice(&rest[..end]).map_err(|_| damaged("its header is invalid"))?;
        let entries = postcard::from_bytes(&rest[end + 1..]).map_err(|_| damaged("its entries are invalid"))?;
        Ok(JournalFile { header, entries, sum: hex(sum) })
    }
}
