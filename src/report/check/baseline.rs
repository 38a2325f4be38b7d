//! `Baseline`: the games of a deck, stored for comparisons with edits (docs/BASELINES.md describes the format).

use std::fs;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::deck::{BASELINE, DeckError, DeckSource, Sets, is_no_file, open_input, read_file};
use crate::ids::{PROGRAM, program_words, this_program};
use crate::report::files::temporary_folder::{folder_of, rescue, write_beside, write_file, write_synced};
use crate::run::Played;

/// The schema that this version writes and reads. Its number follows the first bytes of a baseline.
const SCHEMA: &str = "1";
/// Bytes of the checksum at the end.
const SUM: usize = 32;

/// The decks, players and settings of the games.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Header {
    /// Version of the program.
    pub version: String,
    /// SHA-256 of its sources; empty if it did not store it.
    #[serde(default)]
    pub program: String,
    /// The deck.
    pub deck: StoredDeck,
    /// The decks that it is played with, as the user gave them. Their text is not stored.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub with: Vec<String>,
    /// The id of the base set, if the user gave one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub base: Option<String>,
    /// Seats at the table.
    pub players: u8,
    /// Master seed.
    pub seed: u64,
    /// Rule switches, as the user gave them.
    pub rules: Vec<String>,
    /// Strategies, as the user gave them.
    pub strategies: Vec<StoredStrategy>,
    /// Number of stored games.
    pub games: u64,
}

/// A deck with its text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct StoredDeck {
    /// Its name in messages.
    pub name: String,
    /// SHA-256 of its cards.
    pub hash: String,
    /// The deck file.
    pub text: String,
}

/// A strategy, identified by its content.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct StoredStrategy {
    /// The name or path that the user gave.
    pub given: String,
    /// Its name.
    pub name: String,
    /// SHA-256 of its profile.
    pub hash: String,
}

/// A baseline.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Baseline {
    /// The decks, players and settings of its games.
    pub header: Header,
    /// Its games, in the order of their numbers.
    pub games: Vec<Played>,
}

/// A baseline that cannot be read or written.
#[derive(Debug, thiserror::Error)]
pub enum BaselineError {
    /// The file is damaged.
    #[error("the baseline `{0}` is damaged: {1}")]
    Damaged(PathBuf, &'static str),
    /// Its format has another version.
    #[error("the baseline `{0}` has schema {1}; this version reads schema {SCHEMA}")]
    Schema(PathBuf, String),
    /// The path exists already.
    #[error("`{0}` exists already")]
    Exists(PathBuf),
    /// The path exists and is not a baseline; it is never replaced.
    #[error("`{0}` exists and is not a baseline")]
    NotABaseline(PathBuf),
    /// The path appeared while the games were played, or cannot be written.
    #[error("{error}; the baseline of this run is `{kept}`")]
    Kept {
        /// Why the baseline is not at its path.
        error: Box<BaselineError>,
        /// Its path.
        kept: PathBuf,
    },
    /// Neither the path nor a second place can be written.
    #[error("{error}; a second place cannot be written either: {second}")]
    Lost {
        /// Why the baseline is not at its path.
        error: Box<BaselineError>,
        /// Why it is not in the second place.
        second: io::Error,
    },
    /// This version cannot read its deck.
    #[error("this version cannot read the deck in the baseline `{0}`: {1}")]
    Deck(PathBuf, DeckError),
    /// It was created with another value of an option.
    #[error("the baseline `{place}` was created with {option} {stored}, not {given}")]
    Different {
        /// Its path.
        place: PathBuf,
        /// The option.
        option: &'static str,
        /// The value in the baseline.
        stored: String,
        /// The given value.
        given: String,
    },
    /// A strategy has the same name and another content.
    #[error("the strategy `{1}` has changed since the baseline `{0}` was created")]
    Strategy(PathBuf, String),
    /// Another set at its table has changed.
    #[error("a set that the deck in the baseline `{0}` is played with has changed since the baseline was created")]
    Partner(PathBuf),
    /// This program plays its games differently from the program that created it.
    #[error(
        "the engine plays {part} of the baseline `{place}` differently: {program} created it, this is {}",
        this_program()
    )]
    Games {
        /// Its path.
        place: PathBuf,
        /// What differs first.
        part: String,
        /// The program that created it.
        program: String,
    },
    /// This program created it, and plays other games.
    #[error("the baseline `{place}` was altered: {part} is not what this program, which created it, stored")]
    Altered {
        /// Its path.
        place: PathBuf,
        /// What differs first.
        part: String,
    },
    /// A system call failed.
    #[error("cannot {1} `{0}`: {2}")]
    Io(PathBuf, &'static str, io::Error),
}

