//! Attempts that failed alike, while the rules go over them.

use crate::calendar::Pending;
use crate::retry::GaveUp;
use crate::time::{SimDuration, SimTime};

/// Failed attempts, and what becomes of them, in columns.
///
/// The rules go over all of them, one after the other: each is asked once whether it is
/// on, not for every attempt, and has little to keep in mind. docs/benchmarks.md has what
/// twenty of them cost.
#[derive(Debug)]
pub(crate) struct Failures<'a> {
    /// The failed attempts, at the time at which their clients are told.
    pub(crate) failed: &'a [Pending],
    /// How long the clients wait.
    pub(crate) delays: &'a mut [SimDuration],
    /// What the delays after that will grow from.
    pub(crate) memories: &'a mut [SimDuration],
    /// When the next attempts come.
    pub(crate) at: &'a mut [SimTime],
    /// Why there is no next attempt, if there is none; what else becomes of the failure is
    /// then of no importance.
    pub(crate) gave_up: &'a mut [Option<GaveUp>],
}

/// Room for the columns.
#[derive(Clone, Debug, Default)]
pub(crate) struct Room {
    delays: Vec<SimDuration>,
    memories: Vec<SimDuration>,
    at: Vec<SimTime>,
    gave_up: Vec<Option<GaveUp>>,
}

impl Room {
    /// Why each of them gave up.
    pub(crate) fn reasons(&self) -> &[Option<GaveUp>] {
        &self.gave_up
    }

    /// Begins with `failed`.
    pub(crate) fn begin<'a>(&'a mut self, failed: &'a [Pending]) -> Failures<'a> {
        let count = failed.len();
        if count > self.delays.len() {
            self.delays.resize(count, SimDuration::ZERO);
            self.memories.resize(count, SimDuration::ZERO);
            self.at.resize(count, SimTime::ZERO);
        }
        self.gave_up.clear();
        self.gave_up.resize(count, None);
        Failures {
            failed,
            delays: &mut self.delays[..count],
            memories: &mut self.memories[..count],
            at: &mut self.at[..count],
            gave_up: &mut self.gave_up,
        }
    }
}

impl<'a> Failures<'a> {
    /// Each of them alone.
    pub(crate) fn one_by_one(&mut self, mut rule: impl FnMut(&mut Failures<'_>)) {
        for index in 0..self.failed.len() {
            let alone = index..=index;
            rule(&mut Failures {
                failed: &self.failed[alone.clone()],
                delays: &mut self.delays[alone.clone()],
                memories: &mut self.memories[alone.clone()],
                at: &mut self.at[alone.clone()],
                gave_up: &mut self.gave_up[alone],
            });
        }
    }

    /// The failed attempts with their delays.
    #[inline]
    pub(crate) fn delays(&mut self) -> impl Iterator<Item = (&'a Pending, &mut SimDuration)> {
        self.failed.iter().zip(&mut *self.delays)
    }

    /// What the failed delays grew from, the next ones will grow from.
    pub(crate) fn keep_memories(&mut self) {
        for (failed, memory) in self.failed.iter().zip(&mut *self.memories) {
            *memory = failed.memory;
        }
    }

    /// Lets those clients give up who `are_to`, and have not for another reason.
    #[inline]
    pub(crate) fn give_up(&mut self, reason: GaveUp, mut are_to: impl FnMut(&Pending) -> bool) {
        for (failed, gave_up) in self.failed.iter().zip(&mut *self.gave_up) {
            if gave_up.is_none() && are_to(failed) {
                *gave_up = Some(reason);
            }
        }
    }

    /// The next attempts, of those who have not given up.
    #[inline]
    pub(crate) fn next(&self) -> impl Iterator<Item = Pending> {
        let next = self.at.iter().zip(&*self.memories).zip(&*self.gave_up);
        let all = self.failed.iter().zip(next);
        all.filter_map(|(failed, ((&at, &memory), gave_up))| {
            gave_up.is_none().then_some(Pending {
                at,
                memory,
                client: failed.client,
                attempt: failed.attempt + 1,
            })
        })
    }
}
