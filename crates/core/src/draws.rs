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
    key: u64,
    identical: bool,
    forced: Box<[u64]>,
}

impl KeyedDraws {
    /// The draws of `scenario`'s seed, with its forced ones in their places.
    pub fn new(scenario: &Scenario) -> Self {
        Self {
            key: mix(scenario.seed),
            identical: scenario.fleet.seeding == Seeding::Identical,
            forced: scenario.draws.iter().map(|&f| fixed_point(f)).collect(),
        }
    }

    /// A number whose 64 bits are all fair, from (seed, client, attempt) alone.
    fn bits(&self, client: u32, attempt: u32) -> u64 {
        let place = (u64::from(client) << 32) | u64::from(attempt);
        mix(mix(place ^ self.key).wrapping_add(self.key))
    }

    fn forced(&self, client: u32, attempt: u32) -> Option<u64> {
        if client != 0 {
            return None;
        }
        self.forced.get(attempt as usize - 1).copied()
    }
}

impl Draws for KeyedDraws {
    fn arrival(&mut self, client: u32, spread: SimDuration) -> SimDuration {
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

/// `whole × bits / 2⁶⁴`, rounded down: monotone in both.
#[inline]
pub(crate) fn share(whole: SimDuration, bits: u64) -> SimDuration {
    let product = u128::from(whole.as_nanos()) * u128::from(bits);
    SimDuration::from_nanos((product >> 64) as u64)
}

/// A fraction in `[0, 1)` as a multiple of 2⁻⁶⁴.
fn fixed_point(fraction: f64) -> u64 {
    (fraction * (1u128 << 64) as f64) as u64
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
