//! `Control`: how a study is played, without an effect on its result.

use std::num::NonZeroUsize;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::ids::Store;

/// Threads, a stop flag and a callback. By default, one thread per processor, and nobody stops the study or watches it.
pub struct Control<'a> {
    threads: usize,
    stop: &'a AtomicBool,
    watch: Box<dyn FnMut(Event<'_>) + 'a>,
    store: Option<Arc<dyn Store>>,
    /// Number of games before the study, if it is itself a part of another one.
    before: u64,
    /// Number of games of the finished parts of a study.
    finished: u64,
    /// The largest number of games told so far: the parts of a study may count their games anew.
    told: u64,
}

/// What a study tells while it is played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event<'a> {
    /// The number of games that it expects to play.
    Expects(u64),
    /// The number of games that it has played.
    Played(u64),
    /// The number of changes that it has tried, and that of all changes.
    Tried(u64, u64),
    /// Something that the user should know.
    Note(&'a str),
    /// Values follow that are not final, and that the user may see.
    Shows,
}

/// Maximum number of threads; more would only delay the start.
const MAX_THREADS: usize = 1024;

/// Nobody sets it.
static NEVER: AtomicBool = AtomicBool::new(false);

impl Default for Control<'_> {
    fn default() -> Self {
        Control {
            threads: threads(None),
            stop: &NEVER,
            watch: Box::new(|_| ()),
            store: None,
            before: 0,
            finished: 0,
            told: 0,
        }
    }
}

impl<'a> Control<'a> {
    /// The number of threads; `None` for one per processor.
    #[must_use]
    pub fn threads(self, asked: Option<NonZeroUsize>) -> Self {
        Control { threads: threads(asked), ..self }
    }

    /// A flag that stops the study: the result is then that of a shorter one.
    #[must_use]
    pub fn stop(self, stop: &'a AtomicBool) -> Self {
        Control { stop, ..self }
    }

    /// A callback, called often; it should return quickly.
    #[must_use]
    pub fn watch(self, watch: impl FnMut(Event<'_>) + 'a) -> Self {
        Control { watch: Box::new(watch), ..self }
    }

    /// A place for games and for the lessons of players, such as a `GameCache`: games that are found there are not played again.
    #[must_use]
    pub fn store(self, store: Arc<dyn Store>) -> Self {
        Control { store: Some(store), ..self }
    }

    /// Does a part of a study that plays all its games.
    pub(crate) fn without_store<T>(&mut self, part: impl FnOnce(&mut Self) -> T) -> T {
        let store = self.store.take();
        let done = part(self);
        self.store = store;
        done
    }

    /// The place for games and lessons, if there is one.
    pub(crate) fn kept_in(&self) -> Option<&Arc<dyn Store>> {
        self.store.as_ref()
    }

    /// The same threads and stop flag for a part of a study that nobody watches and whose games are not kept.
    pub(crate) fn part(&self) -> Control<'a> {
        Control { threads: self.threads, stop: self.stop, ..Control::default() }
    }

    /// The number of threads.
    pub(crate) fn thread_count(&self) -> usize {
        self.threads
    }

    /// The stop flag.
    pub(crate) fn stop_flag(&self) -> &'a AtomicBool {
        self.stop
    }

    /// Whether somebody has stopped the study.
    pub(crate) fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// Begins a part of a study after this many games, which are not numbers of later calls of `expect` and `played`.
    pub(crate) fn begin_after(&mut self, games: u64) {
        self.finished = self.before.saturating_add(games);
    }

    /// Begins a study that is a part of another one, after this many games, which are not numbers of its own parts.
    pub(crate) fn begin_study_after(&mut self, games: u64) {
        self.before = games;
        self.begin_after(0);
    }

    pub(crate) fn expect(&mut self, games: u64) {
        (self.watch)(Event::Expects(self.finished.saturating_add(games)));
    }

    pub(crate) fn played(&mut self, games: u64) {
        self.told = self.told.max(self.finished.saturating_add(games));
        (self.watch)(Event::Played(self.told));
    }

    pub(crate) fn tried(&mut self, changes: u64, all: u64) {
        (self.watch)(Event::Tried(changes, all));
    }

    pub(crate) fn shows(&mut self) {
        (self.watch)(Event::Shows);
    }

    pub(crate) fn note(&mut self, words: &str) {
        (self.watch)(Event::Note(words));
    }
}

/// Number of threads: the requested number, or one per processor.
fn threads(asked: Option<NonZeroUsize>) -> usize {
    asked.or_else(|| std::thread::available_parallelism().ok()).map_or(1, NonZeroUsize::get).min(MAX_THREADS)
}