/// Why bytes are not a baseline.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Fault {
    Damaged(&'static str),
    Schema(String),
}

impl Baseline {
    /// Whether a file is a baseline, judged by its first bytes; false if it cannot be read.
    pub fn is_at(path: &Path) -> bool {
        Baseline::starts_at(path).unwrap_or(false)
    }

    fn starts_at(path: &Path) -> io::Result<bool> {
        let mut first = [0; BASELINE.len()];
        match open_input(path).and_then(|mut file| file.read_exact(&mut first)) {
            Err(error) if is_no_file(&error) || error.kind() == io::ErrorKind::UnexpectedEof => Ok(false),
            read => read.map(|()| first == *BASELINE),
        }
    }

    /// Reads a baseline.
    ///
    /// # Errors
    /// If the file cannot be read, is damaged, or has the format of another version.
    pub fn read(path: &Path) -> Result<Baseline, BaselineError> {
        let unreadable = |error| BaselineError::Io(path.to_owned(), "read", error);
        let bytes = read_file(path).map_err(unreadable)?;
        Baseline::parse(&bytes).map_err(|fault| match fault {
            Fault::Damaged(why) => BaselineError::Damaged(path.to_owned(), why),
            Fault::Schema(schema) => BaselineError::Schema(path.to_owned(), schema),
        })
    }

    /// The stored deck. `path` is that of the baseline.
    ///
    /// # Errors
    /// If this version cannot read it.
    pub(crate) fn sets(&self, path: &Path) -> Result<Sets, BaselineError> {
        let StoredDeck { name, text, .. } = &self.header.deck;
        let sources = self.header.with.iter().map(|name| DeckSource::find(name));
        let sources = sources.chain([Ok(DeckSource::new(name, text))]).collect::<Result<Vec<_>, _>>();
        let sets = sources.and_then(|sources| Sets::read(&sources));
        let sets = sets.and_then(|sets| match &self.header.base {
            Some(id) => sets.with_base(id),
            None => Ok(sets),
        });
        // Whether this version accepts the deck is known only once it is compiled by the stored rules.
        let Header { rules, players, .. } = &self.header;
        let compiled = sets.and_then(|sets| sets.compile_for(rules, *players).map(|_| sets));
        compiled.map_err(|error| BaselineError::Deck(path.to_owned(), error))
    }

    /// The error for a part that this program plays differently.
    pub(crate) fn differs(&self, place: &Path, part: &str) -> BaselineError {
        let Header { version, program, .. } = &self.header;
        let (place, part) = (place.to_owned(), part.to_owned());
        match program == PROGRAM {
            true => BaselineError::Altered { place, part },
            false => BaselineError::Games { place, part, program: program_words(version, program) },
        }
    }

