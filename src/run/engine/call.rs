//! `Call`: a piece of parallel work of a study, whose values the journal keeps.

use std::collections::VecDeque;
use std::ops::Range;
use std::sync::Arc;

use serde::Serialize;
use serde::de::DeserializeOwned;

use super::error::{JournalError, OpenCall, RunError};
use super::journal::{Entry, Journal, Restored, Role};
use crate::strategy::Haste;

/// Maximum number of games of a call that is never divided among machines.
// To send such a call to another machine would take longer than to play it.
const SMALL: u64 = 5_000;
/// Number of games of a usual player that take about as long as one game of a player that looks ahead.
const SLOW: u64 = 1_000;

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
        let (journal, restored) = Journal::taken();
        let CallSize { places, games, slow, may_end } = size;
        let begun = journal.as_deref().and_then(Journal::begin);
        let journal = journal.filter(|_| begun.is_some());
        let (number, known, role) = begun.unwrap_or_else(|| (0, VecDeque::new(), Role::All));
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
        if let Some(other) = call.known.iter().find(|entry| entry.first >= entry.end || entry.end > places) {
            return Err(call.damaged(other.first).into());
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
        if !call.is_done_here && !may_end && !call.missing(0).is_empty() { Err(call.is_open(0)) } else { Ok(call) }
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
            _ if !self.is_done_here => Err(self.is_open(place)),
            front => Ok(Step::Do(place..front.map_or(self.places, |entry| entry.first))),
        }
    }

    /// The value at the beginning of the next entry.
    fn next_known<V: DeserializeOwned>(&mut self, place: u64) -> Result<Step<V>, RunError> {
        let damaged = self.damaged(place);
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
        let step = if self.is_checked(&(place..end)) { Step::Check } else { Step::Known };
        Ok(step(place..end, value))
    }

    fn damaged(&self, place: u64) -> JournalError {
        JournalError::Damaged { call: self.number, name: self.name.to_owned(), place }
    }

    /// Keeps the value of some places.
    pub(crate) fn add<V: Serialize>(&self, places: Range<u64>, value: &V) {
        let Some(journal) = &self.journal else { return };
        let mut values = postcard::to_allocvec(&(places.end - places.start)).unwrap_or_default();
        values.extend(postcard::to_allocvec(value).unwrap_or_default());
        let (call, name) = (self.number, self.name.to_owned());
        journal.add(Entry { call, name, places: self.places, first: places.start, end: places.end, values });
    }

    /// Whether its values are kept.
    pub(crate) fn is_kept(&self) -> bool {
        self.journal.is_some()
    }

    /// Whether all its values are needed here. Those of a part are only kept.
    pub(crate) fn is_whole(&self) -> bool {
        self.part.is_none()
    }

    /// Compares a known value with the same one, made again. That of a player who was asked to hurry is another one.
    ///
    /// # Errors
    /// If they differ.
    pub(crate) fn compare<V: Serialize>(&self, place: u64, known: &V, again: &V) -> Result<(), RunError> {
        let bytes = |value: &V| postcard::to_allocvec(value).unwrap_or_default();
        if bytes(known) == bytes(again) || Haste::inherited().was_obeyed() {
            return Ok(());
        }
        Err(JournalError::Differs { call: self.number, name: self.name.to_owned(), place }.into())
    }

    fn is_checked(&self, places: &Range<u64>) -> bool {
        self.is_repeatable && self.journal.as_ref().is_some_and(|journal| journal.is_checked(self.number, places))
    }

    /// The places without a value, from one on up to which all are done.
    fn missing(&self, from: u64) -> Vec<Range<u64>> {
        let mut next = from;
        let mut missing = Vec::new();
        for entry in &self.known {
            missing.push(next..entry.first);
            next = entry.end;
        }
        missing.push(next..self.places);
        missing.retain(|range| range.start < range.end);
        missing
    }

    fn is_open(&self, from: u64) -> RunError {
        RunError::Open(Box::new(OpenCall { missing: self.missing(from), ..self.open.clone() }))
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

#[cfg(test)]
mod tests {
    use std::cell::{Cell, RefCell};

    use std::io;
    use std::sync::Mutex;
    use std::time::Duration;

    use super::*;
    use crate::random::mix;

    /// The calls of a study: what is done in each, and its number of places.
    const CALLS: [(&str, u64); 3] = [("deals", 7), ("games", 6), ("repetitions", 4)];

    /// The fewest games of a call that is divided.
    const MANY: u64 = SMALL + 1;

    thread_local! {
        /// The places made so far: call and place.
        static MADE: RefCell<Vec<(u64, u64)>> = const { RefCell::new(Vec::new()) };
        /// What the values of the study follow from.
        static SEED: Cell<u64> = const { Cell::new(1) };
    }

    fn value(call: u64, places: Range<u64>) -> Vec<u64> {
        places.map(|place| mix(SEED.get() ^ call << 32 ^ place)).collect()
    }

    fn made() -> Vec<(u64, u64)> {
        let mut made = MADE.take();
        made.sort_unstable();
        made.dedup();
        made
    }

    /// A study that does all calls, `step` places at a time. Each piece makes a call of its own in turn.
    fn study(step: u64) -> Result<Vec<u64>, RunError> {
        MADE.take();
        let mut all = Vec::new();
        for (call, (name, places)) in (0..).zip(CALLS) {
            let size = CallSize { places, games: MANY, slow: false, may_end: false };
            let mut make = |places: Range<u64>| {
                let nested = CallSize { places: 1, games: MANY, slow: false, may_end: false };
                let mut nothing = |_| Ok::<_, RunError>(Some(0));
                assert!(Call::begin("nested", nested)?.sequence(1, &mut nothing, &mut |_: u64| Ok(true))?);
                MADE.with_borrow_mut(|made| made.extend(places.clone().map(|place| (call, place))));
                Ok::<_, RunError>(Some(value(call, places)))
            };
            let mut take = |values: Vec<u64>| {
                all.extend(values);
                Ok(true)
            };
            assert!(Call::begin(name, size)?.sequence(step, &mut make, &mut take)?);
        }
        Ok(all)
    }

    fn entry(call: u64, places: Range<u64>, step: u64) -> Entry {
        let (name, all) = CALLS[call as usize];
        let mut values = Vec::new();
        for first in places.clone().step_by(step as usize) {
            let range = first..places.end.min(first + step);
            values.extend(postcard::to_allocvec(&(range.end - range.start, value(call, range))).expect("bytes"));
        }
        Entry { call, name: name.to_owned(), places: all, first: places.start, end: places.end, values }
    }

    /// Plays the study with these entries, and what of them is checked.
    fn resumed(entries: &[Entry], checked: bool) -> Result<Vec<u64>, RunError> {
        let journal = Arc::new(Journal::kept(Duration::MAX, || false, Box::new(|_| Ok(()))));
        journal.know(entries.to_owned())?;
        if checked {
            journal.check_some(|count| count / 2);
        }
        journal.during(|| study(2))
    }

    fn whole() -> Vec<u64> {
        study(3).expect("values")
    }

    fn only(places: Range<u64>) -> Vec<Range<u64>> {
        std::iter::once(places).collect()
    }

    /// Each call from its first place to its last.
    fn complete() -> Vec<Entry> {
        (0..).zip(CALLS).map(|(call, (_, places))| entry(call, 0..places, 2)).collect()
    }

    fn journal_error(result: Result<Vec<u64>, RunError>) -> JournalError {
        match result {
            Err(RunError::Journal(error)) => error,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn any_mix_of_known_and_missing_places_gives_the_same_values() {
        let (whole, places) = (whole(), CALLS[0].1);
        for known in 0..1u64 << places {
            let is_known = |place: &u64| known >> place & 1 == 1;
            let places: Vec<u64> = (0..places).filter(is_known).collect();
            let runs = places.chunk_by(|one, next| one + 1 == *next);
            let mut entries: Vec<Entry> = runs.map(|run| entry(0, run[0]..run[run.len() - 1] + 1, 2)).collect();
            // In any order, and equal ones twice.
            let turned = known as usize % entries.len().max(1);
            entries.rotate_left(turned);
            entries.extend(entries.first().cloned());
            assert_eq!(resumed(&entries, false).expect("values"), whole, "{known:b}");
            let again = made();
            assert!(again.iter().all(|(call, place)| *call > 0 || !is_known(place)), "{known:b}: {again:?}");
            assert_eq!(again.len(), whole.len() - places.len());
            assert_eq!(resumed(&entries, true).expect("values"), whole, "{known:b}");
            let (checked, ends) = (made(), places.first().into_iter().chain(places.last()));
            ends.for_each(|end| assert!(checked.contains(&(0, *end)), "{known:b}: {checked:?}"));
        }
    }

    #[test]
    fn every_place_can_be_the_one_that_is_checked() {
        let entries = [entry(0, 0..7, 1), entry(1, 0..6, 2), entry(2, 1..4, 3)];
        for place in 0..16 {
            let journal = Arc::new(Journal::kept(Duration::MAX, || false, Box::new(|_| Ok(()))));
            journal.know(entries.to_vec()).expect("known");
            journal.check_some(|count| {
                assert_eq!(count, 16);
                place
            });
            journal.during(|| study(2)).expect("values");
            let expected = [(0, place), (1, place.wrapping_sub(7)), (2, place.wrapping_sub(12))];
            let (call, place) = expected[usize::from(place >= 7) + usize::from(place >= 13)];
            assert!(made().contains(&(call, place)), "call {call}, place {place}");
        }
    }

    #[test]
    fn a_study_keeps_each_of_its_places_once_and_none_of_nested_calls() {
        let journal = Arc::new(Journal::new(Role::All));
        let values = journal.during(|| study(2)).expect("values");
        assert_eq!(values, whole());
        assert_eq!(journal.take(), complete());
        // Outside of it, nothing is kept.
        whole();
        assert_eq!(journal.take(), []);
    }

    #[test]
    fn different_entries_with_a_place_in_common_are_refused() {
        for (one, other) in [(0..4, 3..7), (0..7, 2..3), (0..3, 0..4)] {
            let pair = [entry(0, one, 2), entry(0, other, 2)];
            for entries in [pair.clone(), [pair[1].clone(), pair[0].clone()]] {
                assert!(matches!(journal_error(resumed(&entries, false)), JournalError::Overlap { call: 0, .. }));
            }
        }
        let mut other = entry(0, 0..4, 2);
        other.values[3] ^= 1;
        assert!(matches!(journal_error(resumed(&[entry(0, 0..4, 2), other], false)), JournalError::Overlap { .. }));
    }

    #[test]
    fn entries_of_another_call_are_refused() {
        let right = entry(1, 0..4, 2);
        let others = [
            Entry { name: "other".to_owned(), ..right.clone() },
            Entry { places: 7, ..right.clone() },
            Entry { call: 0, ..right.clone() },
            Entry { call: 2, ..right },
        ];
        for other in others {
            assert!(matches!(journal_error(resumed(&[other], false)), JournalError::Foreign { .. }));
        }
    }

    #[test]
    fn places_and_values_that_do_not_fit_are_refused() {
        let right = entry(1, 2..6, 2);
        for (first, end) in [(0, 6), (1, 6), (3, 6), (5, 6), (2, 3), (2, 4), (2, 5), (2, 7), (6, 6), (6, 2), (4, 8)] {
            let other = Entry { first, end, ..right.clone() };
            let error = journal_error(resumed(std::slice::from_ref(&other), false));
            assert!(matches!(error, JournalError::Damaged { call: 1, .. }), "{first}..{end}: {error}");
        }
        for length in 0..right.values.len() {
            let cut = Entry { values: right.values[..length].to_owned(), ..right.clone() };
            assert!(matches!(journal_error(resumed(&[cut], false)), JournalError::Damaged { .. }), "{length} bytes");
        }
        let more = Entry { values: [&right.values[..], &[0]].concat(), ..right };
        assert!(matches!(journal_error(resumed(&[more], false)), JournalError::Damaged { .. }));
    }

    #[test]
    fn a_changed_byte_of_a_checked_value_is_refused() {
        let right = entry(1, 2..6, 2);
        for at in 0..right.values.len() {
            for bit in 0..8 {
                let mut other = right.clone();
                other.values[at] ^= 1 << bit;
                let error = journal_error(resumed(&[other], true));
                assert!(
                    matches!(error, JournalError::Damaged { call: 1, .. } | JournalError::Differs { call: 1, .. }),
                    "byte {at}, bit {bit}: {error}"
                );
            }
        }
        // Values of another seed are the same kind of fault.
        let other = SEED.replace(2);
        let entries = complete();
        SEED.set(other);
        assert!(matches!(journal_error(resumed(&entries, true)), JournalError::Differs { call: 0, place: 0, .. }));
    }

    #[test]
    fn entries_that_could_not_be_written_are_written_later() {
        let written = Arc::new(Mutex::new((0, Vec::new())));
        let sink = Arc::clone(&written);
        let write = move |entries: &[Entry]| {
            let (attempts, all) = &mut *sink.lock().expect("no panic");
            *attempts += 1;
            if *attempts % 3 > 0 {
                return Err(io::Error::other("full"));
            }
            all.extend(entries.to_vec());
            Ok(())
        };
        let journal = Arc::new(Journal::kept(Duration::ZERO, || false, Box::new(write)));
        journal.during(|| study(1)).expect("a failing sink does not end the study");
        assert!(journal.trouble().is_some());
        while written.lock().expect("no panic").0 % 3 > 0 {
            journal.pass_on();
        }
        let entries = written.lock().expect("no panic").1.clone();
        assert!(entries.len() > CALLS.len());
        let whole = whole();
        assert_eq!(resumed(&entries, true).expect("values"), whole);
        assert!(made().len() < whole.len());
    }

    #[test]
    fn parts_in_any_order_give_the_values_of_the_whole_study() {
        let mut known = Vec::new();
        for (call, (name, places)) in (0..).zip(CALLS) {
            // What is not there is missing, and nothing else.
            let merging = Arc::new(Journal::merging());
            merging.know(known.clone()).expect("known");
            let Err(RunError::Open(open)) = merging.during(|| study(2)) else { panic!("call {call} is not done") };
            assert_eq!(made(), []);
            let expected = OpenCall {
                number: call,
                name: name.to_owned(),
                places,
                games: MANY,
                may_end: false,
                missing: only(0..places),
            };
            assert_eq!(*open, expected);
            for part in [3..places, 0..1, 1..3] {
                let journal = Arc::new(Journal::part(call, part.clone()));
                journal
                    .know(known.iter().filter(|entry: &&Entry| entry.call < call).cloned().collect())
                    .expect("known");
                assert!(matches!(journal.during(|| study(2)), Err(RunError::Parted)));
                assert_eq!(made(), part.clone().map(|place| (call, place)).collect::<Vec<_>>());
                known.extend(journal.take());
            }
        }
        let merging = Arc::new(Journal::merging());
        merging.know(known.clone()).expect("known");
        let (whole, merged) = (whole(), merging.during(|| study(2)));
        assert_eq!(merged.expect("values"), whole);
        assert_eq!(MADE.take(), []);
        known.retain(|entry| entry.first != 1);
        let merging = Arc::new(Journal::merging());
        merging.know(known).expect("known");
        let Err(RunError::Open(open)) = merging.during(|| study(2)) else { panic!("a part is missing") };
        assert_eq!((open.number, open.missing), (0, only(1..3)));
    }

    /// A call that ends when it has enough.
    fn ending(games: u64, slow: bool, enough: usize) -> Result<usize, RunError> {
        let size = CallSize { places: 10, games, slow, may_end: true };
        let mut taken = 0;
        let mut make = |places: Range<u64>| Ok::<_, RunError>(Some(value(0, places)));
        let mut take = |values: Vec<u64>| {
            taken += values.len();
            Ok(taken < enough)
        };
        Call::begin("pairs", size)?.sequence(1, &mut make, &mut take)?;
        Ok(taken)
    }

    #[test]
    fn a_call_that_may_end_needs_no_later_places() {
        let part = Arc::new(Journal::part(0, 0..4));
        assert!(matches!(part.during(|| ending(MANY, false, 2)), Err(RunError::Parted)), "a part has all its places");
        let known = part.take();
        for (enough, expected) in [(3, Some(3)), (4, Some(4)), (5, None)] {
            let merging = Arc::new(Journal::merging());
            merging.know(known.clone()).expect("known");
            match (merging.during(|| ending(MANY, false, enough)), expected) {
                (Ok(taken), Some(expected)) => assert_eq!(taken, expected),
                (Err(RunError::Open(open)), None) => assert_eq!((open.missing, open.may_end), (only(4..10), true)),
                (other, _) => panic!("{enough}: {other:?}"),
            }
        }
    }

    #[test]
    fn a_call_with_little_work_is_done_by_whoever_meets_it() {
        let merging = || Arc::new(Journal::merging());
        assert_eq!(merging().during(|| ending(SMALL, false, 5)).expect("done"), 5);
        assert!(matches!(merging().during(|| ending(SMALL + 1, false, 5)), Err(RunError::Open(_))));
        // Games of a player that looks ahead take longer.
        assert!(matches!(merging().during(|| ending(SMALL / SLOW + 1, true, 5)), Err(RunError::Open(_))));
        let after = Arc::new(Journal::part(1, 0..1));
        assert_eq!(after.during(|| ending(SMALL, false, 5)).expect("done"), 5);
    }

    #[test]
    fn calls_after_a_stop_are_not_kept() {
        // Stopped when the second call begins; the first one was begun before.
        let is_stopped = || MADE.with_borrow(|made| made.iter().any(|(call, _)| *call == 0));
        let written = Arc::new(Mutex::new(Vec::new()));
        let sink = Arc::clone(&written);
        let write = move |entries: &[Entry]| {
            sink.lock().expect("no panic").extend(entries.to_vec());
            Ok(())
        };
        let journal = Arc::new(Journal::kept(Duration::MAX, is_stopped, Box::new(write)));
        journal.during(|| study(2)).expect("values");
        journal.pass_on();
        assert_eq!(*written.lock().expect("no panic"), complete()[..1]);
    }

    #[test]
    fn a_panic_of_a_study_leaves_no_journal_behind() {
        let journal = Arc::new(Journal::new(Role::All));
        let panicked = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
            journal.during(|| std::panic::resume_unwind(Box::new("in a study")))
        }));
        assert!(panicked.is_err());
        whole();
        assert_eq!(journal.take(), []);
    }
}
