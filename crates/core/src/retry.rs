//! From a failure to the next attempt, or to giving up.

use std::slice;

use crate::WHOLE;
use crate::calendar::Pending;
use crate::delay::Delay;
use crate::draws::Draws;
use crate::event::Outcome;
use crate::failures::{Failures, Room};
use crate::fatal::Fatal;
use crate::scenario::Scenario;
use crate::schedule::Schedule;
use crate::stay::Stay;
use crate::time::{SimDuration, SimTime};
use crate::wait::WaitRule;

/// Why a client gave up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum GaveUp {
    /// It made all the attempts that it may.
    Attempts,
    /// The failure was of a kind that it does not retry.
    Fatal,
    /// It was told to come back later than it would.
    RetryAfter,
    /// Its next attempt would have come after its deadline.
    Deadline,
    /// It had left by the time of its next attempt.
    Left,
    /// There was no token for it in the retry budget.
    Budget,
}

/// All that decides whether a failed client tries again, and when, but for what it
/// shares with others.
#[derive(Clone, Debug)]
pub(crate) struct RetryRule {
    wait: WaitRule,
    schedule: Schedule,
    arrivals: SimDuration,
    attempts: u32,
    fatal: Option<Fatal>,
    stay: Stay,
}

impl RetryRule {
    pub(crate) fn new(scenario: &Scenario) -> Self {
        Self {
            wait: WaitRule::new(scenario),
            schedule: Schedule::new(scenario),
            arrivals: scenario.fleet.arrivals,
            attempts: scenario.policy.all_attempts().unwrap_or(u32::MAX),
            fatal: Fatal::new(scenario),
            stay: Stay::new(scenario),
        }
    }

    /// Makes it quick to ask for `clients` clients.
    pub(crate) fn work_out(&mut self, clients: u32) {
        self.wait.work_out(clients);
        self.stay.reserve(clients);
    }

    pub(crate) fn wait(&self) -> &WaitRule {
        &self.wait
    }

    pub(crate) fn schedule(&self) -> &Schedule {
        &self.schedule
    }

    /// Whether any client can leave.
    pub(crate) fn leaving(&self) -> bool {
        self.stay.leaving()
    }

    /// When `client` makes its first attempt.
    #[inline]
    pub(crate) fn arrival<D: Draws>(&self, draws: &mut D, client: u32) -> SimTime {
        let after = draws.arrival(client, self.arrivals);
        self.schedule.arrival(after)
    }

    /// As [`RetryRule::arrival`], and remembers it; of every client, from the first one on.
    #[inline]
    pub(crate) fn arrive<D: Draws>(&mut self, draws: &mut D, client: u32) -> SimTime {
        let at = self.arrival(draws, client);
        self.stay.arrive(at);
        at
    }

    /// Whether the small model has this rule, so that [`RetryRule::usual`] says all.
    pub(crate) fn is_usual(&self) -> bool {
        self.fatal.is_none() && !self.stay.leaving() && self.wait.is_usual()
    }

    /// The next attempt after the failure `failed`, told at its time, in the tick that ends
    /// at `tick_end`, by a rule that is usual.
    ///
    /// # Errors
    ///
    /// The first reason not to make one, in the order of [`GaveUp`].
    #[inline]
    pub(crate) fn usual<D: Draws>(
        &self,
        draws: &mut D,
        failed: &Pending,
        tick_end: SimTime,
    ) -> Result<Pending, GaveUp> {
        if failed.attempt >= self.attempts {
            return Err(GaveUp::Attempts);
        }
        let Delay { delay, memory } = self.wait.usual(draws, failed);
        let at = self.schedule.retry(failed.at, tick_end, delay);
        if !self.stay.is_endless()
            && let Some(reason) = self.too_late(draws, failed.client, at)
        {
            return Err(reason);
        }
        Ok(Pending {
            at,
            memory,
            client: failed.client,
            attempt: failed.attempt + 1,
        })
    }

    /// Works out what becomes of failures that were told in the tick that ends at
    /// `tick_end`. Who gives up has the first reason for it, in the order of [`GaveUp`].
    pub(crate) fn next<D: Draws>(
        &self,
        draws: &mut D,
        outcome: Outcome,
        tick_end: SimTime,
        failures: &mut Failures<'_>,
    ) {
        if self.attempts < u32::MAX {
            failures.give_up(GaveUp::Attempts, |failed| failed.attempt >= self.attempts);
        }
        if let Some(fatal) = &self.fatal {
            fatal.strike(outcome, failures);
        }
        // Nobody's luck is asked for in vain.
        if failures.gave_up.iter().all(Option::is_some) {
            return;
        }
        self.wait.after(draws, outcome, failures);
        let waits = failures.failed.iter().zip(&*failures.delays);
        for ((failed, delay), at) in waits.zip(&mut *failures.at) {
            *at = self.schedule.retry(failed.at, tick_end, *delay);
        }
        if self.stay.is_endless() {
            return;
        }
        let columns = failures.failed.iter().zip(&*failures.at);
        for ((failed, at), gave_up) in columns.zip(&mut *failures.gave_up) {
            *gave_up = gave_up.or_else(|| self.too_late(draws, failed.client, *at));
        }
    }

    /// Why the client of `failed` gives up on it alone, if it does.
    pub(crate) fn reason<D: Draws>(
        &self,
        draws: &mut D,
        outcome: Outcome,
        tick_end: SimTime,
        failed: &Pending,
    ) -> Option<GaveUp> {
        if !WHOLE {
            return self.usual(draws, failed, tick_end).err();
        }
        let mut room = Room::default();
        let mut alone = room.begin(slice::from_ref(failed));
        self.next(draws, outcome, tick_end, &mut alone);
        alone.gave_up[0]
    }

    #[inline]
    fn too_late<D: Draws>(&self, draws: &mut D, client: u32, at: SimTime) -> Option<GaveUp> {
        let arrival = || self.arrival(draws, client);
        self.stay.is_over(client, at, arrival)
    }
}
