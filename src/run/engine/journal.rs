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

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use super::error::{JournalError, OpenCall, RunError};

/// Maximum number of games of a call that is never divided among machines.
// To send such a call to another machine would take longer than to play it.
const SMALL: u64 = 5_000;
/// Number of games of a usual player that take about as long as one game of a player that looks ahead.
const SLOW: u64 = 1_000;
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

/// What to do with the places that have no value.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Role {
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
    /// Values to be checked, by call and first or last place.
    checked: Vec<(u64, Edge)>,
    pending: Vec<Entry>,
    sink: Option<Sink>,
    interval: Duration,
    /// When the pending entries were last passed on.
    passed: Instant,
    trouble: Option<io::Error>,
}

/// A value, by one of its ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Edge {
    First(u64),
    End(u64),
}

thread_local! {
    // By thread: only the calls of the study itself are kept, not those that its parallel work makes in turn.
    static OF_THREAD: RefCell<Option<Arc<Journal>>> = const { RefCell::new(None) };
}

impl Journal {
    fn new(role: Role) -> Journal {
        let (known, checked, pending) = (BTreeMap::new(), Vec::new(), Vec::new());
        let (interval, passed) = (Duration::MAX, Instant::now());
        let state = State { role, next: 0, known, checked, pending, sink: None, interval, passed, trouble: None };
        Journal { state: Mutex::new(state) }
    }

    /// A study that does everything. `sink` receives what it has done, at most once in each interval.
    pub fn kept(interval: Duration, sink: Sink) -> Journal {
        let journal = Journal::new(Role::All);
        {
            let mut state = journal.state();
            state.interval = interval;
            state.sink = Some(sink);
        }
        journal
    }

    /// A study that does some places of one call, and then ends with [`RunError::Parted`]. The entries are those of `take`.
    pub fn part(call: u64, places: Range<u64>) -> Journal {
        Journal::new(Role::Part(call, places))
    }

    /// A study that only uses what was done before. At the first call that is not complete, it ends with
    /// [`RunError::Open`].
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

