//! `Batches`: numbered pieces of work, handed out to threads in order.

use std::io;
use std::panic::resume_unwind;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, SyncSender};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use serde::Serialize;
use serde::de::DeserializeOwned;

use super::call::{Call, CallSize, Step};
use super::error::RunError;
use crate::strategy::{Haste, Strategy};

/// Interval at which a waiting caller is called without a result.
const PULSE: Duration = Duration::from_millis(100);

/// Pieces of work ("batches") with the numbers `0..count`.
///
/// Threads take them in order and finish them, so a run that is stopped has done a prefix of all batches. A batch whose
/// players look ahead is aborted instead; the run then ends before the first aborted batch.
#[derive(Clone, Copy, Debug)]
pub(in crate::run) struct Batches<'s> {
    /// Number of batches.
    pub(in crate::run) count: u64,
    /// Number of threads.
    pub(in crate::run) threads: usize,
    /// Set by the caller to stop the run.
    pub(in crate::run) stop: &'s AtomicBool,
}

/// Number of blocks in a batch: `usual`, but a single one if a player looks ahead, because such batches are aborted
/// when the run is stopped.
pub(in crate::run) fn batch_size(players: &[Strategy], usual: u64) -> u64 {
    if is_slow(players) { 1 } else { usual }
}

/// Whether a player looks ahead.
pub(in crate::run) fn is_slow(players: &[Strategy]) -> bool {
    players.iter().any(Strategy::looks_ahead)
}

/// State that the workers share.
struct Shared<'s> {
    next: AtomicU64,
    failed: AtomicBool,
    haste: Arc<Haste>,
    batches: Batches<'s>,
}

impl<'s> Shared<'s> {
    fn of(batches: Batches<'s>) -> Shared<'s> {
        Shared { next: AtomicU64::new(0), failed: AtomicBool::new(false), haste: Haste::inherited(), batches }
    }

    /// The next batch; `None` if the run is stopped, a worker has failed, or no batch is left.
    fn next(&self) -> Option<u64> {
        if self.batches.stop.load(Ordering::Relaxed) || self.failed.load(Ordering::Relaxed) {
            return None;
        }
        // No order is needed: the numbers only have to differ, and results pass through a mutex.
        Some(self.next.fetch_add(1, Ordering::Relaxed)).filter(|&number| number < self.batches.count)
    }

    /// Whether a batch that ends now may have been aborted. In nested runs, the outer run stops the players and
    /// discards the whole batch.
    fn is_aborted(&self) -> bool {
        self.batches.stop.load(Ordering::Relaxed) && self.haste.was_obeyed()
    }

    fn fail(&self) {
        self.failed.store(true, Ordering::Relaxed);
    }
}

impl Batches<'_> {
    /// Does the work: each thread starts a worker, which does one batch after another. `take` receives the number and
    /// result of each batch in order, and `None` ten times a second. Returns the workers.
    ///
    /// # Errors
    /// If a batch or `take` fails. If several batches fail, the error is that of the earliest game.
    pub(in crate::run) fn work<S: Send, B: Send>(
        self,
        begin: impl Fn() -> S + Sync,
        batch: impl Fn(&mut S, u64) -> Result<B, RunError> + Sync,
        take: &mut dyn FnMut(Option<(u64, B)>) -> io::Result<()>,
    ) -> Result<Vec<S>, RunError> {
        let shared = Shared::of(self);
        if cfg!(target_family = "wasm") {
            return on_this_thread(&shared, begin(), batch, take);
        }
        // No more threads than batches: the others would start for nothing.
        let threads = self.threads.clamp(1, usize::try_from(self.count).unwrap_or(usize::MAX).max(1));
        let (done, ended) = (Mutex::new(Vec::new()), Mutex::new(Vec::with_capacity(threads)));
        let job = |sender: &SyncSender<u64>| {
            Arc::clone(&shared.haste).rule();
            let worker = one_worker(&shared, begin(), &batch, &done, sender);
            lock(&ended).push(worker);
        };
        let mut collect =
            |receiver: &Receiver<u64>| wait(&shared, receiver, &done, take).inspect_err(|_| shared.fail());
        on_threads(threads, &job, &mut collect)?;
        workers(ended.into_inner().unwrap_or_else(PoisonError::into_inner))
    }
}

