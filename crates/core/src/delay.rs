//! The delay rule: what a client waits after a failure, with the terms of the
//! formula kept, so that the herd and the step-through use one function.
//!
//! A delay is made in three steps: the ceiling grows ([`crate::growth`]), a delay
//! is drawn from it ([`crate::jitter`]), and limits cut what was drawn. The first
//! two are worked out once, into a table by retry, except for the kinds of jitter
//! that remember what they drew before.

use crate::WHOLE;
use crate::calendar::Pending;
use crate::draws::Draws;
use crate::failures::Failures;
use crate::growth::{LONGEST_TABLE, ceilings};
use crate::jitter;
use crate::layers::{Layers, Turn};
use crate::limits::Limits;
use crate::median_first::MedianFirst;
use crate::scenario::{Clamp, First, Jitter, Policy, SpreadGrowth};
use crate::time::SimDuration;

/// A policy made ready to be asked: ceilings multiplied out once, not per attempt.
#[derive(Clone, Debug)]
pub struct DelayRule {
    /// The interval of every retry until it changes no more; one at least.
    intervals: Vec<Interval>,
    /// The ceiling of every retry, in step with `intervals`.
    ceilings: Vec<SimDuration>,
    memory: Memory,
    limits: Limits,
}

/// What a delay is drawn from, uniformly; a single value if both ends are equal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Interval {
    /// The shortest delay.
    pub low: SimDuration,
    /// The longest delay.
    pub high: SimDuration,
}

/// A delay, and what to remember for the next one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Delay {
    /// How long the client waits.
    pub delay: SimDuration,
    /// What its next delay grows from.
    pub memory: SimDuration,
}

/// One evaluation of the delay formula.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Terms {
    /// The number of the retry, `n`: 0 for the first one.
    pub retry: u32,
    /// The ceiling `v`. Decorrelated jitter does not look at it.
    pub ceiling: SimDuration,
    /// What decorrelated jitter grows from: the previous delay, at first the base;
    /// of median-first jitter, the sum of all delays before.
    pub previous: SimDuration,
    /// What the delay was drawn from.
    pub interval: Interval,
    /// What was drawn.
    pub drawn: SimDuration,
    /// The delay: what was drawn, after the limits.
    pub delay: SimDuration,
}

/// What a rule remembers from one retry to the next.
#[derive(Clone, Debug)]
enum Memory {
    /// Nothing: the table says all.
    Nothing,
    /// The previous delay.
    Delay {
        base: SimDuration,
        cap: SimDuration,
        clamp: Clamp,
        /// The first retry is the table's.
        unlike_first: bool,
    },
    /// The sum of all delays so far.
    Sum(MedianFirst),
}

impl Interval {
    /// A single value.
    pub(crate) const fn exactly(delay: SimDuration) -> Self {
        Self {
            low: delay,
            high: delay,
        }
    }
}

impl DelayRule {
    /// The rule of `policy`.
    pub fn new(policy: &Policy) -> Self {
        let mut ceilings = ceilings(policy);
        settle(policy, &mut ceilings);
        let intervals = (0..).zip(&ceilings);
        Self {
            intervals: intervals
                .map(|(retry, &ceiling)| jitter::interval(policy, retry, ceiling))
                .collect(),
            ceilings,
            memory: Memory::new(policy),
            limits: Limits::new(policy),
        }
    }

    /// What has to be remembered at the first retry.
    pub fn first_memory(&self) -> SimDuration {
        match self.memory {
            Memory::Delay { base, .. } => base,
            Memory::Nothing | Memory::Sum(_) => SimDuration::ZERO,
        }
    }

    /// The ceiling of retry `retry`.
    pub fn ceiling(&self, retry: u32) -> SimDuration {
        self.ceilings[self.step(retry)]
    }

    /// What retry `retry` draws its delay from.
    #[inline]
    pub fn interval(&self, retry: u32, memory: SimDuration) -> Interval {
        match &self.memory {
            Memory::Nothing => self.intervals[self.step(retry)],
            Memory::Delay {
                unlike_first: true, ..
            } if retry == 0 => self.intervals[0],
            &Memory::Delay {
                base, cap, clamp, ..
            } => decorrelated(base, cap, clamp, memory),
            Memory::Sum(sum) => sum.interval(retry, memory),
        }
    }

