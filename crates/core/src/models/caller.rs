//! One call and its retries under a policy, the same in every model.

use super::luck::{CallLuck, Luck, Place};
use crate::delay::DelayRule;
use crate::scenario::Policy;
use crate::time::{SimDuration, SimTime};

/// A call somewhere between its first attempt and its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Caller {
    /// The attempt under way.
    pub(crate) place: Place,
    /// When the first one was made.
    first: SimTime,
    /// What its next delay grows from.
    memory: SimDuration,
}

impl Caller {
    /// When its first attempt was made.
    pub(crate) fn first(&self) -> SimTime {
        self.first
    }
}

/// A policy made ready: when a call is tried again, if it is.
#[derive(Clone, Debug)]
pub(crate) struct Patience {
    rule: DelayRule,
    max_attempts: u32,
    deadline: SimDuration,
}

impl Patience {
    pub(crate) fn new(policy: &Policy) -> Self {
        Self {
            rule: DelayRule::new(policy),
            max_attempts: policy.max_attempts.unwrap_or(u32::MAX),
            deadline: policy.deadline.unwrap_or(SimDuration::MAX),
        }
    }

    /// A call about to make its first attempt, at `first`.
    pub(crate) fn call(&self, client: u32, call: u32, first: SimTime) -> Caller {
        Caller {
            place: Place {
                client,
                call,
                attempt: 1,
            },
            first,
            memory: self.rule.first_memory(),
        }
    }

    /// When `caller` tries again that learnt of a failure at `failed`, and what it
    /// is then; `None` if it gives up.
    pub(crate) fn again(
        &self,
        luck: &Luck,
        caller: Caller,
        failed: SimTime,
    ) -> Option<(SimTime, Caller)> {
        let Place {
            client,
            call,
            attempt,
        } = caller.place;
        if attempt >= self.max_attempts {
            return None;
        }
        let mut draws = CallLuck { luck, call };
        let wait = self.rule.delay(&mut draws, client, attempt, caller.memory);
        let due = failed + wait.delay;
        let next = Caller {
            place: Place {
                attempt: attempt + 1,
                ..caller.place
            },
            memory: wait.memory,
            ..caller
        };
        (due - caller.first <= self.deadline).then_some((due, next))
    }
}