/// What the journal knows of batches: what they are, and how many games they have.
#[derive(Clone, Copy, Debug)]
pub(in crate::run) struct Journaled {
    /// What is done in them.
    pub(in crate::run) name: &'static str,
    /// About how many games all of them have.
    pub(in crate::run) games: u64,
    /// Whether a player looks ahead.
    pub(in crate::run) slow: bool,
    /// Whether `take` may stop them when there are enough.
    pub(in crate::run) may_end: bool,
}

impl Batches<'_> {
    /// The same work, whose results are kept in the journal of the study. The results alone must be all that counts of it.
    /// A result for which `is_whole` is false was cut short; it is passed on and not kept.
    ///
    /// # Errors
    /// If a batch or `take` fails, or the journal cannot be used.
    pub(in crate::run) fn work_kept<S: Send, B: Send + Serialize + DeserializeOwned>(
        self,
        Journaled { name, games, slow, may_end }: Journaled,
        begin: impl Fn() -> S + Sync,
        batch: impl Fn(&mut S, u64) -> Result<B, RunError> + Sync,
        is_whole: impl Fn(&B) -> bool,
        take: &mut dyn FnMut(Option<(u64, B)>) -> io::Result<()>,
    ) -> Result<(), RunError> {
        let mut call = Call::begin(name, CallSize { places: self.count, games, slow, may_end })?;
        let mut next = 0;
        while !self.stop.load(Ordering::Relaxed) {
            match call.next(next)? {
                Step::End => break,
                Step::Known(places, value) => {
                    take(Some((next, value)))?;
                    next = places.end;
                }
                Step::Check(places, value) => {
                    call.compare(next, &value, &batch(&mut begin(), next)?)?;
                    take(Some((next, value)))?;
                    next = places.end;
                }
                Step::Do(places) => {
                    let part = Batches { count: places.end - places.start, ..self };
                    next = places.start;
                    let mut take = |done: Option<(u64, B)>| {
                        let Some((_, value)) = done else { return take(None) };
                        if is_whole(&value) && next < places.end {
                            call.add(next..next + 1, &value);
                        }
                        next += 1;
                        if call.is_whole() { take(Some((next - 1, value))) } else { take(None) }
                    };
                    part.work(&begin, |worker, number| batch(worker, places.start + number), &mut take)?;
                    if next < places.end {
                        break;
                    }
                }
            }
        }
        Ok(())
    }
}

/// Does all batches on this thread, where no other thread can start. Only `take` can stop the run.
fn on_this_thread<S, B>(
    shared: &Shared<'_>,
    mut worker: S,
    batch: impl Fn(&mut S, u64) -> Result<B, RunError>,
    take: &mut dyn FnMut(Option<(u64, B)>) -> io::Result<()>,
) -> Result<Vec<S>, RunError> {
    while let Some(number) = shared.next() {
        let outcome = batch(&mut worker, number)?;
        take(Some((number, outcome)))?;
    }
    Ok(vec![worker])
}

/// Runs `job` on several threads, which send numbers to `collect` on this thread.
// It is not generic: the code of a pool and a channel is large, and there are many types of workers and batches.
fn on_threads(
    threads: usize,
    job: &(dyn Fn(&SyncSender<u64>) + Sync),
    collect: &mut dyn FnMut(&Receiver<u64>) -> io::Result<()>,
) -> Result<(), RunError> {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().map_err(|_| RunError::Thread)?;
    // Bounded: workers wait for a slow receiver instead of collecting results in memory.
    let (sender, receiver) = mpsc::sync_channel(4 * threads + 4);
    let collected = thread::scope(|scope| {
        // Another thread waits for the workers. This one may belong to a pool of the caller, and would play that pool's other
        // runs while it waits, each on top of the stack of the one before.
        let waiter = thread::Builder::new().spawn_scoped(scope, move || {
            // The only sender is dropped here, so the channel closes when the last worker is done.
            pool.broadcast(|_| job(&sender));
        });
        let waiter = waiter.map_err(|_| RunError::Thread)?;
        let collected = collect(&receiver);
        // Workers that still wait for the receiver end.
        drop(receiver);
        waiter.join().unwrap_or_else(|panic| resume_unwind(panic));
        Ok::<_, RunError>(collected)
    })?;
    Ok(collected?)
}

