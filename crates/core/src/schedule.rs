//! The clock of a run: ticks, and when an attempt is due.

use std::ops::Range;

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

    /// Nothing happens from here on.
    pub(crate) fn horizon(&self) -> SimTime {
        self.horizon
    }

    /// The tick that `at` falls into.
    #[inline]
    pub(crate) fn tick_of(&self, at: SimTime) -> u64 {
        at.as_nanos() / self.tick
    }

    /// From when until when `tick` lasts; it begins before the horizon.
    #[inline]
    pub(crate) fn span_of(&self, tick: u64) -> Range<SimTime> {
        let start = tick * self.tick;
        SimTime::from_nanos(start)..SimTime::from_nanos(start + self.tick)
    }

    /// When a client makes its first attempt that arrives `after` the start.
    #[inline]
    pub(crate) fn arrival(&self, after: SimDuration) -> SimTime {
        self.on_clock(SimTime::ZERO + after)
    }

    /// When a client tries again that failed at `failed`, in the tick that ends at
    /// `tick_end`: after its delay, but never inside that tick.
    #[inline]
    pub(crate) fn retry(&self, failed: SimTime, tick_end: SimTime, delay: SimDuration) -> SimTime {
        self.on_clock(failed + delay).max(tick_end)
    }

    #[inline]
    fn on_clock(&self, due: SimTime) -> SimTime {
        match self.clock {
            Clock::Continuous => due,
            Clock::Ticked => {
                let into_tick = due.as_nanos() % self.tick;
                let to_next = self.tick - into_tick;
                due + SimDuration::from_nanos(if into_tick == 0 { 0 } else { to_next })
            }
        }
    }
}
