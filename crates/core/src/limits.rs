//! What cuts a delay after it was drawn.

use crate::WHOLE;
use crate::delay::Interval;
use crate::divisor::Divisor;
use crate::scenario::{CapOn, Clamp, Jitter, Policy};
use crate::time::SimDuration;

/// The limits of a policy, in the order in which they apply: whole units, then
/// the cap, then the shortest delay.
#[derive(Clone, Debug)]
pub(crate) struct Limits {
    /// 1 ns for no rounding.
    unit: u64,
    units: Divisor,
    longest: SimDuration,
    shortest: SimDuration,
}

impl Limits {
    pub(crate) fn new(policy: &Policy) -> Self {
        let unit = policy.unit.map_or(1, |unit| unit.as_nanos().max(1));
        Self {
            unit,
            units: Divisor::new(unit),
            longest: policy
                .cap
                .filter(|_| cap_cuts(policy))
                .unwrap_or(SimDuration::MAX),
            shortest: policy.shortest,
        }
    }

    /// Whether any delay can become another.
    pub(crate) fn cut_any(&self) -> bool {
        self.longest < SimDuration::MAX
            || WHOLE && (self.unit > 1 || self.shortest > SimDuration::ZERO)
    }

    /// Whether nothing but the cap limits.
    pub(crate) fn are_usual(&self) -> bool {
        self.unit == 1 && self.shortest == SimDuration::ZERO
    }

    /// The delay that `drawn` becomes.
    #[inline]
    pub(crate) fn cut(&self, drawn: SimDuration) -> SimDuration {
        if !WHOLE {
            return self.cap(drawn);
        }
        self.cap(self.whole(drawn)).max(self.shortest)
    }

    /// As [`Limits::cut`], by limits that are usual.
    #[inline]
    pub(crate) fn cap(&self, drawn: SimDuration) -> SimDuration {
        drawn.min(self.longest)
    }

    /// What all delays from `drawn` together cannot exceed, even if some of them are
    /// raised and others drawn longer for it.
    pub(crate) fn at_most(&self, drawn: SimDuration) -> SimDuration {
        drawn.min(self.longest) + self.shortest
    }

    /// The mean of the delays drawn from `interval`, in nanoseconds: the integral of
    /// [`Limits::cut`] over what is drawn, divided by its width.
    ///
    /// `U(0 s, 8 s)` with a cap of 4 s on the delay has a mean of 3 s: half of them
    /// are cut to 4 s, and the others have a mean of 2 s.
    pub(crate) fn mean_nanos(&self, interval: Interval) -> f64 {
        let Interval { low, high } = interval;
        if low == high || self.shortest >= self.longest {
            return nanos(self.cut(low));
        }
        let unit = self.unit as f64;
        let (low, high) = (nanos(low), nanos(self.draw_below(high)));
        let (shortest, longest) = (nanos(self.shortest), nanos(self.longest));
        // Below the one all are raised, above the other all are cut.
        let raised = ((shortest / unit).ceil() * unit).clamp(low, high);
        let cut = self.cut_from(longest, unit).clamp(low, high).max(raised);
        let sum =
            (raised - low) * shortest + self.sum_of_whole(raised, cut) + (high - cut) * longest;
        sum / (high - low)
    }

    /// Where the first whole unit beyond the longest delay begins.
    fn cut_from(&self, longest: f64, unit: f64) -> f64 {
        if self.unit == 1 {
            return longest;
        }
        ((longest / unit).floor() + 1.0) * unit
    }

    /// The integral of [`Limits::whole`] from `low` to `high`.
    fn sum_of_whole(&self, low: f64, high: f64) -> f64 {
        if self.unit == 1 {
            return (high - low) * f64::midpoint(low, high);
        }
        let unit = self.unit as f64;
        let up_to = |end: f64| {
            let whole = (end / unit).floor();
            let steps = whole * (whole - 1.0) / 2.0 * unit;
            unit * (steps + (end - whole * unit) * whole)
        };
        up_to(high) - up_to(low)
    }

    /// What to draw from for an interval.
    #[inline]
    pub(crate) fn widened(&self, Interval { low, high }: Interval) -> Interval {
        let single = !WHOLE || low == high;
        Interval {
            low,
            high: if single { high } else { self.draw_below(high) },
        }
    }

    /// The end to draw below, so that the last whole unit is as likely as the others.
    pub(crate) fn draw_below(&self, high: SimDuration) -> SimDuration {
        high + SimDuration::from_nanos(self.unit - 1)
    }

    #[inline]
    fn whole(&self, drawn: SimDuration) -> SimDuration {
        if self.unit == 1 {
            return drawn;
        }
        SimDuration::from_nanos(self.units.round_down(drawn.as_nanos()))
    }
}

fn nanos(duration: SimDuration) -> f64 {
    duration.as_nanos() as f64
}

/// Whether the cap limits what was drawn, and not only the ceiling.
fn cap_cuts(policy: &Policy) -> bool {
    match policy.jitter {
        Jitter::Decorrelated => policy.clamp == Clamp::Hard,
        // Its ceiling is no part of the draw.
        Jitter::MedianFirst => true,
        _ => WHOLE && policy.cap_on != CapOn::Ceiling,
    }
}