    /// The wait after the failure of attempt `attempt` (from 1) of `client`.
    #[inline]
    pub fn delay<D: Draws>(
        &self,
        draws: &mut D,
        client: u32,
        attempt: u32,
        memory: SimDuration,
    ) -> Delay {
        let turn = Turn::of_one_layer(client, attempt);
        self.kept(self.draw(draws, turn, memory), memory)
    }

    /// Whether the small model has this rule, so that [`DelayRule::usual`] says all.
    pub(crate) fn is_usual(&self) -> bool {
        let memory = match self.memory {
            Memory::Nothing => true,
            Memory::Delay { unlike_first, .. } => !unlike_first,
            Memory::Sum(_) => false,
        };
        memory && self.limits.are_usual()
    }

    /// The wait after `failed`, by a rule that is usual: all in one go, which is quicker
    /// for the few attempts of a small herd's tick than [`DelayRule::after`].
    #[inline]
    pub(crate) fn usual<D: Draws>(&self, draws: &mut D, failed: &Pending) -> Delay {
        let turn = Turn::of_one_layer(failed.client, failed.attempt);
        match self.memory {
            Memory::Delay {
                base, cap, clamp, ..
            } => {
                let interval = decorrelated(base, cap, clamp, failed.memory);
                let delay = self.limits.cap(uniform(draws, turn, interval));
                Delay {
                    delay,
                    memory: delay,
                }
            }
            Memory::Nothing | Memory::Sum(_) => {
                let interval = self.intervals[self.step(turn.retry)];
                Delay {
                    delay: self.limits.cap(uniform(draws, turn, interval)),
                    memory: failed.memory,
                }
            }
        }
    }

    /// Works out the waits after failures, and what is remembered of them. One look at what
    /// kind of memory it is, in place of one for each client.
    pub(crate) fn after<D: Draws>(
        &self,
        draws: &mut D,
        layers: Layers,
        failures: &mut Failures<'_>,
    ) {
        match self.memory {
            Memory::Nothing => {
                let interval = |turn: Turn, _| self.intervals[self.step(turn.retry)];
                self.after_each(draws, layers, failures, interval);
                failures.keep_memories();
            }
            Memory::Delay {
                base,
                cap,
                clamp,
                unlike_first: false,
            } => {
                let interval = |_, memory| decorrelated(base, cap, clamp, memory);
                self.after_each(draws, layers, failures, interval);
                failures.memories.copy_from_slice(failures.delays);
            }
            Memory::Delay { .. } | Memory::Sum(_) => self.after_any(draws, layers, failures),
        }
    }

    #[inline]
    fn after_each<D: Draws>(
        &self,
        draws: &mut D,
        layers: Layers,
        failures: &mut Failures<'_>,
        interval: impl Fn(Turn, SimDuration) -> Interval,
    ) {
        for (failed, delay) in failures.delays() {
            let turn = layers.turn(failed.client, failed.attempt);
            let interval = self.limits.widened(interval(turn, failed.memory));
            *delay = uniform(draws, turn, interval);
        }
        if self.limits.cut_any() {
            for delay in &mut *failures.delays {
                *delay = self.limits.cut(*delay);
            }
        }
    }

    fn after_any<D: Draws>(&self, draws: &mut D, layers: Layers, failures: &mut Failures<'_>) {
        let columns = failures.failed.iter().zip(&mut *failures.delays);
        for ((failed, delay), memory) in columns.zip(&mut *failures.memories) {
            let turn = layers.turn(failed.client, failed.attempt);
            let drawn = self.draw(draws, turn, failed.memory);
            let kept = self.kept(drawn, failed.memory);
            (*delay, *memory) = (kept.delay, kept.memory);
        }
    }

    /// What was drawn, after the limits and with what is remembered of it.
    #[inline]
    fn kept(&self, drawn: SimDuration, memory: SimDuration) -> Delay {
        let delay = self.limits.cut(drawn);
        let memory = match self.memory {
            Memory::Nothing => memory,
            Memory::Delay { .. } => delay,
            Memory::Sum(_) => memory + drawn,
        };
        Delay { delay, memory }
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
        memory: SimDuration,
    ) -> Terms {
        self.terms_of_turn(draws, Turn::of_one_layer(client, attempt), memory)
    }

