//! The textbook's delays, and what a Retry-After makes of them.

use retry_herd_core::{
    Beyond, CapOn, Clamp, Draws, First, Growth, Jitter, Policy, RetryAfterForm, RetryAfterRule,
    SimDuration, SpreadGrowth,
};

use super::{Herd, split_mix};

impl<D: Draws> Herd<'_, D> {
    /// What a Retry-After makes of the delay, and the offset.
    pub(super) fn wait(
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

    /// What the jitter makes of the ceiling.
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
}
