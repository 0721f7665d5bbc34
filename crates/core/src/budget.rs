//! Retry budgets: tokens that retries cost.

use std::ops::Range;

use crate::WHOLE;
use crate::calendar::Pending;
use crate::failures::Failures;
use crate::retry::GaveUp;
use crate::scenario::{Budget, Scenario, Scope};
use crate::time::SimTime;

/// One token, in the units that tokens are counted in: so fine that a thousandth of a
/// token a second is a whole number of them each nanosecond, and nothing is rounded.
const TOKEN: u64 = 1_000_000_000_000;

/// The tokens of all clients, or of each (tower's `TpsBudget`, Linkerd's `retryBudget`).
///
/// Every first request brings a share of a token, time brings some, and a retry takes
/// one whole token: when there is less, the client gives up. More than the most is
/// spilt, and at the start there are the most.
///
/// With a share of 0.2, none for time and at most 10: of 100 clients that all fail at
/// once, the first one's share is spilt, and `10 + 99 × 0.2 = 29.8` tokens let 29 retry.
#[derive(Clone, Debug)]
pub(crate) struct Budgets {
    scope: Scope,
    share: u64,
    /// Each nanosecond.
    rate: u64,
    most: u64,
    /// In how many nanoseconds an empty bucket is full.
    full_after: u64,
    /// One of all clients, or one of each.
    buckets: Vec<Bucket>,
}

#[derive(Clone, Copy, Debug)]
struct Bucket {
    /// As they were then.
    tokens: u64,
    at: SimTime,
}

impl Budgets {
    /// `None` if retries cost nothing.
    pub(crate) fn new(scenario: &Scenario) -> Option<Self> {
        let Budget {
            scope,
            share,
            per_second,
            tokens,
        } = scenario.policy.budget;
        let buckets = scope.count(scenario.fleet.clients)?;
        let most = u64::from(tokens) * TOKEN;
        let rate = (per_second * 1_000.0 + 0.5) as u64;
        let full = Bucket {
            tokens: most,
            at: SimTime::ZERO,
        };
        WHOLE.then(|| Self {
            scope,
            share: (share * TOKEN as f64 + 0.5) as u64,
            rate,
            most,
            full_after: most.checked_div(rate).unwrap_or(u64::MAX),
            buckets: vec![full; buckets],
        })
    }

    /// Whether one of so many attempts that come in the tick of `span` may decide what
    /// becomes of another: not if they cannot use up the tokens, nor fill up the bucket;
    /// not if they cannot bring one token together; and a client's own tokens never.
    pub(crate) fn need_order(&self, attempts: usize, span: &Range<SimTime>) -> bool {
        if self.scope != Scope::Fleet {
            return false;
        }
        let Bucket { tokens, at } = self.buckets[0];
        let in_all = |each: u64| each.saturating_mul(attempts as u64);
        let time = (span.end - at).as_nanos();
        let most = tokens
            .saturating_add(time.saturating_mul(self.rate))
            .saturating_add(in_all(self.share));
        let suffice = tokens >= in_all(TOKEN) && most <= self.most;
        !(suffice || most < TOKEN)
    }

    /// Attempts come: the first requests among them bring their share. A bucket of the
    /// client's own is still full then.
    pub(crate) fn come(&mut self, attempts: &[Pending]) {
        if self.scope == Scope::Fleet {
            for attempt in attempts.iter().filter(|attempt| attempt.attempt == 1) {
                self.first_request(attempt);
            }
        }
    }

    fn first_request(&mut self, attempt: &Pending) {
        let (share, most) = (self.share, self.most);
        let bucket = self.bucket(attempt.client, attempt.at);
        bucket.tokens = (bucket.tokens + share).min(most);
    }

    /// Takes a token for each retry, if there is one for it.
    pub(crate) fn take(&mut self, failures: &mut Failures<'_>) {
        for (failed, gave_up) in failures.failed.iter().zip(&mut *failures.gave_up) {
            if gave_up.is_none() && !self.take_one(failed.client, failed.at) {
                *gave_up = Some(GaveUp::Budget);
            }
        }
    }

