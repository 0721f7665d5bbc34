//! The model once more, as a textbook would write it: a binary heap of (time,
//! client), the clients' state in arrays, one attempt after the other. Written
//! from docs/model.md, not from the engine. Slow, and plainly right.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, VecDeque};

use retry_herd_core::{
    Beyond, Breaker, CapOn, Clamp, Clock, Completion, Draws, First, Growth, Jitter, Peak, Policy,
    Report, Requests, RetryAfterForm, RetryAfterRule, Scenario, Scope, Shed, SimDuration,
    SpreadGrowth,
};

/// A token, in the units that they are counted in.
const TOKEN: u128 = 1_000_000_000_000;

/// A breaker.
#[derive(Clone, Copy)]
enum State {
    /// With so many failures in a row.
    Closed(u32),
    OpenUntil(u64),
    /// With so many let through, and so many of them served.
    HalfOpen(u32, u32),
}

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

    /// Section 2, items 2, 3 and 4.
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

    /// Section 2, item 5, for an attempt that came at `at` and was `answered` in tick
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

    /// What time has brought to the bucket of `client`, and `more`.
    fn refill(&mut self, client: u32, now: u64, more: u128) -> &mut u128 {
        let budget = &self.scenario.policy.budget;
        let of_all = budget.scope == Scope::Fleet;
        let (tokens, at) = &mut self.buckets[if of_all { 0 } else { client as usize }];
        let rate = (budget.per_second * 1_000.0).round() as u128;
        let most = u128::from(budget.tokens) * TOKEN;
        *tokens = most.min(*tokens + rate * u128::from(now - *at));
        *tokens = most.min(*tokens + more);
        *at = now;
        tokens
    }

    fn take_token(&mut self, client: u32, now: u64) -> bool {
        if self.scenario.policy.budget.scope == Scope::None {
            return true;
        }
        let tokens = self.refill(client, now, 0);
        let enough = *tokens >= TOKEN;
        *tokens -= if enough { TOKEN } else { 0 };
        enough
    }

    fn breaker_of(&self, client: u32) -> usize {
        match self.scenario.policy.breaker.scope {
            Scope::Fleet => 0,
            _ => client as usize,
        }
    }

    fn breaker_lets(&mut self, client: u32, now: u64) -> bool {
        let Breaker { scope, probes, .. } = self.scenario.policy.breaker;
        let index = self.breaker_of(client);
        let state = &mut self.breakers[index];
        if matches!(state, State::OpenUntil(until) if *until <= now) {
            *state = State::HalfOpen(0, 0);
        }
        let lets = match state {
            State::Closed(_) => true,
            State::OpenUntil(_) => false,
            State::HalfOpen(through, _) => {
                *through += 1;
                *through <= probes
            }
        };
        scope == Scope::None || lets
    }

    fn tell_breaker(&mut self, client: u32, now: u64, served: bool) {
        let Breaker {
            scope,
            threshold,
            open_for,
            probes,
        } = self.scenario.policy.breaker;
        if scope == Scope::None {
            return;
        }
        let index = self.breaker_of(client);
        let open = State::OpenUntil(now.saturating_add(open_for.as_nanos()));
        self.breakers[index] = match (self.breakers[index], served) {
            (State::OpenUntil(until), _) => State::OpenUntil(until),
            (State::Closed(_), true) => State::Closed(0),
            (State::Closed(failures), false) if failures + 1 == threshold => open,
            (State::Closed(failures), false) => State::Closed(failures + 1),
            (State::HalfOpen(_, all), true) if all + 1 == probes => State::Closed(0),
            (State::HalfOpen(through, all), true) => State::HalfOpen(through, all + 1),
            (State::HalfOpen(..), false) => open,
        };
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

    /// Section 2, item 6.
    fn on_clock(&self, due: u64) -> u64 {
        match self.scenario.clock {
            Clock::Continuous => due,
            Clock::Ticked => due.div_ceil(self.tick()).saturating_mul(self.tick()),
        }
    }

    /// Section 3's second table, and the offset.
    fn wait(
        &mut self,
        client: u32,
        attempt: u32,
        retry: u32,
        answered: u64,
        in_outage: Option<bool>,
    ) -> Option<u64> {
        let (server, policy) = (&self.scenario.server, &self.scenario.policy);
        let shed = server.shed_retry_after.or(server.retry_after);
        let (sent, rule) = match in_outage {
            Some(true) => (server.retry_after, policy.retry_after.outage),
            Some(false) => (shed, policy.retry_after.overload),
            None => (None, RetryAfterRule::Ignore),
        };
        let limit = policy.retry_after_limit;
        let limit = limit.map_or(u64::MAX, SimDuration::as_nanos);
        let beyond = policy.retry_after_beyond;
        let cap = policy.cap.map_or(u64::MAX, SimDuration::as_nanos);
        let offset = self.offset(client);
        let mut r = sent.map_or(0, SimDuration::as_nanos);
        if r > 0 && server.retry_after_form == RetryAfterForm::Date {
            r = (answered + r) / 1_000_000_000 * 1_000_000_000 - answered;
        }
        let ignored = r == 0 || rule == RetryAfterRule::Ignore;
        if !ignored && r > limit && beyond == Beyond::GiveUp {
            return None;
        }
        if ignored || r > limit && beyond == Beyond::Ignore {
            let delay = self.delay(client, attempt, retry);
            if policy.offset == SimDuration::ZERO {
                return Some(delay);
            }
            return Some(delay.saturating_add(offset).min(cap));
        }
        let r = r.min(limit);
        let wait = match rule {
            RetryAfterRule::Ignore | RetryAfterRule::Obey => r,
            RetryAfterRule::Floor => self.delay(client, attempt, retry).max(r),
            RetryAfterRule::Add => self.delay(client, attempt, retry).saturating_add(r),
            RetryAfterRule::Stretch => self.uniform(client, attempt, r, 2 * r),
            RetryAfterRule::Scatter => self.uniform(client, attempt, 0, r),
            RetryAfterRule::Near => {
                let own = self.delay(client, attempt, retry);
                match r {
                    r if r < own => own,
                    r if r > own + 5_000_000_000 => own + 5_000_000_000,
                    r => r,
                }
            }
        };
        Some(wait.saturating_add(offset))
    }

    /// `offset` times a hash of the client's identity, as a fraction.
    fn offset(&self, client: u32) -> u64 {
        let high = split_mix(u64::from(client));
        let low = split_mix(high);
        let identity = high.to_be_bytes().into_iter().chain(low.to_be_bytes());
        let mut hash: u64 = 0xcbf2_9ce4_8422_2325;
        for byte in identity {
            hash ^= u64::from(byte);
            hash = hash.wrapping_mul(0x0000_0100_0000_01b3);
        }
        let offset = u128::from(self.scenario.policy.offset.as_nanos());
        ((offset * u128::from(hash)) >> 64) as u64
    }

    /// The client's own delay: drawn, rounded down to whole units, cut at the cap,
    /// raised to the shortest.
    fn delay(&mut self, client: u32, attempt: u32, retry: u32) -> u64 {
        let policy = &self.scenario.policy;
        let drawn = self.drawn(client, attempt, retry);
        let unit = policy.unit.map_or(1, SimDuration::as_nanos).max(1);
        let cap = policy.cap.map_or(u64::MAX, SimDuration::as_nanos);
        let cuts = match policy.jitter {
            Jitter::Decorrelated => policy.clamp == Clamp::Hard,
            Jitter::MedianFirst => true,
            _ => policy.cap_on != CapOn::Ceiling,
        };
        let mut delay = drawn / unit * unit;
        if cuts {
            delay = delay.min(cap);
        }
        delay = delay.max(policy.shortest.as_nanos());
        self.previous[client as usize] = delay;
        delay
    }

    /// Section 3, row by row.
    fn drawn(&mut self, client: u32, attempt: u32, retry: u32) -> u64 {
        let policy: &Policy = &self.scenario.policy;
        let base = policy.base.as_nanos();
        let cap = policy.cap.map_or(u64::MAX, SimDuration::as_nanos);
        let v = self.ceiling(retry);
        let tripled = self.previous[client as usize].saturating_mul(3);
        let times = |factor: f64| (v as f64 * factor).round() as u64;
        if policy.jitter == Jitter::MedianFirst {
            return self.median_first(client, attempt);
        }
        match policy.first {
            First::AtOnce if retry == 0 => return 0,
            First::Exact if retry == 0 => return v,
            _ => {}
        }
        match policy.jitter {
            Jitter::None => v,
            Jitter::Full => self.unit_drawn(client, attempt, 0, v),
            Jitter::Equal => self.unit_drawn(client, attempt, v / 2, v),
            Jitter::Proportional => {
                let (low, high) = (times(1.0 - policy.width), times(1.0 + policy.width));
                self.unit_drawn(client, attempt, low, high)
            }
            Jitter::Range => {
                self.unit_drawn(client, attempt, times(policy.low), times(policy.high))
            }
            Jitter::Added => {
                let mut spread = policy.spread.as_nanos();
                if policy.spread_growth == SpreadGrowth::Linear {
                    spread *= u64::from(retry) + 1;
                }
                self.unit_drawn(client, attempt, v, v.saturating_add(spread))
            }
            Jitter::Decorrelated => match policy.clamp {
                Clamp::Hard => self.unit_drawn(client, attempt, base, tripled),
                Clamp::Range => self.unit_drawn(client, attempt, base.min(cap), tripled.min(cap)),
            },
            Jitter::MedianFirst => unreachable!("see above"),
        }
    }

    /// Polly's: `base / 1.4 × (g(tₙ) − g(tₙ₋₁))` with `g(t) = 2ᵗ × tanh √(4t)`, the
    /// second one being the sum so far.
    fn median_first(&mut self, client: u32, attempt: u32) -> u64 {
        let base = self.scenario.policy.base.as_nanos() as f64;
        let place = self.uniform(client, attempt, 0, 1_000_000_000) as f64 / 1e9;
        let t = f64::from(attempt - 1) + place;
        // `libm`'s, because every machine's own functions differ in the last bit.
        let g = libm::exp2(t) * libm::tanh((4.0 * t).sqrt());
        let reached = (base / 1.4 * g).round() as u64;
        let sum = &mut self.sum[client as usize];
        let drawn = reached.saturating_sub(*sum);
        *sum = sum.saturating_add(drawn);
        drawn
    }

    /// With whole units, so that the last one is as likely as the others.
    fn unit_drawn(&mut self, client: u32, attempt: u32, low: u64, high: u64) -> u64 {
        if high <= low {
            return low;
        }
        let unit = self.scenario.policy.unit.map_or(1, SimDuration::as_nanos);
        self.uniform(client, attempt, low, high.saturating_add(unit - 1))
    }

    fn uniform(&mut self, client: u32, attempt: u32, low: u64, high: u64) -> u64 {
        let (low, high) = (SimDuration::from_nanos(low), SimDuration::from_nanos(high));
        self.draws.delay(client, attempt, low, high).as_nanos()
    }

    /// `min(cap, base × factorⁿ + plus)`, and the other kinds of growth.
    fn ceiling(&self, retry: u32) -> u64 {
        let policy = &self.scenario.policy;
        let capped = policy.cap_on != CapOn::Delay || policy.jitter == Jitter::Decorrelated;
        let cap = policy.cap.filter(|_| capped);
        let cap = cap.map_or(u64::MAX, SimDuration::as_nanos);
        let base = policy.base.as_nanos() as f64;
        let power = |of: u32| (0..policy.degree).fold(1.0, |power, _| power * f64::from(of));
        let grown = |times: u32| {
            let beyond = |&v: &f64| v > 1e20;
            let mut powers = std::iter::successors(Some(base), |v| Some(v * policy.factor));
            let last = powers.by_ref().take(times as usize).find(beyond);
            last.or_else(|| powers.next()).unwrap_or(base)
        };
        let v = match policy.growth {
            Growth::Fixed => base,
            Growth::Exponential => grown(retry),
            Growth::LessOne => grown(retry + 1) - base,
            Growth::Polynomial => base * power(retry + 1),
            Growth::PolynomialFromZero => base * power(retry),
        };
        (v.round() as u64)
            .saturating_add(policy.plus.as_nanos())
            .min(cap)
    }

    fn report(mut self) -> Report {
        let clients = u64::from(self.scenario.fleet.clients);
        self.served_at.sort_unstable();
        let served = self.served_at.len() as u64;
        Report {
            clients,
            served,
            gave_up: self.gave_up,
            left: (self.scenario.fleet.leaving > 0.0).then_some(self.left),
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
