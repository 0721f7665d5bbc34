//! One client's timeline, every delay with its formula evaluated.

use std::ops::Range;

use crate::WHOLE;
use crate::calendar::Pending;
use crate::delay::Terms;
use crate::draws::{Draws, KeyedDraws};
use crate::event::{Event, Observer, Outcome};
use crate::reply::Reply;
use crate::retry::{GaveUp, RetryRule};
use crate::run::Run;
use crate::scenario::{Scenario, Scope};
use crate::time::{SimDuration, SimTime};
use crate::wait::Wait;

/// How a client's story ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ending {
    /// Its last attempt, from 1.
    pub attempt: u32,
    /// Whether that attempt was served; otherwise the client gave up.
    pub served: bool,
}

impl Ending {
    /// The ending that an attempt was, if it was one.
    fn of(event: &Event) -> Option<Self> {
        let served = event.outcome == Outcome::Served;
        (served || event.gave_up).then_some(Self {
            attempt: event.attempt,
            served,
        })
    }
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
    /// Why it gave up, if it did and its last attempt is kept.
    pub gave_up: Option<GaveUp>,
}

/// One attempt and the wait after it.
#[derive(Clone, Debug, PartialEq)]
pub struct Step {
    /// Which attempt, from 1.
    pub attempt: u32,
    /// When it reached the server, or would have.
    pub at: SimTime,
    /// When the client had its answer: later only if it waited in a queue.
    pub answered: SimTime,
    /// What became of it.
    pub outcome: Outcome,
    /// The formula of the client's own delay; `None` if the client was served or
    /// gave up, or does without because the server said how long to wait.
    pub terms: Option<Terms>,
    /// The Retry-After that the client heeds.
    pub reply: Option<Reply>,
    /// What the client adds to every delay; part of `wait`.
    pub offset: SimDuration,
    /// How long the client waits, all told.
    pub wait: Option<SimDuration>,
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
    /// depends on everybody. So does how long it waits in a queue, and which attempts a
    /// circuit breaker stops; these need [`Trace::in_herd`]: see [`Trace::needs_herd`].
    pub fn new(scenario: &Scenario, client: u32, ending: Option<Ending>) -> Self {
        Self::with_draws(scenario, client, ending, &mut KeyedDraws::new(scenario))
    }

    /// Whether a timeline in `scenario` cannot do without the herd.
    pub fn needs_herd(scenario: &Scenario) -> bool {
        let breaker = scenario.policy.breaker.scope != Scope::None;
        WHOLE && (breaker || scenario.server.queue.room > 0)
    }

    /// The timeline of `client` (from 0), with the whole herd run for it.
    pub fn in_herd(scenario: &Scenario, client: u32) -> Self {
        let herd = Run::watched(scenario, Watch::new(client)).finish();
        let watch = herd.into_observer();
        let follower = Follower::new(scenario, client, watch.ending);
        follower.follow(&mut KeyedDraws::new(scenario), Some(&watch.answers))
    }

    /// As [`Trace::new`], with luck from elsewhere.
    pub fn with_draws<D: Draws>(
        scenario: &Scenario,
        client: u32,
        ending: Option<Ending>,
        draws: &mut D,
    ) -> Self {
        Follower::new(scenario, client, ending).follow(draws, None)
    }
}

/// What a client was told, and when.
#[derive(Clone, Copy)]
struct Answer {
    at: SimTime,
    outcome: Outcome,
}

/// Keeps what one client was told.
struct Watch {
    client: u32,
    answers: Vec<Answer>,
    ending: Option<Ending>,
}

impl Watch {
    fn new(client: u32) -> Self {
        Self {
            client,
            answers: Vec::new(),
            ending: None,
        }
    }
}

impl Observer for Watch {
    fn attempt(&mut self, event: Event) {
        if event.client != self.client {
            return;
        }
        self.answers.push(Answer {
            at: event.answered,
            outcome: event.outcome,
        });
        self.ending = Ending::of(&event);
    }
}

