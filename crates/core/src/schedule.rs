//! The clock of a run: ticks, and when an attempt is due.

use std::ops::Range;

use crate::divisor::Divisor;
use crate::scenario::{Clock, Scenario};
use crate::time::{SimDuration, SimTime};

/// Ticks, and the rules by which a due time falls into one.
#[derive(Clone, Debug)]
pub(crate) struct Schedule {
    clock: Clock,
    tick: u64,
    per_tick: Divisor,
    horizon: SimTime,
}

impl Schedule {
    pub(crate) fn new(scenario: &Scenario) -> Self {
        let tick = scenario.server.tick.as_nanos();
        Self {
            clock: scenario.clock,
            tick,
            per_tick: Divisor::new(tick),
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
        self.per_tick.divide(at.as_nanos())
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
                let due_nanos = due.as_nanos();
                let into_tick = due_nanos - self.per_tick.round_down(due_nanos);
                let to_next = self.tick - into_tick;
                due + SimDuration::from_nanos(if into_tick == 0 { 0 } else { to_next })
            }
        }
    }
}
