//! The run: a scenario, advanced tick by tick (MODEL section 2).

use std::ops::Range;

use crate::calendar::{Calendar, Pending};
use crate::completion::Served;
use crate::delay::DelayRule;
use crate::draws::{Draws, KeyedDraws};
use crate::event::{Event, Observer, Outcome};
use crate::load::{Load, Window};
use crate::report::{Report, Requests};
use crate::scenario::Scenario;
use crate::schedule::Schedule;
use crate::time::{SimDuration, SimTime};

/// A scenario being run.
///
/// It advances in slices of any size, which make no difference to the result,
/// and can be looked at between them.
///
/// # Events
///
/// Inside a tick, attempts count in order of (arrival time, client number): the
/// first ones get the capacity. Observers are told of them in an order that is
/// the same in every run, but not that one.
#[derive(Clone, Debug)]
pub struct Run<D: Draws = KeyedDraws, O: Observer = ()> {
    rules: Rules,
    draws: D,
    observer: O,
    calendar: Calendar,
    /// The next client to make its first attempt.
    arriving: u32,
    tick: Tick,
    tally: Tally,
    load: Load,
    served: Served,
}

/// Whether a run has come to its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Progress {
    /// There is more to do.
    Running,
    /// Every client was served or gave up, or the horizon is reached.
    Done,
}

/// The scenario, ready for the hot loop.
#[derive(Clone, Debug)]
struct Rules {
    delay: DelayRule,
    clients: u32,
    arrivals: SimDuration,
    schedule: Schedule,
    outage: Range<SimTime>,
    capacity_per_second: Option<f64>,
    /// Whole requests in one tick.
    capacity: u64,
    max_attempts: u32,
    deadline: Option<SimDuration>,
}

/// The tick being handled.
#[derive(Clone, Debug, Default)]
struct Tick {
    number: u64,
    pending: Vec<Pending>,
    /// How many of `pending` are done.
    done: usize,
    /// How many more can be served.
    capacity_left: u64,
}

#[derive(Clone, Debug, Default)]
struct Tally {
    requests: Requests,
    served: u64,
    gave_up: u64,
}

impl Run {
    /// A run of `scenario`, which must be valid ([`Scenario::validate`]).
    pub fn new(scenario: &Scenario) -> Self {
        Self::watched(scenario, ())
    }
}

impl<O: Observer> Run<KeyedDraws, O> {
    /// A run with somebody watching.
    pub fn watched(scenario: &Scenario, observer: O) -> Self {
        Self::with_draws(scenario, KeyedDraws::new(scenario), observer)
    }
}

impl<D: Draws, O: Observer> Run<D, O> {
    /// A run with its luck from elsewhere.
    pub fn with_draws(scenario: &Scenario, draws: D, observer: O) -> Self {
        let rules = Rules::new(scenario);
        Self {
            calendar: Calendar::new(rules.schedule.ticks(), rules.clients as usize),
            load: Load::new(scenario.observe.window, scenario.server.tick),
            served: Served::new(rules.clients),
            rules,
            draws,
            observer,
            arriving: 0,
            tick: Tick::default(),
            tally: Tally::default(),
        }
    }

    /// Handles up to `attempts` attempts. Asking again when all is done does nothing.
    pub fn advance(&mut self, attempts: u64) -> Progress {
        let mut left = self.arrive(attempts);
        while left > 0 {
            if self.tick.is_done() && !self.next_tick() {
                return Progress::Done;
            }
            left -= self.handle(left);
        }
        Progress::Running
    }

    /// Runs to the end.
    pub fn finish(mut self) -> Self {
        while self.advance(u64::MAX) == Progress::Running {}
        self
    }

    /// Everything before this moment has happened.
    pub fn now(&self) -> SimTime {
        self.rules.schedule.start_of(self.tick.number)
    }

    /// How many clients have been served or gave up.
    pub fn settled(&self) -> u64 {
        self.tally.served + self.tally.gave_up
    }

    /// The attempts so far, by window of `observe.window`, from time 0.
    pub fn windows(&self) -> &[Window] {
        self.load.windows()
    }

    /// Who watches.
    pub fn observer(&self) -> &O {
        &self.observer
    }

    /// Who watched; the run is over.
    pub fn into_observer(self) -> O {
        self.observer
    }

    /// What has happened so far.
    pub fn report(&self) -> Report {
        let clients = u64::from(self.rules.clients);
        let capacity = self.rules.capacity_per_second;
        Report {
            clients,
            served: self.tally.served,
            gave_up: self.tally.gave_up,
            unfinished: clients - self.settled(),
            requests: self.tally.requests,
            peak_after_recovery: self.load.peak_after(self.rules.outage.end, capacity),
            peak_retries: self.load.peak_retries(capacity),
            completion_s: self.served.completion(),
        }
    }

    /// First attempts; gives what is left of the budget.
    fn arrive(&mut self, attempts: u64) -> u64 {
        let now = attempts.min(u64::from(self.rules.clients - self.arriving));
        for _ in 0..now {
            let client = self.arriving;
            let after = self.draws.arrival(client, self.rules.arrivals);
            self.schedule(Pending {
                at: self.rules.schedule.arrival(after),
                previous: self.rules.delay.first_previous(),
                client,
                attempt: 1,
            });
            self.arriving += 1;
        }
        attempts - now
    }

