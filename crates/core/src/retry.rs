//! From a failure to the next attempt, or to giving up.

use crate::WHOLE;
use crate::delay::Delay;
use crate::draws::Draws;
use crate::fatal::Fatal;
use crate::patience::Patience;
use crate::scenario::Scenario;
use crate::schedule::Schedule;
use crate::time::{SimDuration, SimTime};
use crate::wait::{Failure, WaitRule};

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
    deadline: Option<SimDuration>,
    fatal: Option<Fatal>,
    patience: Option<Patience>,
}

/// The next attempt.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Retry {
    pub(crate) at: SimTime,
    /// What the delay after it grows from.
    pub(crate) memory: SimDuration,
}

impl RetryRule {
    pub(crate) fn new(scenario: &Scenario) -> Self {
        Self {
            wait: WaitRule::new(scenario),
            schedule: Schedule::new(scenario),
            arrivals: scenario.fleet.arrivals,
            attempts: scenario.policy.all_attempts().unwrap_or(u32::MAX),
            deadline: scenario.policy.deadline,
            fatal: Fatal::new(scenario),
            patience: Patience::new(scenario),
        }
    }

    /// Makes it quick to ask for `clients` clients.
    pub(crate) fn work_out(&mut self, clients: u32) {
        self.wait.work_out(clients);
        if WHOLE && let Some(patience) = &mut self.patience {
            patience.reserve(clients);
        }
    }

    pub(crate) fn wait(&self) -> &WaitRule {
        &self.wait
    }

    pub(crate) fn schedule(&self) -> &Schedule {
        &self.schedule
    }

    /// Whether any client can leave.
    pub(crate) fn leaving(&self) -> bool {
        WHOLE && self.patience.is_some()
    }

    /// When `client` makes its first attempt.
    #[inline]
    pub(crate) fn arrival<D: Draws>(&self, draws: &mut D, client: u32) -> SimTime {
        let after = draws.arrival(client, self.arrivals);
        self.schedule.arrival(after)
    }

    /// Remembers when the next client arrives, from the first one on.
    #[inline]
    pub(crate) fn arrive(&mut self, at: SimTime) {
        if WHOLE && let Some(patience) = &mut self.patience {
            patience.arrive(at);
        }
    }

    /// Whether the small model has this rule, so that it can be asked without `ALL`.
    pub(crate) fn is_usual(&self) -> bool {
        self.fatal.is_none() && self.patience.is_none() && self.wait.is_usual()
    }

    /// The next attempt after a failure that was told in the tick that ends at
    /// `tick_end`. `ALL` is that of the whole model; without it, for a rule that is
    /// usual.
    ///
    /// # Errors
    ///
    /// The first reason not to make one, in the order of [`GaveUp`].
    #[inline]
    pub(crate) fn next<const ALL: bool, D: Draws>(
        &self,
        draws: &mut D,
        failure: &Failure,
        tick_end: SimTime,
    ) -> Result<Retry, GaveUp> {
        if failure.attempt >= self.attempts {
            return Err(GaveUp::Attempts);
        }
        if ALL
            && let Some(fatal) = &self.fatal
            && fatal.is(failure)
        {
            return Err(GaveUp::Fatal);
        }
        let Some(Delay { delay, memory }) = self.wait.after_as::<ALL, D>(draws, failure) else {
            return Err(GaveUp::RetryAfter);
        };
        let at = self.schedule.retry(failure.answered, tick_end, delay);
        self.in_time::<ALL, D>(draws, failure.client, at)?;
        Ok(Retry { at, memory })
    }

    #[inline]
    fn in_time<const ALL: bool, D: Draws>(
        &self,
        draws: &mut D,
        client: u32,
        at: SimTime,
    ) -> Result<(), GaveUp> {
        if let Some(deadline) = self.deadline
            && at > self.arrival(draws, client) + deadline
        {
            return Err(GaveUp::Deadline);
        }
        if ALL
            && let Some(patience) = &self.patience
            && at > patience.leaves(client, || self.arrival(draws, client))
        {
            return Err(GaveUp::Left);
        }
        Ok(())
    }
}
