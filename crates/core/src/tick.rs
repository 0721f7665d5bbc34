//! The tick being handled: which of its attempts fares how (docs/model.md).

use std::ops::Range;

use crate::WHOLE;
use crate::breaker::Breakers;
use crate::calendar::Pending;
use crate::capacity::{Allowance, Capacity};
use crate::event::Outcome;
use crate::in_order::Sorter;
use crate::scenario::Server;
use crate::select::{put_first, put_those_first};
use crate::time::SimTime;

/// The attempts of one tick, and what the server can still do in it.
#[derive(Clone, Debug)]
pub(crate) struct Tick {
    outage: Range<SimTime>,
    capacity: Capacity,
    span: Range<SimTime>,
    /// Whether the outage begins or ends inside.
    has_edge: bool,
    /// What the server still takes.
    left: Allowance,
    pending: Vec<Pending>,
    /// Whether `pending` is in order of (arrival time, client). Otherwise those that fare
    /// alike stand together, in parts that end here, by their place in [`FATES`].
    in_order: bool,
    ends: [usize; FATES.len()],
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

/// In the order in which they are handled: that of time, in a tick without an edge.
const FATES: [Fate; 5] = [
    Fate::Answered(Outcome::ShortCircuited),
    Fate::Answered(Outcome::Wasted),
    Fate::Answered(Outcome::Served),
    Fate::Queued,
    Fate::Answered(Outcome::Rejected),
];

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
            span: SimTime::ZERO..SimTime::ZERO,
            has_edge: false,
            left: Allowance::default(),
            pending: Vec::new(),
            in_order: false,
            ends: [0; FATES.len()],
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
    /// Otherwise [`Tick::deal`] is to follow.
    ///
    /// What the server will have to do decides how much it can do: that is what comes
    /// to it in the tick, less what breakers that are open now will keep from it.
    #[inline]
    pub(crate) fn begin(
        &mut self,
        span: Range<SimTime>,
        in_order: bool,
        breakers: Option<&mut Breakers>,
    ) {
        self.has_edge = self.has_edge(&span);
        self.span = span;
        self.in_order = in_order;
        self.done = 0;
        let first = if in_order {
            self.sorter.sort(&mut self.pending, &self.span);
            self.stay_away(breakers.as_deref())
        } else {
            let stopped = self.put_stopped_first(breakers);
            self.put_wasted_first(stopped)
        };
        let arrivals = (self.pending.len() - first) as u64;
        self.left = self.capacity.of_tick(self.span.start, arrivals);
    }

    /// Gives what the server can do in this tick, after it has done what it had to do
    /// before, to those who come first; `queue` is how many may then wait, in order.
    pub(crate) fn deal(&mut self, queue: usize) {
        let [_, met_server, ..] = self.ends;
        let attempts = &mut self.pending[met_server..];
        let at_most = |limit: u64| attempts.len().min(limit as usize);
        let admitted = at_most(self.left.admission);
        let served = at_most(self.left.capacity).min(admitted);
        if served < attempts.len() {
            put_first(attempts, served);
        }
        let queued = queue.min(admitted - served);
        if WHOLE && queued > 0 {
            let others = &mut attempts[served..];
            if queued < others.len() {
                put_first(others, queued);
            }
            self.sorter.sort(&mut others[..queued], &self.span);
        }
        let served = met_server + served;
        let queued = served + queued;
        let [_, _, ends @ ..] = &mut self.ends;
        *ends = [served, queued, self.pending.len()];
    }

    /// Whether attempts are to be handled one by one.
    pub(crate) fn is_in_order(&self) -> bool {
        self.in_order
    }

    /// Whether the outage begins or ends inside the tick of `span`.
    pub(crate) fn has_edge(&self, span: &Range<SimTime>) -> bool {
        let inside = |edge: SimTime| span.start < edge && edge < span.end;
        inside(self.outage.start) || inside(self.outage.end)
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

    /// The attempts of `alike`.
    #[inline]
    pub(crate) fn attempts(&self, alike: &Alike) -> &[Pending] {
        &self.pending[alike.attempts.clone()]
    }

    /// Takes the attempts that come next and fare alike, at most `most` of them.
    /// The tick must not be done, nor in order.
    pub(crate) fn take_alike(&mut self, most: usize) -> Alike {
        let next = self.done;
        let part = self.ends.iter().position(|&end| next < end);
        let part = part.unwrap_or(FATES.len() - 1);
        self.done = self.ends[part].min(next + most);
        Alike {
            fate: FATES[part],
            attempts: next..self.done,
        }
    }

    /// Takes the attempt that comes next, which a breaker stopped or let through. The
    /// tick must not be done.
    pub(crate) fn take_next(&mut self, stopped: bool) -> Alike {
        let next = self.done;
        self.done += 1;
        let fate = if stopped {
            Fate::Answered(Outcome::ShortCircuited)
        } else {
            self.fate_of(next)
        };
        Alike {
            fate,
            attempts: next..self.done,
        }
    }

    /// What becomes of an attempt whose turn it is; uses up what it uses up.
    fn fate_of(&mut self, index: usize) -> Fate {
        if self.outage.contains(&self.pending[index].at) {
            return Fate::Answered(Outcome::Wasted);
        }
        if self.left.admission == 0 {
            return Fate::Answered(Outcome::Rejected);
        }
        self.left.admission -= 1;
        if self.take_capacity() {
            Fate::Answered(Outcome::Served)
        } else if WHOLE {
            Fate::Queued
        } else {
            Fate::Answered(Outcome::Rejected)
        }
    }

    /// How many of the attempts, which are in order, will not meet the server.
    fn stay_away(&self, breakers: Option<&Breakers>) -> usize {
        let stopped = |pending: &Pending| breakers.is_some_and(|all| all.is_open_to(pending));
        let away = |pending: &&Pending| self.outage.contains(&pending.at) || stopped(pending);
        self.pending.iter().filter(away).count()
    }

    /// Moves what breakers stop to the front; gives where the rest begins.
    fn put_stopped_first(&mut self, breakers: Option<&mut Breakers>) -> usize {
        let stopped = match breakers {
            Some(breakers) if WHOLE => {
                put_those_first(&mut self.pending, |pending| !breakers.lets_through(pending))
            }
            _ => 0,
        };
        self.ends[0] = stopped;
        stopped
    }

    /// Moves what comes during the outage before the rest of the attempts from `first` on;
    /// gives where those begin that meet the server.
    fn put_wasted_first(&mut self, first: usize) -> usize {
        let rest = &mut self.pending[first..];
        let wasted = if self.has_edge {
            put_those_first(rest, |pending| self.outage.contains(&pending.at))
        } else if self.outage.contains(&self.span.start) {
            rest.len()
        } else {
            0
        };
        self.ends[1] = first + wasted;
        first + wasted
    }
}
