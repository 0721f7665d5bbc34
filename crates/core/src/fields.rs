//! The table of all fields of a scenario: the only place that knows their names,
//! kinds and ranges. Scenario files, `--set`, attributes, links, error lines and
//! the list in the help all come from it.

use crate::field::{DAY, Field, MILLISECOND, MONTH, NO_TIME, duration, field, number, whole};
use crate::kind::Kind;
#[cfg(feature = "whole")]
use crate::scenario::{
    Beyond, CapOn, First, RetryAfterForm, RetryAfterRule, Scope, Shed, SpreadGrowth,
};
use crate::scenario::{Clamp, Clock, Growth, Jitter, Seeding};
use crate::slot::Slot;
use crate::time::SimDuration;
use crate::value::LARGEST_EXACT;

/// The largest seed: JavaScript's largest exact whole number.
pub(crate) const LARGEST_SEED: u64 = LARGEST_EXACT as u64;

/// Fields whose last names are those of others.
pub(crate) const RENAMED: &[(&str, &str)] = &[
    #[cfg(feature = "whole")]
    ("retry_rule", "policy.retry_after"),
    #[cfg(feature = "whole")]
    ("budget", "policy.budget.scope"),
    #[cfg(feature = "whole")]
    ("breaker", "policy.breaker.scope"),
];

/// Fields that go by another name as well.
pub(crate) const ALIASES: &[(&str, &str)] = &[
    ("outage", "server.outage.length"),
    ("attempts", "policy.max_attempts"),
];

