//! The model once more, as a textbook would write it: a binary heap of (time,
//! client), the clients' state in arrays, one attempt after the other. Written
//! from MODEL sections 2 and 3, not from the engine. Slow, and plainly right.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use retry_herd_core::{
    Clamp, Clock, Completion, Draws, Growth, Jitter, Peak, Report, Requests, Scenario, SimDuration,
};

/// What the whole run reports.
pub(crate) fn reference<D: Draws>(scenario: &Scenario, draws: D) -> Report {
    let mut herd = Herd::new(scenario, draws);
    herd.arrive();
    herd.run();
    herd.report()
}

struct Herd<'s, D> {
    scenario: &'s Scenario,
    draws: D,
    /// (due time in nanoseconds, client); the earliest first.
    queue: BinaryHeap<Reverse<(u64, u32)>>,
    /// By client: attempt 1, the attempt that is due, the delay before it.
    first: Vec<u64>,
    attempt: Vec<u32>,
    previous: Vec<u64>,
    served_at: Vec<u64>,
    gave_up: u64,
    requests: Requests,
    /// By window: the arrivals that met a working server, and the retries.
    met_server: Vec<u64>,
    retries: Vec<u64>,
}

impl<'s, D: Draws> Herd<'s, D> {
    fn new(scenario: &'s Scenario, draws: D) -> Self {
        let clients = scenario.fleet.clients as usize;
        Self {
            scenario,
            draws,
            queue: BinaryHeap::with_capacity(clients),
            first: vec![0; clients],
            attempt: vec![1; clients],
            previous: vec![scenario.policy.base.as_nanos(); clients],
            served_at: Vec::new(),
            gave_up: 0,
            requests: Requests::default(),
            met_server: Vec::new(),
            retries: Vec::new(),
        }
    }

    fn tick(&self) -> u64 {
        self.scenario.server.tick.as_nanos()
    }

    /// Section 2, items 1 and 6.
    fn arrive(&mut self) {
        for client in 0..self.scenario.fleet.clients {
            let after = self
                .draws
                .arrival(client, self.scenario.fleet.arrivals)
                .as_nanos();
            let at = self.on_clock(after);
            self.first[client as usize] = at;
            self.queue.push(Reverse((at, client)));
        }
    }

    /// Section 2, items 2 and 3.
    fn run(&mut self) {
        let mut tick = 0;
        let mut served = 0.0;
        while let Some(Reverse((at, client))) = self.queue.pop() {
            if at >= self.scenario.horizon.as_nanos() {
                return;
            }
            if at / self.tick() != tick {
                tick = at / self.tick();
                served = 0.0;
            }
            self.requests.total += 1;
            let window = at / self.scenario.observe.window.as_nanos();
            if self.attempt[client as usize] > 1 {
                count(&mut self.retries, window);
            }
            if self.in_outage(at) {
                self.requests.wasted += 1;
                self.fail(client, at);
                continue;
            }
            self.requests.after_recovery += 1;
            count(&mut self.met_server, window);
            if served + 1.0 <= self.capacity_of_tick() {
                served += 1.0;
                self.served_at.push(at);
            } else {
                self.requests.rejected += 1;
                self.fail(client, at);
            }
        }
    }

    fn in_outage(&self, at: u64) -> bool {
        let outage = &self.scenario.server.outage;
        let start = outage.start.as_nanos();
        let not_over = match outage.length {
            Some(length) => at < start + length.as_nanos(),
            None => true,
        };
        at >= start && not_over
    }

    /// `capacity × tick`, which an `f64` misses by a hair where it should be whole.
    fn capacity_of_tick(&self) -> f64 {
        let per_second = self.scenario.server.capacity.unwrap_or(f64::INFINITY);
        per_second * self.tick() as f64 / 1e9 + 1e-9
    }

    /// Section 2, item 5.
    fn fail(&mut self, client: u32, at: u64) {
        let index = client as usize;
        let attempt = self.attempt[index];
        if self.scenario.policy.max_attempts == Some(attempt) {
            self.gave_up += 1;
            return;
        }
        let delay = self.delay(client, attempt);
        let next_tick = (at / self.tick() + 1) * self.tick();
        let due = self.on_clock(at.saturating_add(delay)).max(next_tick);
        if let Some(deadline) = self.scenario.policy.deadline
            && due > self.first[index] + deadline.as_nanos()
        {
            self.gave_up += 1;
            return;
        }
        self.attempt[index] += 1;
        self.previous[index] = delay;
        self.queue.push(Reverse((due, client)));
    }

