//! From a failure to the next attempt: the client's own delay, the server's
//! Retry-After, and the client's constant offset.

use crate::WHOLE;
use crate::delay::{Delay, DelayRule, Terms};
use crate::draws::Draws;
use crate::event::Outcome;
use crate::identity;
use crate::reply::{Replies, Reply};
use crate::scenario::Scenario;
use crate::time::SimDuration;

/// All that decides how long a client waits.
#[derive(Clone, Debug)]
pub(crate) struct WaitRule {
    delay: DelayRule,
    replies: Replies,
    offset: SimDuration,
    cap: SimDuration,
}

/// A wait with what it was made of.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Wait {
    /// The client's own delay, if it was asked for.
    pub(crate) own: Option<Terms>,
    /// The Retry-After that was heeded.
    pub(crate) reply: Option<Reply>,
    pub(crate) delay: Delay,
}

impl WaitRule {
    pub(crate) fn new(scenario: &Scenario) -> Self {
        let policy = &scenario.policy;
        Self {
            delay: DelayRule::new(policy),
            replies: Replies::new(scenario),
            offset: policy.offset,
            cap: policy.cap.unwrap_or(SimDuration::MAX),
        }
    }

    pub(crate) fn first_memory(&self) -> SimDuration {
        self.delay.first_memory()
    }

    /// The wait after the failure of attempt `attempt` (from 1) of `client`.
    ///
    /// A Retry-After is not cut at the cap: the client was told. With the offset
    /// on top, the client's own delay is.
    #[inline]
    pub(crate) fn after<D: Draws>(
        &self,
        draws: &mut D,
        failure: Outcome,
        client: u32,
        attempt: u32,
        memory: SimDuration,
    ) -> Delay {
        let Some(reply) = self.replies.to(failure) else {
            let own = self.delay.delay(draws, client, attempt, memory);
            return self.own(client, own);
        };
        let own = if reply.needs_own_delay() {
            self.delay.delay(draws, client, attempt, memory)
        } else {
            Delay {
                delay: SimDuration::ZERO,
                memory,
            }
        };
        Delay {
            delay: reply.wait(draws, client, attempt, own.delay) + self.offset(client),
            memory: own.memory,
        }
    }

    /// As [`WaitRule::after`], with what it is made of.
    pub(crate) fn explained<D: Draws>(
        &self,
        draws: &mut D,
        failure: Outcome,
        client: u32,
        attempt: u32,
        memory: SimDuration,
    ) -> Wait {
        let reply = self.replies.to(failure);
        let asked = reply.is_none_or(Reply::needs_own_delay);
        Wait {
            own: asked.then(|| self.delay.terms(draws, client, attempt, memory)),
            reply,
            delay: self.after(draws, failure, client, attempt, memory),
        }
    }

    #[inline]
    fn own(&self, client: u32, own: Delay) -> Delay {
        if !WHOLE || self.offset == SimDuration::ZERO {
            return own;
        }
        Delay {
            delay: (own.delay + self.offset(client)).min(self.cap),
            memory: own.memory,
        }
    }

    /// The constant that `client` adds to every delay.
    pub(crate) fn offset(&self, client: u32) -> SimDuration {
        identity::offset(client, self.offset)
    }
}
