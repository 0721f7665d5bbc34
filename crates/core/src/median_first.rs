//! Polly's second version of decorrelated jitter.

use crate::WHOLE;
use crate::delay::Interval;
use crate::draws::Draws;
use crate::power::power;
use crate::time::SimDuration;

/// The delays are the steps of one smooth curve taken at a jittered place in each
/// of its unit intervals: with `t = n + U(0, 1)` and `g(t) = 2ᵗ × tanh √(4t)`, the
/// sum of the first n + 1 delays is `base / 1.4 × g(t)` (Polly.Contrib.WaitAndRetry,
/// `DecorrelatedJitterBackoffV2`, 2019). The median of the first one is the base.
#[derive(Clone, Debug)]
pub(crate) struct MedianFirst {
    /// `base / 1.4`, in nanoseconds.
    scale: f64,
}

impl MedianFirst {
    pub(crate) fn new(base: SimDuration) -> Self {
        Self {
            scale: base.as_nanos() as f64 / 1.4,
        }
    }

    /// The shortest and the longest delay at retry `retry`, after delays that sum
    /// to `sum`. What is drawn between them is not uniform.
    pub(crate) fn interval(&self, retry: u32, sum: SimDuration) -> Interval {
        let retry = f64::from(retry);
        Interval {
            low: self.curve(retry) - sum,
            high: self.curve(retry + 1.0) - sum,
        }
    }

    pub(crate) fn draw<D: Draws>(
        &self,
        draws: &mut D,
        client: u32,
        retry: u32,
        sum: SimDuration,
    ) -> SimDuration {
        let second = SimDuration::from_secs(1);
        let place = draws.delay(client, retry + 1, SimDuration::ZERO, second);
        self.curve(f64::from(retry) + place.as_secs_f64()) - sum
    }

    fn curve(&self, t: f64) -> SimDuration {
        if !WHOLE {
            return SimDuration::ZERO;
        }
        let g = power(2.0, t) * tanh((4.0 * t).sqrt());
        SimDuration::from_nanos_f64(self.scale * g)
    }
}

/// The hyperbolic tangent of a number that is not negative.
fn tanh(x: f64) -> f64 {
    let square = power(std::f64::consts::E, 2.0 * x);
    // Beyond all precision it is 1, where the square is infinite.
    1.0 - 2.0 / (square + 1.0)
}