    /// Takes a token for a retry of `client`, if there is a whole one.
    fn take_one(&mut self, client: u32, at: SimTime) -> bool {
        let bucket = self.bucket(client, at);
        let enough = bucket.tokens >= TOKEN;
        if enough {
            bucket.tokens -= TOKEN;
        }
        enough
    }

    /// The bucket of `client`, with what time has brought.
    fn bucket(&mut self, client: u32, now: SimTime) -> &mut Bucket {
        let Self { rate, most, .. } = *self;
        let bucket = &mut self.buckets[self.scope.index(client)];
        let time = (now - bucket.at).as_nanos();
        bucket.at = bucket.at.max(now);
        bucket.tokens = if time >= self.full_after {
            most
        } else {
            (bucket.tokens + time * rate).min(most)
        };
        bucket
    }
}

impl Scope {
    /// How many a fleet of `clients` has; `None` for none.
    pub(crate) fn count(self, clients: u32) -> Option<usize> {
        match self {
            Self::None => None,
            Self::Client => Some(clients as usize),
            Self::Fleet => Some(1),
        }
    }

    /// Which of them is the one of `client`.
    pub(crate) fn index(self, client: u32) -> usize {
        match self {
            Self::Client => client as usize,
            Self::Fleet | Self::None => 0,
        }
    }
}

#[cfg(all(test, not(target_family = "wasm")))]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::time::SimDuration;

    const SECOND: u64 = 1_000_000_000;

    fn of_the_fleet(most: u32, share: f64, per_second: f64, tokens: u64) -> Budgets {
        let mut scenario = Scenario::default();
        scenario.policy.budget = Budget {
            scope: Scope::Fleet,
            share,
            per_second,
            tokens: most,
        };
        let mut budgets = Budgets::new(&scenario).expect("a budget");
        budgets.buckets[0].tokens = tokens.min(budgets.most);
        budgets
    }

    /// Who has a token, by client, and what is left at the end of the first second.
    fn handled(mut budgets: Budgets, attempts: &[Pending]) -> (Vec<(u32, bool)>, u64) {
        let mut had = Vec::new();
        for attempt in attempts {
            budgets.come(&[*attempt]);
            had.push((attempt.client, budgets.take_one(attempt.client, attempt.at)));
        }
        had.sort_unstable();
        let end = SimTime::ZERO + SimDuration::from_nanos(SECOND);
        (had, budgets.bucket(0, end).tokens)
    }

    proptest! {
        #[test]
        fn where_no_order_is_needed_none_makes_a_difference(
            most in 1..40_u32,
            share in 0.0..1.0_f64,
            per_second in prop_oneof![Just(0.0), 0.0..20.0_f64],
            tokens in 0..40 * TOKEN,
            mut attempts in prop::collection::vec((0..SECOND, 1..3_u32), 0..12),
            swaps in prop::collection::vec((0..12_usize, 0..12_usize), 12),
        ) {
            attempts.sort_unstable();
            let attempts = (0..).zip(&attempts).map(|(client, &(at, attempt))| Pending {
                at: SimTime::from_nanos(at),
                client,
                attempt,
                ..Pending::default()
            });
            let in_order: Vec<Pending> = attempts.collect();
            let mut shuffled = in_order.clone();
            for (a, b) in swaps {
                if a.max(b) < shuffled.len() {
                    shuffled.swap(a, b);
                }
            }
            let budgets = of_the_fleet(most, share, per_second, tokens);
            let tick = SimTime::ZERO..SimTime::from_nanos(SECOND);
            if !budgets.need_order(in_order.len(), &tick) {
                prop_assert_eq!(handled(budgets.clone(), &in_order), handled(budgets, &shuffled));
            }
        }
    }
}
