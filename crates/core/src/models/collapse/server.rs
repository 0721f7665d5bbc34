//! The server of the collapse model: when it answers what.

use super::{ServerKind, SlowServer};
use crate::time::{SimDuration, SimTime};

pub(super) struct Service<'s> {
    settings: &'s SlowServer,
    in_flight: u64,
    /// Queue: when all that wait will have been answered.
    free: SimTime,
    /// Queue: what one request takes.
    turn: SimDuration,
}

impl<'s> Service<'s> {
    pub(super) fn new(settings: &'s SlowServer) -> Self {
        Self {
            settings,
            in_flight: 0,
            free: SimTime::ZERO,
            turn: SimDuration::from_secs_f64(1.0 / settings.capacity),
        }
    }

    /// Requests that have arrived and have not been answered.
    pub(super) fn in_flight(&self) -> u64 {
        self.in_flight
    }

    /// A request arrives at `at`; when it is answered.
    pub(super) fn arrives(&mut self, at: SimTime) -> SimTime {
        self.in_flight += 1;
        match self.settings.kind {
            ServerKind::Slowing => {
                let slowed = self.settings.per_request.times(self.in_flight);
                self.awake(at) + self.settings.service + slowed
            }
            ServerKind::Queue => {
                self.free = self.awake(at.max(self.free)) + self.turn;
                self.free
            }
        }
    }

    /// An answer leaves.
    pub(super) fn answers(&mut self) {
        self.in_flight -= 1;
    }

    /// `at`, or the end of the outage that it falls into.
    fn awake(&self, at: SimTime) -> SimTime {
        let outage = self.settings.outage.span();
        if outage.contains(&at) { outage.end } else { at }
    }
}
