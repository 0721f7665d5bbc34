//! Where luck comes from.
//!
//! A draw belongs to (seed, client, attempt) and to nothing else: not to the
//! order of events, not to how many draws came before. Two strategies see the
//! same arrivals and the same luck, and one client can be followed without its
//! herd.

use crate::scenario::{Scenario, Seeding};
use crate::time::SimDuration;

/// A source of draws.
pub trait Draws {
    /// Whether the source is one shared stream, so that the order of asking
    /// matters: the run then asks in order of (time, client).
    const SEQUENTIAL: bool = false;

    /// When `client` (from 0) makes its first attempt, in `[0, spread]`.
    fn arrival(&mut self, client: u32, spread: SimDuration) -> SimDuration;

    /// The delay after the failure of attempt `attempt` (from 1) of `client`
    /// (from 0), in `[low, high]`. Asked only where `low < high`.
    fn delay(
        &mut self,
        client: u32,
        attempt: u32,
        low: SimDuration,
        high: SimDuration,
    ) -> SimDuration;
}

/// The engine's own draws: a hash of (seed, client, attempt).
#[derive(Clone, Debug)]
pub struct KeyedDraws {
    stream: Stream,
    identical: bool,
    forced: Box<[u32]>,
}

impl KeyedDraws {
    /// The draws of `scenario`'s seed, with its forced ones in their places.
    pub fn new(scenario: &Scenario) -> Self {
        Self {
            stream: Stream {
                key: mix(scenario.seed),
            },
            identical: scenario.fleet.seeding == Seeding::Identical,
            forced: scenario.draws.iter().map(|&f| fixed_point(f)).collect(),
        }
    }

    /// A number whose 32 bits are all fair, from (seed, client, attempt) alone.
    fn bits(&self, client: u32, attempt: u32) -> u32 {
        (self.stream.bits(client, attempt) >> 32) as u32
    }

    fn forced(&self, client: u32, attempt: u32) -> Option<u32> {
        if client != 0 {
            return None;
        }
        self.forced.get(attempt as usize - 1).copied()
    }
}

/// Numbers that each belong to (client, attempt).
#[derive(Clone, Debug)]
pub(crate) struct Stream {
    key: u64,
}

impl Stream {
    /// The stream of `seed` for one purpose, from 1; that of delays is another one.
    pub(crate) fn of(seed: u64, purpose: u64) -> Self {
        Self {
            key: mix(mix(seed).wrapping_add(purpose)),
        }
    }

    /// A number whose 64 bits are all fair.
    #[inline]
    pub(crate) fn bits(&self, client: u32, attempt: u32) -> u64 {
        let place = (u64::from(client) << 32) | u64::from(attempt);
        mix(mix(place ^ self.key).wrapping_add(self.key))
    }
}

impl Draws for KeyedDraws {
    fn arrival(&mut self, client: u32, spread: SimDuration) -> SimDuration {
        if spread == SimDuration::ZERO {
            return spread;
        }
        share(spread, self.bits(client, 0))
    }

    #[inline]
    fn delay(
        &mut self,
        client: u32,
        attempt: u32,
        low: SimDuration,
        high: SimDuration,
    ) -> SimDuration {
        let client = if self.identical { 0 } else { client };
        let bits = match self.forced(client, attempt) {
            Some(bits) => bits,
            None => self.bits(client, attempt),
        };
        low + share(high - low, bits)
    }
}

/// `whole × bits / 2³²`, rounded down: monotone in both.
///
/// By halves, and of 32 bits, which are finer than a nanosecond up to 4 s, and
/// than a thousandth of any tick up to an hour: wasm has no product of 128 bits.
#[inline]
pub(crate) fn share(whole: SimDuration, bits: u32) -> SimDuration {
    let (whole, bits) = (whole.as_nanos(), u64::from(bits));
    let (high, low) = (whole >> 32, whole & u64::from(u32::MAX));
    SimDuration::from_nanos(high * bits + ((low * bits) >> 32))
}

/// The multiple of 2⁻³² that is nearest to a fraction in `[0, 1)`, or the last one.
fn fixed_point(fraction: f64) -> u32 {
    // `as` saturates.
    (fraction * (1_u64 << 32) as f64 + 0.5) as u32
}

/// A bijection on 64 bits in which every bit of the input moves every bit of
/// the output: the finaliser of `SplitMix64` (Steele, Lea and Flood, 2014;
/// constants of David Stafford's variant 13).
#[inline]
pub(crate) fn mix(bits: u64) -> u64 {
    let mut z = bits.wrapping_add(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}
