//! Attempts that failed alike, on their way to the next attempt.

use crate::calendar::Pending;
use crate::retry::GaveUp;
use crate::time::SimDuration;

/// Failures in columns. Each rule goes over all of them before the next one does: asked
/// once whether it is on, and not for each attempt, with little to keep in mind. That is
/// how twenty settings can be on at half the speed of none.
#[derive(Clone, Debug, Default)]
pub(crate) struct Block {
    attempts: Vec<Pending>,
    delays: Vec<SimDuration>,
    gave_up: Vec<Option<GaveUp>>,
}

/// Some failures of a block, all of its columns in step.
#[derive(Debug)]
pub(crate) struct Failures<'block> {
    /// The failed attempts, at the time at which their clients are told; in the end the
    /// next ones, at the time at which they come.
    pub(crate) attempts: &'block mut [Pending],
    /// How long the clients wait.
    pub(crate) delays: &'block mut [SimDuration],
    /// Why there is no next attempt, if there is none.
    pub(crate) gave_up: &'block mut [Option<GaveUp>],
}

impl Block {
    /// Begins with `failed`, each at the time at which its client is told.
    pub(crate) fn begin(&mut self, failed: &[Pending]) -> Failures<'_> {
        self.attempts.clear();
        self.attempts.extend_from_slice(failed);
        self.delays.clear();
        self.delays.resize(failed.len(), SimDuration::ZERO);
        self.gave_up.clear();
        self.gave_up.resize(failed.len(), None);
        self.failures()
    }

    pub(crate) fn failures(&mut self) -> Failures<'_> {
        Failures {
            attempts: &mut self.attempts,
            delays: &mut self.delays,
            gave_up: &mut self.gave_up,
        }
    }

    pub(crate) fn gave_up(&self) -> &[Option<GaveUp>] {
        &self.gave_up
    }
}

impl Failures<'_> {
    /// The one at `index` alone.
    pub(crate) fn one(&mut self, index: usize) -> Failures<'_> {
        let range = index..=index;
        Failures {
            attempts: &mut self.attempts[range.clone()],
            delays: &mut self.delays[range.clone()],
            gave_up: &mut self.gave_up[range],
        }
    }

    /// Lets `rule` change the delay, and the attempt, of every client that has not given up.
    #[inline]
    pub(crate) fn each(&mut self, mut rule: impl FnMut(&mut Pending, &mut SimDuration)) {
        let columns = self.attempts.iter_mut().zip(&mut *self.delays);
        for ((attempt, delay), gave_up) in columns.zip(&*self.gave_up) {
            if gave_up.is_none() {
                rule(attempt, delay);
            }
        }
    }

    /// Lets those clients give up that `rule` has a reason for.
    #[inline]
    pub(crate) fn give_up(&mut self, mut rule: impl FnMut(&Pending) -> Option<GaveUp>) {
        for (attempt, gave_up) in self.attempts.iter().zip(&mut *self.gave_up) {
            if gave_up.is_none() {
                *gave_up = rule(attempt);
            }
        }
    }
}
