//! A run of the budgets model. The clients share nothing, so each is run alone.

use super::guard::Watch;
use super::report::BudgetsReport;
use super::{Budgets, Callers};
use crate::models::agenda::Agenda;
use crate::models::caller::{Caller, Patience};
use crate::models::luck::{Luck, Place, Purpose};
use crate::time::{SimDuration, SimTime};

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Event {
    /// Call number so many starts.
    Starts(u32),
    /// The client hears how an attempt ended.
    Ends(Caller),
}

#[derive(Clone, Copy, Default)]
struct Counts {
    calls: u64,
    succeeded: u64,
    attempts: u64,
    failed_attempts: u64,
}

struct Client<'s> {
    number: u32,
    settings: &'s Budgets,
    luck: &'s Luck,
    patience: &'s Patience,
    watch: Watch<'s>,
    agenda: Agenda<Event>,
    counts: Counts,
}

pub(super) fn run(settings: &Budgets) -> BudgetsReport {
    let luck = Luck::new(settings.seed);
    let patience = Patience::new(&settings.policy);
    let mut counts = Counts::default();
    for number in 0..settings.clients {
        let mut client = Client {
            number,
            settings,
            luck: &luck,
            patience: &patience,
            watch: Watch::new(settings),
            agenda: Agenda::new(),
            counts,
        };
        client.run();
        counts = client.counts;
    }
    report(settings, counts)
}

impl Client<'_> {
    fn run(&mut self) {
        let place = self.first_attempt(0);
        let hop = self
            .luck
            .exponential(Purpose::Start, place, self.settings.hop_mean);
        self.agenda.push(SimTime::ZERO + hop, Event::Starts(0));
        while let Some((at, event)) = self.agenda.pop() {
            match event {
                Event::Starts(call) => self.starts(at, call),
                Event::Ends(caller) => self.ends(at, caller),
            }
        }
    }

    fn starts(&mut self, at: SimTime, call: u32) {
        if self.settings.callers == Callers::Stream {
            self.next_call(at + self.gap(call + 1), call + 1);
        }
        self.counts.calls += 1;
        self.watch.call_starts();
        self.send(at, self.patience.call(self.number, call, at));
    }

    fn ends(&mut self, at: SimTime, caller: Caller) {
        let failure = self.luck.fraction(Purpose::Failure, caller.place);
        if failure >= self.settings.failure_rate {
            self.counts.succeeded += 1;
            self.call_ended(at, caller);
            return;
        }
        self.counts.failed_attempts += 1;
        self.watch.attempt_fails();
        // A retry that the policy does not want is not asked the guard for.
        match self.patience.again(self.luck, caller, at) {
            Some((due, next)) if self.watch.lets_retry() => self.send(due, next),
            _ => self.call_ended(at, caller),
        }
    }

    /// An attempt of `caller` leaves at `at`.
    fn send(&mut self, at: SimTime, caller: Caller) {
        self.counts.attempts += 1;
        let hop = |purpose| {
            self.luck
                .exponential(purpose, caller.place, self.settings.hop_mean)
        };
        let heard = at + hop(Purpose::Request) + hop(Purpose::Reply);
        self.agenda.push(heard, Event::Ends(caller));
    }

    fn call_ended(&mut self, at: SimTime, caller: Caller) {
        if self.settings.callers == Callers::Serial {
            let call = caller.place.call + 1;
            let due = caller.first() + self.gap(call);
            self.next_call(due.max(at), call);
        }
    }

    fn next_call(&mut self, at: SimTime, call: u32) {
        if at <= SimTime::ZERO + self.settings.horizon {
            self.agenda.push(at, Event::Starts(call));
        }
    }

    /// From the start of the call before `call` to its own.
    fn gap(&self, call: u32) -> SimDuration {
        let gaps = self
            .luck
            .unit_exponential(Purpose::Start, self.first_attempt(call));
        SimDuration::from_secs_f64(gaps / self.settings.rate)
    }

    fn first_attempt(&self, call: u32) -> Place {
        Place {
            client: self.number,
            call,
            attempt: 1,
        }
    }
}

fn report(settings: &Budgets, counts: Counts) -> BudgetsReport {
    let percent = |part: u64| 100.0 * part as f64 / counts.calls as f64;
    BudgetsReport {
        clients: u64::from(settings.clients),
        calls: counts.calls,
        succeeded: counts.succeeded,
        failed: counts.calls - counts.succeeded,
        attempts: counts.attempts,
        failed_attempts: counts.failed_attempts,
        success_percent: percent(counts.succeeded),
        load_percent: percent(counts.attempts),
    }
}
