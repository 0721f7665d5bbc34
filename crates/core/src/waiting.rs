//! The clients that wait for their next attempt, and when it comes.

use crate::calendar::{Calendar, Pending};
use crate::delay::Delay;
use crate::draws::Draws;
use crate::event::Outcome;
use crate::scenario::Scenario;
use crate::schedule::Schedule;
use crate::time::{SimDuration, SimTime};
use crate::wait::WaitRule;

/// All waiting clients. It is apart from the rest of a run, so that the hot loop
/// can read one tick's attempts while it files the next ones.
#[derive(Clone, Debug)]
pub(crate) struct Waiting<D: Draws> {
    draws: D,
    wait: WaitRule,
    schedule: Schedule,
    arrivals: SimDuration,
    max_attempts: u32,
    deadline: Option<SimDuration>,
    calendar: Calendar,
}

impl<D: Draws> Waiting<D> {
    pub(crate) fn new(scenario: &Scenario, draws: D) -> Self {
        Self {
            draws,
            wait: WaitRule::new(scenario),
            schedule: Schedule::new(scenario),
            arrivals: scenario.fleet.arrivals,
            max_attempts: scenario.policy.max_attempts.unwrap_or(u32::MAX),
            deadline: scenario.policy.deadline,
            calendar: Calendar::new(scenario.fleet.clients as usize),
        }
    }

    pub(crate) fn schedule(&self) -> &Schedule {
        &self.schedule
    }

    /// Files the first attempt of `client`.
    pub(crate) fn arrive(&mut self, client: u32) {
        let first = Pending {
            at: self.arrival(client),
            memory: self.wait.first_memory(),
            client,
            attempt: 1,
        };
        self.file(first);
    }

    /// Lets a client try again that was told of its failure at `answered`, in the
    /// tick that ends at `tick_end`; false if it gives up instead.
    #[inline]
    pub(crate) fn try_again(
        &mut self,
        failed: Pending,
        failure: Outcome,
        answered: SimTime,
        tick_end: SimTime,
    ) -> bool {
        let Pending {
            memory,
            client,
            attempt,
            ..
        } = failed;
        if attempt >= self.max_attempts {
            return false;
        }
        let draws = &mut self.draws;
        let Delay { delay, memory } = self.wait.after(draws, failure, client, attempt, memory);
        let next = Pending {
            at: self.schedule.retry(answered, tick_end, delay),
            memory,
            client,
            attempt: attempt + 1,
        };
        if self.past_deadline(&next) {
            return false;
        }
        self.file(next);
        true
    }

    /// Moves the attempts of the next tick that has any to `into`, and gives that
    /// tick's number; `None` when nobody waits any more.
    pub(crate) fn take_next(&mut self, into: &mut Vec<Pending>) -> Option<u64> {
        self.calendar.take_next(into).map(|tick| tick as u64)
    }

    /// As [`Waiting::take_next`], of the very next tick, whether or not it has any;
    /// `None` when the horizon is reached.
    pub(crate) fn take_following(&mut self, into: &mut Vec<Pending>) -> Option<u64> {
        let tick = self.calendar.take_following(into) as u64;
        (self.schedule.span_of(tick).start < self.schedule.horizon()).then_some(tick)
    }

    #[inline]
    fn arrival(&mut self, client: u32) -> SimTime {
        let after = self.draws.arrival(client, self.arrivals);
        self.schedule.arrival(after)
    }

    #[inline]
    fn past_deadline(&mut self, next: &Pending) -> bool {
        let Some(deadline) = self.deadline else {
            return false;
        };
        next.at > self.arrival(next.client) + deadline
    }

    /// Puts an attempt into its tick, unless that is past the horizon.
    #[inline]
    fn file(&mut self, pending: Pending) {
        if pending.at < self.schedule.horizon() {
            let tick = self.schedule.tick_of(pending.at);
            self.calendar.insert(tick as usize, pending);
        }
    }
}
