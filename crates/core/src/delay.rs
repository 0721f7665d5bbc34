//! The delay rule: what a client waits after a failure, with the terms of the
//! formula kept, so that the herd and the step-through use one function.

use crate::draws::Draws;
use crate::scenario::{Clamp, Growth, Jitter, Policy};
use crate::time::SimDuration;

/// A policy made ready to be asked: ceilings multiplied out once, not per attempt.
#[derive(Clone, Debug)]
pub struct DelayRule {
    /// The interval of every retry until it changes no more; one at least.
    intervals: Vec<Interval>,
    /// The ceiling of every retry, in step with `intervals`.
    ceilings: Vec<SimDuration>,
    base: SimDuration,
    cap: SimDuration,
    /// Of decorrelated jitter; other kinds have no use for it.
    clamp: Option<Clamp>,
}

/// What a delay is drawn from, uniformly; a single value if both ends are equal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Interval {
    /// The shortest delay.
    pub low: SimDuration,
    /// The longest delay.
    pub high: SimDuration,
}

/// One evaluation of the delay formula.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Terms {
    /// The number of the retry, `n`: 0 for the first one.
    pub retry: u32,
    /// `v = min(cap, base × factorⁿ)`. Decorrelated jitter does not look at it.
    pub ceiling: SimDuration,
    /// The previous delay, which decorrelated jitter grows from; it starts at the base.
    pub previous: SimDuration,
    /// What the delay was drawn from.
    pub interval: Interval,
    /// What was drawn.
    pub drawn: SimDuration,
    /// The delay: what was drawn, cut at the cap where the clamp is hard.
    pub delay: SimDuration,
}

impl DelayRule {
    /// The rule of `policy`.
    ///
    /// The factor is multiplied up step by step, never raised to a power:
    /// `powf` differs between machines in the last bit.
    pub fn new(policy: &Policy) -> Self {
        let ceilings = ceilings(policy);
        let intervals = ceilings
            .iter()
            .map(|&ceiling| jittered(policy, ceiling))
            .collect();
        Self {
            intervals,
            ceilings,
            base: policy.base,
            cap: policy.cap.unwrap_or(SimDuration::MAX),
            clamp: (policy.jitter == Jitter::Decorrelated).then_some(policy.clamp),
        }
    }

    /// What `previous` has to be at the first retry: the base.
    pub fn first_previous(&self) -> SimDuration {
        self.base
    }

    /// The ceiling of retry `retry`.
    pub fn ceiling(&self, retry: u32) -> SimDuration {
        self.ceilings[self.step(retry)]
    }

    /// What retry `retry` draws its delay from, after a delay of `previous`.
    #[inline]
    pub fn interval(&self, retry: u32, previous: SimDuration) -> Interval {
        match self.clamp {
            None => self.intervals[self.step(retry)],
            Some(clamp) => self.decorrelated(clamp, previous),
        }
    }

    /// The delay after the failure of attempt `attempt` (from 1) of `client`.
    #[inline]
    pub fn delay<D: Draws>(
        &self,
        draws: &mut D,
        client: u32,
        attempt: u32,
        previous: SimDuration,
    ) -> SimDuration {
        let interval = self.interval(attempt - 1, previous);
        self.cut(draw(draws, client, attempt, interval))
    }

    /// As [`DelayRule::delay`], with every term of the formula.
    ///
    /// A client with base 1 s, factor 2 and cap 30 s that failed its fourth
    /// attempt is at retry `n = 3`: the ceiling is `min(30 s, 1 s × 2³) = 8 s`,
    /// and full jitter draws from `[0 s, 8 s]`.
    pub fn terms<D: Draws>(
        &self,
        draws: &mut D,
        client: u32,
        attempt: u32,
        previous: SimDuration,
    ) -> Terms {
        let retry = attempt - 1;
        let interval = self.interval(retry, previous);
        let drawn = draw(draws, client, attempt, interval);
        Terms {
            retry,
            ceiling: self.ceiling(retry),
            previous,
            interval,
            drawn,
            delay: self.cut(drawn),
        }
    }

    #[inline]
    fn step(&self, retry: u32) -> usize {
        (retry as usize).min(self.intervals.len() - 1)
    }

    /// Marc Brooker's decorrelated jitter (2015), with either clamp.
    #[inline]
    fn decorrelated(&self, clamp: Clamp, previous: SimDuration) -> Interval {
        // A product that saturates is a slow function in wasm.
        let wide = previous + previous + previous;
        let (low, high) = match clamp {
            Clamp::Hard => (self.base, wide),
            Clamp::Range => (self.base.min(self.cap), wide.min(self.cap)),
        };
        Interval {
            low,
            high: high.max(low),
        }
    }

    /// The hard clamp of decorrelated jitter. The other kinds meet the cap in
    /// their ceiling, and proportional jitter may exceed it.
    #[inline]
    fn cut(&self, drawn: SimDuration) -> SimDuration {
        match self.clamp {
            None => drawn,
            Some(_) => drawn.min(self.cap),
        }
    }
}

#[inline]
fn draw<D: Draws>(draws: &mut D, client: u32, attempt: u32, interval: Interval) -> SimDuration {
    if interval.low == interval.high {
        return interval.low;
    }
    draws.delay(client, attempt, interval.low, interval.high)
}

/// `min(cap, base × factorⁿ)` for n = 0, 1, … until it no longer changes.
fn ceilings(policy: &Policy) -> Vec<SimDuration> {
    let cap = policy.cap.unwrap_or(SimDuration::MAX);
    let mut ceilings = vec![policy.base.min(cap)];
    if policy.growth == Growth::Fixed || policy.factor <= 1.0 || policy.base == SimDuration::ZERO {
        return ceilings;
    }
    let retries = policy.max_attempts.unwrap_or(u32::MAX) as usize;
    let mut grown = policy.base.as_nanos() as f64;
    while ceilings.len() < retries && ceilings[ceilings.len() - 1] < cap {
        grown *= policy.factor;
        ceilings.push(SimDuration::from_nanos_f64(grown).min(cap));
    }
    ceilings
}

/// The interval that a delay under `ceiling` is drawn from.
fn jittered(policy: &Policy, ceiling: SimDuration) -> Interval {
    let nanos = ceiling.as_nanos();
    let scaled = |factor: f64| SimDuration::from_nanos_f64(nanos as f64 * factor);
    let (low, high) = match policy.jitter {
        // Decorrelated jitter draws from the previous delay, not from here.
        Jitter::None | Jitter::Decorrelated => (ceiling, ceiling),
        Jitter::Full => (SimDuration::ZERO, ceiling),
        Jitter::Equal => (SimDuration::from_nanos(nanos / 2), ceiling),
        Jitter::Proportional => (scaled(1.0 - policy.width), scaled(1.0 + policy.width)),
    };
    Interval { low, high }
}
