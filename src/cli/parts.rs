//! The study of a plan: plays the part of it that its journal asks for.

use std::io::{self, Write};
use std::path::Path;
use std::sync::Arc;

use clap::{ArgMatches, Command};

use super::failure::Failure;
use super::{Ending, interrupt, job};
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

/// Sees the program and the options of a command line, before it is run.
pub(super) type Look<'l> = &'l mut dyn FnMut(&Command, &ArgMatches) -> Result<(), Failure>;

/// Runs a command line, after a function has seen its options.
pub(super) type RunWords = fn(&[String], Look<'_>, &mut dyn Write) -> Result<Ending, Failure>;

/// Plays the study of these words under a journal. Its output goes to `out`, or nowhere; then its report has no place
/// either.
pub(super) fn play(
    run: RunWords,
    words: &[String],
    journal: &Arc<Journal>,
    out: Option<&mut dyn Write>,
) -> Result<Outcome, Failure> {
    let is_part = out.is_none();
    let mut begin = |program: &Command, matches: &ArgMatches| {
        // In a plan only: what is merged may be written anywhere.
        if let Some((option, why)) = REFUSED.iter().find(|(option, _)| is_part && job::is_given(matches, option)) {
            let message = format!("`--{option}` cannot be planned");
            return Err(Failure::bad_input(message, Some((*why).to_owned())));
        }
        job::begin(program, matches);
        job::give(Arc::clone(journal), is_part);
        Ok(())
    };
    let ended = match out {
        Some(out) => run(words, &mut begin, out),
        None => {
            let ended = run(words, &mut begin, &mut io::sink());
            // A study without games for other machines has written its report.
            job::remove_scratch();
            ended
        }
    };
    match ended {
        Ok(ending) => Ok(Outcome::Ended(ending)),
        Err(Failure::Parted) => Ok(Outcome::Parted),
        // Its calls may be others than those of a study that is not stopped.
        Err(Failure::Open(_)) if interrupt::is_stopped() => Ok(Outcome::Ended(Ending::Interrupted)),
        Err(Failure::Open(call)) => Ok(Outcome::Open(*call)),
        Err(failure) => Err(failure),
    }
}

/// The options of these words that have an effect on results.
pub(super) fn options(run: RunWords, words: &[String]) -> Result<Vec<String>, Failure> {
    let mut found = Vec::new();
    let mut look = |program: &Command, matches: &ArgMatches| {
        found = job::options(program, matches).0;
        // Before anything is played.
        Err(Failure::Parted)
    };
    match run(words, &mut look, &mut io::sink()) {
        Ok(_) | Err(Failure::Parted) => Ok(found),
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
