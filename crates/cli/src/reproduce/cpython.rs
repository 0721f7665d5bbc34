//! Python's `random.Random(seed).randint(0, v)` as a source of draws: one shared
//! stream, in whole milliseconds. One published table was made with it.

use rand_mt::Mt;
use retry_herd_core::{Draws, SimDuration};

/// The stream of one `random.Random`.
pub(super) struct CPython {
    twister: Mt,
}

impl CPython {
    /// `random.Random(seed)`, which seeds the twister by an array of its seed's
    /// 32-bit words, here of one.
    pub(super) fn seeded(seed: u32) -> Self {
        Self {
            twister: Mt::new_with_key([seed]),
        }
    }

    /// `randint(0, high)`: so many bits as `high + 1` has, again until they are not
    /// above `high`, which is below 2³² − 1.
    fn randint(&mut self, high: u32) -> u32 {
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
    fn arrival(&mut self, _: u32, _: SimDuration) -> SimDuration {
        SimDuration::ZERO
    }

    fn delay(&mut self, _: u32, _: u32, low: SimDuration, high: SimDuration) -> SimDuration {
        let width = (high - low).as_nanos() / MILLISECOND;
        low + SimDuration::from_millis(u64::from(self.randint(width as u32)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `[r.randint(0, 100) for _ in range(10)]` of `r = random.Random(20260905)`, as
    /// Python 3.11 prints it.
    #[test]
    fn the_stream_is_cpythons() {
        let mut stream = CPython::seeded(20_260_905);
        let drawn: Vec<u32> = (0..10).map(|_| stream.randint(100)).collect();
        assert_eq!(drawn, [75, 34, 10, 91, 74, 65, 40, 60, 13, 100]);
    }
}
