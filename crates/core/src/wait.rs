//! From a failure to the next attempt: the client's own delay, the server's
//! Retry-After, and the client's constant offset.

use crate::WHOLE;
use crate::delay::{Delay, DelayRule, Terms};
use crate::draws::Draws;
use crate::event::Outcome;
use crate::identity::Offsets;
use crate::layers::{Layers, Turn};
use crate::reply::{Heard, Replies, Reply};
use crate::scenario::Scenario;
use crate::time::{SimDuration, SimTime};

/// All that decides how long a client waits.
#[derive(Clone, Debug)]
pub(crate) struct WaitRule {
    delay: DelayRule,
    layers: Layers,
    replies: Replies,
    offsets: Offsets,
    cap: SimDuration,
}

/// A failed attempt, as its client sees it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Failure {
    /// Whose, from 0.
    pub(crate) client: u32,
    /// Which attempt, from 1.
    pub(crate) attempt: u32,
    pub(crate) outcome: Outcome,
    /// When the client was told.
    pub(crate) answered: SimTime,
    /// What the client remembers of its last delay.
    pub(crate) memory: SimDuration,
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
            layers: Layers::new(policy),
            replies: Replies::new(scenario),
            offsets: Offsets::new(policy.offset),
            cap: policy.cap.unwrap_or(SimDuration::MAX),
        }
    }

    /// Makes it quick to ask for `clients` clients.
    pub(crate) fn work_out(&mut self, clients: u32) {
        self.offsets.work_out(clients);
    }

    pub(crate) fn first_memory(&self) -> SimDuration {
        self.delay.first_memory()
    }

    /// The wait after a failure; `None` if the client gives up on what it was told.
    ///
    /// A Retry-After is not cut at the cap: the client was told. With the offset
    /// on top, the client's own delay is.
    #[inline]
    pub(crate) fn after<D: Draws>(&self, draws: &mut D, failure: &Failure) -> Option<Delay> {
        self.after_as::<WHOLE, D>(draws, failure)
    }

    /// Whether a wait is the client's own delay and nothing else, and that a usual one.
    pub(crate) fn is_usual(&self) -> bool {
        self.layers.are_one()
            && self.replies.are_none()
            && self.offsets.are_zero()
            && self.delay.is_usual()
    }

    /// As [`WaitRule::after`]; without `ALL` for a rule that is usual.
    #[inline]
    pub(crate) fn after_as<const ALL: bool, D: Draws>(
        &self,
        draws: &mut D,
        failure: &Failure,
    ) -> Option<Delay> {
        let &Failure {
            client,
            attempt,
            outcome,
            answered,
            memory,
        } = failure;
        if !ALL {
            let turn = Turn::of_one_layer(client, attempt);
            return Some(self.delay.of_turn::<ALL, D>(draws, turn, memory));
        }
        let turn = self.layers.turn(client, attempt);
        let told = match self.replies.to(outcome, answered) {
            Heard::Nothing => {
                let own = self.delay.of_turn::<ALL, D>(draws, turn, memory);
                return Some(self.own(client, own));
            }
            Heard::Told(told) => told,
            Heard::TooLate => return None,
        };
        let own = if told.needs_own_delay() {
            self.delay.of_turn::<ALL, D>(draws, turn, memory)
        } else {
            Delay {
                delay: SimDuration::ZERO,
                memory,
            }
        };
        Some(Delay {
            delay: told.wait(draws, turn, own.delay) + self.offset(client),
            memory: own.memory,
        })
    }

    /// As [`WaitRule::after`], with what it is made of.
    pub(crate) fn explained<D: Draws>(&self, draws: &mut D, failure: &Failure) -> Option<Wait> {
        let delay = self.after(draws, failure)?;
        let reply = self.replies.explained(failure.outcome, failure.answered);
        let turn = self.layers.turn(failure.client, failure.attempt);
        let asked = reply.is_none_or(Reply::needs_own_delay);
        let own = asked.then(|| self.delay.terms_of_turn(draws, turn, failure.memory));
        Some(Wait { own, reply, delay })
    }

    #[inline]
    fn own(&self, client: u32, own: Delay) -> Delay {
        if !WHOLE || self.offsets.are_zero() {
            return own;
        }
        Delay {
            delay: (own.delay + self.offset(client)).min(self.cap),
            memory: own.memory,
        }
    }

    /// The constant that `client` adds to every delay.
    pub(crate) fn offset(&self, client: u32) -> SimDuration {
        self.offsets.of(client)
    }
}
