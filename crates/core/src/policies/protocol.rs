//! What retries below or around programs: orchestration, queues, the wire.

use super::{LibraryPolicy, PLAIN, Source, ms, secs};
use crate::scenario::{First, Growth, Jitter, Policy, SpreadGrowth};
use crate::time::SimDuration;

/// Ethernet's slot at 10 Mbit/s: 512 bits.
const SLOT: SimDuration = SimDuration::from_nanos(51_200);

const NONE: &str = "none in this protocol";

pub(super) const POLICIES: &[LibraryPolicy] = &[
    LibraryPolicy {
        name: "kubernetes-conflict",
        library: "client-go retry.DefaultRetry",
        language: "Go",
        version: "",
        date: "2026",
        source: Source::Code,
        policy: Policy {
            growth: Growth::Fixed,
            base: ms(10),
            jitter: Jitter::Range,
            low: 1.0,
            high: 1.1,
            max_attempts: Some(5),
            ..PLAIN
        },
        retry_after: NONE,
        remark: "For write conflicts, not for outages: five attempts in 45 ms.",
    },
    LibraryPolicy {
        name: "kubernetes-backoff",
        library: "client-go retry.DefaultBackoff",
        language: "Go",
        version: "",
        date: "2026",
        source: Source::Code,
        policy: Policy {
            base: ms(10),
            factor: 5.0,
            jitter: Jitter::Range,
            low: 1.0,
            high: 1.1,
            max_attempts: Some(4),
            ..PLAIN
        },
        retry_after: NONE,
        remark: "Only ever longer, by a tenth.",
    },
    LibraryPolicy {
        name: "kubernetes-reflector",
        library: "client-go reflector",
        language: "Go",
        version: "",
        date: "2026",
        source: Source::Code,
        policy: Policy {
            base: ms(800),
            cap: Some(secs(30)),
            jitter: Jitter::Range,
            low: 1.0,
            high: 2.0,
            ..PLAIN
        },
        retry_after: NONE,
        remark: "Up to twice its cap. Starts afresh after two quiet minutes, which is left out.",
    },
    LibraryPolicy {
        name: "kubernetes-workqueue",
        library: "client-go workqueue, default controller rate limiter",
        language: "Go",
        version: "",
        date: "2026",
        source: Source::Code,
        policy: Policy {
            base: ms(5),
            cap: Some(secs(1_000)),
            ..PLAIN
        },
        retry_after: NONE,
        remark: "No jitter; the bucket of 10 a second for the whole queue, which also delays, is \
                 left out.",
    },
    LibraryPolicy {
        name: "kubernetes-crash-loop",
        library: "Kubernetes CrashLoopBackOff",
        language: "Go",
        version: "",
        date: "2026",
        source: Source::Documentation,
        policy: Policy {
            base: secs(5),
            cap: Some(secs(300)),
            first: First::AtOnce,
            ..PLAIN
        },
        retry_after: NONE,
        remark: "At once, then 10 s, 20 s, 40 s; no jitter is documented. Starts afresh after 10 \
                 minutes of running, which is left out.",
    },
    LibraryPolicy {
        name: "temporal",
        library: "Temporal, retries of activities and workflows",
        language: "Go",
        version: "",
        date: "2026",
        source: Source::Code,
        policy: Policy {
            cap: Some(secs(100)),
            ..PLAIN
        },
        retry_after: "the failure may name the next delay",
        remark: "No jitter and no end: a hundred times the first delay, for ever.",
    },
    LibraryPolicy {
        name: "sidekiq",
        library: "Sidekiq",
        language: "Ruby",
        version: "",
        date: "2026-08",
        source: Source::Code,
        policy: Policy {
            growth: Growth::PolynomialFromZero,
            degree: 4,
            plus: secs(15),
            jitter: Jitter::Added,
            spread: secs(10),
            spread_growth: SpreadGrowth::Linear,
            unit: Some(secs(1)),
            max_attempts: Some(26),
            ..PLAIN
        },
        retry_after: NONE,
        remark: "25 retries take three weeks. It never draws the last whole second of the jitter; \
                 ours does.",
    },
    LibraryPolicy {
        name: "ethernet",
        library: "Ethernet CSMA/CD at 10 Mbit/s",
        language: "",
        version: "IEEE 802.3",
        date: "2026",
        source: Source::Documentation,
        policy: Policy {
            growth: Growth::LessOne,
            base: SLOT,
            cap: Some(SLOT.times(1_023)),
            jitter: Jitter::Full,
            unit: Some(SLOT),
            max_attempts: Some(16),
            ..PLAIN
        },
        retry_after: NONE,
        remark: "The ancestor of full jitter: whole slots from none to 2 to the k, less one.",
    },
];
