//! Work on all cores whose results come in order, few of them at a time in memory.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError, mpsc};
use std::thread;

/// How far a thread may run ahead of the results that have been taken, per thread:
/// enough that one slow run does not leave the others idle, and no more memory.
const AHEAD: u64 = 256;

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

/// Does `work` on every number of `range` on `threads` threads, and hands the results
/// to `take` in order, on this thread. An error of `take` ends it all.
pub(super) fn in_order<T: Send, E>(
    range: Range<u64>,
    threads: usize,
    work: impl Fn(u64) -> T + Sync,
    mut take: impl FnMut(u64, T) -> Result<(), E>,
) -> Result<(), E> {
    let shared = Shared::new(&range, threads);
    let (send, results) = mpsc::channel();
    thread::scope(|scope| {
        for _ in 0..threads {
            let (send, shared, work) = (send.clone(), &shared, &work);
            scope.spawn(move || {
                while let Some(number) = shared.claim() {
                    if send.send((number, work(number))).is_err() {
                        return;
                    }
                }
            });
        }
        drop(send);
        let mut early = BTreeMap::new();
        let mut next = range.start;
        for (number, result) in results {
            early.insert(number, result);
            while let Some(result) = early.remove(&next) {
                if let Err(error) = take(next, result) {
                    shared.stop();
                    return Err(error);
                }
                next += 1;
                shared.took(next);
            }
        }
        Ok(())
    })
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

    /// The next number to work on; `None` when there is nothing left to do.
    fn claim(&self) -> Option<u64> {
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
        progress.next += 1;
        Some(progress.next - 1)
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
            let work = |number: u64| number * number;
            let done: Result<(), ()> = in_order(5..2_000, threads, work, |number, result| {
                taken.push((number, result));
                Ok(())
            });
            assert_eq!(done, Ok(()));
            let expected: Vec<_> = (5..2_000).map(|number| (number, number * number)).collect();
            assert_eq!(taken, expected);
        }
    }

    #[test]
    fn nobody_runs_further_ahead_than_allowed() {
        let (begun, taken) = (AtomicU64::new(0), AtomicU64::new(0));
        let farthest = AtomicU64::new(0);
        let work = |_| {
            let ahead = begun.fetch_add(1, Ordering::SeqCst) - taken.load(Ordering::SeqCst);
            farthest.fetch_max(ahead, Ordering::SeqCst);
        };
        let done: Result<(), ()> = in_order(0..20_000, 3, work, |_, ()| {
            taken.fetch_add(1, Ordering::SeqCst);
            Ok(())
        });
        assert_eq!(done, Ok(()));
        assert!(farthest.load(Ordering::SeqCst) <= 3 * AHEAD + 3);
    }

    #[test]
    fn an_error_of_the_taker_ends_it() {
        let begun = AtomicU64::new(0);
        let work = |_| begun.fetch_add(1, Ordering::SeqCst);
        let done = in_order(0..u64::MAX, 2, work, |number, _| {
            if number < 10 { Ok(()) } else { Err("enough") }
        });
        assert_eq!(done, Err("enough"));
        assert!(begun.load(Ordering::SeqCst) < 2_000);
    }

    #[test]
    fn nothing_to_do_is_done_at_once() {
        let done: Result<(), ()> = in_order(3..3, 2, |number| number, |_, _| Err(()));
        assert_eq!(done, Ok(()));
    }
}
