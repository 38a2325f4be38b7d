//! `Journal`: what a study has done so far. A study that begins again with its journal does not repeat it, and several
//! machines can each do a part of it.
//!
//! A study is a function of its inputs, so it always makes the same *calls* of parallel work in the same order. Each call has
//! numbered *places*, such as blocks. The journal keeps the values of ranges of places.

use std::cell::RefCell;
use std::collections::{BTreeMap, VecDeque};
use std::io;
use std::ops::Range;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};

use super::error::JournalError;

/// Number of kept values that are checked besides the first and the last one.
const SAMPLED: usize = 3;

/// The values of some places of a call.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Entry {
    /// Number of the call in its study, from 0.
    pub call: u64,
    /// What is done in it.
    pub name: String,
    /// Number of all its places.
    pub places: u64,
    /// The first place.
    pub first: u64,
    /// The end, exclusive.
    pub end: u64,
    /// The values: for each its number of places, and itself.
    pub values: Vec<u8>,
}

impl Entry {
    /// Number of its places.
    fn count(&self) -> u64 {
        self.end.saturating_sub(self.first)
    }

    /// Whether another entry follows on it.
    pub(crate) fn is_before(&self, next: &Entry) -> bool {
        next.call == self.call && next.first == self.end
    }

    /// Adds the entry that follows on it.
    pub(crate) fn join(&mut self, next: Entry) {
        self.end = next.end;
        self.values.extend(next.values);
    }
}

/// What to do with the places that have no value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Role {
    /// Do them.
    All,
    /// Do these places of this call, and end the study.
    Part(u64, Range<u64>),
    /// End the study.
    None,
}

/// Receives new entries from time to time.
pub type Sink = Box<dyn FnMut(&[Entry]) -> io::Result<()> + Send>;

/// What a study has done so far, and what it shall do now.
pub struct Journal {
    state: Mutex<State>,
}

struct State {
    role: Role,
    /// The next call.
    next: u64,
    known: BTreeMap<u64, VecDeque<Entry>>,
    /// Places whose values are to be checked, each with its call.
    checked: Vec<(u64, u64)>,
    pending: Vec<Entry>,
    sink: Option<Sink>,
    interval: Duration,
    /// When the pending entries were last passed on.
    passed: Instant,
    trouble: Option<io::Error>,
    /// Whether the study was stopped. What it does then may follow from calls that were cut short.
    is_stopped: fn() -> bool,
}

thread_local! {
    // By thread: only the calls of the study itself are kept, not those that its parallel work makes in turn.
    static OF_THREAD: RefCell<Option<Arc<Journal>>> = const { RefCell::new(None) };
}

impl Journal {
    pub(super) fn new(role: Role) -> Journal {
        let (known, checked, pending) = (BTreeMap::new(), Vec::new(), Vec::new());
        let (interval, passed) = (Duration::MAX, Instant::now());
        let state = State {
            role,
            next: 0,
            known,
            checked,
            pending,
            sink: None,
            interval,
            passed,
            trouble: None,
            is_stopped: || false,
        };
        Journal { state: Mutex::new(state) }
    }

    /// A study that does everything. `sink` receives what it has done, at most once in each interval. Calls that begin after
    /// `is_stopped` are not kept.
    pub fn kept(interval: Duration, is_stopped: fn() -> bool, sink: Sink) -> Journal {
        let journal = Journal::new(Role::All);
        {
            let mut state = journal.state();
            state.interval = interval;
            state.is_stopped = is_stopped;
            state.sink = Some(sink);
        }
        journal
    }

    /// A study that does some places of one call, and then ends with [`RunError::Parted`](crate::run::RunError::Parted). The entries are those of `take`.
    pub fn part(call: u64, places: Range<u64>) -> Journal {
        Journal::new(Role::Part(call, places))
    }

    /// A study that only uses what was done before. At the first call that is not complete, it ends with
    /// [`RunError::Open`](crate::run::RunError::Open).
    pub fn merging() -> Journal {
        Journal::new(Role::None)
    }

