//! Libraries that retry any call, on .NET and the JVM.

use super::{LibraryPolicy, PLAIN, Source, ms, secs};
use crate::scenario::{CapOn, Clamp, Growth, Jitter, Policy};

const POLLY: Policy = Policy {
    base: secs(2),
    max_attempts: Some(4),
    ..PLAIN
};

const NONE: &str = "not read";

pub(super) const POLICIES: &[LibraryPolicy] = &[
    LibraryPolicy {
        name: "polly",
        library: "Polly, RetryStrategyOptions",
        language: "C#",
        version: "8",
        date: "2026",
        source: Source::Code,
        policy: Policy {
            growth: Growth::Fixed,
            ..POLLY
        },
        retry_after: "by its DelayGenerator",
        remark: "Constant and without jitter unless asked otherwise.",
    },
    LibraryPolicy {
        name: "polly-linear-jitter",
        library: "Polly, linear with UseJitter",
        language: "C#",
        version: "8",
        date: "2026",
        source: Source::Code,
        policy: Policy {
            growth: Growth::Polynomial,
            jitter: Jitter::Proportional,
            width: 0.25,
            ..POLLY
        },
        retry_after: "by its DelayGenerator",
        remark: "A quarter either way.",
    },
    LibraryPolicy {
        name: "polly-exponential-jitter",
        library: "Polly, exponential with UseJitter",
        language: "C#",
        version: "8",
        date: "2026",
        source: Source::Code,
        policy: Policy {
            jitter: Jitter::MedianFirst,
            ..POLLY
        },
        retry_after: "by its DelayGenerator",
        remark: "Half of the first delays are shorter than the base.",
    },
    LibraryPolicy {
        name: "polly-contrib-decorrelated",
        library: "Polly.Contrib.WaitAndRetry, AwsDecorrelatedJitterBackoff",
        language: "C#",
        version: "",
        date: "2026",
        source: Source::Code,
        policy: Policy {
            cap: Some(secs(30)),
            jitter: Jitter::Decorrelated,
            clamp: Clamp::Range,
            max_attempts: Some(4),
            ..PLAIN
        },
        retry_after: NONE,
        remark: "Its ends and the retries have no default: 1 s, 30 s and three here. The cap cuts \
                 the range, not the draw, so that nobody is pinned to it.",
    },
    LibraryPolicy {
        name: "resilience4j",
        library: "resilience4j Retry",
        language: "Java",
        version: "",
        date: "2026",
        source: Source::Code,
        policy: Policy {
            growth: Growth::Fixed,
            base: ms(500),
            max_attempts: Some(3),
            ..PLAIN
        },
        retry_after: "by an interval function of the result",
        remark: "Fixed unless asked otherwise.",
    },
    LibraryPolicy {
        name: "resilience4j-random",
        library: "resilience4j, ofExponentialRandomBackoff",
        language: "Java",
        version: "",
        date: "2026",
        source: Source::Code,
        policy: Policy {
            base: ms(500),
            factor: 1.5,
            cap_on: CapOn::Delay,
            jitter: Jitter::Proportional,
            width: 0.5,
            max_attempts: Some(3),
            ..PLAIN
        },
        retry_after: "by an interval function of the result",
        remark: "Half either way; a cap, if one is set, cuts what was drawn.",
    },
    LibraryPolicy {
        name: "spring-retry",
        library: "Spring Retry, @Retryable with @Backoff",
        language: "Java",
        version: "",
        date: "2026",
        source: Source::Code,
        policy: Policy {
            growth: Growth::Fixed,
            max_attempts: Some(3),
            ..PLAIN
        },
        retry_after: NONE,
        remark: "Fixed unless asked otherwise.",
    },
    LibraryPolicy {
        name: "spring-retry-random",
        library: "Spring Retry, ExponentialRandomBackOffPolicy",
        language: "Java",
        version: "",
        date: "2026",
        source: Source::Code,
        policy: Policy {
            base: ms(100),
            cap: Some(secs(30)),
            cap_on: CapOn::Both,
            jitter: Jitter::Range,
            low: 1.0,
            high: 2.0,
            max_attempts: Some(3),
            ..PLAIN
        },
        retry_after: NONE,
        remark: "Only ever longer, and no jitter is left at the cap.",
    },
    LibraryPolicy {
        name: "spring-framework",
        library: "Spring Framework, RetryPolicy",
        language: "Java",
        version: "7",
        date: "2026",
        source: Source::Code,
        policy: Policy {
            growth: Growth::Fixed,
            max_attempts: Some(4),
            ..PLAIN
        },
        retry_after: NONE,
        remark: "Fixed: its factor is 1 unless set.",
    },
    LibraryPolicy {
        name: "spring-exponential",
        library: "Spring Framework, ExponentialBackOff",
        language: "Java",
        version: "7",
        date: "2026",
        source: Source::Code,
        policy: Policy {
            base: secs(2),
            factor: 1.5,
            cap: Some(secs(30)),
            ..PLAIN
        },
        retry_after: NONE,
        remark: "No jitter and no end unless they are set.",
    },
];