/// Batches that are done and have not been passed on, each with its number. They are few.
type Done<B> = Mutex<Vec<(u64, B)>>;

/// One worker: takes batches until there are no more.
fn one_worker<S, B>(
    shared: &Shared<'_>,
    mut worker: S,
    batch: impl Fn(&mut S, u64) -> Result<B, RunError>,
    done: &Done<B>,
    sender: &SyncSender<u64>,
) -> Result<S, RunError> {
    while let Some(number) = shared.next() {
        let outcome = batch(&mut worker, number).inspect_err(|_| shared.fail())?;
        if shared.is_aborted() {
            break;
        }
        // The result comes before its number, so the receiver finds it.
        lock(done).push((number, outcome));
        // The receiver is gone after an error, which it returns itself.
        if sender.send(number).is_err() {
            break;
        }
    }
    Ok(worker)
}

/// Passes on the batches in order, each time a number arrives.
fn wait<B>(
    shared: &Shared<'_>,
    receiver: &Receiver<u64>,
    done: &Done<B>,
    take: &mut dyn FnMut(Option<(u64, B)>) -> io::Result<()>,
) -> io::Result<()> {
    let mut next = 0;
    loop {
        if shared.batches.stop.load(Ordering::Relaxed) {
            shared.haste.ask();
        }
        if receiver.recv_timeout(PULSE) == Err(RecvTimeoutError::Disconnected) {
            return Ok(());
        }
        // A batch that ended early waits here for the batches before it.
        let mut batch = take_out(done, next);
        if batch.is_none() {
            take(None)?;
        }
        while let Some(result) = batch {
            take(Some((next, result)))?;
            next += 1;
            batch = take_out(done, next);
        }
    }
}

/// The batch with a number, if it is done.
fn take_out<B>(done: &Done<B>, number: u64) -> Option<B> {
    let mut done = lock(done);
    let place = done.iter().position(|(other, _)| *other == number)?;
    Some(done.swap_remove(place).1)
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    // A panic of a worker ends the run by itself; its data is not used any more.
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Returns all workers, or the error of the earliest game.
fn workers<S>(results: Vec<Result<S, RunError>>) -> Result<Vec<S>, RunError> {
    let mut workers = Vec::with_capacity(results.len());
    let mut first: Option<RunError> = None;
    for result in results {
        match result {
            Ok(worker) => workers.push(worker),
            // The earliest game, so that the message does not depend on which thread was faster.
            Err(error) if first.as_ref().is_none_or(|first| error.game() < first.game()) => first = Some(error),
            Err(_) => {}
        }
    }
    first.map_or(Ok(workers), Err)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The batches that `take` receives, and the sums of the workers. The caller stops the run at the batch `last`.
    fn done(threads: Option<usize>, last: u64) -> (Vec<(u64, u64)>, u64) {
        let (stop, mut taken) = (AtomicBool::new(false), Vec::new());
        let batches = Batches { count: 40, threads: threads.unwrap_or(1), stop: &stop };
        let square = |sum: &mut u64, number: u64| {
            *sum += number;
            Ok(number * number)
        };
        let mut take = |result: Option<(u64, u64)>| {
            taken.extend(result);
            stop.store(taken.len() as u64 == last, Ordering::Relaxed);
            Ok(())
        };
        let workers = match threads {
            Some(_) => batches.work(|| 0, square, &mut take),
            None => on_this_thread(&Shared::of(batches), 0, square, &mut take),
        };
        (taken, workers.expect("no batch fails").iter().sum())
    }

    #[test]
    fn one_thread_without_a_pool_does_the_same_batches() {
        assert_eq!(done(None, 41), done(Some(3), 41));
        assert_eq!(done(None, 41).1, 780);
        assert_eq!(done(None, 7).0, done(None, 41).0[..7]);
    }

    #[test]
    fn the_first_error_ends_a_run_without_a_pool() {
        let stop = AtomicBool::new(false);
        let batches = Batches { count: 3, threads: 1, stop: &stop };
        let mut taken = 0;
        let fails = |(): &mut (), number| if number == 1 { Err(RunError::Thread) } else { Ok(number) };
        let result = on_this_thread(&Shared::of(batches), (), fails, &mut |_| {
            taken += 1;
            Ok(())
        });
        assert!(matches!(result, Err(RunError::Thread)) && taken == 1);
    }
}
