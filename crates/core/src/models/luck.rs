//! Where a model's luck comes from.
//!
//! A draw belongs to (seed, purpose, client, call, attempt) and to nothing else:
//! not to the order of events, not to how many draws came before. So two policies
//! meet the same network and the same callers.

use crate::draws::{Draws, mix, share};
use crate::time::SimDuration;

/// What a draw is for: each purpose is a stream of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u32)]
pub(crate) enum Purpose {
    /// When a call begins, or how long after the one before.
    Start,
    /// The wait before a retry.
    Delay,
    /// The way of a request to the server.
    Request,
    /// The way of its answer back.
    Reply,
    /// Contention: the way of a write to the server.
    Write,
    /// Contention: the way of its answer back.
    WriteReply,
    /// Whether an attempt fails.
    Failure,
}

/// The attempt that a draw is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Place {
    /// From 0.
    pub(crate) client: u32,
    /// From 0, of this client.
    pub(crate) call: u32,
    /// From 1, of this call.
    pub(crate) attempt: u32,
}

/// The draws of one seed.
#[derive(Clone, Debug)]
pub(crate) struct Luck {
    key: u64,
}

/// Which of a purpose's numbers: a normal variate needs two.
#[derive(Clone, Copy)]
#[repr(u32)]
enum Part {
    First,
    Second,
}

impl Luck {
    pub(crate) fn new(seed: u64) -> Self {
        Self { key: mix(seed) }
    }

    /// A number in `(0, 1)`, both ends excluded.
    pub(crate) fn fraction(&self, purpose: Purpose, place: Place) -> f64 {
        self.part(purpose, Part::First, place)
    }

    /// A duration from the exponential distribution of this mean.
    pub(crate) fn exponential(
        &self,
        purpose: Purpose,
        place: Place,
        mean: SimDuration,
    ) -> SimDuration {
        let nanos = mean.as_nanos() as f64 * self.unit_exponential(purpose, place);
        SimDuration::from_nanos_f64(nanos)
    }

    /// A number from the exponential distribution of mean 1.
    pub(crate) fn unit_exponential(&self, purpose: Purpose, place: Place) -> f64 {
        // The logarithm of libm: the platform's differs in the last bit.
        -libm::log(self.fraction(purpose, place))
    }

    /// The absolute value of a normal variate (Box and Muller 1958).
    pub(crate) fn folded_normal(
        &self,
        purpose: Purpose,
        place: Place,
        mean: SimDuration,
        sd: SimDuration,
    ) -> SimDuration {
        let radius = (-2.0 * libm::log(self.part(purpose, Part::First, place))).sqrt();
        let turn = core::f64::consts::TAU * self.part(purpose, Part::Second, place);
        let normal = radius * libm::cos(turn);
        let nanos = mean.as_nanos() as f64 + sd.as_nanos() as f64 * normal;
        SimDuration::from_nanos_f64(nanos.abs())
    }

    fn part(&self, purpose: Purpose, part: Part, place: Place) -> f64 {
        const STEPS: f64 = (1_u64 << 52) as f64;
        // In the middle of one of 2⁵² steps: exact, and never 0 or 1.
        let step = self.bits(purpose, part, place) >> 12;
        (step as f64 + 0.5) / STEPS
    }

    fn bits(&self, purpose: Purpose, part: Part, place: Place) -> u64 {
        let stream = (purpose as u64) << 1 | part as u64;
        let key = mix(self.key ^ (stream << 32 | u64::from(place.attempt)));
        let caller = u64::from(place.client) << 32 | u64::from(place.call);
        mix(mix(caller ^ key).wrapping_add(key))
    }
}

/// The draws of one call, for its policy.
pub(crate) struct CallLuck<'l> {
    pub(crate) luck: &'l Luck,
    pub(crate) call: u32,
}

impl CallLuck<'_> {
    fn bits(&self, purpose: Purpose, client: u32, attempt: u32) -> u32 {
        let place = Place {
            client,
            call: self.call,
            attempt,
        };
        (self.luck.bits(purpose, Part::First, place) >> 32) as u32
    }
}

impl Draws for CallLuck<'_> {
    fn arrival(&mut self, client: u32, spread: SimDuration) -> SimDuration {
        share(spread, self.bits(Purpose::Start, client, 0))
    }

    fn delay(
        &mut self,
        client: u32,
        attempt: u32,
        low: SimDuration,
        high: SimDuration,
    ) -> SimDuration {
        low + share(high - low, self.bits(Purpose::Delay, client, attempt))
    }
}
