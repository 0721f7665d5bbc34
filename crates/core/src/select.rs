//! Who comes first, without sorting the others.

use crate::calendar::Pending;

/// Moves the `count` attempts that come first before all others, in no order, and the
/// last of them to their end. Fewer attempts than that stay where they are.
///
/// Hoare's selection (1961), with a pivot from anywhere, so that it takes linear time
/// whatever order it meets: the standard library's is quicker by nothing that matters
/// here, and is several kilobytes of download.
pub(crate) fn put_first(attempts: &mut [Pending], count: usize) {
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
