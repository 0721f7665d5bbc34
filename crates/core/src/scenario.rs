//! What is simulated: the scenario, field by field as the scenario file has it.
//!
//! The names, kinds and ranges of the fields stand in [`crate::fields`].

use std::ops::Range;

use crate::time::{SimDuration, SimTime};

/// One scenario: a fleet, its server, its retry policy, and how it is watched.
#[derive(Clone, Debug, PartialEq)]
pub struct Scenario {
    /// A preset's name, or the author's.
    pub name: String,
    /// What every draw is derived from; at most 2⁵³ − 1, so that it survives JavaScript.
    pub seed: u64,
    /// The first draws of the first client, as fractions in `[0, 1)`, in place
    /// of the seed's: for a page whose text prints one client's numbers.
    pub draws: Vec<f64>,
    /// Where the simulation stops.
    pub horizon: SimDuration,
    /// Whether attempts fall at any time or on ticks only.
    pub clock: Clock,
    /// The clients.
    pub fleet: Fleet,
    /// What they call.
    pub server: Server,
    /// When they call again.
    pub policy: Policy,
    /// How the run is measured.
    pub observe: Observe,
}

/// Whether attempts fall at any time or on ticks only.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Clock {
    /// An attempt comes exactly when it is due.
    Continuous,
    /// Due times are rounded up to a tick's boundary, and delays counted from there.
    Ticked,
}

/// The clients.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Fleet {
    /// How many there are.
    pub clients: u32,
    /// First attempts are spread evenly over this time; zero means all at once.
    pub arrivals: SimDuration,
    /// Whether each client has luck of its own.
    pub seeding: Seeding,
    /// How many of those who still wait lose patience in a second, as a share: each
    /// client's patience is exponential with this rate. Zero is nobody.
    pub leaving: f64,
}

/// Whether each client has luck of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Seeding {
    /// Every client draws from a stream of its own.
    Independent,
    /// Every client draws the same sequence of delays, as with a fixed seed in
    /// the code. Arrivals stay independent: they are the users', not the code's.
    Identical,
}

/// What the clients call.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Server {
    /// When every request fails.
    pub outage: Outage,
    /// Requests that it can answer in one second, dealt out tick by tick;
    /// `None` is unlimited.
    pub capacity: Option<f64>,
    /// The step of its accounting clock.
    pub tick: SimDuration,
    /// How it slows down under overload.
    pub degradation: Degradation,
    /// How its capacity comes back after the outage.
    pub slow_start: SlowStart,
    /// Requests in one second that are let in at all, dealt out tick by tick;
    /// what is above is shed at the door, and does not slow the server down; see the
    /// example at [`Degradation`].
    /// `None` lets everything in.
    pub admission: Option<f64>,
    /// Where those wait that were let in and found the capacity used up.
    pub queue: Queue,
    /// The Retry-After that it sends with every failure; `None` sends none.
    pub retry_after: Option<SimDuration>,
    /// The Retry-After for those that it sheds, in place of the other one; zero
    /// sends none. `None` makes no difference.
    pub shed_retry_after: Option<SimDuration>,
    /// How it writes that.
    pub retry_after_form: RetryAfterForm,
}

/// How a server writes a Retry-After.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RetryAfterForm {
    /// As a number of seconds.
    Seconds,
    /// As a date, which has whole seconds only.
    Date,
}

/// How the capacity comes back after the outage: from a share of it, on a
/// straight line, to all of it.
/// Back over 1 s from a fifth, a server of 100 a second takes 2 of its 10 in the first tick
/// of 100 ms, 2.8 and so 2 in the second one, and 6 in the one that begins after 500 ms.
///
/// ```
/// # use retry_herd_core::{Run, Scenario};
/// let mut scenario = Scenario::default();
/// let herd = [("clients", "500"), ("arrivals", "0s"), ("outage", "0s"), ("jitter", "none")];
/// let retries = [("growth", "fixed"), ("base", "100ms"), ("capacity", "100")];
/// let slowly = [("server.slow_start.over", "1s"), ("server.slow_start.from", "0.2")];
/// for (field, value) in [&herd[..], &retries, &slowly].concat() {
///     scenario.set(field, value).unwrap();
/// }
/// let run = Run::new(&scenario).finish();
/// let served = [0, 1, 5, 10].map(|window: usize| run.windows()[window].served);
/// assert_eq!(served, [2, 2, 6, 10]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SlowStart {
    /// How long that takes; zero is at once.
    pub over: SimDuration,
    /// The share at the beginning, in `[0, 1]`.
    pub from: f64,
}

