//! `Haste`: stops players that learn or look ahead for a long time, so that their games end at once. Such games are not
//! counted.

use std::cell::RefCell;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Asks the players of some threads to stop learning and looking ahead, and shows whether one did.
#[derive(Debug, Default)]
pub(crate) struct Haste {
    asked: AtomicBool,
    obeyed: AtomicBool,
}

thread_local! {
    // By thread, not for the process, so that runs side by side are stopped one by one.
    static OF_THREAD: RefCell<Option<Arc<Haste>>> = const { RefCell::new(None) };
}

impl Haste {
    /// The `Haste` of this thread, or a new one.
    pub(crate) fn inherited() -> Arc<Haste> {
        OF_THREAD.with_borrow(Clone::clone).unwrap_or_default()
    }

    /// Makes this the `Haste` of the current thread.
    pub(crate) fn rule(self: Arc<Self>) {
        OF_THREAD.set(Some(self));
    }

    /// Asks all players of the threads to stop looking ahead.
    pub(crate) fn ask(&self) {
        // Pairs with the acquire of `is_asked`: a player that sees the request obeys after the stop flag was set.
        self.asked.store(true, Ordering::Release);
    }

    /// Whether a player stopped looking ahead. The choices that it made differ from its usual ones.
    pub(crate) fn was_obeyed(&self) -> bool {
        self.obeyed.load(Ordering::Relaxed)
    }

    /// Whether its players must stop looking ahead. A true result is recorded as obeyed.
    pub(super) fn is_obeyed(&self) -> bool {
        let asked = self.asked.load(Ordering::Acquire);
        if asked {
            self.obeyed.store(true, Ordering::Relaxed);
        }
        asked
    }

    /// Whether the players of this thread must stop looking ahead. A true result is recorded as obeyed.
    pub(super) fn is_asked() -> bool {
        OF_THREAD.with_borrow(|haste| haste.as_ref().is_some_and(|haste| haste.is_obeyed()))
    }
}
