//! Retry budgets against circuit breakers: the simulation of Marc Brooker's
//! "Fixing retries with token buckets and circuit breakers" (2022).

mod fields;
mod guard;
mod report;
mod run;

pub use report::BudgetsReport;

use super::model::{Model, at_once, validate_policy};
use super::table::conflict;
use crate::error::FieldError;
use crate::field::Field;
use crate::figures::Figure;
use crate::scenario::Policy;
use crate::time::SimDuration;

/// Clients call a server that fails every attempt with the same probability,
/// whatever it is asked for. How much of it do retries cure, and at what load?
///
/// Every client starts its first call at t = 0, one hop of its own later, and
/// further ones after exponential gaps; no call starts after the horizon, and all
/// that have started are followed to their end. An attempt takes two hops, there
/// and back, each exponential. A failed one is tried again as the policy says and
/// the [`Guard`] lets it. At the same nanosecond, a call starts before an answer
/// comes, and an earlier call's answer before a later one's.
///
/// With a plain guard and `N` retries, both figures have closed forms: the
/// success is `1 − fᴺ⁺¹` of the calls, and the load `(1 − fᴺ⁺¹)/(1 − f)` attempts
/// a call. With `f = 0.1` and three retries, 99.99 % and 111.1 %:
///
/// ```
/// use retry_herd_core::models::{Budgets, Model};
///
/// let report = Budgets::default().run();
/// assert!((report.success_percent - 99.99).abs() < 0.05);
/// assert!((report.load_percent - 111.1).abs() < 1.0);
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Budgets {
    /// What it is called.
    pub name: String,
    /// What every draw is derived from; at most 2⁵³ − 1.
    pub seed: u64,
    /// No call starts after it; 1 ms to 24 h; 20 s.
    pub horizon: SimDuration,
    /// How many clients there are, 1 to 1,000,000; 100.
    pub clients: u32,
    /// The calls that each starts in a second, 0.001 to 10,000; 10.
    pub rate: f64,
    /// Whether a client's calls wait for each other.
    pub callers: Callers,
    /// The probability that an attempt fails, 0 to 1; 0.1.
    pub failure_rate: f64,
    /// The mean of one way through the network, 0 to 24 h; 10 ms.
    pub hop_mean: SimDuration,
    /// What keeps a client from trying again; plain.
    pub guard: Guard,
    /// The most tokens that a client's bucket holds, and what it starts with, 0
    /// to 1,000,000; 5.
    pub bucket_size: f64,
    /// The tokens that each call's start puts in, 0 to 1,000,000; 0.1.
    pub bucket_deposit: f64,
    /// The breaker is open while failures per call are above this, 0 to 1,000; 0.1.
    pub breaker_threshold: f64,
    /// When, and how often, a failed call is tried again; at once, three times.
    pub policy: Policy,
}

/// Whether a client's calls wait for each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Callers {
    /// No: calls start whatever became of the others. Backoff only moves the load.
    Stream,
    /// One at a time: the next call starts after its gap, and not before the last
    /// one has ended. Backoff then cuts the work.
    Serial,
}

/// What keeps a client from trying again, besides its policy.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Guard {
    /// Nothing.
    Plain,
    /// A bucket of tokens, full at first. Each call's start puts some in; a retry
    /// takes one, and needs more than one to be there.
    Bucket,
    /// A breaker: no retry while the failed attempts are more than a share of the
    /// calls so far.
    Breaker,
}

/// The strategies that were compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Strategy {
    /// One attempt.
    NoRetries,
    /// Four attempts.
    ThreeRetries,
    /// As many as a bucket of 5 tokens gives, filled with 0.1 a call.
    TokenBucket,
    /// Four attempts, while failures are at most 10 % of the calls.
    CircuitBreaker,
}

impl Strategy {
    /// All of them.
    pub const ALL: [Self; 4] = [
        Self::NoRetries,
        Self::ThreeRetries,
        Self::TokenBucket,
        Self::CircuitBreaker,
    ];

    fn guard(self) -> Guard {
        match self {
            Self::NoRetries | Self::ThreeRetries => Guard::Plain,
            Self::TokenBucket => Guard::Bucket,
            Self::CircuitBreaker => Guard::Breaker,
        }
    }

    fn max_attempts(self) -> Option<u32> {
        match self {
            Self::NoRetries => Some(1),
            Self::ThreeRetries | Self::CircuitBreaker => Some(4),
            Self::TokenBucket => None,
        }
    }
}

/// More calls than this no run makes: they would take minutes.
const MOST_CALLS: f64 = 1e8;

impl Budgets {
    /// As published, with one of the strategies compared there.
    pub fn published(strategy: Strategy) -> Self {
        Self {
            name: "budgets".to_owned(),
            seed: 1,
            horizon: SimDuration::from_secs(20),
            clients: 100,
            rate: 10.0,
            callers: Callers::Stream,
            failure_rate: 0.1,
            hop_mean: SimDuration::from_millis(10),
            guard: strategy.guard(),
            bucket_size: 5.0,
            bucket_deposit: 0.1,
            breaker_threshold: 0.1,
            policy: Policy {
                max_attempts: strategy.max_attempts(),
                ..at_once()
            },
        }
    }

    fn conflict(&self, path: &str, how: &str, allowed: &str) -> FieldError {
        let fields = Self::fields();
        conflict(fields, self, path, how.to_owned(), allowed.to_owned())
    }

    /// Whether a call could be tried again for ever.
    fn is_endless(&self) -> bool {
        let bounded = self.policy.max_attempts.is_some() || self.guard == Guard::Bucket;
        // Above that a call's attempts are counted in thousands.
        !bounded && self.failure_rate > 0.999
    }
}

/// As published, with three retries.
impl Default for Budgets {
    fn default() -> Self {
        Self::published(Strategy::ThreeRetries)
    }
}

impl Model for Budgets {
    type Report = BudgetsReport;

    const KIND: &'static str = "budgets";

    fn fields() -> &'static [Field<Self>] {
        fields::FIELDS
    }

    fn figures() -> &'static [Figure<BudgetsReport>] {
        report::FIGURES
    }

    fn validate(&self) -> Result<(), FieldError> {
        validate_policy(&self.policy)?;
        if self.is_endless() {
            return Err(self.conflict(
                "policy.max_attempts",
                "has calls tried again for ever at that server.failure_rate",
                "a number, or a server.failure_rate of at most 0.999",
            ));
        }
        let calls = f64::from(self.clients) * self.rate * self.horizon.as_secs_f64();
        if calls > MOST_CALLS {
            return Err(self.conflict(
                "fleet.rate",
                "makes more than 100 million calls up to the horizon",
                "a lower one, fewer fleet.clients, or a shorter horizon",
            ));
        }
        Ok(())
    }

    fn run(&self) -> BudgetsReport {
        run::run(self)
    }
}