/// A queue in front of the server, first in, first out. Who waits in it does not
/// retry.
/// Ten requests at once to a server that answers two in a tick, with room for three: two are
/// served at once, three wait and are served in the next two ticks, five are shed. A second
/// later these fare alike: two are served, three wait. So 15 requests are enough; without room
/// it takes 30.
///
/// ```
/// # use retry_herd_core::{Run, Scenario};
/// let requests = |room: &str| {
///     let mut scenario = Scenario::default();
///     let herd = [("clients", "10"), ("arrivals", "0s"), ("outage", "0s"), ("jitter", "none")];
///     let server = [("growth", "fixed"), ("capacity", "20"), ("room", room)];
///     for (field, value) in [&herd[..], &server].concat() {
///         scenario.set(field, value).unwrap();
///     }
///     Run::new(&scenario).finish().report().requests.total
/// };
/// assert_eq!((requests("3"), requests("0")), (15, 30));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Queue {
    /// How many can wait; 0 is no queue.
    pub room: u32,
    /// Who is shed when it is full.
    pub shed: Shed,
}

/// Who is shed when the queue is full.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shed {
    /// Who comes last.
    Newest,
    /// Who has waited longest.
    Oldest,
}

/// The interval in which every request fails.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Outage {
    /// Its beginning.
    pub start: SimDuration,
    /// How long it lasts; `None` is forever.
    pub length: Option<SimDuration>,
}

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

/// How a server that is asked for more than it can take slows down: the tick's
/// capacity is multiplied by `max(floor, 1 / overload^exponent)`, with
/// `overload = arrivals in the tick / capacity of the tick`, when that is above 1.
/// Ten requests at once to a server that answers four in a tick are an overload of 2.5:
/// with an exponent of 1 the four become `4 / 2.5 = 1.6`, so one is served. Shedding at the
/// door ([`Server::admission`]) keeps all four; a floor of 0.5 keeps two.
///
/// ```
/// # use retry_herd_core::{Run, Scenario};
/// let served = |settings: &[(&str, &str)]| {
///     let mut scenario = Scenario::default();
///     let herd = [("clients", "10"), ("arrivals", "0s"), ("outage", "0s")];
///     let server = [("capacity", "40"), ("exponent", "1"), ("horizon", "100ms")];
///     for (field, value) in [&herd, &server, settings].concat() {
///         scenario.set(field, value).unwrap();
///     }
///     Run::new(&scenario).finish().report().served
/// };
/// assert_eq!(served(&[]), 1);
/// assert_eq!(served(&[("admission", "40")]), 4);
/// assert_eq!(served(&[("floor", "0.5")]), 2);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Degradation {
    /// How steeply; 0 is not at all.
    pub exponent: f64,
    /// The share of the capacity that is always left, in `[0, 1]`.
    pub floor: f64,
}

/// How the run is measured.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Observe {
    /// The width of the windows that attempts are counted in.
    pub window: SimDuration,
}

impl Outage {
    /// From when until when; what falls on the end meets a working server.
    pub fn span(&self) -> Range<SimTime> {
        let start = SimTime::ZERO + self.start;
        start..self.length.map_or(SimTime::MAX, |length| start + length)
    }
}

impl Server {
    /// Whole requests that can be answered in one tick: a further one is served
    /// only while `served + 1 ≤ capacity × tick`, and what is left over is lost.
    /// `None` is unlimited.
    pub fn capacity_per_tick(&self) -> Option<u64> {
        Some(self.per_tick(self.capacity?))
    }

    /// Whole requests in one tick at `rate` a second.
    pub(crate) fn per_tick(&self, rate: f64) -> u64 {
        // 0.3 s × 10/s is 2.9999999999999996: the product is meant, not its error.
        (rate * self.tick.as_secs_f64() + 1e-9) as u64
    }
}