    /// Has some of the known values checked: they are made again and compared. `random` selects them, besides the first and
    /// the last one.
    pub fn check_some(&self, mut random: impl FnMut(usize) -> usize) {
        let mut state = self.state();
        let entries: Vec<(u64, u64, u64)> =
            state.known.values().flatten().map(|entry| (entry.call, entry.first, entry.end)).collect();
        let (Some(first), Some(last)) = (entries.first(), entries.last()) else { return };
        let mut checked = vec![(first.0, Edge::First(first.1)), (last.0, Edge::End(last.2))];
        checked.extend((0..SAMPLED).map(|_| {
            let (call, first, _) = entries[random(entries.len())];
            (call, Edge::First(first))
        }));
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

    fn add(&mut self, call: &Call, places: Range<u64>, value: &[u8]) {
        match self.pending.last_mut() {
            Some(last) if last.call == call.number && last.end == places.start => {
                last.end = places.end;
                last.values.extend_from_slice(value);
            }
            _ => self.pending.push(Entry {
                call: call.number,
                name: call.name.to_owned(),
                places: call.places,
                first: places.start,
                end: places.end,
                values: value.to_owned(),
            }),
        }
        if self.sink.is_some() && self.passed.elapsed() >= self.interval {
            self.pass_on();
        }
    }
}

/// Restores the journal of the thread, also after a panic.
struct Restored(Option<Arc<Journal>>);

impl Drop for Restored {
    fn drop(&mut self) {
        OF_THREAD.set(self.0.take());
    }
}

/// How large a call is.
#[derive(Clone, Copy, Debug)]
pub(crate) struct CallSize {
    /// Number of places.
    pub(crate) places: u64,
    /// About how many games all of them have.
    pub(crate) games: u64,
    /// Whether a player looks ahead.
    pub(crate) slow: bool,
    /// Whether it may end before its last place.
    pub(crate) may_end: bool,
}

/// A call, while it is made. Calls that its work makes in turn are part of it.
pub(crate) struct Call {
    journal: Option<Arc<Journal>>,
    number: u64,
    name: &'static str,
    places: u64,
    /// The places to do now; `None` for all without a value.
    part: Option<Range<u64>>,
    /// Whether places without a value are done here.
    is_done_here: bool,
    /// Whether its values are equal whenever they are made.
    is_repeatable: bool,
    known: VecDeque<Entry>,
    /// Number of bytes of the first known entry that were read.
    at: usize,
    /// What is said of it if it is not complete.
    open: OpenCall,
    _restored: Restored,
}

/// What comes next in a call.
pub(crate) enum Step<V> {
    /// These places have a value.
    Known(Range<u64>, V),
    /// The same; the value is to be made again and compared.
    Check(Range<u64>, V),
    /// These places are to be done.
    Do(Range<u64>),
    /// All is done.
    End,
}

impl Call {
    /// Begins a call.
    ///
    /// # Errors
    /// If the journal has other work for it, or nothing is to be done and it is not complete.
    pub(crate) fn begin(name: &'static str, size: CallSize) -> Result<Call, RunError> {
        // Taken from the thread as long as the call lasts.
        let journal = OF_THREAD.take();
        let restored = Restored(journal.clone());
        let CallSize { places, games, slow, may_end } = size;
        let (number, known, role) = match &journal {
            None => (0, VecDeque::new(), Role::All),
            Some(journal) => {
                let mut state = journal.state();
                let number = state.next;
                state.next += 1;
                (number, state.known.remove(&number).unwrap_or_default(), state.role.clone())
            }
        };
        let open = OpenCall::default();
        let is_done_here = true;
        let mut call = Call {
            journal,
            number,
            name,
            places,
            part: None,
            is_done_here,
            is_repeatable: true,
            known,
            at: 0,
            open,
            _restored: restored,
        };
        if let Some(other) = call.known.iter().find(|entry| entry.name != name || entry.places != places) {
            let words = |name: &str, places: u64| format!("{name}, {places} places");
            let (there, here) = (words(&other.name, other.places), words(name, places));
            return Err(JournalError::Foreign { call: number, there, here }.into());
        }
        if let Role::Part(at, part) = &role
            && *at == number
        {
            call.part = Some(part.clone());
            return Ok(call);
        }
        let games = if slow { games.saturating_mul(SLOW) } else { games };
        call.is_done_here = role == Role::All || games <= SMALL;
        call.open = OpenCall { number, name: name.to_owned(), places, games, may_end, missing: Vec::new() };
        // What may end early can be complete without its last places: the study itself shows that.
        if !call.is_done_here && !may_end && !call.missing().is_empty() { Err(call.is_open()) } else { Ok(call) }
    }

    /// The same call, whose values are measured and differ whenever they are made.
    pub(crate) fn measuring(self) -> Call {
        Call { is_repeatable: false, ..self }
    }

    /// What comes next, from a place on.
    ///
    /// # Errors
    /// If the journal is damaged, or nothing more is to be done here.
    pub(crate) fn next<V: DeserializeOwned>(&mut self, place: u64) -> Result<Step<V>, RunError> {
        if let Some(part) = &self.part {
            return if place < part.end {
                Ok(Step::Do(part.start.max(place)..part.end))
            } else {
                Err(RunError::Parted)
            };
        }
        match self.known.front() {
            _ if place >= self.places => Ok(Step::End),
            Some(entry) if entry.first == place => self.next_known(place),
            _ if !self.is_done_here => Err(self.is_open()),
            front => Ok(Step::Do(place..front.map_or(self.places, |entry| entry.first))),
        }
    }

