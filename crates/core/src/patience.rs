//! How long clients wait before they leave for good.

use crate::WHOLE;
use crate::draws::Stream;
use crate::power::ln;
use crate::scenario::Scenario;
use crate::time::{SimDuration, SimTime};

/// The patience of every client: exponential, so that of those who still wait the same
/// share leaves in every second, and `e⁻ʳᵗ` of them are left after `t` seconds at a
/// rate of `r`: with 0.01 a second, half of them after `ln 2 / 0.01 = 69 s`.
#[derive(Clone, Debug)]
pub(crate) struct Patience {
    stream: Stream,
    /// Per second.
    rate: f64,
    /// When the first clients leave, worked out as they arrive: a logarithm takes longer
    /// than all else that there is to do for a failure.
    known: Vec<SimTime>,
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

    /// Makes room to remember `clients` clients.
    pub(crate) fn reserve(&mut self, clients: u32) {
        self.known.reserve(clients as usize);
    }

    /// The next client arrives, from the first one on.
    pub(crate) fn arrive(&mut self, at: SimTime) {
        let client = self.known.len() as u32;
        self.known.push(self.leaves(client, || at));
    }

    /// From when on `client`, who arrives at `arrival`, makes no attempt any more.
    #[inline]
    pub(crate) fn leaves(&self, client: u32, arrival: impl FnOnce() -> SimTime) -> SimTime {
        match self.known.get(client as usize) {
            Some(&known) => known,
            None => arrival() + self.drawn(client),
        }
    }

    /// How long `client` waits: `−ln U / r`, with `U` uniform in (0, 1].
    fn drawn(&self, client: u32) -> SimDuration {
        const FINEST: f64 = 1.0 / (1_u64 << 53) as f64;
        let uniform = ((self.stream.bits(client, 0) >> 11) + 1) as f64 * FINEST;
        SimDuration::from_secs_f64(-ln(uniform) / self.rate)
    }
}
