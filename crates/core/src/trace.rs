//! One client's timeline, every delay with its formula evaluated.

use crate::delay::{DelayRule, Terms};
use crate::draws::{Draws, KeyedDraws};
use crate::event::{Event, Observer, Outcome};
use crate::run::{Run, Schedule};
use crate::scenario::Scenario;
use crate::time::SimTime;

/// How a client's story ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ending {
    /// Its last attempt, from 1.
    pub attempt: u32,
    /// Whether that attempt was served; otherwise the client gave up.
    pub served: bool,
}

/// One client's timeline.
#[derive(Clone, Debug, PartialEq)]
pub struct Trace {
    /// Which client, from 0.
    pub client: u32,
    /// What it did, in order; never empty unless it arrives after the horizon.
    pub attempts: Vec<Step>,
    /// How it ended; `None` if it still waited at the horizon.
    pub ending: Option<Ending>,
}

/// One attempt and the wait after it.
#[derive(Clone, Debug, PartialEq)]
pub struct Step {
    /// Which attempt, from 1.
    pub attempt: u32,
    /// When it reached the server.
    pub at: SimTime,
    /// What the server made of it.
    pub outcome: Outcome,
    /// The formula of the wait that follows; `None` if the client was served or
    /// is out of attempts.
    pub terms: Option<Terms>,
    /// When the next attempt is due; `None` if there is none to come: the client
    /// was served, or gave up.
    pub due: Option<SimTime>,
}

impl Trace {
    /// The timeline of `client` (from 0) in `scenario`, given how it ended in the
    /// herd: when the attempts fall follows from the seed alone, who is served
    /// depends on everybody.
    pub fn new(scenario: &Scenario, client: u32, ending: Option<Ending>) -> Self {
        Self::with_draws(scenario, client, ending, &mut KeyedDraws::new(scenario))
    }

    /// As [`Trace::new`], with luck from elsewhere.
    pub fn with_draws<D: Draws>(
        scenario: &Scenario,
        client: u32,
        ending: Option<Ending>,
        draws: &mut D,
    ) -> Self {
        todo!()
    }

    /// The timeline of `client` (from 0), the whole herd run for it.
    pub fn in_herd(scenario: &Scenario, client: u32) -> Self {
        todo!()
    }
}

/// Remembers how every client ended: one number a client, however many attempts.
#[derive(Clone, Debug)]
pub struct Endings {
    last: Vec<u32>,
}

impl Endings {
    /// For a fleet of `clients`, none of which has ended.
    pub fn new(clients: u32) -> Self {
        todo!()
    }

    /// How `client` (from 0) ended; `None` if it has not yet.
    pub fn of(&self, client: u32) -> Option<Ending> {
        todo!()
    }
}

impl Observer for Endings {
    fn attempt(&mut self, event: Event) {
        todo!()
    }
}