    /// The value at the beginning of the next entry.
    fn next_known<V: DeserializeOwned>(&mut self, place: u64) -> Result<Step<V>, RunError> {
        let damaged = JournalError::Damaged { call: self.number, name: self.name.to_owned(), place };
        let (value, end, at) = {
            let Some(entry) = self.known.front() else { return Err(damaged.into()) };
            let read = postcard::take_from_bytes::<(u64, V)>(&entry.values[self.at..]);
            let Ok(((length, value), rest)) = read else { return Err(damaged.into()) };
            let end = place.saturating_add(length);
            if length == 0 || end > entry.end || rest.is_empty() != (end == entry.end) {
                return Err(damaged.into());
            }
            (value, end, entry.values.len() - rest.len())
        };
        self.at = at;
        if let Some(entry) = self.known.front_mut() {
            entry.first = end;
        }
        if self.known.front().is_some_and(|entry| entry.first == entry.end) {
            self.known.pop_front();
            self.at = 0;
        }
        let step = if self.is_checked(place..end) { Step::Check } else { Step::Known };
        Ok(step(place..end, value))
    }

    /// Keeps the value of some places.
    pub(crate) fn add<V: Serialize>(&self, places: Range<u64>, value: &V) {
        let Some(journal) = &self.journal else { return };
        let mut bytes = postcard::to_allocvec(&(places.end - places.start)).unwrap_or_default();
        bytes.extend(postcard::to_allocvec(value).unwrap_or_default());
        journal.state().add(self, places, &bytes);
    }

    /// Whether its values are kept.
    pub(crate) fn is_kept(&self) -> bool {
        self.journal.is_some()
    }

    /// Whether all its values are needed here. Those of a part are only kept.
    pub(crate) fn is_whole(&self) -> bool {
        self.part.is_none()
    }

    /// Compares a known value with the same one, made again.
    ///
    /// # Errors
    /// If they differ.
    pub(crate) fn compare<V: Serialize>(&self, place: u64, known: &V, again: &V) -> Result<(), RunError> {
        let bytes = |value: &V| postcard::to_allocvec(value).unwrap_or_default();
        if bytes(known) == bytes(again) {
            return Ok(());
        }
        Err(JournalError::Differs { call: self.number, name: self.name.to_owned(), place }.into())
    }

    fn is_checked(&self, places: Range<u64>) -> bool {
        let Some(journal) = self.journal.as_ref().filter(|_| self.is_repeatable) else { return false };
        let edges = [Edge::First(places.start), Edge::End(places.end)];
        journal.state().checked.iter().any(|(call, edge)| *call == self.number && edges.contains(edge))
    }

    /// The places without a value.
    fn missing(&self) -> Vec<Range<u64>> {
        let mut next = 0;
        let mut missing = Vec::new();
        for entry in &self.known {
            missing.push(next..entry.first);
            next = entry.end;
        }
        missing.push(next..self.places);
        missing.retain(|range| range.start < range.end);
        missing
    }

    fn is_open(&self) -> RunError {
        RunError::Open(Box::new(OpenCall { missing: self.missing(), ..self.open.clone() }))
    }
}

impl Call {
    /// Does a sequence of pieces, `step` of them at a time: `make` does some of them, or returns `None` if stopped. `take`
    /// receives the values in order, and returns false if there are enough. Returns false if stopped.
    ///
    /// # Errors
    /// If a piece or `take` fails, or nothing more is to be done here.
    pub(crate) fn sequence<V: Serialize + DeserializeOwned, E: From<RunError>>(
        mut self,
        step: u64,
        make: &mut dyn FnMut(Range<u64>) -> Result<Option<V>, E>,
        take: &mut dyn FnMut(V) -> Result<bool, E>,
    ) -> Result<bool, E> {
        let mut place = 0;
        loop {
            let (range, value) = match self.next(place)? {
                Step::End => return Ok(true),
                Step::Known(range, value) => (range, value),
                Step::Check(range, value) => {
                    if let Some(again) = make(range.clone())? {
                        self.compare(place, &value, &again)?;
                    }
                    (range, value)
                }
                Step::Do(range) => {
                    let range = range.start..range.end.min(range.start.saturating_add(step));
                    let Some(value) = make(range.clone())? else { return Ok(false) };
                    self.add(range.clone(), &value);
                    (range, value)
                }
            };
            place = range.end;
            if self.is_whole() && !take(value)? {
                return Ok(true);
            }
        }
    }
}
