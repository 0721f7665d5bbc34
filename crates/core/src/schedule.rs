//! The clock of a run: ticks, and when an attempt is due.

use crate::scenario::{Clock, Scenario};
use crate::time::{SimDuration, SimTime};

/// Ticks, and the rules by which a due time falls into one.
#[derive(Clone, Debug)]
pub(crate) struct Schedule {
    clock: Clock,
    tick: u64,
    horizon: SimTime,
}

impl Schedule {
    pub(crate) fn new(scenario: &Scenario) -> Self {
        Self {
            clock: scenario.clock,
            tick: scenario.server.tick.as_nanos(),
            horizon: SimTime::ZERO + scenario.horizon,
        }
    }

    /// How many ticks begin before the horizon.
    pub(crate) fn ticks(&self) -> usize {
        self.horizon.as_nanos().div_ceil(self.tick) as usize
    }

    /// Nothing happens from here on.
    pub(crate) fn horizon(&self) -> SimTime {
        self.horizon
    }

    /// The tick that `at` falls into.
    #[inline]
    pub(crate) fn tick_of(&self, at: SimTime) -> u64 {
        at.as_nanos() / self.tick
    }

    /// When `tick` begins.
    #[inline]
    pub(crate) fn start_of(&self, tick: u64) -> SimTime {
        SimTime::from_nanos(tick.saturating_mul(self.tick))
    }

    /// When a client makes its first attempt that arrives `after` the start.
    #[inline]
    pub(crate) fn arrival(&self, after: SimDuration) -> SimTime {
        self.on_clock(SimTime::ZERO + after)
    }

    /// When a client tries again that failed at `failed`, in tick `tick`: after
    /// its delay, but never inside the tick that failed it.
    #[inline]
    pub(crate) fn retry(&self, failed: SimTime, tick: u64, delay: SimDuration) -> SimTime {
        self.on_clock(failed + delay).max(self.start_of(tick + 1))
    }

    #[inline]
    fn on_clock(&self, due: SimTime) -> SimTime {
        match self.clock {
            Clock::Continuous => due,
            Clock::Ticked => {
                let ticks = due.as_nanos().div_ceil(self.tick);
                SimTime::from_nanos(ticks.saturating_mul(self.tick))
            }
        }
    }
}
