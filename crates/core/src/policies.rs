//! The retry policies of real libraries, in the terms of [`Policy`].
//!
//! They are data: what a library does that these terms cannot say stands in
//! [`LibraryPolicy::remark`], and nowhere in code.

mod client;
mod general;
mod managed;
mod protocol;
mod sdk;
mod table;

pub use table::PolicyRow;

use crate::scenario::{
    Beyond, Breaker, Budget, CapOn, Clamp, First, Growth, Jitter, Policy, RetryAfter,
    RetryAfterRule, Scope, SpreadGrowth,
};
use crate::time::SimDuration;

/// The retry policy that a library, a service's kit or a protocol comes with.
#[derive(Clone, Debug)]
pub struct LibraryPolicy {
    /// What it is asked for by, such as `openai-python`.
    pub name: &'static str,
    /// What it is called, and which of its policies it is, if it has several.
    pub library: &'static str,
    /// What it is written in; empty for a protocol.
    pub language: &'static str,
    /// The version that was looked at; empty if the source names none.
    pub version: &'static str,
    /// When, as `2026-11`.
    pub date: &'static str,
    /// Where the values are from.
    pub source: Source,
    /// The values, with the attempts that are made if nothing else is asked for.
    pub policy: Policy,
    /// What it does with a Retry-After, in words.
    pub retry_after: &'static str,
    /// What to look out for, and what these terms leave out.
    pub remark: &'static str,
}

/// Where a policy's values are from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Source {
    /// The library was run, and its delays compared with ours.
    Run,
    /// Its source code was read.
    Code,
    /// Its documentation was read.
    Documentation,
}

impl LibraryPolicy {
    /// The policy of that name.
    pub fn named(name: &str) -> Option<&'static Self> {
        Self::all().find(|policy| policy.name == name)
    }

    /// All policies, family by family: the kits of services, clients of HTTP,
    /// libraries for any call, and what works below or around programs.
    pub fn all() -> impl Iterator<Item = &'static Self> {
        FAMILIES.iter().copied().flatten()
    }

    /// All of them as rows.
    pub fn table() -> Vec<PolicyRow> {
        Self::all().map(PolicyRow::from).collect()
    }
}

impl Source {
    /// In a word or two.
    pub fn name(self) -> &'static str {
        match self {
            Self::Run => "run",
            Self::Code => "source code",
            Self::Documentation => "documentation",
        }
    }
}

static FAMILIES: [&[LibraryPolicy]; 5] = [
    sdk::POLICIES,
    client::POLICIES,
    general::POLICIES,
    managed::POLICIES,
    protocol::POLICIES,
];

/// What a library does unless its row says otherwise, and a preset but for its cap and
/// jitter: it doubles 1 s for ever.
pub(crate) const PLAIN: Policy = Policy {
    growth: Growth::Exponential,
    base: SimDuration::from_secs(1),
    factor: 2.0,
    degree: 1,
    plus: SimDuration::ZERO,
    cap: None,
    cap_on: CapOn::Ceiling,
    jitter: Jitter::None,
    width: 0.1,
    low: 0.5,
    high: 1.5,
    spread: SimDuration::from_secs(1),
    spread_growth: SpreadGrowth::Fixed,
    clamp: Clamp::Hard,
    first: First::Usual,
    shortest: SimDuration::ZERO,
    unit: None,
    max_attempts: None,
    layers: 1,
    fatal: 0.0,
    budget: Budget {
        scope: Scope::None,
        share: 0.2,
        per_second: 10.0,
        tokens: 100,
    },
    breaker: Breaker {
        scope: Scope::None,
        threshold: 5,
        open_for: SimDuration::from_secs(30),
        probes: 1,
    },
    deadline: None,
    retry_after: always(RetryAfterRule::Ignore),
    retry_after_limit: None,
    retry_after_beyond: Beyond::Ignore,
    offset: SimDuration::ZERO,
};

/// No library tells a failure of an outage from a rejection.
const fn always(rule: RetryAfterRule) -> RetryAfter {
    RetryAfter {
        outage: rule,
        overload: rule,
    }
}

const fn ms(millis: u64) -> SimDuration {
    SimDuration::from_millis(millis)
}

const fn secs(seconds: u64) -> SimDuration {
    SimDuration::from_secs(seconds)
}