    fn parse(bytes: &[u8]) -> Result<Baseline, Fault> {
        let rest = bytes.strip_prefix(BASELINE).ok_or(Fault::Damaged("it does not start with `kickdoor baseline`"))?;
        let (schema, _) = line(rest)?;
        // Before the checksum: another schema may have another one, and is not a damaged file.
        if schema != SCHEMA.as_bytes() {
            let known = str::from_utf8(schema).ok().filter(|text| text.parse::<u32>().is_ok());
            return Err(
                known.map_or(Fault::Damaged("its schema is not a number"), |known| Fault::Schema(known.to_owned()))
            );
        }
        let (content, sum) = bytes.split_last_chunk::<SUM>().ok_or(Fault::Damaged("it is truncated"))?;
        if Sha256::digest(content).as_slice() != sum {
            return Err(Fault::Damaged("its checksum is wrong; the file was truncated or edited"));
        }
        let (_, rest) = line(&content[BASELINE.len()..])?;
        let (header, games) = line(rest)?;
        let header: Header = serde_json::from_slice(header).map_err(|_| Fault::Damaged("its header is invalid"))?;
        // A checksum shows only that the bytes did not change since they were written. Another program can write a wrong
        // file with a right checksum, so the rest is checked as well.
        let (games, cut) = games.as_chunks::<{ Played::BYTES }>();
        if games.len() as u64 != header.games || !cut.is_empty() {
            return Err(Fault::Damaged("the number of games differs from its header"));
        }
        let games: Option<Vec<Played>> = games.iter().map(|game| Played::of_bytes(*game, header.players)).collect();
        let games = games.ok_or(Fault::Damaged("a game is invalid"))?;
        Ok(Baseline { header, games })
    }

    fn bytes(&self) -> io::Result<Vec<u8>> {
        let mut bytes = [BASELINE, SCHEMA.as_bytes(), b"\n"].concat();
        serde_json::to_writer(&mut bytes, &self.header)?;
        bytes.push(b'\n');
        bytes.extend(self.games.iter().flat_map(|game| game.to_bytes()));
        let sum = Sha256::digest(&bytes);
        bytes.extend(sum);
        Ok(bytes)
    }

    /// Checks that a baseline can be written to a path. An existing file is replaced only with `force`, and only if it
    /// is a baseline.
    ///
    /// # Errors
    /// If the path is taken, or its folder does not exist.
    pub fn check_place(path: &Path, force: bool) -> Result<(), BaselineError> {
        fs::metadata(folder_of(path)).map_err(|error| BaselineError::Io(path.to_owned(), "write", error))?;
        // A link takes the path even if what it points to is missing.
        match fs::symlink_metadata(path) {
            Err(_) => Ok(()),
            Ok(_) if !force => Err(BaselineError::Exists(path.to_owned())),
            Ok(_) => match Baseline::starts_at(path) {
                Ok(true) => Ok(()),
                Ok(false) => Err(BaselineError::NotABaseline(path.to_owned())),
                Err(error) => Err(BaselineError::Io(path.to_owned(), "read", error)),
            },
        }
    }

    /// Writes the baseline under another name and then renames it, so the file is never incomplete.
    ///
    /// # Errors
    /// If the path is taken (see `check_place`) or cannot be written. The baseline is then stored in a second place.
    pub fn write(&self, path: &Path, force: bool) -> Result<(), BaselineError> {
        let io = |error: io::Error| BaselineError::Io(path.to_owned(), "write", error);
        let bytes = self.bytes().map_err(io)?;
        // Again, because the path may have been taken while the games were played.
        let written = Baseline::check_place(path, force).and_then(|()| {
            write_file(path, &bytes, force).map_err(|error| match error.kind() {
                io::ErrorKind::AlreadyExists => BaselineError::Exists(path.to_owned()),
                _ => io(error),
            })
        });
        written.map_err(|error| kept(path, &bytes, error))
    }
}

/// Stores a baseline in a second place: next to its path if that is taken, otherwise in a folder for temporary files.
fn kept(path: &Path, bytes: &[u8], error: BaselineError) -> BaselineError {
    let second = match error {
        // The disk or the folder does not take the file, so a place next to it would fail as well.
        BaselineError::Io(..) => rescue(path, |second| write_synced(second, bytes)),
        _ => write_beside(path, bytes),
    };
    let error = Box::new(error);
    match second {
        Ok(kept) => BaselineError::Kept { error, kept },
        Err(second) => BaselineError::Lost { error, second },
    }
}

/// The first line, without its line break, and the rest.
fn line(bytes: &[u8]) -> Result<(&[u8], &[u8]), Fault> {
    let end = bytes.iter().position(|byte| *byte == b'\n').ok_or(Fault::Damaged("it is truncated"))?;
    Ok((&bytes[..end], &bytes[end + 1..]))
}
