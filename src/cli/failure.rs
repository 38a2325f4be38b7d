//! `Failure`: the reason why a command failed, and a hint.

use std::io;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::OnceLock;

use super::stderr;
use super::stdout::is_closed_pipe;
use crate::deck::DeckError;
use crate::report::check::baseline::BaselineError;
use crate::report::page::PageError;
use crate::report::{FolderError, StoredError};
use crate::run::{OpenCall, PlanError, RunError};
use crate::strategy::StrategyError;
use crate::study::StudyError;
use crate::study::journal::JournalFileError;

/// Exit code for wrong usage, bad input and every other failure without a result.
const NO_RESULT: u8 = 2;
/// Exit code of a failure that may be gone at the next attempt, as in the mail system.
const TRY_AGAIN: u8 = 75;
/// Exit code after the reader of the output closed the pipe: 128 plus the number of SIGPIPE, as in shells.
pub(super) const CLOSED_PIPE: u8 = 141;

/// Where the journal of the studies comes from, if it does not begin empty.
static JOURNAL: OnceLock<PathBuf> = OnceLock::new();

/// Notes where the journal of the studies comes from.
pub(super) fn note_journal(place: &Path) {
    let _ = JOURNAL.set(place.to_owned());
}

/// The reason for a missing result.
#[derive(Debug)]
pub(super) enum Failure {
    /// An error, printed on stderr.
    Message { message: String, hint: Option<String> },
    /// The reader of the output closed the pipe.
    ClosedPipe,
    /// The result could not be written to its place, and is in another one.
    Kept(String),
    /// A failure that may be gone at the next attempt.
    TryAgain(String),
    /// Shards are missing.
    Missing { message: String, hint: String },
    /// The study has played its part of a plan.
    Parted,
    /// The study needs a call that is not complete.
    Open(Box<OpenCall>),
}

impl Failure {
    /// Wrong usage or bad input.
    pub(super) fn bad_input(message: impl Into<String>, hint: Option<String>) -> Failure {
        Failure::Message { message: message.into(), hint }
    }

    /// A failure that the user did not cause.
    fn broken(message: impl Into<String>) -> Failure {
        Failure::Message { message: message.into(), hint: None }
    }

    /// The same failure, with the subject before the message.
    pub(super) fn about(self, what: &str) -> Failure {
        match self {
            Failure::Message { message, hint } => Failure::Message { message: format!("{what}: {message}"), hint },
            Failure::TryAgain(message) => Failure::TryAgain(format!("{what}: {message}")),
            other => other,
        }
    }

