//! The tick being handled: which of its attempts fares how (MODEL section 2).

use std::ops::Range;

use crate::WHOLE;
use crate::breaker::Breakers;
use crate::calendar::Pending;
use crate::capacity::{Allowance, Capacity};
use crate::event::Outcome;
use crate::in_order::Sorter;
use crate::scenario::Server;
use crate::select::put_first;
use crate::time::SimTime;

/// The attempts of one tick, and what the server can still do in it.
#[derive(Clone, Debug)]
pub(crate) struct Tick {
    outage: Range<SimTime>,
    capacity: Capacity,
    /// Whether there is a queue for those that find the capacity used up.
    has_queue: bool,
    span: Range<SimTime>,
    /// Whether the outage begins or ends inside.
    has_edge: bool,
    /// What the server still takes.
    left: Allowance,
    pending: Vec<Pending>,
    sorter: Sorter,
    /// How many of `pending` are done.
    done: usize,
}

/// What becomes of an attempt in its tick.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Fate {
    /// It is answered at once.
    Answered(Outcome),
    /// It may wait in the queue.
    Queued,
}

/// Attempts of a tick, next to each other, that fare alike.
#[derive(Clone, Debug)]
pub(crate) struct Alike {
    pub(crate) fate: Fate,
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
            capacity: Capacity::new(server),
            has_queue: server.queue.room > 0,
            span: SimTime::ZERO..SimTime::ZERO,
            has_edge: false,
            left: Allowance::default(),
            pending: Vec::new(),
            sorter: Sorter::default(),
            done: 0,
        }
    }

    /// The attempts of the tick, to be exchanged for those of another one.
    pub(crate) fn pending_mut(&mut self) -> &mut Vec<Pending> {
        &mut self.pending
    }

    /// Begins the tick of `span` with what is pending now; `in_order` if all of it
    /// is to be handled in order of (arrival time, client), at the price of sorting.
    ///
    /// What the server will have to do decides how much it can do: that is what comes
    /// to it in the tick, less what breakers that are open now will keep from it.
    #[inline]
    pub(crate) fn begin(
        &mut self,
        span: Range<SimTime>,
        in_order: bool,
        breakers: Option<&Breakers>,
    ) {
        let inside = |edge: SimTime| span.start < edge && edge < span.end;
        self.has_edge = inside(self.outage.start) || inside(self.outage.end);
        self.span = span;
        self.done = 0;
        let first = if in_order {
            self.sorter.sort(&mut self.pending, &self.span);
            let stopped = |pending: &Pending| breakers.is_some_and(|all| all.is_open_to(pending));
            let out = |pending: &&Pending| self.outage.contains(&pending.at) || stopped(pending);
            self.pending.iter().filter(out).count()
        } else {
            self.met_server_last()
        };
        let arrivals = (self.pending.len() - first) as u64;
        self.left = self.capacity.of_tick(self.span.start, arrivals);
        if in_order {
            return;
        }
        if self.has_queue() {
            self.pending[first..].sort_unstable_by_key(Pending::order);
        } else {
            self.put_served_first(first);
        }
    }

    fn has_queue(&self) -> bool {
        WHOLE && self.has_queue
    }

    /// Whether the server is up when the tick begins.
    pub(crate) fn begins_up(&self) -> bool {
        !self.outage.contains(&self.span.start)
    }

    /// Takes one request's worth of the capacity that is left, if any is.
    pub(crate) fn take_capacity(&mut self) -> bool {
        let taken = self.left.capacity > 0;
        self.left.capacity -= u64::from(taken);
        taken
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

    /// The attempt that comes next. The tick must not be done.
    pub(crate) fn next(&self) -> Pending {
        self.pending[self.done]
    }

    /// The attempts that come next, at most `most` of them.
    pub(crate) fn following(&self, most: usize) -> &[Pending] {
        let left = &self.pending[self.done..];
        &left[..most.min(left.len())]
    }

    /// Passes over the attempt that comes next.
    pub(crate) fn skip(&mut self) {
        self.done += 1;
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
        let fate = self.fate_of(next);
        let mut count = most.min(self.pending.len() - next);
        if self.has_edge {
            let wasted = fate == Fate::Answered(Outcome::Wasted);
            let candidates = self.pending[next..next + count].iter();
            let same = |other: &&Pending| self.outage.contains(&other.at) == wasted;
            count = candidates.take_while(same).count();
        }
        count = self.let_in(fate, count as u64) as usize;
        self.done += count;
        Alike {
            fate,
            attempts: next..self.done,
        }
    }

    fn fate_of(&self, index: usize) -> Fate {
        let Allowance {
            capacity,
            admission,
        } = self.left;
        if self.outage.contains(&self.pending[index].at) {
            Fate::Answered(Outcome::Wasted)
        } else if admission == 0 {
            Fate::Answered(Outcome::Rejected)
        } else if capacity > 0 {
            Fate::Answered(Outcome::Served)
        } else if self.has_queue() {
            Fate::Queued
        } else {
            Fate::Answered(Outcome::Rejected)
        }
    }

    /// Uses up what `most` attempts of this fate use up; gives how many can.
    fn let_in(&mut self, fate: Fate, most: u64) -> u64 {
        let Allowance {
            capacity,
            admission,
        } = &mut self.left;
        match fate {
            Fate::Answered(Outcome::Served) => {
                let count = most.min(*capacity).min(*admission);
                *capacity -= count;
                *admission -= count;
                count
            }
            Fate::Queued => {
                let count = most.min(*admission);
                *admission -= count;
                count
            }
            Fate::Answered(_) => most,
        }
    }

    /// Moves the attempts that get the tick's capacity before those that do not;
    /// `first` is the first that met the server. Their order is of no other
    /// consequence, so selecting is enough, in linear time; sorting would not be.
    fn put_served_first(&mut self, first: usize) {
        let served = self.left.capacity.min(self.left.admission);
        let met_server = &mut self.pending[first..];
        if met_server.len() as u64 > served {
            put_first(met_server, served as usize);
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