    /// Section 2, item 6.
    fn on_clock(&self, due: u64) -> u64 {
        match self.scenario.clock {
            Clock::Continuous => due,
            Clock::Ticked => due.div_ceil(self.tick()).saturating_mul(self.tick()),
        }
    }

    /// Section 3, row by row.
    fn delay(&mut self, client: u32, attempt: u32) -> u64 {
        let policy = &self.scenario.policy;
        let base = policy.base.as_nanos();
        let cap = policy.cap.map_or(u64::MAX, SimDuration::as_nanos);
        let v = self.ceiling(attempt - 1);
        let tripled = self.previous[client as usize].saturating_mul(3);
        match policy.jitter {
            Jitter::None => v,
            Jitter::Full => self.uniform(client, attempt, 0, v),
            Jitter::Equal => self.uniform(client, attempt, v / 2, v),
            Jitter::Proportional => {
                let low = (v as f64 * (1.0 - policy.width)).round() as u64;
                let high = (v as f64 * (1.0 + policy.width)).round() as u64;
                self.uniform(client, attempt, low, high)
            }
            Jitter::Decorrelated => match policy.clamp {
                Clamp::Hard => self.uniform(client, attempt, base, tripled).min(cap),
                Clamp::Range => self.uniform(client, attempt, base.min(cap), tripled.min(cap)),
            },
            Jitter::Range | Jitter::Added | Jitter::MedianFirst => {
                unimplemented!("compared with the libraries that have them")
            }
        }
    }

    fn uniform(&mut self, client: u32, attempt: u32, low: u64, high: u64) -> u64 {
        if high <= low {
            return low;
        }
        let (low, high) = (SimDuration::from_nanos(low), SimDuration::from_nanos(high));
        self.draws.delay(client, attempt, low, high).as_nanos()
    }

    /// `min(cap, base × factorⁿ)`.
    fn ceiling(&self, retry: u32) -> u64 {
        let policy = &self.scenario.policy;
        let cap = policy.cap.map_or(u64::MAX, SimDuration::as_nanos);
        let mut v = policy.base.as_nanos() as f64;
        if policy.growth == Growth::Exponential {
            for _ in 0..retry {
                if v >= cap as f64 {
                    break;
                }
                v *= policy.factor;
            }
        }
        (v.round() as u64).min(cap)
    }

    fn report(mut self) -> Report {
        let clients = u64::from(self.scenario.fleet.clients);
        self.served_at.sort_unstable();
        let served = self.served_at.len() as u64;
        Report {
            clients,
            served,
            gave_up: self.gave_up,
            unfinished: clients - served - self.gave_up,
            requests: self.requests,
            peak_after_recovery: self.peak(&self.met_server, self.window_of_recovery()),
            peak_retries: self.peak(&self.retries, 0),
            completion_s: Completion {
                p50: self.served_by(50),
                p90: self.served_by(90),
                p99: self.served_by(99),
                last: self.served_at.last().map(|&at| at as f64 / 1e9),
            },
        }
    }

    fn window_of_recovery(&self) -> u64 {
        let outage = &self.scenario.server.outage;
        let length = outage.length.map_or(u64::MAX, SimDuration::as_nanos);
        let end = outage.start.as_nanos().saturating_add(length);
        end / self.scenario.observe.window.as_nanos()
    }

    /// The earliest of the largest windows, from window `from` on.
    fn peak(&self, windows: &[u64], from: u64) -> Peak {
        let candidates = (0..).zip(windows).filter(|&(window, _)| window >= from);
        let largest = candidates.max_by_key(|&(window, &count)| (count, Reverse(window)));
        let largest = largest.filter(|&(_, &count)| count > 0);
        let count = largest.map_or(0, |(_, &count)| count);
        let width = self.scenario.observe.window.as_nanos();
        let per_second = count as f64 / (width as f64 / 1e9);
        Peak {
            count,
            per_second,
            over_capacity: self.scenario.server.capacity.map(|rate| per_second / rate),
            at_s: largest.map(|(window, _)| (window * width) as f64 / 1e9),
        }
    }

    /// When `percent` of the whole fleet had been served.
    fn served_by(&self, percent: u64) -> Option<f64> {
        let clients = u64::from(self.scenario.fleet.clients);
        let rank = (clients * percent).div_ceil(100);
        let index = rank as usize - 1;
        self.served_at.get(index).map(|&at| at as f64 / 1e9)
    }
}

fn count(windows: &mut Vec<u64>, window: u64) {
    let window = window as usize;
    if window >= windows.len() {
        windows.resize(window + 1, 0);
    }
    windows[window] += 1;
}
