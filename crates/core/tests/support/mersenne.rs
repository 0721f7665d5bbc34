//! Python's `random.Random(seed).randint(0, v)` as a source of draws: one shared
//! stream, in whole milliseconds.

use rand_mt::Mt;
use retry_herd_core::{Draws, SimDuration};

/// The stream of one `random.Random`.
pub(crate) struct CPython {
    twister: Mt,
}

impl CPython {
    /// `random.Random(seed)`, which seeds the twister by an array of its seed's
    /// 32-bit words, here of one.
    pub(crate) fn seeded(seed: u32) -> Self {
        Self {
            twister: Mt::new_with_key([seed]),
        }
    }

    /// `randint(0, high)`: so many bits as `high + 1` has, again until they are not
    /// above `high`.
    pub(crate) fn randint(&mut self, high: u32) -> u32 {
        let bits = u32::BITS - (high + 1).leading_zeros();
        loop {
            let drawn = self.twister.next_u32() >> (u32::BITS - bits);
            if drawn <= high {
                return drawn;
            }
        }
    }
}

const MILLISECOND: u64 = 1_000_000;

impl Draws for CPython {
    const SEQUENTIAL: bool = true;

    /// Everybody at once, which draws nothing.
    fn arrival(&mut self, _: u32, spread: SimDuration) -> SimDuration {
        assert_eq!(spread, SimDuration::ZERO);
        SimDuration::ZERO
    }

    fn delay(&mut self, _: u32, _: u32, low: SimDuration, high: SimDuration) -> SimDuration {
        let width = (high - low).as_nanos() / MILLISECOND;
        low + SimDuration::from_millis(u64::from(self.randint(width as u32)))
    }
}