    /// Loads the next tick that has attempts; false if there is none.
    fn next_tick(&mut self) -> bool {
        self.tick.done = 0;
        let Some(number) = self.calendar.take_next(&mut self.tick.pending) else {
            self.tick.number = self.calendar.ticks() as u64;
            return false;
        };
        self.tick.number = number as u64;
        self.tick.capacity_left = self.rules.capacity;
        if D::SEQUENTIAL {
            self.tick.pending.sort_unstable_by_key(Pending::order);
        } else {
            self.rules.put_served_first(&mut self.tick.pending);
        }
        self.load
            .begin_tick(self.rules.schedule.start_of(self.tick.number));
        true
    }

    /// Handles up to `attempts` attempts of the tick; gives how many.
    fn handle(&mut self, attempts: u64) -> u64 {
        let now = attempts.min((self.tick.pending.len() - self.tick.done) as u64);
        let end = self.tick.done + now as usize;
        for index in self.tick.done..end {
            self.attempt(self.tick.pending[index]);
        }
        self.tick.done = end;
        if self.tick.is_done() {
            self.served.end_tick();
        }
        now
    }

    #[inline]
    fn attempt(&mut self, pending: Pending) {
        let Pending {
            at,
            client,
            attempt,
            ..
        } = pending;
        let outcome = self.outcome(at);
        self.tally.requests.count(outcome);
        self.load.count(at, outcome, attempt > 1);
        let gave_up = match outcome {
            Outcome::Served => {
                self.tally.served += 1;
                self.served.at(at);
                false
            }
            Outcome::Wasted | Outcome::Rejected => !self.try_again(pending),
        };
        self.tally.gave_up += u64::from(gave_up);
        self.observer.attempt(Event {
            client,
            attempt,
            at,
            outcome,
            gave_up,
        });
    }

    #[inline]
    fn outcome(&mut self, at: SimTime) -> Outcome {
        if self.rules.outage.contains(&at) {
            return Outcome::Wasted;
        }
        if self.tick.capacity_left == 0 {
            return Outcome::Rejected;
        }
        self.tick.capacity_left -= 1;
        Outcome::Served
    }

    /// Lets a failed client try again; false if it gives up instead.
    #[inline]
    fn try_again(&mut self, failed: Pending) -> bool {
        let Pending {
            at,
            previous,
            client,
            attempt,
        } = failed;
        if attempt >= self.rules.max_attempts {
            return false;
        }
        let draws = &mut self.draws;
        let delay = self.rules.delay.delay(draws, client, attempt, previous);
        let next = Pending {
            at: self.rules.schedule.retry(at, self.tick.number, delay),
            previous: delay,
            client,
            attempt: attempt + 1,
        };
        if self.past_deadline(&next) {
            return false;
        }
        self.schedule(next);
        true
    }

    #[inline]
    fn past_deadline(&mut self, next: &Pending) -> bool {
        let Some(deadline) = self.rules.deadline else {
            return false;
        };
        let after = self.draws.arrival(next.client, self.rules.arrivals);
        next.at > self.rules.schedule.arrival(after) + deadline
    }

    /// Puts an attempt into its tick, unless that is past the horizon.
    #[inline]
    fn schedule(&mut self, pending: Pending) {
        if pending.at < self.rules.schedule.horizon() {
            let tick = self.rules.schedule.tick_of(pending.at);
            self.calendar.insert(tick as usize, pending);
        }
    }
}

impl Rules {
    fn new(scenario: &Scenario) -> Self {
        Self {
            delay: DelayRule::new(&scenario.policy),
            clients: scenario.fleet.clients,
            arrivals: scenario.fleet.arrivals,
            schedule: Schedule::new(scenario),
            outage: scenario.server.outage.span(),
            capacity_per_second: scenario.server.capacity,
            capacity: scenario.server.capacity_per_tick().unwrap_or(u64::MAX),
            max_attempts: scenario.policy.max_attempts.unwrap_or(u32::MAX),
            deadline: scenario.policy.deadline,
        }
    }

    /// Moves the attempts that get the tick's capacity before those that do not.
    /// Their order is of no other consequence, so selecting is enough, in linear
    /// time; sorting would not be.
    fn put_served_first(&self, pending: &mut [Pending]) {
        if pending.len() as u64 <= self.capacity {
            return;
        }
        let met_server = met_server_last(pending, &self.outage);
        if met_server.len() as u64 > self.capacity {
            met_server.select_nth_unstable_by_key(self.capacity as usize, Pending::order);
        }
    }
}

/// Moves what came during the outage to the front; gives the rest.
fn met_server_last<'a>(pending: &'a mut [Pending], outage: &Range<SimTime>) -> &'a mut [Pending] {
    let mut wasted = 0;
    for index in 0..pending.len() {
        if outage.contains(&pending[index].at) {
            pending.swap(wasted, index);
            wasted += 1;
        }
    }
    &mut pending[wasted..]
}

impl Tick {
    fn is_done(&self) -> bool {
        self.done == self.pending.len()
    }
}
