//! Libraries that retry any call.

use super::{LibraryPolicy, PLAIN, Source, ms, secs};
use crate::scenario::{CapOn, Growth, Jitter, Policy};

const NODE_RETRY: Policy = Policy {
    cap_on: CapOn::Delay,
    max_attempts: Some(11),
    ..PLAIN
};

const NONE: &str = "not read";

pub(super) const POLICIES: &[LibraryPolicy] = &[
    LibraryPolicy {
        name: "tenacity",
        library: "tenacity, @retry alone",
        language: "Python",
        version: "9.2.1",
        date: "2026-11",
        source: Source::Run,
        policy: Policy {
            growth: Growth::Fixed,
            base: ms(0),
            ..PLAIN
        },
        retry_after: NONE,
        remark: "No wait and no end: the tight loop that a bare decorator makes.",
    },
    LibraryPolicy {
        name: "tenacity-random-exponential",
        library: "tenacity, wait_random_exponential",
        language: "Python",
        version: "9.2.1",
        date: "2026-11",
        source: Source::Run,
        policy: Policy {
            jitter: Jitter::Full,
            ..PLAIN
        },
        retry_after: NONE,
        remark: "No cap and no end unless they are set.",
    },
    LibraryPolicy {
        name: "tenacity-exponential-jitter",
        library: "tenacity, wait_exponential_jitter(max=60)",
        language: "Python",
        version: "9.2.1",
        date: "2026-11",
        source: Source::Run,
        policy: Policy {
            cap: Some(secs(60)),
            cap_on: CapOn::Delay,
            jitter: Jitter::Added,
            spread: secs(1),
            ..PLAIN
        },
        retry_after: NONE,
        remark: "One second of jitter at every retry, and none once the cap is reached. The cap \
                 has no default.",
    },
    LibraryPolicy {
        name: "backoff-python",
        library: "backoff, expo",
        language: "Python",
        version: "2.2.1",
        date: "2026-11",
        source: Source::Run,
        policy: Policy {
            jitter: Jitter::Full,
            ..PLAIN
        },
        retry_after: "by its runtime() generator",
        remark: "No cap and no end unless they are set.",
    },
    LibraryPolicy {
        name: "celery",
        library: "Celery, task.retry()",
        language: "Python",
        version: "5.7.0",
        date: "2026-11",
        source: Source::Run,
        policy: Policy {
            growth: Growth::Fixed,
            base: secs(180),
            max_attempts: Some(4),
            ..PLAIN
        },
        retry_after: NONE,
        remark: "Fixed: everything that failed together comes back together three minutes later.",
    },
    LibraryPolicy {
        name: "celery-backoff",
        library: "Celery, retry_backoff=True",
        language: "Python",
        version: "5.7.0",
        date: "2026-11",
        source: Source::Run,
        policy: Policy {
            cap: Some(secs(600)),
            jitter: Jitter::Full,
            unit: Some(secs(1)),
            max_attempts: Some(4),
            ..PLAIN
        },
        retry_after: NONE,
        remark: "Whole seconds: at the first retry half of the herd comes back at once, and half \
                 after exactly one second.",
    },
    LibraryPolicy {
        name: "cockatiel",
        library: "cockatiel, ExponentialBackoff",
        language: "JavaScript",
        version: "3.2.1",
        date: "2026-11",
        source: Source::Run,
        policy: Policy {
            base: ms(128),
            cap: Some(secs(30)),
            jitter: Jitter::MedianFirst,
            ..PLAIN
        },
        retry_after: NONE,
        remark: "Polly's formula in JavaScript; it cuts at the cap, where all but the first of \
                 those that reach it are pinned.",
    },
    LibraryPolicy {
        name: "p-retry",
        library: "p-retry",
        language: "JavaScript",
        version: "7.1.1",
        date: "2026-11",
        source: Source::Run,
        policy: NODE_RETRY,
        retry_after: NONE,
        remark: "No jitter by default; ten retries take 17 minutes.",
    },
    LibraryPolicy {
        name: "p-retry-randomize",
        library: "p-retry, randomize",
        language: "JavaScript",
        version: "7.1.1",
        date: "2026-11",
        source: Source::Run,
        policy: Policy {
            jitter: Jitter::Range,
            low: 1.0,
            high: 2.0,
            ..NODE_RETRY
        },
        retry_after: NONE,
        remark: "Rounded to whole milliseconds. Only ever longer.",
    },
    LibraryPolicy {
        name: "async-retry",
        library: "async-retry",
        language: "JavaScript",
        version: "1.3.3",
        date: "2026-11",
        source: Source::Run,
        policy: Policy {
            jitter: Jitter::Range,
            low: 1.0,
            high: 2.0,
            ..NODE_RETRY
        },
        retry_after: NONE,
        remark: "Rounded to whole milliseconds. The delays are drawn beforehand and sorted, which \
                 changes them for a factor below 2 only.",
    },
    LibraryPolicy {
        name: "exponential-backoff",
        library: "exponential-backoff",
        language: "JavaScript",
        version: "3.1.3",
        date: "2026-11",
        source: Source::Run,
        policy: Policy {
            base: ms(100),
            max_attempts: Some(10),
            ..PLAIN
        },
        retry_after: NONE,
        remark: "No jitter by default.",
    },
    LibraryPolicy {
        name: "exponential-backoff-full",
        library: "exponential-backoff, full jitter, maxDelay 10 s",
        language: "JavaScript",
        version: "3.1.3",
        date: "2026-11",
        source: Source::Run,
        policy: Policy {
            base: ms(100),
            cap: Some(secs(10)),
            jitter: Jitter::Full,
            max_attempts: Some(10),
            ..PLAIN
        },
        retry_after: NONE,
        remark: "Rounded to whole milliseconds. The cap has no default.",
    },
    LibraryPolicy {
        name: "backon",
        library: "backon, ExponentialBuilder",
        language: "Rust",
        version: "1.6.0",
        date: "2026-11",
        source: Source::Run,
        policy: Policy {
            cap: Some(secs(60)),
            max_attempts: Some(4),
            ..PLAIN
        },
        retry_after: NONE,
        remark: "No jitter by default.",
    },
    LibraryPolicy {
        name: "backon-jitter",
        library: "backon, ExponentialBuilder with jitter",
        language: "Rust",
        version: "1.6.0",
        date: "2026-11",
        source: Source::Run,
        policy: Policy {
            cap: Some(secs(60)),
            jitter: Jitter::Range,
            low: 1.0,
            high: 2.0,
            max_attempts: Some(4),
            ..PLAIN
        },
        retry_after: NONE,
        remark: "The jitter comes after the cap: up to twice the cap.",
    },
    LibraryPolicy {
        name: "backoff-rust",
        library: "backoff, ExponentialBackoff",
        language: "Rust",
        version: "0.4.0",
        date: "2026-11",
        source: Source::Run,
        policy: Policy {
            base: ms(500),
            factor: 1.5,
            cap: Some(secs(60)),
            jitter: Jitter::Proportional,
            width: 0.5,
            deadline: Some(secs(15 * 60)),
            ..PLAIN
        },
        retry_after: "the error may carry one",
        remark: "Unmaintained. May exceed its cap by half.",
    },
    LibraryPolicy {
        name: "tokio-retry",
        library: "tokio-retry, from_millis(10) with jitter",
        language: "Rust",
        version: "0.3.2",
        date: "2026-11",
        source: Source::Run,
        policy: Policy {
            base: ms(10),
            factor: 10.0,
            jitter: Jitter::Full,
            ..PLAIN
        },
        retry_after: NONE,
        remark: "The base is the ratio too: from_millis(10) gives 10 ms, 100 ms, 1 s, 10 s.",
    },
    LibraryPolicy {
        name: "cenkalti-backoff",
        library: "cenkalti/backoff",
        language: "Go",
        version: "4",
        date: "2026",
        source: Source::Code,
        policy: Policy {
            base: ms(500),
            factor: 1.5,
            cap: Some(secs(60)),
            jitter: Jitter::Proportional,
            width: 0.5,
            deadline: Some(secs(15 * 60)),
            ..PLAIN
        },
        retry_after: "since version 5 the error may carry one",
        remark: "May exceed its cap by half.",
    },
];
