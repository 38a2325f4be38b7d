//! `Haste`: ends games at once whose players look ahead for a long time. Such games are not counted.

use std::cell::RefCell;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Asks the players of some threads to stop looking ahead, and shows whether one did.
#[derive(Debug, Default)]
pub struct Haste {
    asked: AtomicBool,
    obeyed: AtomicBool,
}

thread_local! {
    static OF_THREAD: RefCell<Option<Arc<Haste>>> = const { RefCell::new(None) };
}

impl Haste {
    /// That of this thread, or a new one.
    pub fn inherited() -> Arc<Haste> {
        OF_THREAD.with_borrow(Clone::clone).unwrap_or_default()
    }

    /// Makes it that of this thread.
    pub fn rule(self: Arc<Self>) {
        OF_THREAD.set(Some(self));
    }

    /// Asks all players of the threads to stop looking ahead.
    pub fn ask(&self) {
        self.asked.store(true, Ordering::Relaxed);
    }

    /// Whether a player stopped looking ahead. The choices that it made differ from its usual ones.
    pub fn was_obeyed(&self) -> bool {
        self.obeyed.load(Ordering::Relaxed)
    }

    /// Whether a player of this thread has to stop looking ahead, which it then does.
    pub(super) fn is_asked() -> bool {
        OF_THREAD.with_borrow(|haste| {
            let asked = haste.as_ref().is_some_and(|haste| haste.asked.load(Ordering::Relaxed));
            haste.iter().filter(|_| asked).for_each(|haste| haste.obeyed.store(true, Ordering::Relaxed));
            asked
        })
    }
}
