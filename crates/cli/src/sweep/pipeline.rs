//! Work on all cores whose results come in order, few of them at a time in memory.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError, mpsc};
use std::thread;
use std::time::{Duration, Instant};

/// How far a thread may run ahead of the results that have been taken, per thread:
/// enough that one slow run does not leave the others idle, and no more memory.
const AHEAD: u64 = 1024;

/// The most numbers that a thread claims at once. Short work is claimed in batches, so
/// that the threads do not wait for each other more than they work.
const BATCH: u64 = 256;
/// Batches grow until they take this long, …
const SHORT: Duration = Duration::from_micros(500);
/// … and shrink when they take longer than this.
const LONG: Duration = Duration::from_millis(2);

/// What the threads agree on.
struct Progress {
    next: u64,
    taken: u64,
    stopped: bool,
}

struct Shared {
    progress: Mutex<Progress>,
    changed: Condvar,
    end: u64,
    ahead: u64,
}

/// Does `work` on all numbers of `range`, some at a time, on `threads` threads, and
/// hands the results to `take` in order, on this thread. An error of `take` ends it all.
pub(super) fn in_order<T: Send, E>(
    range: Range<u64>,
    threads: usize,
    work: impl Fn(Range<u64>) -> T + Sync,
    mut take: impl FnMut(Range<u64>, T) -> Result<(), E>,
) -> Result<(), E> {
    let shared = Shared::new(&range, threads);
    let (send, results) = mpsc::channel();
    thread::scope(|scope| {
        for _ in 0..threads {
            let (send, shared, work) = (send.clone(), &shared, &work);
            scope.spawn(move || {
                let mut batch = 1;
                while let Some(numbers) = shared.claim(batch) {
                    let began = Instant::now();
                    let result = work(numbers.clone());
                    batch = next_batch(batch, began.elapsed());
                    if send.send((numbers, result)).is_err() {
                        return;
                    }
                }
            });
        }
        drop(send);
        let mut early = BTreeMap::new();
        let mut next = range.start;
        for (numbers, result) in results {
            early.insert(numbers.start, (numbers.end, result));
            while let Some((end, result)) = early.remove(&next) {
                if let Err(error) = take(next..end, result) {
                    shared.stop();
                    return Err(error);
                }
                next = end;
                shared.took(next);
            }
        }
        Ok(())
    })
}

fn next_batch(batch: u64, took: Duration) -> u64 {
    match took {
        _ if took < SHORT => (batch * 2).min(BATCH),
        _ if took > LONG => (batch / 2).max(1),
        _ => batch,
    }
}

impl Shared {
    fn new(range: &Range<u64>, threads: usize) -> Self {
        Self {
            progress: Mutex::new(Progress {
                next: range.start,
                taken: range.start,
                stopped: false,
            }),
            changed: Condvar::new(),
            end: range.end,
            ahead: AHEAD * threads as u64,
        }
    }

    /// The next numbers to work on, `batch` at most; `None` when there is nothing left
    /// to do.
    fn claim(&self, batch: u64) -> Option<Range<u64>> {
        let wait = |progress: &mut Progress| {
            !progress.stopped
                && progress.next < self.end
                && progress.next >= progress.taken + self.ahead
        };
        let progress = self.changed.wait_while(self.lock(), wait);
        let mut progress = progress.unwrap_or_else(PoisonError::into_inner);
        if progress.stopped || progress.next >= self.end {
            return None;
        }
        let first = progress.next;
        let allowed = (progress.taken + self.ahead).min(self.end);
        progress.next = allowed.min(first + batch);
        Some(first..progress.next)
    }

    fn took(&self, taken: u64) {
        self.lock().taken = taken;
        self.changed.notify_all();
    }

    fn stop(&self) {
        self.lock().stopped = true;
        self.changed.notify_all();
    }

    /// No thread panics while it holds the lock.
    fn lock(&self) -> MutexGuard<'_, Progress> {
        self.progress.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicU64, Ordering};

    use super::*;

    #[test]
    fn results_come_in_order_and_each_once() {
        for threads in [1, 2, 7] {
            let mut taken = Vec::new();
            let work = |numbers: Range<u64>| numbers.map(|number| number * number).collect();
            let done: Result<(), ()> =
                in_order(5..20_000, threads, work, |numbers, squares: Vec<u64>| {
                    taken.extend(numbers.zip(squares));
                    Ok(())
                });
            assert_eq!(done, Ok(()));
            let expected = (5..20_000).map(|number| (number, number * number));
            assert!(expected.eq(taken));
        }
    }

    #[test]
    fn nobody_runs_further_ahead_than_allowed() {
        let (begun, taken) = (AtomicU64::new(0), AtomicU64::new(0));
        let farthest = AtomicU64::new(0);
        let count = |numbers: &Range<u64>| numbers.end - numbers.start;
        let work = |numbers: Range<u64>| {
            let before = begun.fetch_add(count(&numbers), Ordering::SeqCst);
            let ahead = before + count(&numbers) - taken.load(Ordering::SeqCst);
            farthest.fetch_max(ahead, Ordering::SeqCst);
        };
        let done: Result<(), ()> = in_order(0..20_000, 3, work, |numbers, ()| {
            taken.fetch_add(count(&numbers), Ordering::SeqCst);
            Ok(())
        });
        assert_eq!(done, Ok(()));
        assert!(farthest.load(Ordering::SeqCst) <= 3 * AHEAD);
    }

    #[test]
    fn an_error_of_the_taker_ends_it() {
        let begun = AtomicU64::new(0);
        let work = |numbers: Range<u64>| begun.fetch_add(numbers.count() as u64, Ordering::SeqCst);
        let done = in_order(0..u64::MAX, 2, work, |numbers, _| {
            if numbers.end < 10 {
                Ok(())
            } else {
                Err("enough")
            }
        });
        assert_eq!(done, Err("enough"));
        assert!(begun.load(Ordering::SeqCst) < 3 * AHEAD);
    }

    #[test]
    fn batches_are_large_for_short_work_and_single_for_long_work() {
        let after = |took: Duration| (0..20).fold(8, |batch, _| next_batch(batch, took));
        assert_eq!(after(Duration::from_micros(10)), BATCH);
        assert_eq!(after(Duration::from_secs(1)), 1);
        assert_eq!(after(Duration::from_millis(1)), 8);
    }

    #[test]
    fn nothing_to_do_is_done_at_once() {
        let done: Result<(), ()> = in_order(3..3, 2, |numbers| numbers, |_, _| Err(()));
        assert_eq!(done, Ok(()));
    }
}
