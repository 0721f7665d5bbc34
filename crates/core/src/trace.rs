//! One client's timeline, every delay with its formula evaluated.

use std::ops::Range;

use crate::delay::{DelayRule, Terms};
use crate::draws::{Draws, KeyedDraws};
use crate::event::{Event, Observer, Outcome};
use crate::run::Run;
use crate::scenario::Scenario;
use crate::schedule::Schedule;
use crate::time::{SimDuration, SimTime};

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
    /// What it did, in order, up to [`Trace::LIMIT`]; empty only if it arrives
    /// after the horizon.
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
    /// gave up.
    pub terms: Option<Terms>,
    /// When the next attempt comes, which may be past the horizon; `None` if
    /// the client was served or gave up.
    pub due: Option<SimTime>,
}

impl Trace {
    /// Attempts that a trace keeps: more than anybody steps through, and a bound
    /// for clients that try every tick for hours.
    pub const LIMIT: usize = 10_000;

    /// The timeline of `client` (from 0) in `scenario`, given how it ended in the
    /// herd: when its attempts fall follows from the seed alone, but who is served
    /// depends on everybody.
    pub fn new(scenario: &Scenario, client: u32, ending: Option<Ending>) -> Self {
        Self::with_draws(scenario, client, ending, &mut KeyedDraws::new(scenario))
    }

    /// The timeline of `client` (from 0), with the whole herd run for it.
    pub fn in_herd(scenario: &Scenario, client: u32) -> Self {
        let endings = Endings::new(scenario.fleet.clients);
        let run = Run::watched(scenario, endings).finish();
        Self::new(scenario, client, run.observer().of(client))
    }

    /// As [`Trace::new`], with luck from elsewhere.
    pub fn with_draws<D: Draws>(
        scenario: &Scenario,
        client: u32,
        ending: Option<Ending>,
        draws: &mut D,
    ) -> Self {
        let follower = Follower {
            schedule: Schedule::new(scenario),
            rule: DelayRule::new(&scenario.policy),
            outage: scenario.server.outage.span(),
            client,
            ending,
        };
        let after = draws.arrival(client, scenario.fleet.arrivals);
        let first = follower.schedule.arrival(after);
        follower.follow(first, draws)
    }
}

/// Walks along one client's attempts.
struct Follower {
    schedule: Schedule,
    rule: DelayRule,
    outage: Range<SimTime>,
    client: u32,
    ending: Option<Ending>,
}

impl Follower {
    fn follow<D: Draws>(self, first: SimTime, draws: &mut D) -> Trace {
        let mut attempts = Vec::new();
        let mut at = Some(first);
        let mut previous = self.rule.first_previous();
        while let Some(now) = at.filter(|&now| now < self.schedule.horizon()) {
            if attempts.len() == Trace::LIMIT {
                break;
            }
            let step = self.step(attempts.len() as u32 + 1, now, previous, draws);
            at = step.due;
            previous = step.terms.map_or(previous, |terms| terms.delay);
            attempts.push(step);
        }
        Trace {
            client: self.client,
            attempts,
            ending: self.ending,
        }
    }

    fn step<D: Draws>(
        &self,
        attempt: u32,
        at: SimTime,
        previous: SimDuration,
        draws: &mut D,
    ) -> Step {
        let is_last = self.ending.is_some_and(|ending| ending.attempt == attempt);
        let terms = (!is_last).then(|| self.rule.terms(draws, self.client, attempt, previous));
        let tick = self.schedule.span_of(self.schedule.tick_of(at));
        Step {
            attempt,
            at,
            outcome: self.outcome(at, is_last),
            due: terms.map(|terms| self.schedule.retry(at, tick.end, terms.delay)),
            terms,
        }
    }

    fn outcome(&self, at: SimTime, is_last: bool) -> Outcome {
        if self.outage.contains(&at) {
            return Outcome::Wasted;
        }
        if is_last && self.ending.is_some_and(|ending| ending.served) {
            return Outcome::Served;
        }
        Outcome::Rejected
    }
}

/// Remembers how every client ended: one number a client, however many attempts.
#[derive(Clone, Debug)]
pub struct Endings {
    /// The last attempt, and [`SERVED`] if it was; 0 is none yet.
    last: Vec<u32>,
}

/// Nobody makes 2³¹ attempts: there are fewer ticks in any run.
const SERVED: u32 = 1 << 31;

impl Endings {
    /// For a fleet of `clients`, none of which has ended.
    pub fn new(clients: u32) -> Self {
        Self {
            last: vec![0; clients as usize],
        }
    }

    /// How `client` (from 0) ended; `None` if it has not, or does not exist.
    pub fn of(&self, client: u32) -> Option<Ending> {
        let last = *self.last.get(client as usize)?;
        (last != 0).then_some(Ending {
            attempt: last & !SERVED,
            served: last & SERVED != 0,
        })
    }
}

impl Observer for Endings {
    #[inline]
    fn attempt(&mut self, event: Event) {
        let served = event.outcome == Outcome::Served;
        if served || event.gave_up {
            let flag = if served { SERVED } else { 0 };
            self.last[event.client as usize] = event.attempt | flag;
        }
    }
}
