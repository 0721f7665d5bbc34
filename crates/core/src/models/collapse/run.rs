//! A run of the collapse model.

use super::Collapse;
use super::arrivals::Arrivals;
use super::report::{AtTheEnd, CollapseInterval, CollapseReport};
use super::server::Service;
use crate::models::agenda::Agenda;
use crate::models::caller::{Caller, Patience};
use crate::models::luck::{Luck, Purpose};
use crate::time::{SimDuration, SimTime};

/// In the order in which they come at the same nanosecond.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Event {
    /// An answer reaches its client.
    Answer(Caller),
    /// A client has waited long enough for an attempt.
    Timeout(Caller),
    /// The server is done with a request.
    Served(Caller),
    /// A request reaches the server.
    Request(Caller),
    /// A client sends an attempt.
    Send(Caller),
}

/// What a call waits for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Waiting {
    /// For the answer to this attempt.
    Answer(u32),
    /// To try again.
    Retry,
    /// For nothing: it was served, or gave up.
    Nothing,
}

struct Collapsing<'s> {
    settings: &'s Collapse,
    luck: Luck,
    patience: Patience,
    arrivals: Arrivals,
    service: Service<'s>,
    agenda: Agenda<Event>,
    /// By call.
    waiting: Vec<Waiting>,
    tail: CollapseInterval,
    report: CollapseReport,
}

pub(super) fn run(settings: &Collapse) -> CollapseReport {
    let mut run = Collapsing::new(settings);
    run.next_call();
    let horizon = SimTime::ZERO + settings.horizon;
    while let Some((at, event)) = run.agenda.pop() {
        if at >= horizon {
            break;
        }
        run.happens(at, event);
    }
    run.finish()
}

impl<'s> Collapsing<'s> {
    fn new(settings: &'s Collapse) -> Self {
        let windows = settings
            .horizon
            .as_nanos()
            .div_ceil(settings.window.as_nanos());
        Self {
            settings,
            luck: Luck::new(settings.seed),
            patience: Patience::new(&settings.policy),
            arrivals: Arrivals::new(&settings.load),
            service: Service::new(&settings.server),
            agenda: Agenda::new(),
            waiting: Vec::new(),
            tail: CollapseInterval::default(),
            report: CollapseReport::empty(windows as usize),
        }
    }

    fn happens(&mut self, at: SimTime, event: Event) {
        match event {
            Event::Send(caller) => self.sends(at, caller),
            Event::Request(caller) => {
                let served = self.service.arrives(at);
                self.agenda.push(served, Event::Served(caller));
                self.measure(at);
            }
            Event::Served(caller) => {
                self.service.answers();
                let way = self.hop(Purpose::Reply, caller);
                self.agenda.push(at + way, Event::Answer(caller));
            }
            Event::Answer(caller) => self.answered(at, caller),
            Event::Timeout(caller) => self.timed_out(at, caller),
        }
    }

    fn sends(&mut self, at: SimTime, caller: Caller) {
        if caller.place.attempt == 1 {
            self.report.calls += 1;
            self.count(at, |interval| &mut interval.calls);
            self.next_call();
        } else {
            self.count(at, |interval| &mut interval.retries);
        }
        self.report.attempts += 1;
        self.waiting[caller.place.client as usize] = Waiting::Answer(caller.place.attempt);
        let way = self.hop(Purpose::Request, caller);
        self.agenda.push(at + way, Event::Request(caller));
        self.agenda
            .push(at + self.settings.timeout, Event::Timeout(caller));
    }

    fn answered(&mut self, at: SimTime, caller: Caller) {
        if !self.is_waited_for(caller) {
            self.report.late += 1;
            return;
        }
        self.waiting[caller.place.client as usize] = Waiting::Nothing;
        self.report.served += 1;
        self.count(at, |interval| &mut interval.served);
    }

    fn timed_out(&mut self, at: SimTime, caller: Caller) {
        if !self.is_waited_for(caller) {
            return;
        }
        self.report.timeouts += 1;
        self.count(at, |interval| &mut interval.timeouts);
        let again = self.patience.again(&self.luck, caller, at);
        let waiting = &mut self.waiting[caller.place.client as usize];
        if let Some((due, next)) = again {
            *waiting = Waiting::Retry;
            self.agenda.push(due, Event::Send(next));
        } else {
            *waiting = Waiting::Nothing;
            self.report.gave_up += 1;
        }
    }

    fn is_waited_for(&self, caller: Caller) -> bool {
        let waiting = self.waiting[caller.place.client as usize];
        waiting == Waiting::Answer(caller.place.attempt)
    }

    fn next_call(&mut self) {
        if let Some((call, at)) = self.arrivals.next(&self.luck) {
            self.waiting.push(Waiting::Nothing);
            let caller = self.patience.call(call, 0, at);
            self.agenda.push(at, Event::Send(caller));
        }
    }

    fn hop(&self, purpose: Purpose, caller: Caller) -> SimDuration {
        self.luck
            .exponential(purpose, caller.place, self.settings.hop_mean)
    }

    fn count(&mut self, at: SimTime, of: fn(&mut CollapseInterval) -> &mut u64) {
        *of(self.interval(at)) += 1;
        if at >= SimTime::ZERO + (self.settings.horizon - self.settings.tail) {
            *of(&mut self.tail) += 1;
        }
    }

    fn measure(&mut self, at: SimTime) {
        let in_flight = self.service.in_flight();
        self.report.most_in_flight = self.report.most_in_flight.max(in_flight);
        let interval = self.interval(at);
        interval.in_flight = interval.in_flight.max(in_flight);
    }

    fn interval(&mut self, at: SimTime) -> &mut CollapseInterval {
        let index = at.as_nanos() / self.settings.window.as_nanos();
        &mut self.report.intervals[index as usize]
    }

    fn finish(mut self) -> CollapseReport {
        let waits = |waiting: &&Waiting| matches!(waiting, Waiting::Answer(_));
        self.report.waiting = self.waiting.iter().filter(waits).count() as u64;
        self.report.unfinished = self.report.calls - self.report.served - self.report.gave_up;
        self.report.at_the_end = self.at_the_end();
        self.report
    }

    fn at_the_end(&self) -> AtTheEnd {
        let CollapseInterval {
            calls,
            served,
            retries,
            ..
        } = self.tail;
        let per_second = |count: u64| count as f64 / self.settings.tail.as_secs_f64();
        AtTheEnd {
            calls_per_second: per_second(calls),
            requests_per_second: per_second(calls + retries),
            goodput_per_second: per_second(served),
            in_flight: self.service.in_flight(),
            collapsed: (calls > 0).then_some(served * 2 < calls),
        }
    }
}
