//! Who comes first, without sorting the others.

use crate::calendar::Pending;

/// Moves the `count` attempts that come first before all others, in no order, and the
/// last of them to their end. Fewer attempts than that stay where they are.
pub(crate) fn put_first(attempts: &mut [Pending], count: usize) {
    // What is not downloaded may be as long as it is quick: natively a herd without
    // jitter takes a tenth more time without it.
    if cfg!(not(target_family = "wasm")) {
        if (1..=attempts.len()).contains(&count) {
            attempts.select_nth_unstable_by_key(count - 1, Pending::order);
        }
    } else {
        put_first_in_little(attempts, count);
    }
}

/// Moves those that `belong` before all others; gives how many they are.
pub(crate) fn put_those_first(
    attempts: &mut [Pending],
    mut belong: impl FnMut(&Pending) -> bool,
) -> usize {
    let mut count = 0;
    for index in 0..attempts.len() {
        if belong(&attempts[index]) {
            attempts.swap(count, index);
            count += 1;
        }
    }
    count
}

/// Hoare's selection (1961), with a pivot from anywhere, so that it takes linear time
/// whatever order it meets. The standard library's is several kilobytes of download.
fn put_first_in_little(attempts: &mut [Pending], count: usize) {
    let Some(nth) = count.checked_sub(1) else {
        return;
    };
    let (mut low, mut high) = (0, attempts.len());
    let mut luck = 1_u32;
    while low + 1 < high && nth < high {
        luck = luck.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        let anywhere = low + luck as usize % (high - low);
        let middle = split(&mut attempts[low..high], anywhere - low) + low;
        match nth.cmp(&middle) {
            std::cmp::Ordering::Less => high = middle,
            std::cmp::Ordering::Equal => return,
            std::cmp::Ordering::Greater => low = middle + 1,
        }
    }
}

/// Moves what comes before the pivot before it; gives where the pivot is then.
fn split(attempts: &mut [Pending], pivot: usize) -> usize {
    let last = attempts.len() - 1;
    attempts.swap(pivot, last);
    let pivot = attempts[last].order();
    let mut before = 0;
    for at in 0..last {
        let is_before = attempts[at].order() < pivot;
        attempts.swap(at, before);
        before += usize::from(is_before);
    }
    attempts.swap(before, last);
    before
}

#[cfg(all(test, not(target_family = "wasm")))]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::time::SimTime;

    proptest! {
        #[test]
        fn both_ways_put_the_same_ones_first(times in prop::collection::vec(0..50_u64, 1..200), count in 0..220_usize) {
            let attempts = (0..).zip(&times).map(|(client, &at)| Pending {
                at: SimTime::from_nanos(at),
                client,
                ..Pending::default()
            });
            let mut quick: Vec<Pending> = attempts.collect();
            let mut little = quick.clone();
            put_first(&mut quick, count);
            put_first_in_little(&mut little, count);
            if (1..=quick.len()).contains(&count) {
                prop_assert_eq!(quick[count - 1].order(), little[count - 1].order());
            }
            let first = |attempts: &[Pending]| {
                let mut first: Vec<_> = attempts.iter().take(count).map(Pending::order).collect();
                first.sort_unstable();
                first
            };
            prop_assert_eq!(first(&quick), first(&little));
        }
    }
}
