//! Policies that are a little wrong, to see that a comparison would notice.

use retry_herd_core::{
    CapOn, First, Growth, Jitter, Policy, RetryAfter, RetryAfterRule, SimDuration,
};

use crate::lines::Sample;

/// A policy with one thing changed.
pub(crate) struct Wrong {
    pub(crate) what: &'static str,
    pub(crate) policy: Policy,
}

/// All small mistakes that the samples have to show.
pub(crate) fn all(policy: &Policy, samples: &[Sample]) -> Vec<Wrong> {
    let mut all = vec![
        Wrong {
            what: "a longer base",
            policy: Policy {
                base: scaled(policy.base, 1.15) + SimDuration::from_millis(1),
                ..*policy
            },
        },
        Wrong {
            what: "other jitter",
            policy: Policy {
                base: policy.base + SimDuration::from_nanos(1_000),
                jitter: other(policy.jitter),
                ..*policy
            },
        },
    ];
    if matches!(policy.growth, Growth::Exponential) && policy.jitter != Jitter::Decorrelated {
        all.push(Wrong {
            what: "a larger factor",
            policy: Policy {
                factor: policy.factor * 1.1,
                // Its curve has its factor built in.
                jitter: if policy.jitter == Jitter::MedianFirst {
                    Jitter::Full
                } else {
                    policy.jitter
                },
                ..*policy
            },
        });
    }
    if let Some(cap) = policy.cap {
        all.push(Wrong {
            what: "a smaller cap",
            policy: Policy {
                cap: Some(scaled(cap, 0.85)),
                ..*policy
            },
        });
        if policy.cap_on != CapOn::Ceiling {
            all.push(Wrong {
                what: "the cap on the ceiling only",
                policy: Policy {
                    cap_on: CapOn::Ceiling,
                    ..*policy
                },
            });
        }
    }
    if policy.first != First::Usual {
        all.push(Wrong {
            what: "a first retry like the others",
            policy: Policy {
                first: First::Usual,
                ..*policy
            },
        });
    }
    if policy.shortest > SimDuration::ZERO {
        all.push(Wrong {
            what: "no shortest delay",
            policy: Policy {
                shortest: SimDuration::ZERO,
                ..*policy
            },
        });
    }
    if policy.unit >= Some(SimDuration::from_secs(1)) {
        all.push(Wrong {
            what: "no whole seconds",
            policy: Policy {
                unit: None,
                ..*policy
            },
        });
    }
    if samples.iter().any(|sample| sample.retry_after.is_some()) {
        let rules = [
            RetryAfterRule::Ignore,
            RetryAfterRule::Add,
            RetryAfterRule::Stretch,
        ];
        all.extend(rules.map(|rule| Wrong {
            what: "another rule for Retry-After",
            policy: Policy {
                retry_after: RetryAfter {
                    outage: rule,
                    overload: rule,
                },
                ..*policy
            },
        }));
    }
    all
}

fn scaled(duration: SimDuration, factor: f64) -> SimDuration {
    SimDuration::from_secs_f64(duration.as_secs_f64() * factor)
}

fn other(jitter: Jitter) -> Jitter {
    match jitter {
        Jitter::Full => Jitter::Equal,
        _ => Jitter::Full,
    }
}
