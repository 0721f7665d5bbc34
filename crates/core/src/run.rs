//! The run: a scenario, advanced tick by tick (MODEL section 2).

use std::ops::Range;

use crate::calendar::{Calendar, Pending};
use crate::capacity::{Allowance, Capacity};
use crate::completion::Served;
use crate::delay::Delay;
use crate::draws::{Draws, KeyedDraws};
use crate::event::{Event, Observer, Outcome};
use crate::load::{Load, Window};
use crate::queue::{Joined, Waiting};
use crate::report::{Report, Requests};
use crate::scenario::Scenario;
use crate::schedule::Schedule;
use crate::time::{SimDuration, SimTime};
use crate::wait::WaitRule;

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
    waiting: Waiting,
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
    wait: WaitRule,
    clients: u32,
    arrivals: SimDuration,
    schedule: Schedule,
    outage: Range<SimTime>,
    capacity_per_second: Option<f64>,
    capacity: Capacity,
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
    start: SimTime,
    /// What the server still takes.
    left: Allowance,
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
            waiting: Waiting::new(scenario.server.queue),
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
            // A tick in which the queue alone moves counts as an attempt.
            left -= self.handle(left).max(1);
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
                memory: self.rules.wait.first_memory(),
                client,
                attempt: 1,
            });
            self.arriving += 1;
        }
        attempts - now
    }

    /// Loads the next tick in which something happens; false if there is none.
    fn next_tick(&mut self) -> bool {
        let pending = &mut self.tick.pending;
        let number = if self.waiting.is_empty() {
            self.calendar.take_next(pending)
        } else {
            self.calendar.take_following(pending)
        };
        self.tick.done = 0;
        let Some(number) = number else {
            self.tick.number = self.calendar.ticks() as u64;
            return false;
        };
        self.tick.number = number as u64;
        self.tick.start = self.rules.schedule.start_of(self.tick.number);
        let in_order = D::SEQUENTIAL || self.waiting.exists();
        self.tick.left = self.rules.order(self.tick.start, pending, in_order);
        self.load.begin_tick(self.tick.start);
        self.serve_waiting();
        true
    }

    /// Those who wait in the queue come before those who arrive.
    fn serve_waiting(&mut self) {
        if self.rules.outage.contains(&self.tick.start) {
            return;
        }
        while self.tick.left.capacity > 0 {
            let Some(pending) = self.waiting.next() else {
                return;
            };
            self.tick.left.capacity -= 1;
            self.load
                .count_late(pending.at, Outcome::Served, pending.attempt > 1);
            self.answer(pending, Outcome::Served, self.tick.start);
        }
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
        let left = &mut self.tick.left;
        let outcome = if self.rules.outage.contains(&pending.at) {
            Outcome::Wasted
        } else if left.admission == 0 {
            Outcome::Rejected
        } else if left.capacity > 0 {
            left.admission -= 1;
            left.capacity -= 1;
            Outcome::Served
        } else if self.waiting.exists() {
            left.admission -= 1;
            return self.wait_in_line(pending);
        } else {
            Outcome::Rejected
        };
        self.load.count(pending.at, outcome, pending.attempt > 1);
        self.answer(pending, outcome, pending.at);
    }

    fn wait_in_line(&mut self, pending: Pending) {
        let shed = match self.waiting.join(pending) {
            Joined::Waits => return,
            Joined::Shed => pending,
            Joined::InPlaceOf(oldest) => oldest,
        };
        self.load
            .count_late(shed.at, Outcome::Rejected, shed.attempt > 1);
        self.answer(shed, Outcome::Rejected, pending.at);
    }

    /// The client learns what became of its attempt.
    #[inline]
    fn answer(&mut self, pending: Pending, outcome: Outcome, answered: SimTime) {
        self.tally.requests.count(outcome);
        let gave_up = match outcome {
            Outcome::Served => {
                self.tally.served += 1;
                self.served.at(answered);
                false
            }
            Outcome::Wasted | Outcome::Rejected => !self.try_again(pending, outcome, answered),
        };
        self.tally.gave_up += u64::from(gave_up);
        self.observer.attempt(Event {
            client: pending.client,
            attempt: pending.attempt,
            at: pending.at,
            answered,
            outcome,
            gave_up,
        });
    }

    /// Lets a failed client try again; false if it gives up instead.
    #[inline]
    fn try_again(&mut self, failed: Pending, outcome: Outcome, answered: SimTime) -> bool {
        let Pending {
            memory,
            client,
            attempt,
            ..
        } = failed;
        if attempt >= self.rules.max_attempts {
            return false;
        }
        let draws = &mut self.draws;
        let Delay { delay, memory } = self
            .rules
            .wait
            .after(draws, outcome, client, attempt, memory);
        let next = Pending {
            at: self.rules.schedule.retry(answered, self.tick.number, delay),
            memory,
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
            wait: WaitRule::new(scenario),
            clients: scenario.fleet.clients,
            arrivals: scenario.fleet.arrivals,
            schedule: Schedule::new(scenario),
            outage: scenario.server.outage.span(),
            capacity_per_second: scenario.server.capacity,
            capacity: Capacity::new(&scenario.server),
            max_attempts: scenario.policy.max_attempts.unwrap_or(u32::MAX),
            deadline: scenario.policy.deadline,
        }
    }

    /// Orders a tick's attempts for handling; gives what the server takes of them.
    fn order(&self, start: SimTime, pending: &mut [Pending], in_order: bool) -> Allowance {
        let arrivals = pending.len() as u64;
        if in_order {
            pending.sort_unstable_by_key(Pending::order);
        } else if self.capacity.is_ample_for(arrivals) {
            return self.capacity.of_tick(start, arrivals);
        } else {
            return self.put_served_first(start, pending);
        }
        let met_server = |pending: &&Pending| !self.outage.contains(&pending.at);
        let arrivals = pending.iter().filter(met_server).count();
        self.capacity.of_tick(start, arrivals as u64)
    }

    /// Moves the attempts that get the tick's capacity before those that do not;
    /// gives what the server takes. Their order is of no other consequence, so
    /// selecting is enough, in linear time; sorting would not be.
    fn put_served_first(&self, start: SimTime, pending: &mut [Pending]) -> Allowance {
        let met_server = met_server_last(pending, &self.outage);
        let arrivals = met_server.len() as u64;
        let allowance = self.capacity.of_tick(start, arrivals);
        let served = allowance.capacity.min(allowance.admission);
        if arrivals > served {
            met_server.select_nth_unstable_by_key(served as usize, Pending::order);
        }
        allowance
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
