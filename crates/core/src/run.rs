//! The run: a scenario, advanced tick by tick (docs/model.md).

use std::ops::Range;

use crate::WHOLE;
use crate::breaker::Breakers;
use crate::calendar::Pending;
use crate::completion::Served;
use crate::draws::{Draws, KeyedDraws};
use crate::event::{Event, Observer, Outcome};
use crate::load::{Load, Window};
use crate::queue::{Joined, Line};
use crate::report::{Report, Requests};
use crate::retry::GaveUp;
use crate::scenario::Scenario;
use crate::tick::{Alike, Fate, Tick};
use crate::time::SimTime;
use crate::waiting::Waiting;

/// Attempts that are handled at once: few enough to stay in the fastest cache.
const BLOCK: u64 = 256;

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
    clients: u32,
    capacity_per_second: Option<f64>,
    /// When every request fails no more.
    recovery: SimTime,
    /// The next client to make its first attempt.
    arriving: u32,
    waiting: Waiting<D>,
    tick: Tick,
    line: Line,
    breakers: Option<Breakers>,
    /// Attempts that breakers kept from the server.
    short_circuited: u64,
    load: Load,
    served: Served,
    gave_up: u64,
    observer: O,
}

/// Whether a run has come to its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Progress {
    /// There is more to do.
    Running,
    /// Every client was served or gave up, or the horizon is reached.
    Done,
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
        let server = &scenario.server;
        Self {
            clients: scenario.fleet.clients,
            capacity_per_second: server.capacity,
            recovery: server.outage.span().end,
            arriving: 0,
            waiting: Waiting::new(scenario, draws),
            tick: Tick::new(server),
            line: Line::new(server.queue),
            breakers: Breakers::new(scenario),
            short_circuited: 0,
            load: Load::new(scenario.observe.window, server.tick),
            served: Served::new(scenario.fleet.clients),
            gave_up: 0,
            observer,
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
        self.tick.start()
    }

    /// How many clients have been served or gave up.
    pub fn settled(&self) -> u64 {
        self.served.count() + self.gave_up
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
        let clients = u64::from(self.clients);
        let capacity = self.capacity_per_second;
        Report {
            clients,
            served: self.served.count(),
            gave_up: self.gave_up,
            left: self.waiting.left(),
            unfinished: clients - self.settled(),
            requests: self.requests(),
            peak_after_recovery: self.load.peak_after(self.recovery, capacity),
            peak_retries: self.load.peak_retries(capacity),
            completion_s: self.served.completion(),
        }
    }

    fn requests(&self) -> Requests {
        Requests {
            short_circuited: self.breakers.as_ref().map(|_| self.short_circuited),
            ..self.load.requests()
        }
    }

    /// Whether what becomes of one of the attempts in the tick of `span` may change what becomes of
    /// another, so that they are handled one by one.
    fn order_matters(&self, attempts: usize, span: &Range<SimTime>) -> bool {
        if !WHOLE {
            return D::SEQUENTIAL;
        }
        let breakers = self
            .breakers
            .as_ref()
            .is_some_and(|breakers| breakers.need_order(attempts, span, self.tick.has_edge(span)));
        D::SEQUENTIAL || breakers || self.waiting.needs_order(attempts, span)
    }

    /// First attempts; gives what is left of the budget.
    fn arrive(&mut self, attempts: u64) -> u64 {
        let now = attempts.min(u64::from(self.clients - self.arriving));
        for _ in 0..now {
            self.waiting.arrive(self.arriving);
            self.arriving += 1;
        }
        attempts - now
    }

    /// Loads the next tick in which something happens; false if there is none.
    fn next_tick(&mut self) -> bool {
        let pending = self.tick.pending_mut();
        let next = if self.line.is_empty() {
            self.waiting.take_next(pending)
        } else {
            self.waiting.take_following(pending)
        };
        let attempts = pending.len();
        let schedule = self.waiting.schedule();
        let span = match next {
            Some(number) => schedule.span_of(number),
            None => schedule.horizon()..schedule.horizon(),
        };
        self.load.begin_tick(span.start);
        let in_order = self.order_matters(attempts, &span);
        self.tick.begin(span, in_order, self.breakers.as_mut());
        // At the horizon nothing happens any more, in the queue neither.
        if next.is_some() {
            self.serve_line();
        }
        if !in_order {
            self.tick.deal(self.line.in_order());
        }
        next.is_some()
    }

    /// Those who wait in the queue come before those who arrive.
    fn serve_line(&mut self) {
        while !self.line.is_empty() && self.tick.begins_up() && self.tick.take_capacity() {
            let Some(served) = self.line.next() else {
                return;
            };
            self.load.count_late(&served, Outcome::Served);
            let answered = self.tick.start();
            let late = Pending {
                at: answered,
                ..served
            };
            self.served.push(late);
            if let Some(breakers) = &mut self.breakers {
                breakers.answered(&[late], true);
            }
            let event = event(&served, Outcome::Served, answered, false);
            self.observer.attempt(event);
        }
    }

    /// Handles up to `attempts` attempts of the tick; gives how many.
    fn handle(&mut self, attempts: u64) -> u64 {
        let mut handled = 0;
        if !self.tick.is_done() {
            let alike = if (WHOLE || D::SEQUENTIAL) && self.tick.is_in_order() {
                self.take_next()
            } else {
                self.tick.take_alike(attempts.min(BLOCK) as usize)
            };
            self.handle_alike(&alike);
            handled = alike.len() as u64;
        }
        if self.tick.is_done() {
            self.served.end_tick();
        }
        handled
    }

    /// Takes the attempt whose turn it is.
    fn take_next(&mut self) -> Alike {
        let next = self.tick.next();
        let breakers = self.breakers.as_mut();
        let stopped = breakers.is_some_and(|breakers| !breakers.lets_through(&next));
        self.tick.take_next(stopped)
    }

    /// Handles attempts that fare alike.
    fn handle_alike(&mut self, alike: &Alike) {
        self.waiting.come(self.tick.attempts(alike));
        match alike.fate {
            Fate::Answered(outcome) => self.answer(alike, outcome),
            Fate::Queued => self.stand_in_line(alike),
        }
    }

    fn answer(&mut self, alike: &Alike, outcome: Outcome) {
        let attempts = self.tick.attempts(alike);
        if outcome == Outcome::ShortCircuited {
            self.short_circuited += attempts.len() as u64;
        } else {
            self.load.count(attempts, outcome);
            if WHOLE && let Some(breakers) = &mut self.breakers {
                breakers.answered(attempts, outcome == Outcome::Served);
            }
        }
        match outcome {
            Outcome::Served => self.serve(alike),
            _ => self.fail(alike, outcome),
        }
    }

    fn serve(&mut self, alike: &Alike) {
        for served in self.tick.attempts(alike) {
            self.served.push(*served);
            let event = event(served, Outcome::Served, served.at, false);
            self.observer.attempt(event);
        }
    }

    fn fail(&mut self, alike: &Alike, outcome: Outcome) {
        let (failed, tick_end) = (self.tick.attempts(alike), self.tick.end());
        let mut say = |failed: &Pending, reason: Option<GaveUp>| {
            let gave_up = reason.is_some();
            self.gave_up += u64::from(gave_up);
            let event = event(failed, outcome, failed.at, gave_up);
            self.observer.attempt(event);
        };
        if self.waiting.is_usual() {
            self.waiting.try_again_as_usual(failed, tick_end, say);
        } else {
            let reasons = self.waiting.try_again(failed, outcome, tick_end);
            for (failed, &reason) in failed.iter().zip(reasons) {
                say(failed, reason);
            }
        }
    }

    fn stand_in_line(&mut self, alike: &Alike) {
        if !WHOLE {
            return;
        }
        let tick_end = self.tick.end();
        for newcomer in self.tick.attempts(alike) {
            let shed = match self.line.join(*newcomer) {
                Joined::Waits => continue,
                Joined::Shed => *newcomer,
                Joined::InPlaceOf(oldest) => oldest,
            };
            let (outcome, answered) = (Outcome::Rejected, newcomer.at);
            self.load.count_late(&shed, outcome);
            let late = [Pending {
                at: answered,
                ..shed
            }];
            if let Some(breakers) = &mut self.breakers {
                breakers.answered(&late, false);
            }
            let gave_up = self.waiting.try_again(&late, outcome, tick_end)[0].is_some();
            self.gave_up += u64::from(gave_up);
            let event = event(&shed, outcome, answered, gave_up);
            self.observer.attempt(event);
        }
    }
}

#[inline]
fn event(attempt: &Pending, outcome: Outcome, answered: SimTime, gave_up: bool) -> Event {
    Event {
        client: attempt.client,
        attempt: attempt.attempt,
        at: attempt.at,
        answered,
        outcome,
        gave_up,
    }
}