/// Walks along one client's attempts.
struct Follower {
    rule: RetryRule,
    outage: Range<SimTime>,
    client: u32,
    ending: Option<Ending>,
}

impl Follower {
    fn new(scenario: &Scenario, client: u32, ending: Option<Ending>) -> Self {
        Self {
            rule: RetryRule::new(scenario),
            outage: scenario.server.outage.span(),
            client,
            ending,
        }
    }

    /// `answers` are all answers; without them they came at once, from the server.
    fn follow<D: Draws>(self, draws: &mut D, answers: Option<&[Answer]>) -> Trace {
        let mut attempts = Vec::new();
        let mut gave_up = None;
        let mut at = Some(self.rule.arrival(draws, self.client));
        let mut memory = self.rule.wait().first_memory();
        while let Some(now) = at.filter(|&now| now < self.rule.schedule().horizon()) {
            let attempt = attempts.len() as u32 + 1;
            let at_once = || Answer {
                at: now,
                outcome: self.outcome(attempt, now),
            };
            let answer = match answers {
                Some(answers) => answers.get(attempts.len()).copied(),
                None => Some(at_once()),
            };
            // Without an answer it still waits in the queue.
            let Some(answer) = answer.filter(|_| attempts.len() < Trace::LIMIT) else {
                break;
            };
            let told = Pending {
                at: answer.at,
                memory,
                client: self.client,
                attempt,
            };
            let wait = self.wait(&told, answer.outcome, draws);
            gave_up = self.reason(&told, answer.outcome, draws);
            memory = wait.map_or(memory, |wait| wait.delay.memory);
            let step = self.step(now, attempt, answer, wait);
            at = step.due;
            attempts.push(step);
        }
        Trace {
            client: self.client,
            attempts,
            ending: self.ending,
            gave_up,
        }
    }

    /// The wait after an attempt whose client was told at its time, unless it is the last.
    fn wait<D: Draws>(&self, told: &Pending, outcome: Outcome, draws: &mut D) -> Option<Wait> {
        if self.is_last(told.attempt) {
            return None;
        }
        self.rule.wait().explained(draws, told, outcome)
    }

    /// Why the client gave up on this failure, if it did.
    fn reason<D: Draws>(&self, told: &Pending, outcome: Outcome, draws: &mut D) -> Option<GaveUp> {
        let Ending { attempt, served } = self.ending?;
        if served || attempt != told.attempt {
            return None;
        }
        let tick_end = self.tick_of(told.at).end;
        let reason = self.rule.reason(draws, outcome, tick_end, told);
        // Only a token can have been missing for it.
        Some(reason.unwrap_or(GaveUp::Budget))
    }

    fn tick_of(&self, at: SimTime) -> Range<SimTime> {
        let schedule = self.rule.schedule();
        schedule.span_of(schedule.tick_of(at))
    }

    fn step(&self, at: SimTime, attempt: u32, answer: Answer, wait: Option<Wait>) -> Step {
        let Answer {
            at: answered,
            outcome,
        } = answer;
        let tick = self.tick_of(answered);
        let schedule = self.rule.schedule();
        let delay = wait.map(|wait| wait.delay.delay);
        Step {
            attempt,
            at,
            answered,
            outcome,
            terms: wait.and_then(|wait| wait.own),
            reply: wait.and_then(|wait| wait.reply),
            offset: self.rule.wait().offset(self.client),
            wait: delay,
            due: delay.map(|delay| schedule.retry(answered, tick.end, delay)),
        }
    }

    fn is_last(&self, attempt: u32) -> bool {
        self.ending.is_some_and(|ending| ending.attempt == attempt)
    }

    fn outcome(&self, attempt: u32, at: SimTime) -> Outcome {
        if self.outage.contains(&at) {
            return Outcome::Wasted;
        }
        if self.is_last(attempt) && self.ending.is_some_and(|ending| ending.served) {
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
        if let Some(ending) = Ending::of(&event) {
            let flag = if ending.served { SERVED } else { 0 };
            self.last[event.client as usize] = ending.attempt | flag;
        }
    }
}
