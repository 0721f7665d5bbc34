//! Clients of HTTP, and what is put around them.

use super::{LibraryPolicy, PLAIN, Source, always, ms, secs};
use crate::scenario::{Beyond, CapOn, First, Growth, Jitter, Policy, RetryAfterRule};
use crate::time::SimDuration;

pub(super) const POLICIES: &[LibraryPolicy] = &[
    LibraryPolicy {
        name: "urllib3",
        library: "urllib3 Retry(10, backoff_factor=0.1)",
        language: "Python",
        version: "2.8.0",
        date: "2026-11",
        source: Source::Run,
        policy: Policy {
            base: ms(100),
            cap: Some(secs(120)),
            first: First::AtOnce,
            max_attempts: Some(11),
            retry_after: always(RetryAfterRule::Obey),
            retry_after_limit: Some(secs(6 * 3_600)),
            retry_after_beyond: Beyond::Cut,
            ..PLAIN
        },
        retry_after: "obeyed with 413, 429 and 503; one of more than 6 h counts as 6 h",
        remark: "The factor is 0 by default: retries at once. With one, the first retry still \
                 comes at once; no jitter.",
    },
    LibraryPolicy {
        name: "urllib3-jitter",
        library: "urllib3 Retry(10, backoff_factor=1, backoff_jitter=1)",
        language: "Python",
        version: "2.8.0",
        date: "2026-11",
        source: Source::Run,
        policy: Policy {
            cap: Some(secs(120)),
            cap_on: CapOn::Both,
            jitter: Jitter::Added,
            spread: secs(1),
            first: First::AtOnce,
            max_attempts: Some(11),
            retry_after: always(RetryAfterRule::Obey),
            retry_after_limit: Some(secs(6 * 3_600)),
            retry_after_beyond: Beyond::Cut,
            ..PLAIN
        },
        retry_after: "obeyed with 413, 429 and 503; one of more than 6 h counts as 6 h",
        remark: "A jitter of fixed width: ever less of the delay, and none at the cap.",
    },
    LibraryPolicy {
        name: "axios-retry",
        library: "axios-retry, exponentialDelay",
        language: "JavaScript",
        version: "4.5.0",
        date: "2026-11",
        source: Source::Run,
        policy: Policy {
            base: ms(200),
            jitter: Jitter::Range,
            low: 1.0,
            high: 1.2,
            max_attempts: Some(4),
            retry_after: always(RetryAfterRule::Floor),
            ..PLAIN
        },
        retry_after: "lengthens the ceiling, and up to a fifth is added to it",
        remark: "Without exponentialDelay it retries at once. A Retry-After longer than the \
                 ceiling is jittered too, which is left out.",
    },
    LibraryPolicy {
        name: "got",
        library: "got",
        language: "JavaScript",
        version: "14.6.5",
        date: "2026-11",
        source: Source::Run,
        policy: Policy {
            jitter: Jitter::Added,
            spread: ms(100),
            max_attempts: Some(3),
            retry_after: always(RetryAfterRule::Obey),
            ..PLAIN
        },
        retry_after: "obeyed; one longer than the request's time limit ends the retries",
        remark: "Adds a tenth of a second at most, whatever the delay: hardly any jitter.",
    },
    LibraryPolicy {
        name: "reqwest-retry",
        library: "reqwest-retry 0.9.1 with retry-policies",
        language: "Rust",
        version: "0.5.2",
        date: "2026-11",
        source: Source::Run,
        policy: Policy {
            cap: Some(secs(30 * 60)),
            jitter: Jitter::Full,
            ..PLAIN
        },
        retry_after: "not read",
        remark: "The number of attempts has no default. Half an hour is a long cap.",
    },
    LibraryPolicy {
        name: "tower",
        library: "tower ExponentialBackoff",
        language: "Rust",
        version: "0.5.3",
        date: "2026-11",
        source: Source::Run,
        policy: Policy {
            base: ms(50),
            jitter: Jitter::Range,
            low: 1.0,
            high: 1.99,
            ..PLAIN
        },
        retry_after: "none in this layer",
        remark: "All calls of one maker draw the same luck, so that they retry together. From \
                 the sixth retry on, at 1.6 s, whole seconds drop out of its jitter; out of ours \
                 they do not. When to stop is for the caller's policy and budget.",
    },
    LibraryPolicy {
        name: "dotnet-http-resilience",
        library: "Microsoft.Extensions.Http.Resilience, standard handler",
        language: "C#",
        version: "",
        date: "2026",
        source: Source::Documentation,
        policy: Policy {
            base: secs(2),
            jitter: Jitter::MedianFirst,
            max_attempts: Some(4),
            retry_after: always(RetryAfterRule::Obey),
            ..PLAIN
        },
        retry_after: "obeyed",
        remark: "Each attempt also has 10 s, all of them together 30 s; left out.",
    },
    LibraryPolicy {
        name: "go-retryablehttp",
        library: "hashicorp/go-retryablehttp",
        language: "Go",
        version: "",
        date: "2026",
        source: Source::Code,
        policy: Policy {
            cap: Some(secs(30)),
            max_attempts: Some(5),
            retry_after: always(RetryAfterRule::Obey),
            ..PLAIN
        },
        retry_after: "obeyed with 429 and 503, however long",
        remark: "No jitter by default.",
    },
    LibraryPolicy {
        name: "envoy",
        library: "Envoy, retries of a route",
        language: "C++",
        version: "",
        date: "2026",
        source: Source::Documentation,
        policy: Policy {
            growth: Growth::LessOne,
            base: ms(25),
            cap: Some(ms(250)),
            jitter: Jitter::Full,
            max_attempts: Some(2),
            ..PLAIN
        },
        retry_after: "optional, by its rate-limited back-off",
        remark: "One retry by default, and 20 % of the requests in flight as a budget, which is \
                 left out.",
    },
    LibraryPolicy {
        name: "grpc",
        library: "gRPC retryPolicy, the example of its proposal",
        language: "",
        version: "A6",
        date: "2026",
        source: Source::Code,
        policy: Policy {
            base: ms(100),
            cap: Some(secs(1)),
            jitter: Jitter::Proportional,
            width: 0.2,
            max_attempts: Some(4),
            retry_after: always(RetryAfterRule::Obey),
            ..PLAIN
        },
        retry_after: "grpc-retry-pushback-ms is obeyed; a negative one ends the retries",
        remark: "May exceed its cap by a fifth. Full jitter until August 2024. No built-in \
                 policy; more than 5 attempts count as 5. The token bucket is left out, and that \
                 a pushback starts the growth afresh.",
    },
    LibraryPolicy {
        name: "grpc-connection",
        library: "gRPC connection backoff, grpc-go",
        language: "Go",
        version: "",
        date: "2026",
        source: Source::Code,
        policy: Policy {
            factor: 1.6,
            cap: Some(secs(120)),
            jitter: Jitter::Proportional,
            width: 0.2,
            first: First::Exact,
            ..PLAIN
        },
        retry_after: "none in this protocol",
        remark: "The first reconnection has no jitter at all, and it is the one that a herd makes.",
    },
    LibraryPolicy {
        name: "kafka-reconnect",
        library: "Kafka client, reconnection",
        language: "Java",
        version: "",
        date: "2026",
        source: Source::Documentation,
        policy: Policy {
            base: ms(50),
            cap: Some(SimDuration::from_secs(1)),
            jitter: Jitter::Proportional,
            width: 0.2,
            ..PLAIN
        },
        retry_after: "none in this protocol",
        remark: "A fifth either way.",
    },
];
