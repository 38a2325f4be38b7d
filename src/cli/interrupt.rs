//! Signals: the first one ends a run early, the second one ends the program at once.

use std::sync::atomic::{AtomicBool, AtomicU8, Ordering};

use super::stderr::note;
use crate::report::temporary_folder;

static STOP: AtomicBool = AtomicBool::new(false);
static QUIET: AtomicBool = AtomicBool::new(false);
/// Number of the last caught signal.
static CAUGHT: AtomicU8 = AtomicU8::new(CTRL_C);
/// Number of the Ctrl-C signal.
const CTRL_C: u8 = 2;

/// Exit code after a signal: 128 plus its number, as in shells.
pub(super) fn exit_code() -> u8 {
    128 + CAUGHT.load(Ordering::Relaxed)
}

/// Starts to listen for signals. The first signal sets the returned flag.
pub(super) fn listen(quiet: bool) -> &'static AtomicBool {
    QUIET.store(quiet, Ordering::Relaxed);
    static LISTENING: AtomicBool = AtomicBool::new(false);
    if !LISTENING.swap(true, Ordering::Relaxed) {
        // Without a handler, a signal ends the program, which is harmless.
        let _ = on_signal(caught);
    }
    &STOP
}

fn caught(signal: u8) {
    CAUGHT.store(signal, Ordering::Relaxed);
    if STOP.swap(true, Ordering::Relaxed) {
        temporary_folder::remove_all();
        std::process::exit(exit_code().into());
    }
    if !QUIET.load(Ordering::Relaxed) {
        note!("\nfinishing the current games; press Ctrl-C again to stop at once");
    }
}

/// Calls a function with the number of each signal that ends a program: Ctrl-C, SIGTERM, and SIGHUP unless the process
/// ignored it at the start, as under `nohup`.
#[cfg(unix)]
fn on_signal(handle: fn(u8)) -> std::io::Result<()> {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
    let hangup = (!is_ignored(SIGHUP)).then_some(SIGHUP);
    let mut signals = signal_hook::iterator::Signals::new([SIGINT, SIGTERM].into_iter().chain(hangup))?;
    let wait = move || signals.forever().filter_map(|signal| u8::try_from(signal).ok()).for_each(handle);
    std::thread::Builder::new().name("signals".into()).spawn(wait).map(drop)
}

/// Whether this process ignores a signal; true if that is unknown.
#[cfg(unix)]
fn is_ignored(signal: i32) -> bool {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status.lines().find_map(|line| u64::from_str_radix(line.strip_prefix("SigIgn:")?.trim(), 16).ok());
    mask.is_none_or(|mask| mask >> (signal - 1) & 1 == 1)
}

#[cfg(not(unix))]
fn on_signal(handle: fn(u8)) -> Result<(), ctrlc::Error> {
    ctrlc::set_handler(move || handle(CTRL_C))
}
