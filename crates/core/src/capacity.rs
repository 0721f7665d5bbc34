//! How many requests the server answers in a tick.

use crate::scenario::{Degradation, Server};

/// The capacity of a tick, by what arrives in it.
#[derive(Clone, Debug)]
pub(crate) struct Capacity {
    /// Whole requests in one tick, while the server is not overloaded.
    whole: u64,
    /// The same, not rounded down.
    exact: f64,
    degradation: Option<Degradation>,
}

impl Capacity {
    pub(crate) fn new(server: &Server) -> Self {
        let degrades = server.capacity.is_some() && server.degradation.exponent > 0.0;
        Self {
            whole: server.capacity_per_tick().unwrap_or(u64::MAX),
            exact: server.capacity.unwrap_or(0.0) * server.tick.as_secs_f64(),
            degradation: degrades.then_some(server.degradation),
        }
    }

    /// Whether `arrivals` attempts in one tick can all be served, as far as one
    /// can tell without counting those that came during the outage.
    #[inline]
    pub(crate) fn is_ample_for(&self, arrivals: u64) -> bool {
        arrivals <= self.whole
    }

    /// Requests served of `arrivals` that meet the server in one tick.
    #[inline]
    pub(crate) fn of_tick(&self, arrivals: u64) -> u64 {
        match self.degradation {
            Some(degradation) if arrivals > self.whole => self.degraded(degradation, arrivals),
            _ => self.whole,
        }
    }

    fn degraded(&self, degradation: Degradation, arrivals: u64) -> u64 {
        let overload = arrivals as f64 / self.exact;
        if overload <= 1.0 {
            return self.whole;
        }
        // `libm`, because `powf` differs between machines in the last bit.
        let left = 1.0 / libm::pow(overload, degradation.exponent);
        (self.exact * left.max(degradation.floor) + 1e-9) as u64
    }
}