    /// Adds what was done before. Entries may come in any order, and equal entries more than once.
    ///
    /// # Errors
    /// If two different entries have a place in common.
    pub fn know(&self, entries: Vec<Entry>) -> Result<(), JournalError> {
        let mut state = self.state();
        for entry in entries {
            state.known.entry(entry.call).or_default().push_back(entry);
        }
        for entries in state.known.values_mut() {
            entries.make_contiguous().sort_by_key(|entry| (entry.first, entry.end));
            let list = std::mem::take(entries);
            for entry in list {
                match entries.back() {
                    Some(last) if *last == entry => {}
                    Some(last) if last.end > entry.first => {
                        return Err(JournalError::Overlap { call: entry.call, name: entry.name, place: entry.first });
                    }
                    _ => entries.push_back(entry),
                }
            }
        }
        Ok(())
    }

    /// Has some of the known values checked: they are made again and compared. `random` selects their places among all known
    /// ones, besides the first and the last one.
    pub fn check_some(&self, mut random: impl FnMut(u64) -> u64) {
        let mut state = self.state();
        let known = || state.known.values().flatten();
        let count = known().map(Entry::count).fold(0, u64::saturating_add);
        // Any place, not only the first one of an entry: an entry has many values.
        let at = |mut number: u64| {
            known().find_map(|entry| {
                let place = (number < entry.count()).then(|| (entry.call, entry.first + number));
                number = number.wrapping_sub(entry.count());
                place
            })
        };
        let numbers = [0, count.saturating_sub(1)].into_iter().chain((0..SAMPLED).map(|_| random(count.max(1))));
        let checked = numbers.filter_map(at).collect();
        state.checked = checked;
    }

    /// Keeps the calls that this thread makes in `study`.
    pub fn during<T>(self: &Arc<Self>, study: impl FnOnce() -> T) -> T {
        self.state().next = 0;
        let _restored = Restored(OF_THREAD.replace(Some(Arc::clone(self))));
        study()
    }

    /// Passes on what was done since the last time.
    pub fn pass_on(&self) {
        self.state().pass_on();
    }

    /// What was done and not passed on.
    pub fn take(&self) -> Vec<Entry> {
        std::mem::take(&mut self.state().pending)
    }

    /// The error of the sink, if the last attempt failed.
    pub fn trouble(&self) -> Option<io::Error> {
        self.state().trouble.take()
    }

    /// The journal of this thread, which has none until the second value is dropped.
    pub(super) fn taken() -> (Option<Arc<Journal>>, Restored) {
        let journal = OF_THREAD.take();
        (journal.clone(), Restored(journal))
    }

    /// Begins a call. Returns its number, what is known of it, and what to do with its other places; `None` if it is not kept.
    pub(super) fn begin(&self) -> Option<(u64, VecDeque<Entry>, Role)> {
        let mut state = self.state();
        if (state.is_stopped)() {
            return None;
        }
        let number = state.next;
        state.next += 1;
        Some((number, state.known.remove(&number).unwrap_or_default(), state.role.clone()))
    }

    /// Adds what was done.
    pub(super) fn add(&self, entry: Entry) {
        self.state().add(entry);
    }

    /// Whether the value of these places is to be checked.
    pub(super) fn is_checked(&self, call: u64, places: &Range<u64>) -> bool {
        self.state().checked.iter().any(|(of, place)| *of == call && places.contains(place))
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    fn pass_on(&mut self) {
        let Some(sink) = &mut self.sink else { return };
        self.passed = Instant::now();
        if self.pending.is_empty() {
            return;
        }
        match sink(&self.pending) {
            Ok(()) => self.pending.clear(),
            // They stay, and the next attempt has them too.
            Err(error) => self.trouble = Some(error),
        }
    }

    fn add(&mut self, entry: Entry) {
        match self.pending.last_mut() {
            Some(last) if last.is_before(&entry) => last.join(entry),
            _ => self.pending.push(entry),
        }
        if self.sink.is_some() && self.passed.elapsed() >= self.interval {
            self.pass_on();
        }
    }
}

/// Does something whose calls are not those of the study.
pub(crate) fn unkept<T>(work: impl FnOnce() -> T) -> T {
    let _restored = Journal::taken();
    work()
}

/// Restores the journal of the thread, also after a panic.
pub(super) struct Restored(Option<Arc<Journal>>);

impl Drop for Restored {
    fn drop(&mut self) {
        OF_THREAD.set(self.0.take());
    }
}
