//! A library's delays against those of a policy.

use std::collections::BTreeMap;
use std::fmt;

use retry_herd_core::{Ending, Policy, Scenario, SimDuration, Trace};

use crate::ALPHA;
use crate::kolmogorov_smirnov::{critical, distance};
use crate::lines::Sample;

/// Clients that we draw for each policy: enough for the library's sample to be what
/// limits the comparison.
const CLIENTS: u32 = 20_000;

/// How one sample compares.
pub(crate) struct Comparison {
    retry: u32,
    retry_after: Option<SimDuration>,
    count: usize,
    distance: f64,
    critical: f64,
}

impl Comparison {
    fn new(sample: &Sample, ours: &[u64]) -> Self {
        let mut ours: Vec<u64> = ours
            .iter()
            .map(|&nanos| sample.whole.map_or(nanos, |whole| whole.apply(nanos)))
            .collect();
        let mut theirs = sample.nanos.clone();
        ours.sort_unstable();
        theirs.sort_unstable();
        // Where neither has luck they have to be equal, as far as fractions of a
        // nanosecond let them.
        let exact = ours.first() == ours.last() && theirs.first() == theirs.last();
        let distance = if exact {
            f64::from(u8::from(ours[0].abs_diff(theirs[0]) > 1))
        } else {
            distance(&ours, &theirs)
        };
        let critical = if exact {
            0.0
        } else {
            critical(ALPHA, ours.len(), theirs.len())
        };
        Self {
            retry: sample.retry,
            retry_after: sample.retry_after,
            count: theirs.len(),
            distance,
            critical,
        }
    }

    pub(crate) fn agrees(&self) -> bool {
        self.distance <= self.critical
    }
}

impl fmt::Display for Comparison {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            retry,
            count,
            distance,
            critical,
            ..
        } = self;
        write!(f, "retry {retry:>2}, {count} delays: ")?;
        if *critical == 0.0 {
            f.write_str(if self.agrees() { "equal" } else { "not equal" })?;
        } else {
            write!(f, "distance {distance:.4}, at most {critical:.4}")?;
        }
        match self.retry_after {
            Some(after) => write!(f, ", Retry-After {after}"),
            None => Ok(()),
        }
    }
}

/// All samples compared with `policy`.
pub(crate) fn all(policy: &Policy, samples: &[Sample]) -> Vec<Comparison> {
    let mut drawn: BTreeMap<Option<SimDuration>, Vec<Vec<u64>>> = BTreeMap::new();
    samples
        .iter()
        .map(|sample| {
            let of_policy = drawn.entry(sample.retry_after).or_insert_with(|| {
                let alike = samples
                    .iter()
                    .filter(|one| one.retry_after == sample.retry_after);
                let retries = alike.map(|one| one.retry + 1).max().unwrap_or(0);
                draw(policy, sample.retry_after, retries)
            });
            Comparison::new(sample, &of_policy[sample.retry as usize])
        })
        .collect()
}

/// The policy without an end: a library is asked beyond the retries that it makes.
pub(crate) fn endless(policy: &Policy) -> Policy {
    Policy {
        max_attempts: None,
        deadline: None,
        ..*policy
    }
}

/// The delays of the first retries, in nanoseconds, as the step-through shows them.
fn draw(policy: &Policy, retry_after: Option<SimDuration>, retries: u32) -> Vec<Vec<u64>> {
    let mut scenario = Scenario {
        policy: endless(policy),
        horizon: SimDuration::MAX,
        ..Scenario::default()
    };
    scenario.fleet.arrivals = SimDuration::ZERO;
    scenario.server.outage.length = None;
    scenario.server.retry_after = retry_after;
    let ending = Ending {
        attempt: retries + 1,
        served: false,
    };
    let mut delays = vec![Vec::with_capacity(CLIENTS as usize); retries as usize];
    for client in 0..CLIENTS {
        let trace = Trace::new(&scenario, client, Some(ending));
        for (retry, step) in delays.iter_mut().zip(&trace.attempts) {
            retry.extend(step.wait.map(SimDuration::as_nanos));
        }
    }
    delays
}