    /// Prints the message and returns the exit code.
    pub(super) fn report(self) -> ExitCode {
        let (message, hint, code) = match self {
            Failure::ClosedPipe => return ExitCode::from(CLOSED_PIPE),
            Failure::Message { message, hint } => (message, hint, NO_RESULT),
            Failure::Kept(message) => (message, None, NO_RESULT),
            Failure::TryAgain(message) => (message, None, TRY_AGAIN),
            Failure::Missing { message, hint } => (message, Some(hint), TRY_AGAIN),
            Failure::Parted => (RunError::Parted.to_string(), None, NO_RESULT),
            Failure::Open(call) => (RunError::Open(call).to_string(), None, NO_RESULT),
        };
        stderr::report(&message, hint.as_deref());
        ExitCode::from(code)
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Failure {
        if is_closed_pipe(&error) { Failure::ClosedPipe } else { Failure::broken(error.to_string()) }
    }
}

impl From<DeckError> for Failure {
    fn from(error: DeckError) -> Failure {
        Failure::bad_input(error.to_string(), None)
    }
}

impl From<PageError> for Failure {
    fn from(error: PageError) -> Failure {
        let hint = match &error {
            PageError::None(_) => Some("`kickdoor run` writes a folder with a result".to_owned()),
            PageError::Different { .. } => {
                Some("make a page of each; `kickdoor check` compares two versions of a deck".to_owned())
            }
            _ => None,
        };
        Failure::bad_input(error.to_string(), hint)
    }
}

impl From<StrategyError> for Failure {
    fn from(error: StrategyError) -> Failure {
        Failure::bad_input(error.to_string(), None)
    }
}

impl From<PlanError> for Failure {
    fn from(error: PlanError) -> Failure {
        let hint = match &error {
            PlanError::Players { limits, .. } => {
                let from = if limits.min == limits.max { "" } else { "from " };
                format!("choose {from}{limits} with --players")
            }
            PlanError::Strategies { players, .. } => {
                format!("give at most {players}, or more seats with --players")
            }
            PlanError::TooManyStrategies { .. } => "omit some".to_owned(),
            PlanError::NoGames => "set the number of games with --games".to_owned(),
        };
        Failure::bad_input(error.to_string(), Some(hint))
    }
}

impl From<RunError> for Failure {
    fn from(error: RunError) -> Failure {
        match error {
            RunError::Rows(error) => error.into(),
            RunError::Game { seed, game, .. } => {
                let hint = format!("print it with `kickdoor trace --seed {seed} --game {game}` and the same options");
                Failure::Message { message: error.to_string(), hint: Some(hint) }
            }
            // `trace` does not have the seats of a contest.
            RunError::ContestGame { .. } => Failure::bad_input(error.to_string(), None),
            RunError::Thread => Failure::broken(error.to_string()),
            RunError::Journal(error) => {
                let place = JOURNAL.get().map_or("the journal".to_owned(), |place| format!("`{}`", place.display()));
                let hint = "what it has was changed, or made by another program: remove it, and begin again";
                Failure::bad_input(format!("{place} cannot be used: {error}"), Some(hint.to_owned()))
            }
            RunError::Parted => Failure::Parted,
            RunError::Open(call) => Failure::Open(call),
        }
    }
}

impl From<StudyError> for Failure {
    fn from(error: StudyError) -> Failure {
        match error {
            StudyError::Deck(error) => error.into(),
            StudyError::Strategy(error) => error.into(),
            StudyError::Plan(error) => error.into(),
            StudyError::Run(error) => error.into(),
            StudyError::Output(error) => error.into(),
            StudyError::About { subject, error } => Failure::from(*error).about(&subject),
            StudyError::Baseline(error) => error.into(),
            StudyError::Request { message, hint } => Failure::bad_input(message, hint),
        }
    }
}

impl From<JournalFileError> for Failure {
    fn from(error: JournalFileError) -> Failure {
        Failure::bad_input(error.to_string(), None)
    }
}

impl From<BaselineError> for Failure {
    fn from(error: BaselineError) -> Failure {
        let hint = match &error {
            BaselineError::Damaged(path, _)
            | BaselineError::Schema(path, _)
            | BaselineError::Deck(path, _)
            | BaselineError::Strategy(path, _)
            | BaselineError::Partner(path)
            | BaselineError::Games { place: path, .. }
            | BaselineError::Altered { place: path, .. } => Some(creation_hint(path)),
            BaselineError::Different { place, option, .. } => {
                Some(format!("omit {option}, or {}", creation_hint(place)))
            }
            BaselineError::Exists(_) => Some("choose another path, or replace it with --force".to_owned()),
            BaselineError::NotABaseline(_) => Some("--force replaces only baselines; choose another path".to_owned()),
            BaselineError::Kept { .. } => return Failure::Kept(error.to_string()),
            BaselineError::Lost { .. } | BaselineError::Io(..) => None,
        };
        Failure::bad_input(error.to_string(), hint)
    }
}

impl From<StoredError> for Failure {
    fn from(error: StoredError) -> Failure {
        let hint = match &error {
            StoredError::Unreadable(..) => return Failure::bad_input(error.to_string(), None),
            StoredError::None { command, .. } => format!("name the folder that an earlier `{command}` has written"),
            StoredError::Damaged(..) | StoredError::Program { .. } => "start again without --resume".to_owned(),
            StoredError::Different { .. } => {
                "repeat the command that wrote it, or start again without --resume".to_owned()
            }
        };
        Failure::bad_input(error.to_string(), Some(hint))
    }
}

/// The command that recreates a baseline.
pub(super) fn creation_hint(path: &Path) -> String {
    format!("create it again with `kickdoor check --save {} --force DECK`", path.display())
}

impl From<FolderError> for Failure {
    fn from(error: FolderError) -> Failure {
        let hint = match &error {
            FolderError::Kept { .. } => return Failure::Kept(error.to_string()),
            FolderError::Exists(_) => Some("choose another path with --out, or replace it with --force"),
            FolderError::NotAReport(_) => Some("--force replaces only reports; choose another path with --out"),
            FolderError::Io(_, error) if error.kind() == io::ErrorKind::InvalidFilename => {
                Some("choose a shorter path with --out")
            }
            _ => None,
        };
        Failure::bad_input(error.to_string(), hint.map(str::to_owned))
    }
}
