//! How many requests the server takes in a tick.

use crate::WHOLE;
use crate::power::power;
use crate::scenario::{Degradation, Server, SlowStart};
use crate::time::{SimDuration, SimTime};

/// The capacity of a tick, by when it is and what arrives in it.
#[derive(Clone, Debug)]
pub(crate) struct Capacity {
    /// Whole requests in one tick of a server that is well.
    whole: u64,
    /// The same, not rounded down; `None` is unlimited, and nothing changes that.
    exact: Option<f64>,
    /// Whole requests in one tick that are let in.
    admission: u64,
    degradation: Option<Degradation>,
    tick: SimDuration,
    slow_start: Option<(SimTime, SlowStart)>,
}

/// What the server takes in one tick.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Allowance {
    /// Requests that are answered.
    pub(crate) capacity: u64,
    /// Requests that are let in.
    pub(crate) admission: u64,
}

impl Capacity {
    pub(crate) fn new(server: &Server) -> Self {
        let recovery = server.outage.span().end;
        let starts_slowly = WHOLE && server.slow_start.over.as_nanos() > 0;
        Self {
            whole: server.capacity_per_tick().unwrap_or(u64::MAX),
            exact: server.capacity.map(|rate| rate * server.tick.as_secs_f64()),
            admission: server
                .admission
                .map_or(u64::MAX, |rate| server.per_tick(rate)),
            degradation: (WHOLE && server.degradation.exponent > 0.0).then_some(server.degradation),
            tick: server.tick,
            slow_start: starts_slowly.then_some((recovery, server.slow_start)),
        }
    }

    /// What is taken of `arrivals` that meet the server in the tick that begins at
    /// `start`.
    #[inline]
    pub(crate) fn of_tick(&self, start: SimTime, arrivals: u64) -> Allowance {
        if !WHOLE {
            return Allowance {
                capacity: self.whole,
                admission: u64::MAX,
            };
        }
        let load = arrivals.min(self.admission);
        let plain = self.slow_start.is_none() && (self.degradation.is_none() || load <= self.whole);
        Allowance {
            capacity: if plain {
                self.whole
            } else {
                self.reduced(start, load)
            },
            admission: self.admission,
        }
    }

    fn reduced(&self, start: SimTime, load: u64) -> u64 {
        let Some(exact) = self.exact else {
            return self.whole;
        };
        let back = exact * self.share_back(start);
        // Nobody is slowed down by more than there is to do.
        let overload = load as f64 / back;
        let left = match self.degradation {
            Some(Degradation { exponent, floor }) if overload > 1.0 => {
                (1.0 / power(overload, exponent)).max(floor)
            }
            _ => 1.0,
        };
        (back * left + 1e-9) as u64
    }

    /// The share of the capacity that is back.
    fn share_back(&self, start: SimTime) -> f64 {
        let Some((recovery, SlowStart { over, from })) = self.slow_start else {
            return 1.0;
        };
        // The tick in which the outage ends is the first one of the slow start.
        if start + self.tick <= recovery {
            return 1.0;
        }
        let part = (start - recovery).as_secs_f64() / over.as_secs_f64();
        from + (1.0 - from) * part.min(1.0)
    }
}
