//! Ctrl-C: the first one ends a run early, the second one at once.

use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};

static STOP: AtomicBool = AtomicBool::new(false);
/// What is in the making, to be cleared away by the second Ctrl-C.
static MAKING: Mutex<Option<PathBuf>> = Mutex::new(None);

/// Listens for Ctrl-C from now on; the answer is set by the first one.
pub(super) fn listen(making: Option<&Path>) -> &'static AtomicBool {
    if let Ok(mut path) = MAKING.lock() {
        *path = making.map(Path::to_owned);
    }
    // Without a handler Ctrl-C ends the program, which is no harm.
    let _ = ctrlc::set_handler(|| {
        if STOP.swap(true, Ordering::Relaxed) {
            clear_away();
            std::process::exit(130);
        }
        anstream::eprintln!("\nfinishing the games in flight; Ctrl-C again to stop at once");
    });
    &STOP
}

fn clear_away() {
    if let Ok(path) = MAKING.lock()
        && let Some(path) = path.as_ref()
    {
        let _ = std::fs::remove_dir_all(path);
    }
}
