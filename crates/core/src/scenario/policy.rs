//! When a client calls again.

use crate::time::SimDuration;

/// When a client calls again. The delay is made in three steps: the ceiling
/// grows, jitter draws from under or around it, and limits cut what was drawn.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Policy {
    /// How the ceiling grows from retry to retry.
    pub growth: Growth,
    /// The first ceiling.
    pub base: SimDuration,
    /// What each further ceiling is multiplied by; at least 1.
    pub factor: f64,
    /// The power of polynomial growth.
    pub degree: u32,
    /// Added to every ceiling, before the cap.
    pub plus: SimDuration,
    /// The largest ceiling, or delay, or both; `None` for no limit.
    pub cap: Option<SimDuration>,
    /// What the cap limits.
    pub cap_on: CapOn,
    /// How the delay is drawn from the ceiling.
    pub jitter: Jitter,
    /// Half the width of proportional jitter, as a share of the delay, in `[0, 1]`.
    pub width: f64,
    /// The ends of range jitter, as multiples of the ceiling; `low ≤ high`.
    pub low: f64,
    /// See [`Policy::low`].
    pub high: f64,
    /// The most that added jitter adds.
    pub spread: SimDuration,
    /// Whether that grows with the retries.
    pub spread_growth: SpreadGrowth,
    /// Where decorrelated jitter meets the cap.
    pub clamp: Clamp,
    /// What the first retry does otherwise than the others.
    pub first: First,
    /// The shortest delay: with 0.5 s, full jitter under 1 s gives 0.5 s half of the time.
    pub shortest: SimDuration,
    /// Delays are whole multiples of this, both ends included; `None` for no rounding.
    /// With 1 s, full jitter under 2 s gives 0, 1 or 2 s, each a third of the time.
    pub unit: Option<SimDuration>,
    /// How many attempts a client makes, the first one counted; `None` is unlimited.
    /// With several layers, how many each of them makes.
    pub max_attempts: Option<u32>,
    /// How many layers of the client retry, one around the other, each with this
    /// policy: their attempts multiply. 1 is a client that retries by itself.
    pub layers: u32,
    /// The share of failures after which a client does not retry, in `[0, 1]`.
    pub fatal: f64,
    /// What retries cost.
    pub budget: Budget,
    /// What keeps attempts away from a server that fails.
    pub breaker: Breaker,
    /// How long after its first attempt a client still tries; `None` is forever.
    pub deadline: Option<SimDuration>,
    /// What a client does with a Retry-After.
    pub retry_after: RetryAfter,
    /// The longest Retry-After that a client believes; `None` believes all.
    pub retry_after_limit: Option<SimDuration>,
    /// What it does with a longer one.
    pub retry_after_beyond: Beyond,
    /// Each client adds a constant of its own from `[0, offset)` to every delay,
    /// from a hash of its identity: with 10 s, a fleet without jitter is spread over 10 s,
    /// a tenth of it in each second, to within chance.
    pub offset: SimDuration,
}

/// A retry budget: a bucket of tokens. A retry takes one; when there is less than one,
/// the client gives up.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Budget {
    /// Whose it is.
    pub scope: Scope,
    /// The tokens that every first request brings, in `[0, 1]`.
    pub share: f64,
    /// The tokens that each second brings, in whole thousandths.
    pub per_second: f64,
    /// The most that it holds; so many are there at the start.
    pub tokens: u32,
}

/// A circuit breaker: after some failures in a row, attempts fail at once for a time,
/// without reaching the server; then some are let through to see.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Breaker {
    /// Whose it is.
    pub scope: Scope,
    /// The failures in a row at which it opens.
    pub threshold: u32,
    /// How long it is open.
    pub open_for: SimDuration,
    /// How many attempts are let through after that; all of them served close it, a
    /// failure opens it again.
    pub probes: u32,
}

/// Whose a limit is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scope {
    /// Nobody's: there is none.
    None,
    /// Each client has its own.
    Client,
    /// All share one, as behind a proxy.
    Fleet,
}

/// How the ceiling grows from retry to retry, before the cap. The first retry is
/// `n = 0`.
/// With a base of 1 s, a factor of 2 and a degree of 2, the first four ceilings, in seconds:
///
/// ```
/// # use retry_herd_core::{DelayRule, Scenario};
/// let ceilings = |growth: &str| {
///     let mut scenario = Scenario::default();
///     scenario.set("growth", growth).unwrap();
///     scenario.set("degree", "2").unwrap();
///     let rule = DelayRule::new(&scenario.policy);
///     [0, 1, 2, 3].map(|retry| rule.ceiling(retry).as_secs_f64())
/// };
/// assert_eq!(ceilings("fixed"), [1.0, 1.0, 1.0, 1.0]);
/// assert_eq!(ceilings("exponential"), [1.0, 2.0, 4.0, 8.0]);
/// assert_eq!(ceilings("exponential-less-one"), [1.0, 3.0, 7.0, 15.0]);
/// assert_eq!(ceilings("polynomial"), [1.0, 4.0, 9.0, 16.0]);
/// assert_eq!(ceilings("polynomial-from-zero"), [0.0, 1.0, 4.0, 9.0]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Growth {
    /// `base` at every retry.
    Fixed,
    /// `base × factorⁿ`.
    Exponential,
    /// `base × (factorⁿ⁺¹ − 1)`, as in Ethernet and Envoy.
    LessOne,
    /// `base × (n + 1)ᵈᵉᵍʳᵉᵉ`; linear with degree 1.
    Polynomial,
    /// `base × nᵈᵉᵍʳᵉᵉ`: the first retry's is zero, as in Sidekiq.
    PolynomialFromZero,
}

