//! Contention for one versioned row: the simulation of Marc Brooker's
//! "Exponential Backoff And Jitter" (2015).

mod fields;
mod report;
mod run;

pub use report::ContentionReport;

use super::model::{Model, at_once, validate_policy};
use crate::error::FieldError;
use crate::field::Field;
use crate::figures::Figure;
use crate::scenario::{Clamp, Growth, Jitter, Policy};
use crate::time::SimDuration;

/// `N` clients each need one successful compare-and-set of one versioned row. The
/// server takes no time and has no limit: all that a client waits for is the
/// network, the others, and its own backoff.
///
/// All start at t = 0. A client reads the row (a hop there, a hop back) and
/// writes it (a hop there, a hop back); the write succeeds if the row is still at
/// the version that was read. So success takes four hops, and after a failed
/// write the next read arrives one hop and the backoff after the client heard of
/// it. Every hop takes `|Normal(mean, sd)|`. Of two requests that arrive at the
/// same nanosecond, that of the client with the lower number comes first.
///
/// Of the writes that read one version exactly one succeeds. So a run always
/// ends, and `N` clients need at most `N(N + 1)/2` writes, however impatient.
///
/// Two clients whose hops take 10 ms exactly, trying again at once: both write at
/// 30 ms, client 0 succeeds and hears of it at 40 ms; client 1 fails, hears of it
/// at 40 ms, reads at 50 ms, writes at 70 ms, and is done at 80 ms, after three
/// writes in all:
///
/// ```
/// use retry_herd_core::SimDuration;
/// use retry_herd_core::models::{Backoff, Contention, Model};
///
/// let mut two = Contention::published(Backoff::AtOnce);
/// two.clients = 2;
/// two.hop.sd = SimDuration::ZERO;
/// let report = two.run();
/// assert_eq!(report.finish_s, [Some(0.04), Some(0.08)]);
/// assert_eq!(report.calls, 3);
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Contention {
    /// What it is called.
    pub name: String,
    /// What every draw is derived from; at most 2⁵³ − 1.
    pub seed: u64,
    /// How many clients there are, 1 to 10,000; 100.
    pub clients: u32,
    /// The network.
    pub hop: NormalHop,
    /// When a client reads again after a failed write; the published one with
    /// full jitter.
    pub policy: Policy,
}

/// One way through a network whose delay is `|Normal(mean, sd)|`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NormalHop {
    /// 0 to 24 h; 10 ms.
    pub mean: SimDuration,
    /// 0 to 24 h; 2 ms.
    pub sd: SimDuration,
}

/// The backoffs that were compared, base 5 ms and cap 2 s. There the exponent is
/// 1 at the first retry: the ceilings are 10, 20, 40 ms … In a [`Policy`], whose
/// first exponent is 0, that is a base of 10 ms.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Backoff {
    /// None at all.
    AtOnce,
    /// `v = min(2 s, 5 ms × 2ᵏ)`.
    Exponential,
    /// `v/2 + U(0, v/2)`.
    Equal,
    /// `U(0, v)`.
    Full,
    /// `min(2 s, U(5 ms, 3 × previous))`, previous starts at 5 ms.
    Decorrelated,
}

impl Backoff {
    /// All of them.
    pub const ALL: [Self; 5] = [
        Self::AtOnce,
        Self::Exponential,
        Self::Equal,
        Self::Full,
        Self::Decorrelated,
    ];

    /// It as a policy.
    pub fn policy(self) -> Policy {
        let growing = |base: u64, jitter: Jitter| Policy {
            growth: Growth::Exponential,
            base: SimDuration::from_millis(base),
            factor: 2.0,
            cap: Some(SimDuration::from_secs(2)),
            jitter,
            clamp: Clamp::Hard,
            ..at_once()
        };
        match self {
            Self::AtOnce => at_once(),
            Self::Exponential => growing(10, Jitter::None),
            Self::Equal => growing(10, Jitter::Equal),
            Self::Full => growing(10, Jitter::Full),
            Self::Decorrelated => growing(5, Jitter::Decorrelated),
        }
    }
}

impl Contention {
    /// As published, with one of the backoffs compared there.
    pub fn published(backoff: Backoff) -> Self {
        Self {
            name: "contention".to_owned(),
            seed: 1,
            clients: 100,
            hop: NormalHop {
                mean: SimDuration::from_millis(10),
                sd: SimDuration::from_millis(2),
            },
            policy: backoff.policy(),
        }
    }
}

/// As published, with full jitter.
impl Default for Contention {
    fn default() -> Self {
        Self::published(Backoff::Full)
    }
}

impl Model for Contention {
    type Report = ContentionReport;

    const KIND: &'static str = "contention";

    fn fields() -> &'static [Field<Self>] {
        fields::FIELDS
    }

    fn figures() -> &'static [Figure<ContentionReport>] {
        report::FIGURES
    }

    fn validate(&self) -> Result<(), FieldError> {
        validate_policy(&self.policy)
    }

    fn run(&self) -> ContentionReport {
        run::run(self)
    }
}
