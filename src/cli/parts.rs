//! The study of a plan: plays the part of it that its journal asks for.

use std::fs;
use std::io::{self, Write};
use std::path::Path;
use std::sync::Arc;

use super::Ending;
use super::failure::Failure;
use super::{job, program};
use crate::run::{Journal, OpenCall};

/// How the study of a plan ended.
pub(super) enum Outcome {
    /// With its result.
    Ended(Ending),
    /// After the part that it had to play.
    Parted,
    /// At a call that is not complete.
    Open(OpenCall),
}

/// Options that have no place in a plan, and why.
const REFUSED: [(&str, &str); 3] = [
    ("resume", "a plan begins with the first game"),
    ("html", "give it to `kickdoor merge`"),
    ("seconds", "a plan has a number of games, and machines differ in speed"),
];

/// Plays the study of these words under a journal. Its output goes to `out`, or nowhere; then its report has no place
/// either.
pub(super) fn play(
    words: &[String],
    more: &[String],
    journal: Arc<Journal>,
    out: Option<&mut dyn Write>,
) -> Result<Outcome, Failure> {
    let (command, matches) = program::parse(words, more)?;
    // In a plan only: what is merged may be written anywhere.
    if let Some((option, why)) = REFUSED.iter().find(|(option, _)| more.is_empty() && job::is_given(&matches, option)) {
        let message = format!("`--{}` cannot be planned", option.replace('_', "-"));
        return Err(Failure::bad_input(message, Some((*why).to_owned())));
    }
    job::begin(&matches);
    job::give(journal, out.is_none());
    let ended = match out {
        Some(mut out) => program::dispatch(command, &mut out),
        None => {
            let ended = program::dispatch(command, &mut io::sink());
            // A study without games for other machines has written its report.
            job::scratch().iter().for_each(|scratch| drop(fs::remove_dir_all(scratch)));
            ended
        }
    };
    match ended {
        Ok(ending) => Ok(Outcome::Ended(ending)),
        Err(Failure::Parted) => Ok(Outcome::Parted),
        Err(Failure::Open(call)) => Ok(Outcome::Open(*call)),
        Err(failure) => Err(failure),
    }
}

/// The error for a file that cannot be written.
pub(super) fn unwritten(path: &Path, error: &io::Error) -> Failure {
    match error.kind() {
        io::ErrorKind::AlreadyExists => {
            Failure::bad_input(format!("`{}` exists already", path.display()), Some("choose another path".to_owned()))
        }
        // A full disk or a lost folder may be mended.
        _ => Failure::TryAgain(format!("cannot write `{}`: {error}", path.display())),
    }
}
