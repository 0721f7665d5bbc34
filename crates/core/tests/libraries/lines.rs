//! What the drivers write, line by line.

use retry_herd_core::{Policy, SimDuration};
use serde::Deserialize;

/// One line, about one policy.
pub(crate) struct Line {
    pub(crate) policy: String,
    pub(crate) version: String,
    pub(crate) sample: Option<Sample>,
    pub(crate) limits: Option<Limits>,
}

/// The delays of one retry, from as many clients.
pub(crate) struct Sample {
    /// 0 for the first one.
    pub(crate) retry: u32,
    /// What the server said.
    pub(crate) retry_after: Option<SimDuration>,
    /// Whether the library waits for whole milliseconds.
    pub(crate) whole: Option<Whole>,
    /// The delays, in nanoseconds.
    pub(crate) nanos: Vec<u64>,
}

/// How milliseconds are made whole.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Whole {
    Down,
    Nearest,
}

/// When a client gives up; `None` is never.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Limits {
    attempts: Option<u32>,
    deadline: Option<SimDuration>,
}

#[derive(Deserialize)]
struct Raw {
    policy: String,
    version: String,
    retry: Option<u32>,
    #[serde(default)]
    seconds: Vec<f64>,
    retry_after: Option<f64>,
    whole: Option<Whole>,
    attempts: Option<u32>,
    deadline: Option<f64>,
}

impl Line {
    pub(crate) fn read(line: &str) -> Self {
        let raw: Raw = serde_json::from_str(line).unwrap_or_else(|error| panic!("{error}"));
        let sample = raw.retry.map(|retry| Sample {
            retry,
            retry_after: raw.retry_after.map(SimDuration::from_secs_f64),
            whole: raw.whole,
            nanos: raw.seconds.iter().copied().map(nanos).collect(),
        });
        let limits = sample.is_none().then(|| Limits {
            attempts: raw.attempts,
            deadline: raw.deadline.map(SimDuration::from_secs_f64),
        });
        Self {
            policy: raw.policy,
            version: raw.version,
            sample,
            limits,
        }
    }
}

impl Limits {
    pub(crate) fn of(policy: &Policy) -> Self {
        Self {
            attempts: policy.max_attempts,
            deadline: policy.deadline,
        }
    }
}

impl Whole {
    /// `nanos` in whole milliseconds.
    pub(crate) fn apply(self, nanos: u64) -> u64 {
        let millisecond = 1_000_000;
        let up = match self {
            Self::Down => 0,
            Self::Nearest => millisecond / 2,
        };
        (nanos + up) / millisecond * millisecond
    }
}

/// To the nearest nanosecond, so that equal delays are equal.
fn nanos(seconds: f64) -> u64 {
    assert!(seconds >= 0.0, "a delay of {seconds} s");
    SimDuration::from_secs_f64(seconds).as_nanos()
}
