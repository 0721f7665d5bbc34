//! How long clients wait before they leave for good.

use crate::WHOLE;
use crate::draws::Stream;
use crate::power::ln;
use crate::scenario::Scenario;
use crate::time::SimDuration;

/// The patience of every client: exponential, so that of those who still wait the same
/// share leaves in every second, and `e⁻ʳᵗ` of them are left after `t` seconds at a
/// rate of `r`: with 0.01 a second, half of them after `ln 2 / 0.01 = 69 s`.
#[derive(Clone, Debug)]
pub(crate) struct Patience {
    stream: Stream,
    /// Per second.
    rate: f64,
}

impl Patience {
    /// `None` if nobody leaves.
    pub(crate) fn new(scenario: &Scenario) -> Option<Self> {
        const PURPOSE: u64 = 2;
        let rate = scenario.fleet.leaving;
        (WHOLE && rate > 0.0).then(|| Self {
            stream: Stream::of(scenario.seed, PURPOSE),
            rate,
        })
    }

    /// How long `client` waits: `−ln U / r`, with `U` uniform in (0, 1].
    pub(crate) fn of(&self, client: u32) -> SimDuration {
        SimDuration::from_secs_f64(-ln(self.uniform(client)) / self.rate)
    }

    /// Some time that `client` waits at least: `−ln U ≥ 2 (1 − U) / (1 + U)`, the first term
    /// of its series, is close where it is short, and takes a tenth of the time.
    #[inline]
    pub(crate) fn at_least(&self, client: u32) -> SimDuration {
        // Whatever the rounding.
        const LESS: f64 = 1.0 - 1e-9;
        let uniform = self.uniform(client);
        let seconds = 2.0 * (1.0 - uniform) / ((1.0 + uniform) * self.rate);
        SimDuration::from_secs_f64(seconds * LESS)
    }

    fn uniform(&self, client: u32) -> f64 {
        const FINEST: f64 = 1.0 / (1_u64 << 53) as f64;
        ((self.stream.bits(client, 0) >> 11) + 1) as f64 * FINEST
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nobody_waits_less_than_the_least_and_few_much_longer() {
        let mut scenario = Scenario::default();
        scenario.fleet.leaving = 0.01;
        let patience = Patience::new(&scenario).expect("clients that leave");
        let mut much_longer = 0;
        for client in 0..20_000 {
            let (wait, least) = (patience.of(client), patience.at_least(client));
            assert!(least <= wait, "{client}: {least:?}, {wait:?}");
            much_longer += u32::from(wait > least.times(2));
        }
        // −ln U is twice the first term at U = 0.0217….
        assert!((300..600).contains(&much_longer), "{much_longer}");
    }
}
