//! The model once more, as a textbook would write it: a binary heap of (time,
//! client), the clients' state in arrays, one attempt after the other. Written
//! from the model, not from the engine. Slow, and plainly right.
//!
//! The steps that functions name are those of a run in docs/model.md.

mod guards;
mod report;
mod wait;

use std::cmp::Reverse;
use std::collections::{BinaryHeap, VecDeque};

use retry_herd_core::{Clock, Draws, Report, Requests, Scenario, Scope, Shed, SimDuration};

use guards::{State, TOKEN};

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
    /// By client: the sum of the delays that median-first jitter drew.
    sum: Vec<u64>,
    /// By client: the attempts that each layer has made, the innermost first.
    done: Vec<Vec<u32>>,
    /// Of all, or by client: tokens, and when they were so many; breakers.
    buckets: Vec<(u128, u64)>,
    breakers: Vec<State>,
    /// Who waits in the server's queue, and since when; the front came first.
    line: VecDeque<(u64, u32)>,
    served_at: Vec<u64>,
    gave_up: u64,
    left: u64,
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
            sum: vec![0; clients],
            done: vec![vec![0; scenario.policy.layers as usize]; clients],
            buckets: vec![(u128::from(scenario.policy.budget.tokens) * TOKEN, 0); clients],
            breakers: vec![State::Closed(0); clients],
            line: VecDeque::new(),
            served_at: Vec::new(),
            gave_up: 0,
            left: 0,
            requests: Requests {
                short_circuited: (scenario.policy.breaker.scope != Scope::None).then_some(0),
                ..Requests::default()
            },
            met_server: Vec::new(),
            retries: Vec::new(),
        }
    }

    fn tick(&self) -> u64 {
        self.scenario.server.tick.as_nanos()
    }

    /// Steps 1 and 6.
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

    /// Tick by tick: the next one that anybody comes in or, while somebody waits in
    /// the queue, the very next one.
    fn run(&mut self) {
        let mut next = 0;
        loop {
            let due = self.queue.peek().map(|Reverse((at, _))| at / self.tick());
            let number = match due {
                _ if !self.line.is_empty() => next,
                Some(number) => number,
                None => return,
            };
            if number * self.tick() >= self.scenario.horizon.as_nanos() {
                return;
            }
            self.run_tick(number);
            next = number + 1;
        }
    }

    /// Steps 2 to 5.
    fn run_tick(&mut self, number: u64) {
        let start = number * self.tick();
        let arrivals = self.arrivals_of(number);
        let open = |at, client| match self.breakers[self.breaker_of(client)] {
            State::OpenUntil(until) => at < until,
            _ => false,
        };
        let comes = |at, client| !self.in_outage(at) && !open(at, client);
        let up = arrivals.iter().filter(|&&(at, client)| comes(at, client));
        let met_server = up.count() as f64;
        let server = &self.scenario.server;
        let mut admitted = 0.0;
        let admission = self.per_tick(server.admission);
        let room = server.queue.room as usize;
        let mut left = self.capacity_of_tick(start, met_server.min(admission.floor()));
        while !self.in_outage(start) && left >= 1.0 {
            let Some((since, client)) = self.line.pop_front() else {
                break;
            };
            left -= 1.0;
            self.serve(client, since, start);
        }
        for (at, client) in arrivals {
            if self.attempt[client as usize] == 1 {
                let share = self.scenario.policy.budget.share;
                self.refill(client, at, (share * TOKEN as f64).round() as u128);
            }
            if !self.breaker_lets(client, at) {
                self.requests.short_circuited = self.requests.short_circuited.map(|n| n + 1);
                self.try_again(client, at, number, None);
            } else if self.in_outage(at) {
                self.fail(client, at, at, number, true);
            } else if admitted + 1.0 > admission {
                self.fail(client, at, at, number, false);
            } else if left >= 1.0 {
                admitted += 1.0;
                left -= 1.0;
                self.serve(client, at, at);
            } else {
                admitted += 1.0;
                self.join(client, at, number, room);
            }
        }
    }

    /// All who come in tick `number`, in order, and before the horizon.
    fn arrivals_of(&mut self, number: u64) -> Vec<(u64, u32)> {
        let mut arrivals = Vec::new();
        while let Some(&Reverse((at, client))) = self.queue.peek() {
            if at / self.tick() != number {
                break;
            }
            self.queue.pop();
            if at < self.scenario.horizon.as_nanos() {
                arrivals.push((at, client));
            }
        }
        arrivals
    }

    fn join(&mut self, client: u32, at: u64, number: u64, room: usize) {
        if self.line.len() < room {
            self.line.push_back((at, client));
            return;
        }
        match (self.scenario.server.queue.shed, self.line.pop_front()) {
            (Shed::Oldest, Some((since, oldest))) => {
                self.line.push_back((at, client));
                self.fail(oldest, since, at, number, false);
            }
            (_, oldest) => {
                if let Some(oldest) = oldest {
                    self.line.push_front(oldest);
                }
                self.fail(client, at, at, number, false);
            }
        }
    }

    /// Counts the attempt of `client` that came at `at`.
    fn count(&mut self, client: u32, at: u64) {
        self.requests.total += 1;
        let window = at / self.scenario.observe.window.as_nanos();
        if self.attempt[client as usize] > 1 {
            count(&mut self.retries, window);
        }
        if self.in_outage(at) {
            self.requests.wasted += 1;
        } else {
            self.requests.after_recovery += 1;
            count(&mut self.met_server, window);
        }
    }

    fn serve(&mut self, client: u32, at: u64, answered: u64) {
        self.tell_breaker(client, answered, true);
        self.count(client, at);
        self.served_at.push(answered);
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

    /// `rate × tick`, which an `f64` misses by a hair where it should be whole.
    fn per_tick(&self, rate: Option<f64>) -> f64 {
        rate.unwrap_or(f64::INFINITY) * self.tick() as f64 / 1e9 + 1e-9
    }

    /// What can be served in the tick that begins at `start`, with so many to serve.
    fn capacity_of_tick(&self, start: u64, load: f64) -> f64 {
        let server = &self.scenario.server;
        let Some(rate) = server.capacity else {
            return f64::INFINITY;
        };
        let recovery = server
            .outage
            .length
            .map_or(u64::MAX, |length| (server.outage.start + length).as_nanos());
        let mut capacity = rate * self.tick() as f64 / 1e9;
        let over = server.slow_start.over.as_nanos();
        if over > 0 && start + self.tick() > recovery {
            // In seconds: as near to a whole number as here, the last bit decides.
            let part = start.saturating_sub(recovery) as f64 / 1e9 / (over as f64 / 1e9);
            let from = server.slow_start.from;
            capacity *= from + (1.0 - from) * part.min(1.0);
        }
        let overload = load / capacity;
        if overload > 1.0 {
            let left = overload.powf(-server.degradation.exponent);
            capacity *= left.max(server.degradation.floor);
        }
        capacity + 1e-9
    }

    /// Steps 6 and 7, for an attempt that came at `at` and was `answered` in tick
    /// `number`.
    fn fail(&mut self, client: u32, at: u64, answered: u64, number: u64, in_outage: bool) {
        self.count(client, at);
        self.tell_breaker(client, answered, false);
        self.requests.rejected += u64::from(!in_outage);
        self.try_again(client, answered, number, Some(in_outage));
    }

    /// `in_outage` is nothing where a breaker failed the attempt.
    fn try_again(&mut self, client: u32, answered: u64, number: u64, in_outage: Option<bool>) {
        match self.due_again(client, answered, number, in_outage) {
            Some(due) => {
                self.attempt[client as usize] += 1;
                self.queue.push(Reverse((due, client)));
            }
            None => self.gave_up += 1,
        }
    }

    /// When `client` comes again after a failure; `None` if it gives up.
    fn due_again(
        &mut self,
        client: u32,
        answered: u64,
        number: u64,
        in_outage: Option<bool>,
    ) -> Option<u64> {
        let index = client as usize;
        let attempt = self.attempt[index];
        let retry = self.count_layers(client)?;
        let policy = &self.scenario.policy;
        if in_outage.is_some() && self.fraction(1, client, attempt) < policy.fatal {
            return None;
        }
        let deadline = policy.deadline.map_or(u64::MAX, SimDuration::as_nanos);
        let delay = self.wait(client, attempt, retry, answered, in_outage)?;
        let next_tick = (number + 1) * self.tick();
        let due = self.on_clock(answered.saturating_add(delay)).max(next_tick);
        if due > self.first[index].saturating_add(deadline) {
            return None;
        }
        if due > self.first[index].saturating_add(self.patience(client)) {
            self.left += 1;
            return None;
        }
        self.take_token(client, answered).then_some(due)
    }

    /// Like the hands of a clock: a layer whose attempts are used up begins anew, and
    /// is one failed attempt for the layer around it. Gives the retry of the layer that
    /// has attempts left; `None` if none has.
    fn count_layers(&mut self, client: u32) -> Option<u32> {
        let most = self.scenario.policy.max_attempts.unwrap_or(u32::MAX);
        for done in &mut self.done[client as usize] {
            *done += 1;
            if *done < most {
                return Some(*done - 1);
            }
            *done = 0;
        }
        None
    }

    /// The draw of (seed, client, attempt) for a purpose of its own, with 32 bits.
    fn fraction(&self, purpose: u64, client: u32, attempt: u32) -> f64 {
        (self.bits(purpose, client, attempt) >> 32) as f64 / (1_u64 << 32) as f64
    }

    fn bits(&self, purpose: u64, client: u32, attempt: u32) -> u64 {
        let key = split_mix(split_mix(self.scenario.seed).wrapping_add(purpose));
        let place = (u64::from(client) << 32) | u64::from(attempt);
        split_mix(split_mix(place ^ key).wrapping_add(key))
    }

    /// Exponential.
    fn patience(&self, client: u32) -> u64 {
        let rate = self.scenario.fleet.leaving;
        if rate == 0.0 {
            return u64::MAX;
        }
        let uniform = ((self.bits(2, client, 0) >> 11) + 1) as f64 / (1_u64 << 53) as f64;
        (-libm::log(uniform) / rate * 1e9).round() as u64
    }

    /// Step 6.
    fn on_clock(&self, due: u64) -> u64 {
        match self.scenario.clock {
            Clock::Continuous => due,
            Clock::Ticked => due.div_ceil(self.tick()).saturating_mul(self.tick()),
        }
    }
}

/// The finaliser of `SplitMix64`, which identities are made with.
fn split_mix(seed: u64) -> u64 {
    let mut z = seed.wrapping_add(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

fn count(windows: &mut Vec<u64>, window: u64) {
    let window = window as usize;
    if window >= windows.len() {
        windows.resize(window + 1, 0);
    }
    windows[window] += 1;
}