/// How the delay is drawn from the ceiling `v`.
/// What the fourth retry is drawn from, with a ceiling of 8 s, and after a delay of 4 s:
///
/// ```
/// # use retry_herd_core::{DelayRule, Scenario, SimDuration};
/// let interval = |jitter: &str| {
///     let mut scenario = Scenario::default();
///     scenario.set("jitter", jitter).unwrap();
///     let rule = DelayRule::new(&scenario.policy);
///     let interval = rule.interval(3, SimDuration::from_secs(4));
///     [interval.low, interval.high].map(SimDuration::as_secs_f64)
/// };
/// assert_eq!(interval("none"), [8.0, 8.0]);
/// assert_eq!(interval("full"), [0.0, 8.0]);
/// assert_eq!(interval("equal"), [4.0, 8.0]);
/// assert_eq!(interval("decorrelated"), [1.0, 12.0]);
/// assert_eq!(interval("proportional"), [7.2, 8.8]); // a width of 0.1
/// assert_eq!(interval("range"), [4.0, 12.0]); // 0.5 to 1.5
/// assert_eq!(interval("added"), [8.0, 9.0]); // a spread of 1 s
/// // t from 3 to 4, g(3) = 7.985, g(4) = 15.989, and 4 s are behind it.
/// let [low, high] = interval("median-first");
/// assert!((low - 1.704).abs() < 0.01 && (high - 7.421).abs() < 0.01, "{low} {high}");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Jitter {
    /// `v`.
    None,
    /// `U(0, v)`.
    Full,
    /// `v/2 + U(0, v/2)`.
    Equal,
    /// `min(cap, U(base, 3 × previous delay))`, or see [`Clamp::Range`].
    Decorrelated,
    /// `v × U(1 − width, 1 + width)`.
    Proportional,
    /// `v × U(low, high)`.
    Range,
    /// `v + U(0, spread)`.
    Added,
    /// Polly's second version of decorrelated jitter, whose first delay has the
    /// base as its median: with `t = n + U(0, 1)` and
    /// `g(t) = 2ᵗ × tanh √(4t)`, the delay is `base/1.4 × (g(tₙ) − g(tₙ₋₁))`.
    MedianFirst,
}

/// Where decorrelated jitter meets the cap.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Clamp {
    /// The drawn delay is cut: `min(cap, U(base, 3 × previous))`.
    Hard,
    /// The range is cut before drawing: `U(base, min(cap, 3 × previous))`.
    Range,
}

/// What the cap limits. Decorrelated jitter has a [`Clamp`] instead.
/// Range jitter of 0.5 to 1.5 around a ceiling of 8 s, with a cap of 6 s: on the ceiling it
/// leaves delays of 3 to 9 s, on the delay 4 to 6 s (three quarters are 6 s), on both 3 to 6 s.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CapOn {
    /// The ceiling, before the jitter, which may exceed it.
    Ceiling,
    /// The delay, after the jitter; the ceiling grows on.
    Delay,
    /// Both.
    Both,
}

/// What the first retry does otherwise than the others.
/// With full jitter and ceilings of 1, 2 and 4 s, what three retries are drawn from: usually
/// 0 to 1, 0 to 2 and 0 to 4 s; `AtOnce` 0, then 0 to 2 and 0 to 4 s; `Exact` 1, then the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum First {
    /// Nothing.
    Usual,
    /// It comes at once; the second one is `n = 1`.
    AtOnce,
    /// It has no jitter.
    Exact,
}

/// Whether the width of added jitter grows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SpreadGrowth {
    /// `spread` at every retry.
    Fixed,
    /// `spread × (n + 1)`.
    Linear,
}

/// What a client does with a Retry-After, by the phase that it was sent in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RetryAfter {
    /// If it came with a failure of the outage.
    pub outage: RetryAfterRule,
    /// If it came with a rejection by a full server.
    pub overload: RetryAfterRule,
}

/// What a client does with a Retry-After above its limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Beyond {
    /// It waits its own delay, as if there were none.
    Ignore,
    /// It takes the limit in its place.
    Cut,
    /// It retries no more.
    GiveUp,
}

/// What a client does with a Retry-After of `R`, `j` being its own jittered delay.
/// When a client whose own delay would be 4 s and that is told 10 s comes back, in seconds:
///
/// ```
/// # use retry_herd_core::{Scenario, Trace};
/// let back = |rule: &str| {
///     let mut scenario = Scenario::default();
///     let client = [("clients", "1"), ("arrivals", "0s"), ("jitter", "none"), ("base", "4s")];
///     for (field, value) in [&client[..], &[("retry_after", "10s"), ("retry_rule", rule)]].concat() {
///         scenario.set(field, value).unwrap();
///     }
///     Trace::in_herd(&scenario, 0).attempts[1].at.as_secs_f64()
/// };
/// let exact = ["ignore", "obey", "floor", "add", "near"].map(back);
/// assert_eq!(exact, [4.0, 10.0, 10.0, 14.0, 9.0]);
/// assert!((10.0..=20.0).contains(&back("stretch")));
/// assert!((0.0..=10.0).contains(&back("scatter")));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RetryAfterRule {
    /// `j`.
    Ignore,
    /// `R`.
    Obey,
    /// `max(R, j)`.
    Floor,
    /// `R + j`.
    Add,
    /// `R × U(1, 2)`.
    Stretch,
    /// `U(0, R)`.
    Scatter,
    /// `R` cut to what lies between `j` and `j + 5 s`, as the AWS SDKs have it.
    Near,
}
