//! The tick being handled: which of its attempts fares how (MODEL section 2).

use std::ops::Range;

use crate::calendar::Pending;
use crate::event::Outcome;
use crate::scenario::Server;
use crate::time::SimTime;

/// The attempts of one tick, and what the server can still do in it.
#[derive(Clone, Debug)]
pub(crate) struct Tick {
    outage: Range<SimTime>,
    /// Whole requests in one tick.
    capacity: u64,
    span: Range<SimTime>,
    /// Whether the outage begins or ends inside.
    has_edge: bool,
    /// How many more can be served.
    capacity_left: u64,
    pending: Vec<Pending>,
    /// How many of `pending` are done.
    done: usize,
}

/// Attempts of a tick, next to each other, that fare alike.
#[derive(Clone, Debug)]
pub(crate) struct Alike {
    pub(crate) outcome: Outcome,
    attempts: Range<usize>,
}

impl Alike {
    /// How many; never none.
    pub(crate) fn len(&self) -> usize {
        self.attempts.len()
    }
}

impl Tick {
    /// Before the first tick.
    pub(crate) fn new(server: &Server) -> Self {
        Self {
            outage: server.outage.span(),
            capacity: server.capacity_per_tick().unwrap_or(u64::MAX),
            span: SimTime::ZERO..SimTime::ZERO,
            has_edge: false,
            capacity_left: 0,
            pending: Vec::new(),
            done: 0,
        }
    }

    /// The attempts of the tick, to be exchanged for those of another one.
    pub(crate) fn pending_mut(&mut self) -> &mut Vec<Pending> {
        &mut self.pending
    }

    /// Begins the tick of `span` with what is pending now.
    pub(crate) fn begin(&mut self, span: Range<SimTime>) {
        let inside = |edge: SimTime| span.start < edge && edge < span.end;
        self.has_edge = inside(self.outage.start) || inside(self.outage.end);
        self.span = span;
        self.capacity_left = self.capacity;
        self.done = 0;
    }

    /// Puts all attempts in order of (arrival time, client), at the price of sorting.
    pub(crate) fn put_in_order(&mut self) {
        self.pending.sort_unstable_by_key(Pending::order);
    }

    pub(crate) fn start(&self) -> SimTime {
        self.span.start
    }

    pub(crate) fn end(&self) -> SimTime {
        self.span.end
    }

    pub(crate) fn is_done(&self) -> bool {
        self.done == self.pending.len()
    }

    /// The attempts of `alike`.
    #[inline]
    pub(crate) fn attempts(&self, alike: &Alike) -> &[Pending] {
        &self.pending[alike.attempts.clone()]
    }

    /// Takes the attempts that come next and fare alike, at most `most` of them.
    /// The tick must not be done.
    pub(crate) fn take_alike(&mut self, most: usize) -> Alike {
        let next = self.done;
        let wasted = self.outage.contains(&self.pending[next].at);
        let outcome = match self.capacity_left {
            _ if wasted => Outcome::Wasted,
            0 => Outcome::Rejected,
            _ => Outcome::Served,
        };
        let mut count = most.min(self.pending.len() - next);
        if outcome == Outcome::Served {
            count = self.capacity_left.min(count as u64) as usize;
        }
        if self.has_edge {
            let candidates = self.pending[next..next + count].iter();
            let same = |other: &&Pending| self.outage.contains(&other.at) == wasted;
            count = candidates.take_while(same).count();
        }
        if outcome == Outcome::Served {
            self.capacity_left -= count as u64;
        }
        self.done += count;
        Alike {
            outcome,
            attempts: next..self.done,
        }
    }

    /// Moves the attempts that get the tick's capacity before those that do not.
    /// Their order is of no other consequence, so selecting is enough, in linear
    /// time; sorting would not be.
    pub(crate) fn put_served_first(&mut self) {
        let met_server = self.met_server_last();
        let capacity = self.capacity;
        let met_server = &mut self.pending[met_server..];
        if met_server.len() as u64 > capacity {
            met_server.select_nth_unstable_by_key(capacity as usize, Pending::order);
        }
    }

    /// Moves what came during the outage to the front; gives where the rest begins.
    fn met_server_last(&mut self) -> usize {
        if !self.has_edge {
            let wasted = self.outage.contains(&self.span.start);
            return if wasted { self.pending.len() } else { 0 };
        }
        let mut wasted = 0;
        for index in 0..self.pending.len() {
            if self.outage.contains(&self.pending[index].at) {
                self.pending.swap(wasted, index);
                wasted += 1;
            }
        }
        wasted
    }
}
