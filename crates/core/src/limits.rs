//! What cuts a delay after it was drawn.

use crate::scenario::{CapOn, Clamp, Jitter, Policy};
use crate::time::SimDuration;

/// The limits of a policy, in the order in which they apply: whole units, then
/// the cap, then the shortest delay.
#[derive(Clone, Debug)]
pub(crate) struct Limits {
    /// 1 ns for no rounding.
    unit: u64,
    longest: SimDuration,
    shortest: SimDuration,
}

impl Limits {
    pub(crate) fn new(policy: &Policy) -> Self {
        Self {
            unit: policy.unit.map_or(1, |unit| unit.as_nanos().max(1)),
            longest: policy
                .cap
                .filter(|_| cap_cuts(policy))
                .unwrap_or(SimDuration::MAX),
            shortest: policy.shortest,
        }
    }

    /// The delay that `drawn` becomes.
    #[inline]
    pub(crate) fn cut(&self, drawn: SimDuration) -> SimDuration {
        self.whole(drawn).min(self.longest).max(self.shortest)
    }

    /// The end to draw below, so that the last whole unit is as likely as the others.
    #[inline]
    pub(crate) fn draw_below(&self, high: SimDuration) -> SimDuration {
        high + SimDuration::from_nanos(self.unit - 1)
    }

    #[inline]
    fn whole(&self, drawn: SimDuration) -> SimDuration {
        if self.unit == 1 {
            return drawn;
        }
        SimDuration::from_nanos(drawn.as_nanos() / self.unit * self.unit)
    }
}

/// Whether the cap limits what was drawn, and not only the ceiling.
fn cap_cuts(policy: &Policy) -> bool {
    match policy.jitter {
        Jitter::Decorrelated => policy.clamp == Clamp::Hard,
        // Its ceiling is no part of the draw.
        Jitter::MedianFirst => true,
        _ => policy.cap_on != CapOn::Ceiling,
    }
}
