//! A constant of each client's own, from a hash of its identity: what a fleet
//! without a random source can spread itself with.

use crate::WHOLE;
use crate::time::SimDuration;

/// The offset of every client, in `[0, spread)`.
#[derive(Clone, Debug)]
pub(crate) struct Offsets {
    spread: SimDuration,
    /// Those of the first clients, worked out: a hash takes as long as all else that
    /// there is to do for a failure.
    known: Vec<SimDuration>,
}

impl Offsets {
    pub(crate) fn new(spread: SimDuration) -> Self {
        Self {
            spread,
            known: Vec::new(),
        }
    }

    /// Whether there is none.
    pub(crate) fn are_zero(&self) -> bool {
        self.spread == SimDuration::ZERO
    }

    /// Works out those of `clients` clients.
    pub(crate) fn work_out(&mut self, clients: u32) {
        if WHOLE && !self.are_zero() {
            let offsets = (0..clients).map(|client| offset(client, self.spread));
            self.known = offsets.collect();
        }
    }

    /// The offset of `client` (from 0).
    #[inline]
    pub(crate) fn of(&self, client: u32) -> SimDuration {
        if self.are_zero() {
            return SimDuration::ZERO;
        }
        let known = self.known.get(client as usize).copied();
        known.unwrap_or_else(|| offset(client, self.spread))
    }
}

/// The offset of `client` (from 0), in `[0, spread)`. It is the same in every
/// run: the client's identity does not depend on luck.
fn offset(client: u32, spread: SimDuration) -> SimDuration {
    if !WHOLE {
        return SimDuration::ZERO;
    }
    let hash = fnv_1a(&identity(client));
    let product = u128::from(spread.as_nanos()) * u128::from(hash);
    SimDuration::from_nanos((product >> 64) as u64)
}

/// Sixteen bytes, as random as those of a UUID.
fn identity(client: u32) -> [u8; 16] {
    let high = crate::draws::mix(u64::from(client));
    let low = crate::draws::mix(high);
    let mut bytes = [0; 16];
    bytes[..8].copy_from_slice(&high.to_be_bytes());
    bytes[8..].copy_from_slice(&low.to_be_bytes());
    bytes
}

/// The 64-bit FNV-1a hash (Fowler, Noll and Vo).
fn fnv_1a(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, &byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_hash_is_fnv_1a() {
        // The test vectors of its authors.
        assert_eq!(fnv_1a(b""), 0xcbf2_9ce4_8422_2325);
        assert_eq!(fnv_1a(b"a"), 0xaf63_dc4c_8601_ec8c);
        assert_eq!(fnv_1a(b"foobar"), 0x8594_4171_f739_67e8);
    }

    #[test]
    fn two_thousand_clients_fill_ten_buckets_evenly_to_a_fifth() {
        let mut buckets = [0; 10];
        for client in 0..2_000 {
            let offset = offset(client, SimDuration::from_secs(10));
            buckets[(offset.as_nanos() / 1_000_000_000) as usize] += 1;
        }
        for count in buckets {
            assert!((160..=240).contains(&count), "{buckets:?}");
        }
    }
}
