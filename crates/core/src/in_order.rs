//! A tick's attempts in order, in time that is linear in their number.

use std::ops::Range;

use crate::calendar::Pending;
use crate::time::SimTime;

/// Fewer than this are sorted at once.
const FEW: usize = 32;

/// Sorts by (arrival time, client): attempts are dealt out to as many equal parts of the
/// tick as there are attempts, and each part, which has one or two of them when they are
/// spread evenly, is sorted by itself.
#[derive(Clone, Debug, Default)]
pub(crate) struct Sorter {
    /// Where the next attempt of each part goes to, and where the part ends in the end.
    ends: Vec<u32>,
    dealt: Vec<Pending>,
}

impl Sorter {
    /// Sorts `attempts`, which come in the tick of `span`.
    pub(crate) fn sort(&mut self, attempts: &mut [Pending], span: &Range<SimTime>) {
        if attempts.len() < FEW {
            attempts.sort_unstable_by_key(Pending::order);
            return;
        }
        let parts = attempts.len();
        let width = (span.end.as_nanos() - span.start.as_nanos()) as f64;
        let scale = parts as f64 / width;
        // Whatever the rounding, who comes later is never in an earlier part.
        let part = |attempt: &Pending| {
            let into = attempt.at.as_nanos().saturating_sub(span.start.as_nanos());
            ((into as f64 * scale) as usize).min(parts - 1)
        };
        self.ends.clear();
        self.ends.resize(parts, 0);
        for attempt in &*attempts {
            self.ends[part(attempt)] += 1;
        }
        let mut before = 0;
        for end in &mut self.ends {
            before += std::mem::replace(end, before);
        }
        self.dealt.clear();
        self.dealt.resize(parts, Pending::default());
        for attempt in &*attempts {
            let next = &mut self.ends[part(attempt)];
            self.dealt[*next as usize] = *attempt;
            *next += 1;
        }
        attempts.copy_from_slice(&self.dealt);
        let mut start = 0;
        for &end in &self.ends {
            let end = end as usize;
            if end - start > 1 {
                attempts[start..end].sort_unstable_by_key(Pending::order);
            }
            start = end;
        }
    }
}

#[cfg(all(test, not(target_family = "wasm")))]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn attempts(times: &[u64]) -> Vec<Pending> {
        let pending = |(client, &at): (u32, &u64)| Pending {
            at: SimTime::from_nanos(at),
            client,
            ..Pending::default()
        };
        (0..1_000).rev().zip(times).map(pending).collect()
    }

    proptest! {
        #[test]
        fn attempts_come_in_the_order_of_a_plain_sort(
            start in 0..u64::MAX / 2,
            width in prop_oneof![Just(1_u64), 1..50_u64, 1..100_000_000_u64, Just(1 << 46)],
            places in prop::collection::vec(0.0..1.0_f64, 0..300),
        ) {
            let place = |&place: &f64| start + ((width as f64 * place) as u64).min(width - 1);
            let times: Vec<u64> = places.iter().map(place).collect();
            let (mut dealt, mut plain) = (attempts(&times), attempts(&times));
            let span = SimTime::from_nanos(start)..SimTime::from_nanos(start + width);
            Sorter::default().sort(&mut dealt, &span);
            plain.sort_by_key(Pending::order);
            let orders = |sorted: &[Pending]| sorted.iter().map(Pending::order).collect::<Vec<_>>();
            prop_assert_eq!(orders(&dealt), orders(&plain));
        }
    }
}
