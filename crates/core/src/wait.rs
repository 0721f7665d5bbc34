//! From a failure to the next attempt: the client's own delay, the server's
//! Retry-After, and the client's constant offset.

use std::slice;

use crate::WHOLE;
use crate::calendar::Pending;
use crate::delay::{Delay, DelayRule, Terms};
use crate::draws::Draws;
use crate::event::Outcome;
use crate::failures::{Failures, Room};
use crate::identity::Offsets;
use crate::layers::Layers;
use crate::reply::{Heard, Replies, Reply, Told};
use crate::retry::GaveUp;
use crate::scenario::Scenario;
use crate::time::SimDuration;

/// All that decides how long a client waits.
#[derive(Clone, Debug)]
pub(crate) struct WaitRule {
    delay: DelayRule,
    layers: Layers,
    replies: Replies,
    offsets: Offsets,
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

    /// Whether a wait is the client's own delay and nothing else, and that a usual one.
    pub(crate) fn is_usual(&self) -> bool {
        self.layers.are_one()
            && self.replies.are_none()
            && self.offsets.are_zero()
            && self.delay.is_usual()
    }

    /// The wait after `failed`, by a rule that is usual.
    #[inline]
    pub(crate) fn usual<D: Draws>(&self, draws: &mut D, failed: &Pending) -> Delay {
        self.delay.usual(draws, failed)
    }

    /// The waits after failures; who was told to come back too late gives up.
    ///
    /// A Retry-After is not cut at the cap: the client was told. With the offset
    /// on top, the client's own delay is.
    pub(crate) fn after<D: Draws>(
        &self,
        draws: &mut D,
        outcome: Outcome,
        failures: &mut Failures<'_>,
    ) {
        let Some(sent) = self.replies.with(outcome) else {
            return self.own(draws, failures);
        };
        if let Some(heard) = self.replies.heard_by_all(sent) {
            return self.after_hearing(draws, heard, failures);
        }
        failures.one_by_one(|alone| {
            let heard = self.replies.heard(sent, alone.failed[0].at);
            self.after_hearing(draws, heard, alone);
        });
    }

    fn after_hearing<D: Draws>(&self, draws: &mut D, heard: Heard, failures: &mut Failures<'_>) {
        match heard {
            Heard::Nothing => self.own(draws, failures),
            Heard::Told(told) => self.told(draws, told, failures),
            Heard::TooLate => failures.give_up(GaveUp::RetryAfter, |_| true),
        }
    }

    /// Clients wait for their own delays.
    fn own<D: Draws>(&self, draws: &mut D, failures: &mut Failures<'_>) {
        self.delay.after(draws, self.layers, failures);
        if self.offsets.are_zero() {
            return;
        }
        for (failed, delay) in failures.delays() {
            *delay = (*delay + self.offset(failed.client)).min(self.cap);
        }
    }

    /// Clients do what the server said.
    fn told<D: Draws>(&self, draws: &mut D, told: Told, failures: &mut Failures<'_>) {
        if told.needs_own_delay() {
            self.delay.after(draws, self.layers, failures);
        } else {
            failures.keep_memories();
        }
        for (failed, delay) in failures.delays() {
            *delay = told.wait(draws, failed, *delay) + self.offset(failed.client);
        }
    }

    /// The wait after `failed`, told at its time; `None` if its client gives up on what it
    /// was told.
    fn after_one<D: Draws>(
        &self,
        draws: &mut D,
        failed: &Pending,
        outcome: Outcome,
    ) -> Option<Delay> {
        if !WHOLE {
            return Some(self.usual(draws, failed));
        }
        let mut room = Room::default();
        let mut alone = room.begin(slice::from_ref(failed));
        self.after(draws, outcome, &mut alone);
        alone.gave_up[0].is_none().then_some(Delay {
            delay: alone.delays[0],
            memory: alone.memories[0],
        })
    }

    /// The wait after the failure `failed`, told at its time, with what it is made of.
    pub(crate) fn explained<D: Draws>(
        &self,
        draws: &mut D,
        failed: &Pending,
        outcome: Outcome,
    ) -> Option<Wait> {
        let delay = self.after_one(draws, failed, outcome)?;
        let reply = self.replies.explained(outcome, failed.at);
        let turn = self.layers.turn(failed.client, failed.attempt);
        let asked = reply.is_none_or(Reply::needs_own_delay);
        let own = asked.then(|| self.delay.terms_of_turn(draws, turn, failed.memory));
        Some(Wait { own, reply, delay })
    }

    /// The constant that `client` adds to every delay.
    pub(crate) fn offset(&self, client: u32) -> SimDuration {
        self.offsets.of(client)
    }
}
