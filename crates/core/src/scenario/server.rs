//! What the clients call.

use std::ops::Range;

use crate::time::{SimDuration, SimTime};

/// What the clients call.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Server {
    /// When every request fails.
    pub outage: Outage,
    /// Requests that it can answer in one second, dealt out tick by tick;
    /// `None` is unlimited.
    pub capacity: Option<f64>,
    /// The step of its accounting clock.
    pub tick: SimDuration,
    /// How it slows down under overload.
    pub degradation: Degradation,
    /// How its capacity comes back after the outage.
    pub slow_start: SlowStart,
    /// Requests in one second that are let in at all, dealt out tick by tick;
    /// what is above is shed at the door, and does not slow the server down; see the
    /// example at [`Degradation`].
    /// `None` lets everything in.
    pub admission: Option<f64>,
    /// Where those wait that were let in and found the capacity used up.
    pub queue: Queue,
    /// The Retry-After that it sends with every failure; `None` sends none.
    pub retry_after: Option<SimDuration>,
    /// The Retry-After for those that it sheds, in place of the other one; zero
    /// sends none. `None` makes no difference.
    pub shed_retry_after: Option<SimDuration>,
    /// How it writes that.
    pub retry_after_form: RetryAfterForm,
}

/// How a server writes a Retry-After.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RetryAfterForm {
    /// As a number of seconds.
    Seconds,
    /// As a date, which has whole seconds only.
    Date,
}

/// How the capacity comes back after the outage: from a share of it, on a
/// straight line, to all of it.
/// Back over 1 s from a fifth, a server of 100 a second takes 2 of its 10 in the first tick
/// of 100 ms, 2.8 and so 2 in the second one, and 6 in the one that begins after 500 ms.
///
/// ```
/// # use retry_herd_core::{Run, Scenario};
/// let mut scenario = Scenario::default();
/// let herd = [("clients", "500"), ("arrivals", "0s"), ("outage", "0s"), ("jitter", "none")];
/// let retries = [("growth", "fixed"), ("base", "100ms"), ("capacity", "100")];
/// let slowly = [("server.slow_start.over", "1s"), ("server.slow_start.from", "0.2")];
/// for (field, value) in [&herd[..], &retries, &slowly].concat() {
///     scenario.set(field, value).unwrap();
/// }
/// let run = Run::new(&scenario).finish();
/// let served = [0, 1, 5, 10].map(|window: usize| run.windows()[window].served);
/// assert_eq!(served, [2, 2, 6, 10]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SlowStart {
    /// How long that takes; zero is at once.
    pub over: SimDuration,
    /// The share at the beginning, in `[0, 1]`.
    pub from: f64,
}

/// A queue in front of the server, first in, first out. Who waits in it does not
/// retry.
/// Ten requests at once to a server that answers two in a tick, with room for three: two are
/// served at once, three wait and are served in the next two ticks, five are shed. A second
/// later these fare alike: two are served, three wait. So 15 requests are enough; without room
/// it takes 30.
///
/// ```
/// # use retry_herd_core::{Run, Scenario};
/// let requests = |room: &str| {
///     let mut scenario = Scenario::default();
///     let herd = [("clients", "10"), ("arrivals", "0s"), ("outage", "0s"), ("jitter", "none")];
///     let server = [("growth", "fixed"), ("capacity", "20"), ("room", room)];
///     for (field, value) in [&herd[..], &server].concat() {
///         scenario.set(field, value).unwrap();
///     }
///     Run::new(&scenario).finish().report().requests.total
/// };
/// assert_eq!((requests("3"), requests("0")), (15, 30));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Queue {
    /// How many can wait; 0 is no queue.
    pub room: u32,
    /// Who is shed when it is full.
    pub shed: Shed,
}

/// Who is shed when the queue is full.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shed {
    /// Who comes last.
    Newest,
    /// Who has waited longest.
    Oldest,
}

/// The interval in which every request fails.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Outage {
    /// Its beginning.
    pub start: SimDuration,
    /// How long it lasts; `None` is forever.
    pub length: Option<SimDuration>,
}

/// How a server that is asked for more than it can take slows down: the tick's
/// capacity is multiplied by `max(floor, 1 / overload^exponent)`, with
/// `overload = arrivals in the tick / capacity of the tick`, when that is above 1.
/// Ten requests at once to a server that answers four in a tick are an overload of 2.5:
/// with an exponent of 1 the four become `4 / 2.5 = 1.6`, so one is served. Shedding at the
/// door ([`Server::admission`]) keeps all four; a floor of 0.5 keeps two.
///
/// ```
/// # use retry_herd_core::{Run, Scenario};
/// let served = |settings: &[(&str, &str)]| {
///     let mut scenario = Scenario::default();
///     let herd = [("clients", "10"), ("arrivals", "0s"), ("outage", "0s")];
///     let server = [("capacity", "40"), ("exponent", "1"), ("horizon", "100ms")];
///     for (field, value) in [&herd, &server, settings].concat() {
///         scenario.set(field, value).unwrap();
///     }
///     Run::new(&scenario).finish().report().served
/// };
/// assert_eq!(served(&[]), 1);
/// assert_eq!(served(&[("admission", "40")]), 4);
/// assert_eq!(served(&[("floor", "0.5")]), 2);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Degradation {
    /// How steeply; 0 is not at all.
    pub exponent: f64,
    /// The share of the capacity that is always left, in `[0, 1]`.
    pub floor: f64,
}

impl Outage {
    /// From when until when; what falls on the end meets a working server.
    pub fn span(&self) -> Range<SimTime> {
        let start = SimTime::ZERO + self.start;
        start..self.length.map_or(SimTime::MAX, |length| start + length)
    }
}

impl Server {
    /// Whole requests that can be answered in one tick: a further one is served
    /// only while `served + 1 ≤ capacity × tick`, and what is left over is lost.
    /// `None` is unlimited.
    pub fn capacity_per_tick(&self) -> Option<u64> {
        Some(self.per_tick(self.capacity?))
    }

    /// Whole requests in one tick at `rate` a second.
    pub(crate) fn per_tick(&self, rate: f64) -> u64 {
        // 0.3 s × 10/s is 2.9999999999999996: the product is meant, not its error.
        (rate * self.tick.as_secs_f64() + 1e-9) as u64
    }
}