/// All fields, in the order in which a scenario file has them: the fields of the
/// file itself before those of its tables.
pub static FIELDS: &[Field] = &[
    field!(
        "name",
        Kind::Text { longest: 80 },
        "what the scenario is called",
        name
    ),
    field!(
        "seed",
        whole(0, LARGEST_SEED, None),
        "what every draw is derived from",
        seed
    ),
    field!(
        "draws",
        Kind::Fractions { most: 1_000 },
        "the first client's first draws, in place of the seed's",
        draws
    ),
    field!(
        "horizon",
        duration(MILLISECOND, MONTH, None),
        "where the simulation stops; who still waits is unfinished",
        horizon
    ),
    field!(
        "clock",
        Kind::Choice(Clock::NAMES),
        "whether attempts fall at any time or on ticks only",
        clock
    ),
    field!(
        "fleet.clients",
        whole(1, 10_000_000, None),
        "how many clients there are",
        fleet.clients
    ),
    field!(
        "fleet.arrivals",
        duration(NO_TIME, DAY, None),
        "how long the first attempts are spread over; 0s is all at once",
        fleet.arrivals
    ),
    field!(
        "fleet.seeding",
        Kind::Choice(Seeding::NAMES),
        "whether each client has luck of its own",
        fleet.seeding
    ),
    #[cfg(feature = "whole")]
    field!(
        "fleet.leaving",
        number(0.0, 1_000.0, None),
        "the share of the waiting clients that leave for good in a second",
        fleet.leaving
    ),
    field!(
        "server.outage.start",
        duration(NO_TIME, MONTH, None),
        "when the outage begins",
        server.outage.start
    ),
    field!(
        "server.outage.length",
        duration(NO_TIME, MONTH, Some("forever")),
        "how long every request fails",
        server.outage.length
    ),
    field!(
        "server.capacity",
        number(0.01, 1_000_000_000.0, Some("unlimited")),
        "requests that the server can answer in a second",
        server.capacity
    ),
    field!(
        "server.tick",
        duration(
            SimDuration::from_nanos(100_000),
            SimDuration::from_secs(60),
            None
        ),
        "the step in which capacity is dealt out",
        server.tick
    ),
    #[cfg(feature = "whole")]
    field!(
        "server.degradation.exponent",
        number(0.0, 10.0, None),
        "how steeply the server slows down when it is asked for more than it can take; 0 is not at all",
        server.degradation.exponent
    ),
    #[cfg(feature = "whole")]
    field!(
        "server.degradation.floor",
        number(0.0, 1.0, None),
        "the share of the capacity that is left however much it is asked for",
        server.degradation.floor
    ),
    #[cfg(feature = "whole")]
    field!(
        "server.slow_start.over",
        duration(NO_TIME, DAY, None),
        "how long the capacity takes to come back after the outage",
        server.slow_start.over
    ),
    #[cfg(feature = "whole")]
    field!(
        "server.slow_start.from",
        number(0.0, 1.0, None),
        "the share of the capacity that is there at once",
        server.slow_start.from
    ),
    #[cfg(feature = "whole")]
    field!(
        "server.admission",
        number(0.01, 1_000_000_000.0, Some("unlimited")),
        "requests let in a second; what is above is shed at the door",
        server.admission
    ),
    #[cfg(feature = "whole")]
    field!(
        "server.queue.room",
        whole(0, 10_000_000, None),
        "how many requests can wait for capacity",
        server.queue.room
    ),
    #[cfg(feature = "whole")]
    field!(
        "server.queue.shed",
        Kind::Choice(Shed::NAMES),
        "who is shed when the queue is full",
        server.queue.shed
    ),
    #[cfg(feature = "whole")]
    field!(
        "server.retry_after",
        duration(MILLISECOND, DAY, Some("none")),
        "the Retry-After that the server sends with every failure",
        server.retry_after
    ),
    #[cfg(feature = "whole")]
    field!(
        "server.shed_retry_after",
        duration(NO_TIME, DAY, Some("same")),
        "the Retry-After for those that are shed; 0s sends none",
        server.shed_retry_after
    ),
    #[cfg(feature = "whole")]
    field!(
        "server.retry_after_form",
        Kind::Choice(RetryAfterForm::NAMES),
        "whether a Retry-After is sent as seconds, or as a date, which has whole ones",
        server.retry_after_form
    ),
    field!(
        "policy.growth",
        Kind::Choice(Growth::NAMES),
        "how the ceiling grows from retry to retry",
        policy.growth
    ),
    field!(
        "policy.base",
        duration(NO_TIME, DAY, None),
        "the first ceiling",
        policy.base
    ),
    field!(
        "policy.factor",
        number(1.0, 100.0, None),
        "what each further ceiling is multiplied by",
        policy.factor
    ),
    #[cfg(feature = "whole")]
    field!(
        "policy.degree",
        whole(0, 10, None),
        "polynomial growth: the power of the number of the retry",
        policy.degree
    ),
    #[cfg(feature = "whole")]
    field!(
        "policy.plus",
        duration(NO_TIME, DAY, None),
        "added to every ceiling, before the cap",
        policy.plus
    ),
    field!(
        "policy.cap",
        duration(MILLISECOND, DAY, Some("none")),
        "the largest ceiling",
        policy.cap
    ),
    #[cfg(feature = "whole")]
    field!(
        "policy.cap_on",
        Kind::Choice(CapOn::NAMES),
        "whether the cap limits the ceiling, the delay drawn from it, or both",
        policy.cap_on
    ),
    field!(
        "policy.jitter",
        Kind::Choice(Jitter::NAMES),
        "how the delay is drawn under the ceiling",
        policy.jitter
    ),
    field!(
        "policy.width",
        number(0.0, 1.0, None),
        "proportional jitter: the share of the ceiling that it adds or takes away at most",
        policy.width
    ),
    #[cfg(feature = "whole")]
    field!(
        "policy.low",
        number(0.0, 100.0, None),
        "range jitter: the least multiple of the ceiling",
        policy.low
    ),
    #[cfg(feature = "whole")]
    field!(
        "policy.high",
        number(0.0, 100.0, None),
        "range jitter: the greatest multiple of the ceiling",
        policy.high
    ),
    #[cfg(feature = "whole")]
    field!(
        "policy.spread",
        duration(NO_TIME, DAY, None),
        "added jitter: the most that is added",
        policy.spread
    ),
    #[cfg(feature = "whole")]
    field!(
        "policy.spread_growth",
        Kind::Choice(SpreadGrowth::NAMES),
        "added jitter: whether that grows with the retries",
        policy.spread_growth
    ),
    field!(
        "policy.clamp",
        Kind::Choice(Clamp::NAMES),
        "decorrelated jitter: whether the cap cuts the draw or its range",
        policy.clamp
    ),
    #[cfg(feature = "whole")]
    field!(
        "policy.first",
        Kind::Choice(First::NAMES),
        "whether the first retry comes at once, or without jitter",
        policy.first
    ),
    #[cfg(feature = "whole")]
    field!(
        "policy.shortest",
        duration(NO_TIME, DAY, None),
        "the shortest delay",
        policy.shortest
    ),
    #[cfg(feature = "whole")]
    field!(
        "policy.unit",
        duration(SimDuration::from_nanos(1), DAY, Some("none")),
        "delays are whole multiples of this",
        policy.unit
    ),
    field!(
        "policy.max_attempts",
        whole(1, 1_000_000, Some("unlimited")),
        "how many attempts a client makes, the first one counted",
        policy.max_attempts
    ),
    #[cfg(feature = "whole")]
    field!(
        "policy.layers",
        whole(1, 10, None),
        "layers that retry, one around the other; their attempts multiply",
        policy.layers
    ),
    #[cfg(feature = "whole")]
    field!(
        "policy.fatal",
        number(0.0, 1.0, None),
        "the share of failures after which a client does not retry",
        policy.fatal
    ),
    #[cfg(feature = "whole")]
    field!(
        "policy.budget.scope",
        Kind::Choice(Scope::NAMES),
        "whether retries cost tokens, of each client's own or of one budget for all",
        policy.budget.scope
    ),
    #[cfg(feature = "whole")]
    field!(
        "policy.budget.share",
        number(0.0, 1.0, None),
        "tokens that every first request brings",
        policy.budget.share
    ),
    #[cfg(feature = "whole")]
    field!(
        "policy.budget.per_second",
        number(0.0, 1_000_000.0, None),
        "tokens that every second brings, in whole thousandths",
        policy.budget.per_second
    ),
    #[cfg(feature = "whole")]
    field!(
        "policy.budget.tokens",
        whole(1, 1_000_000, None),
        "the most tokens that a budget holds, and has at the start",
        policy.budget.tokens
    ),
    #[cfg(feature = "whole")]
    field!(
        "policy.breaker.scope",
        Kind::Choice(Scope::NAMES),
        "whether a circuit breaker fails attempts at once, one of each client or one for all",
        policy.breaker.scope
    ),
    #[cfg(feature = "whole")]
    field!(
        "policy.breaker.threshold",
        whole(1, 1_000_000, None),
        "failures in a row at which a breaker opens",
        policy.breaker.threshold
    ),
    #[cfg(feature = "whole")]
    field!(
        "policy.breaker.open_for",
        duration(MILLISECOND, DAY, None),
        "how long a breaker is open",
        policy.breaker.open_for
    ),
    #[cfg(feature = "whole")]
    field!(
        "policy.breaker.probes",
        whole(1, 1_000_000, None),
        "attempts that a breaker lets through after that, to see whether all are served",
        policy.breaker.probes
    ),
    field!(
        "policy.deadline",
        duration(MILLISECOND, MONTH, Some("none")),
        "how long after its first attempt a client still tries",
        policy.deadline
    ),
    #[cfg(feature = "whole")]
    field!(
        "policy.retry_after",
        Kind::PerPhase(RetryAfterRule::NAMES),
        "what a client does with a Retry-After",
        policy.retry_after
    ),
    #[cfg(feature = "whole")]
    field!(
        "policy.retry_after_limit",
        duration(MILLISECOND, DAY, Some("none")),
        "the longest Retry-After that a client believes",
        policy.retry_after_limit
    ),
    #[cfg(feature = "whole")]
    field!(
        "policy.retry_after_beyond",
        Kind::Choice(Beyond::NAMES),
        "what a client does with a longer one",
        policy.retry_after_beyond
    ),
    #[cfg(feature = "whole")]
    field!(
        "policy.offset",
        duration(NO_TIME, DAY, None),
        "each client adds a constant of its own below this to every delay",
        policy.offset
    ),
    field!(
        "observe.window",
        duration(
            SimDuration::from_nanos(100_000),
            SimDuration::from_secs(3_600),
            None
        ),
        "the width of the windows that peaks and the load are counted in",
        observe.window
    ),
];
