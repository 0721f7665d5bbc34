//! The ceiling, retry by retry.

use crate::WHOLE;
use crate::power::whole_power;
use crate::scenario::{CapOn, Growth, Jitter, Policy};
use crate::time::SimDuration;

/// Ceilings that a table holds. Polynomial growth without a cap would go on for
/// as long as there are attempts; by then a run is long over.
pub(crate) const LONGEST_TABLE: usize = 65_536;

/// The ceilings for n = 0, 1, … until they no longer change.
///
/// Powers are multiplied up step by step, never raised: `powf` differs between
/// machines in the last bit.
pub(crate) fn ceilings(policy: &Policy) -> Vec<SimDuration> {
    let limit = ceiling_limit(policy);
    let retries = policy.max_attempts.unwrap_or(u32::MAX) as usize;
    let mut growing = Growing::new(policy);
    let mut ceilings = vec![growing.next().min(limit)];
    while ceilings.len() < retries.min(LONGEST_TABLE) && growing.grows() {
        let ceiling = growing.next().min(limit);
        ceilings.push(ceiling);
        // The second one may still equal the first, where that one is zero.
        if ceiling == limit {
            break;
        }
    }
    ceilings
}

/// The cap, where it limits the ceiling.
fn ceiling_limit(policy: &Policy) -> SimDuration {
    let limits = !WHOLE || policy.cap_on != CapOn::Delay || policy.jitter == Jitter::Decorrelated;
    policy.cap.filter(|_| limits).unwrap_or(SimDuration::MAX)
}

struct Growing<'p> {
    policy: &'p Policy,
    retry: u32,
    /// base × factorⁿ, in nanoseconds, not rounded.
    grown: f64,
}

impl<'p> Growing<'p> {
    fn new(policy: &'p Policy) -> Self {
        Self {
            policy,
            retry: 0,
            grown: policy.base.as_nanos() as f64,
        }
    }

    fn grows(&self) -> bool {
        let by = match self.policy.growth {
            Growth::Fixed => false,
            _ if !WHOLE => self.policy.factor > 1.0,
            Growth::Exponential | Growth::LessOne => self.policy.factor > 1.0,
            Growth::Polynomial | Growth::PolynomialFromZero => self.policy.degree > 0,
        };
        by && self.policy.base > SimDuration::ZERO
    }

    fn next(&mut self) -> SimDuration {
        let nanos = self.nanos();
        self.retry += 1;
        self.grown *= self.policy.factor;
        SimDuration::from_nanos_f64(nanos) + self.policy.plus
    }

    /// What the growth makes of the base at this retry.
    fn nanos(&self) -> f64 {
        let base = self.policy.base.as_nanos() as f64;
        let retry = f64::from(self.retry);
        match self.policy.growth {
            Growth::Fixed => base,
            Growth::Exponential => self.grown,
            _ if !WHOLE => self.grown,
            Growth::LessOne => self.grown * self.policy.factor - base,
            Growth::Polynomial => base * whole_power(retry + 1.0, self.policy.degree),
            Growth::PolynomialFromZero => base * whole_power(retry, self.policy.degree),
        }
    }
}