    pub(crate) fn terms_of_turn<D: Draws>(
        &self,
        draws: &mut D,
        turn: Turn,
        memory: SimDuration,
    ) -> Terms {
        let drawn = self.draw(draws, turn, memory);
        let retry = turn.retry;
        Terms {
            retry,
            ceiling: self.ceiling(retry),
            previous: memory,
            interval: self.interval(retry, memory),
            drawn,
            delay: self.limits.cut(drawn),
        }
    }

    /// The mean of retry `retry`'s delay, in nanoseconds; `None` if that depends on
    /// what was drawn before.
    pub(crate) fn mean_nanos(&self, retry: u32) -> Option<f64> {
        match self.memory {
            Memory::Nothing => Some(self.limits.mean_nanos(self.intervals[self.step(retry)])),
            Memory::Delay { .. } | Memory::Sum(_) => None,
        }
    }

    /// Retry `retry`'s delay with the worst luck, which also makes the sum of all
    /// delays the longest: of median-first jitter because its steps grow. With a
    /// shortest delay or whole units that one gets a bound, no client's delay.
    pub(crate) fn longest(&self, retry: u32, memory: SimDuration) -> Delay {
        let Interval { low, high } = self.interval(retry, memory);
        match self.memory {
            _ if low == high => self.kept(low, memory),
            Memory::Nothing | Memory::Delay { .. } => {
                self.kept(self.limits.draw_below(high), memory)
            }
            Memory::Sum(_) => Delay {
                delay: self.limits.at_most(high),
                memory: memory + high,
            },
        }
    }

    #[inline]
    fn draw<D: Draws>(&self, draws: &mut D, turn: Turn, memory: SimDuration) -> SimDuration {
        if let Memory::Sum(sum) = &self.memory {
            return sum.draw(draws, turn.client, turn.retry, memory);
        }
        let interval = self.limits.widened(self.interval(turn.retry, memory));
        uniform(draws, turn, interval)
    }

    #[inline]
    fn step(&self, retry: u32) -> usize {
        (retry as usize).min(self.intervals.len() - 1)
    }
}

/// A draw from `interval`; none is made where there is nothing to choose.
#[inline]
fn uniform<D: Draws>(draws: &mut D, turn: Turn, interval: Interval) -> SimDuration {
    let Interval { low, high } = interval;
    if low == high {
        return low;
    }
    draws.delay(turn.client, turn.attempt, low, high)
}

/// Makes the table as long as the intervals still change.
fn settle(policy: &Policy, ceilings: &mut Vec<SimDuration>) {
    let grows = policy.jitter == Jitter::Added && policy.spread_growth == SpreadGrowth::Linear;
    let changes = if !WHOLE {
        1
    } else if grows {
        LONGEST_TABLE
    } else if policy.first == First::Usual {
        1
    } else {
        2
    };
    let retries = policy.max_attempts.unwrap_or(u32::MAX) as usize;
    let len = changes.min(retries).max(ceilings.len());
    ceilings.resize(len, ceilings[ceilings.len() - 1]);
}

impl Memory {
    fn new(policy: &Policy) -> Self {
        match policy.jitter {
            Jitter::Decorrelated => Self::Delay {
                base: policy.base,
                cap: policy.cap.unwrap_or(SimDuration::MAX),
                clamp: policy.clamp,
                unlike_first: WHOLE && policy.first != First::Usual,
            },
            Jitter::MedianFirst => Self::Sum(MedianFirst::new(policy.base)),
            _ => Self::Nothing,
        }
    }
}

/// Marc Brooker's decorrelated jitter (2015), with either clamp.
#[inline]
fn decorrelated(
    base: SimDuration,
    cap: SimDuration,
    clamp: Clamp,
    previous: SimDuration,
) -> Interval {
    // A product that saturates is a slow function in wasm.
    let wide = previous + previous + previous;
    let (low, high) = match clamp {
        Clamp::Hard => (base, wide),
        Clamp::Range => (base.min(cap), wide.min(cap)),
    };
    Interval {
        low,
        high: high.max(low),
    }
}
