//! Signals: while games are played, the first one ends the run early and the second one ends the program at once.
//! Before, the first one ends the program at once.

use std::sync::atomic::{AtomicBool, AtomicU8, Ordering};
use std::sync::{Arc, OnceLock};

use super::stderr::note;
use crate::report::files::temporary_folder;
use crate::strategy::Haste;

static STOP: AtomicBool = AtomicBool::new(false);
static QUIET: AtomicBool = AtomicBool::new(false);
/// Asks the players of the main thread, and of all threads that it starts, to stop learning and looking ahead. Set when
/// the games begin.
static HASTE: OnceLock<Arc<Haste>> = OnceLock::new();
/// Number of the last caught signal.
static CAUGHT: AtomicU8 = AtomicU8::new(CTRL_C);
/// Number of the Ctrl-C signal.
const CTRL_C: u8 = 2;

/// Exit code after a signal: 128 plus its number, as in shells.
pub(super) fn exit_code() -> u8 {
    128 + CAUGHT.load(Ordering::Relaxed)
}

/// Catches the signals that end a program.
pub(super) fn prepare() {
    // Without a handler, a signal ends the program. Then only a temporary folder remains, until the next run.
    let _ = on_signal(caught);
}

/// From now on, the first signal does not end the program, but sets the returned flag.
pub(super) fn listen(quiet: bool) -> &'static AtomicBool {
    QUIET.store(quiet, Ordering::Relaxed);
    let haste = HASTE.get_or_init(Haste::inherited);
    Arc::clone(haste).rule();
    &STOP
}

/// Whether a signal has stopped the command.
pub(super) fn is_stopped() -> bool {
    STOP.load(Ordering::Relaxed)
}

fn caught(signal: u8) {
    CAUGHT.store(signal, Ordering::Relaxed);
    match HASTE.get() {
        // The flag first: games of players that obey are dropped only if it is set.
        Some(haste) if !STOP.swap(true, Ordering::SeqCst) => haste.ask(),
        _ => {
            // Here, because a process that exits drops nothing.
            temporary_folder::remove_all();
            std::process::exit(exit_code().into());
        }
    }
    if !QUIET.load(Ordering::Relaxed) {
        note!("\nfinishing the current games; press Ctrl-C again to stop at once");
    }
}

/// Calls a function with the number of each signal that ends a program: Ctrl-C, SIGTERM and SIGHUP, except those that
/// the process ignored at the start, as under `nohup`. A write beyond the limit of file sizes is an error of the write
/// instead of a signal.
#[cfg(unix)]
fn on_signal(handle: fn(u8)) -> std::io::Result<()> {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM, SIGXFSZ};
    // A flag that nobody reads is a handler, so the signal no longer ends the program.
    signal_hook::flag::register(SIGXFSZ, Arc::default())?;
    // A handler would replace the ignoring, and a run under `nohup` would end with its terminal.
    let ignored = ignored_signals();
    let ending = [SIGINT, SIGTERM, SIGHUP].into_iter().filter(|signal| ignored >> (signal - 1) & 1 == 0);
    let mut signals = signal_hook::iterator::Signals::new(ending)?;
    let wait = move || signals.forever().filter_map(|signal| u8::try_from(signal).ok()).for_each(handle);
    std::thread::Builder::new().name("signals".into()).spawn(wait).map(drop)
}

/// The signals that this process ignores, as a mask; only SIGHUP if that is unknown.
#[cfg(unix)]
fn ignored_signals() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status.lines().find_map(|line| u64::from_str_radix(line.strip_prefix("SigIgn:")?.trim(), 16).ok());
    mask.unwrap_or(1 << (signal_hook::consts::SIGHUP - 1))
}

#[cfg(windows)]
fn on_signal(handle: fn(u8)) -> Result<(), ctrlc::Error> {
    ctrlc::set_handler(move || handle(CTRL_C))
}
