//! A run of the contention model.

use super::report::ContentionReport;
use super::{Contention, NormalHop};
use crate::models::agenda::Agenda;
use crate::models::caller::{Caller, Patience};
use crate::models::luck::{Luck, Place, Purpose};
use crate::time::{SimDuration, SimTime};

/// A request arrives at the server. Each client has one on its way at a time, so
/// that the order of callers is that of clients.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Arrival {
    caller: Caller,
    request: Request,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Request {
    Read,
    /// With the version that was read.
    Write(u64),
}

struct Row {
    luck: Luck,
    hop: NormalHop,
    patience: Patience,
    agenda: Agenda<Arrival>,
    version: u64,
    conflicts: u64,
    finish: Vec<Option<SimTime>>,
}

pub(super) fn run(settings: &Contention) -> ContentionReport {
    let mut row = Row {
        luck: Luck::new(settings.seed),
        hop: settings.hop,
        patience: Patience::new(&settings.policy),
        agenda: Agenda::new(),
        version: 0,
        conflicts: 0,
        finish: vec![None; settings.clients as usize],
    };
    for client in 0..settings.clients {
        row.read(SimTime::ZERO, row.patience.call(client, 0, SimTime::ZERO));
    }
    while let Some((at, arrival)) = row.agenda.pop() {
        row.arrives(at, arrival);
    }
    row.report()
}

impl Row {
    fn arrives(&mut self, at: SimTime, Arrival { caller, request }: Arrival) {
        match request {
            Request::Read => self.write(at, caller),
            Request::Write(version) => self.compare_and_set(at, caller, version),
        }
    }

    /// `caller` sends its read at `at`.
    fn read(&mut self, at: SimTime, caller: Caller) {
        let arrival = Arrival {
            caller,
            request: Request::Read,
        };
        let way = self.hop(Purpose::Request, caller.place);
        self.agenda.push(at + way, arrival);
    }

    /// `caller`'s read arrives at `at`: the answer goes back, the write comes.
    fn write(&mut self, at: SimTime, caller: Caller) {
        let back = self.hop(Purpose::Reply, caller.place);
        let there = self.hop(Purpose::Write, caller.place);
        let arrival = Arrival {
            caller,
            request: Request::Write(self.version),
        };
        self.agenda.push(at + back + there, arrival);
    }

    fn compare_and_set(&mut self, at: SimTime, caller: Caller, version: u64) {
        let heard = at + self.hop(Purpose::WriteReply, caller.place);
        if version == self.version {
            self.version += 1;
            self.finish[caller.place.client as usize] = Some(heard);
            return;
        }
        self.conflicts += 1;
        if let Some((due, next)) = self.patience.again(&self.luck, caller, heard) {
            self.read(due, next);
        }
    }

    fn hop(&self, purpose: Purpose, place: Place) -> SimDuration {
        let NormalHop { mean, sd } = self.hop;
        self.luck.folded_normal(purpose, place, mean, sd)
    }

    fn report(self) -> ContentionReport {
        let clients = self.finish.len() as u64;
        let last = self.finish.iter().copied().flatten().max();
        ContentionReport {
            clients,
            served: self.version,
            gave_up: clients - self.version,
            calls: self.version + self.conflicts,
            conflicts: self.conflicts,
            time_s: last.map(SimTime::as_secs_f64),
            finish_s: self
                .finish
                .iter()
                .map(|at| at.map(SimTime::as_secs_f64))
                .collect(),
        }
    }
}
