//! What happens in a run, and who may watch.

use crate::time::SimTime;

/// One attempt, as it happened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Event {
    /// Who made it, from 0.
    pub client: u32,
    /// Which of the client's attempts it is, from 1.
    pub attempt: u32,
    /// When it reached the server, or would have.
    pub at: SimTime,
    /// When the client had its answer: later than that only if it waited in a queue.
    pub answered: SimTime,
    /// What became of it.
    pub outcome: Outcome,
    /// Whether the client gave up on it: it failed, and attempts or deadline
    /// allow no other.
    pub gave_up: bool,
}

/// What became of an attempt.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// It came during the outage.
    Wasted,
    /// The server was up, with the tick's capacity used up.
    Rejected,
    /// It was served.
    Served,
    /// An open circuit breaker failed it at once: it never reached the server.
    ShortCircuited,
}

/// Somebody who is told of every attempt. Inside one tick the order is not
/// specified, but it is the same in every run of the same scenario.
pub trait Observer {
    /// An attempt was made.
    fn attempt(&mut self, event: Event);
}

/// Nobody watches; costs nothing.
impl Observer for () {
    #[inline]
    fn attempt(&mut self, _: Event) {}
}

/// Two watch.
impl<A: Observer, B: Observer> Observer for (A, B) {
    #[inline]
    fn attempt(&mut self, event: Event) {
        self.0.attempt(event);
        self.1.attempt(event);
    }
}
