//! What a delay is drawn from, for the kinds of jitter that look at nothing but
//! the ceiling.

use crate::WHOLE;
use crate::delay::Interval;
use crate::scenario::{First, Jitter, Policy, SpreadGrowth};
use crate::time::SimDuration;

/// The interval of retry `retry`, whose ceiling is `ceiling`.
pub(crate) fn interval(policy: &Policy, retry: u32, ceiling: SimDuration) -> Interval {
    match policy.first {
        _ if !WHOLE => jittered(policy, retry, ceiling),
        First::AtOnce if retry == 0 => Interval::exactly(SimDuration::ZERO),
        First::Exact if retry == 0 => Interval::exactly(ceiling),
        _ => jittered(policy, retry, ceiling),
    }
}

fn jittered(policy: &Policy, retry: u32, ceiling: SimDuration) -> Interval {
    let between = |low: f64, high: f64| Interval {
        low: scaled(ceiling, low),
        high: scaled(ceiling, high),
    };
    match policy.jitter {
        // These two draw from what came before, not from the ceiling.
        Jitter::Decorrelated | Jitter::MedianFirst | Jitter::None => Interval::exactly(ceiling),
        Jitter::Full => Interval {
            low: SimDuration::ZERO,
            high: ceiling,
        },
        Jitter::Equal => Interval {
            low: SimDuration::from_nanos(ceiling.as_nanos() / 2),
            high: ceiling,
        },
        Jitter::Proportional => between(1.0 - policy.width, 1.0 + policy.width),
        _ if !WHOLE => Interval::exactly(ceiling),
        Jitter::Range => between(policy.low, policy.high),
        Jitter::Added => Interval {
            low: ceiling,
            high: ceiling + spread(policy, retry),
        },
    }
}

fn spread(policy: &Policy, retry: u32) -> SimDuration {
    match policy.spread_growth {
        SpreadGrowth::Fixed => policy.spread,
        SpreadGrowth::Linear => policy.spread.times(u64::from(retry) + 1),
    }
}

fn scaled(duration: SimDuration, factor: f64) -> SimDuration {
    SimDuration::from_nanos_f64(duration.as_nanos() as f64 * factor)
}
