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
    /// That of the first clients, worked out: a logarithm takes longer than all else
    /// that there is to do for a failure.
    known: Vec<SimDuration>,
}

impl Patience {
    /// `None` if nobody leaves.
    pub(crate) fn new(scenario: &Scenario) -> Option<Self> {
        const PURPOSE: u64 = 2;
        let rate = scenario.fleet.leaving;
        (WHOLE && rate > 0.0).then(|| Self {
            stream: Stream::of(scenario.seed, PURPOSE),
            rate,
            known: Vec::new(),
        })
    }

    /// Works out that of `clients` clients.
    pub(crate) fn work_out(&mut self, clients: u32) {
        self.known = (0..clients).map(|client| self.drawn(client)).collect();
    }

    /// How long after its first attempt `client` makes no further one: `−ln U / r`,
    /// with `U` uniform in (0, 1].
    #[inline]
    pub(crate) fn of(&self, client: u32) -> SimDuration {
        let known = self.known.get(client as usize).copied();
        known.unwrap_or_else(|| self.drawn(client))
    }

    fn drawn(&self, client: u32) -> SimDuration {
        const FINEST: f64 = 1.0 / (1_u64 << 53) as f64;
        let uniform = ((self.stream.bits(client, 0) >> 11) + 1) as f64 * FINEST;
        SimDuration::from_secs_f64(-ln(uniform) / self.rate)
    }
}
