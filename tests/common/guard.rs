//! Guards for campaigns: they catch panics, store the messages without printing them, and report cases that do not end.

use std::cell::RefCell;
use std::collections::HashMap;
use std::panic::{AssertUnwindSafe, catch_unwind, set_hook, take_hook};
use std::process::exit;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, Once};
use std::thread::{ThreadId, current, scope, sleep};
use std::time::{Duration, Instant};

/// Maximum time of a case, far more than any case needs.
const TIMEOUT: Duration = Duration::from_secs(120);

thread_local! {
    /// The message of the last caught panic; `None` outside of guarded code.
    static CAUGHT: RefCell<Option<String>> = const { RefCell::new(None) };
}

/// The start time and name of the current case of each thread.
static CASES: Mutex<Option<HashMap<ThreadId, (Instant, String)>>> = Mutex::new(None);

/// Runs a case and returns its result, or the message of its panic.
pub fn guarded<T>(name: impl FnOnce() -> String, case: impl FnOnce() -> T) -> Result<T, String> {
    static HOOK: Once = Once::new();
    HOOK.call_once(keep_messages);
    let start = (Instant::now(), name());
    with_cases(|cases| cases.insert(current().id(), start));
    CAUGHT.set(Some(String::new()));
    let result = catch_unwind(AssertUnwindSafe(case));
    let message = CAUGHT.take().unwrap_or_default();
    with_cases(|cases| cases.remove(&current().id()));
    result.map_err(|_| message)
}

fn with_cases<T>(read: impl FnOnce(&mut HashMap<ThreadId, (Instant, String)>) -> T) -> T {
    read(CASES.lock().expect("cases").get_or_insert_default())
}

fn keep_messages() {
    let usual = take_hook();
    set_hook(Box::new(move |panic| {
        let kept = CAUGHT.with_borrow_mut(|caught| caught.as_mut().map(|message| *message = panic.to_string()));
        kept.unwrap_or_else(|| usual(panic));
    }));
}

/// Runs a campaign. If a case does not end, prints its name and ends the program.
pub fn watched<T>(campaign: impl FnOnce() -> T) -> T {
    let done = AtomicBool::new(false);
    scope(|threads| {
        threads.spawn(|| {
            while !done.load(Ordering::Relaxed) {
                sleep(Duration::from_millis(50));
                if let Some(case) = overdue() {
                    println!("does not end: {case}");
                    exit(1);
                }
            }
        });
        let result = catch_unwind(AssertUnwindSafe(campaign));
        done.store(true, Ordering::Relaxed);
        result.unwrap_or_else(|panic| std::panic::resume_unwind(panic))
    })
}

fn overdue() -> Option<String> {
    with_cases(|cases| cases.values().find(|(start, _)| start.elapsed() > TIMEOUT).map(|(_, case)| case.clone()))
}

/// The size of a campaign from an environment variable.
pub fn size(variable: &str, usual: u64) -> u64 {
    std::env::var(variable).map_or(usual, |text| text.parse().expect("a number"))
}
