//! Standard error: messages for people. The program ignores write errors, so a run survives a full disk, a closed pipe
//! or a lost terminal.

use std::collections::BTreeSet;
use std::fmt::Arguments;
use std::io::Write;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};

use crate::deck::language::text::harmless;

/// Writes a line to stderr.
pub(super) fn write_line(line: Arguments<'_>) {
    labelled("", &line.to_string());
}

/// Writes a line after a label, with the colours of the label only where the terminal supports them.
fn labelled(label: &str, line: &str) {
    let _ = writeln!(anstream::stderr().lock(), "{label}{}", harmless(line));
}

/// Prints a warning.
pub(super) fn warn(message: &str) {
    labelled("\x1b[1;33mwarning\x1b[0m: ", message);
}

/// Writes a line to stderr, like `eprintln!`, but never panics.
macro_rules! note {
    ($($argument:tt)*) => {
        $crate::cli::stderr::write_line(format_args!($($argument)*))
    };
}
pub(super) use note;

/// `note!`, unless the first argument is true.
macro_rules! unless_quiet {
    ($quiet:expr, $($argument:tt)*) => {
        if !$quiet {
            $crate::cli::stderr::note!($($argument)*);
        }
    };
}
pub(super) use unless_quiet;

/// Whether the command has the option `--quiet`.
static QUIET: AtomicBool = AtomicBool::new(false);

/// Suppresses the notes of `note_once`.
pub(super) fn be_quiet(quiet: bool) {
    QUIET.store(quiet, Ordering::Relaxed);
}

/// Prints a note on the input, once, unless the command is quiet.
pub(super) fn note_once(message: &str) {
    static NOTED: Mutex<BTreeSet<String>> = Mutex::new(BTreeSet::new());
    // Each table of a study reads the same inputs and notes the same things.
    let first = || NOTED.lock().unwrap_or_else(PoisonError::into_inner).insert(message.to_owned());
    if !QUIET.load(Ordering::Relaxed) && first() {
        note!("note: {message}");
    }
}

/// Prints an error and a hint.
pub(super) fn report(message: &str, hint: Option<&str>) {
    labelled("\x1b[1;31merror\x1b[0m: ", message);
    if let Some(hint) = hint {
        labelled("  \x1b[1;36m=\x1b[0m help: ", hint);
    }
}
