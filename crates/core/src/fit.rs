//! What fits into a time: how many attempts, or which cap.

use crate::scenario::Policy;
use crate::time::SimDuration;
use crate::total_wait::{TotalWait, Totals};

/// Which total wait has to fit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Measure {
    /// That of the average client.
    Mean,
    /// The longest that any client can have.
    Worst,
}

/// Which caps keep a policy within a time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CapFit {
    /// Any, and none at all.
    Any,
    /// This one, in whole milliseconds, and all that are smaller.
    UpTo(SimDuration),
    /// Not even one of a millisecond.
    Never,
}

/// More attempts than a scenario can have.
const MOST_ATTEMPTS: u32 = 1_000_000;

/// The largest cap that a scenario can have, in milliseconds: a day.
const LARGEST_CAP: u64 = 24 * 3_600 * 1_000;

impl Measure {
    fn of(self, total: TotalWait) -> SimDuration {
        match self {
            Self::Mean => total.mean,
            Self::Worst => total.worst,
        }
    }
}

/// How many attempts of `policy`, the first one counted, are over within `time`,
/// whatever its own limits on attempts and time; `None` if as many as a scenario
/// can have.
///
/// Doubling from 1 s without jitter, 4 attempts are over after 1 + 2 + 4 = 7 s, and
/// 5 attempts after 15 s: within 10 s there are 4.
pub fn attempts_within(policy: &Policy, time: SimDuration, measure: Measure) -> Option<u32> {
    let retries = Totals::new(&endless(policy))
        .take(MOST_ATTEMPTS as usize)
        .take_while(|&total| measure.of(total) <= time)
        .count() as u32;
    (retries < MOST_ATTEMPTS).then_some(retries + 1)
}

/// The largest cap with which `policy`, with as many attempts as it has, is over
/// within `time`, whatever its deadline; `None` if its attempts have no limit.
///
/// Doubling from 1 s without jitter, with 6 attempts and a cap of 4 s, takes
/// 1 + 2 + 4 + 4 + 4 = 15 s: the cap for 15 s is 4 s.
pub fn cap_within(policy: &Policy, time: SimDuration, measure: Measure) -> Option<CapFit> {
    let fits = |cap: Option<SimDuration>| {
        let policy = Policy {
            cap,
            ..endless(policy)
        };
        TotalWait::of(&policy).map(|total| measure.of(total) <= time)
    };
    if fits(None)? {
        return Some(CapFit::Any);
    }
    let fits = |millis: u64| fits(Some(SimDuration::from_millis(millis))).unwrap_or(false);
    if !fits(1) {
        return Some(CapFit::Never);
    }
    Some(CapFit::UpTo(SimDuration::from_millis(last(
        1,
        LARGEST_CAP,
        fits,
    ))))
}

/// A deadline would hide what a longer wait costs: it cuts it away.
fn endless(policy: &Policy) -> Policy {
    Policy {
        deadline: None,
        ..*policy
    }
}

/// The last one from `first`, which fits, to `end` that fits, if all after the
/// first that does not fit do not either.
fn last(first: u64, end: u64, fits: impl Fn(u64) -> bool) -> u64 {
    let (mut fitting, mut beyond) = (first, end + 1);
    while beyond - fitting > 1 {
        let middle = u64::midpoint(fitting, beyond);
        if fits(middle) {
            fitting = middle;
        } else {
            beyond = middle;
        }
    }
    fitting
}
