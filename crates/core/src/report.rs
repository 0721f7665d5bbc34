//! What a run reports. Times are in seconds; `None` is "never" or "no such thing".

use serde::Serialize;

/// The report of one run. Two laws hold in every one:
/// `served + gave_up + unfinished = clients` and
/// `wasted + after_recovery = total`.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Report {
    /// How many clients there were.
    pub clients: u64,
    /// How many were served.
    pub served: u64,
    /// How many ended without having been served: out of attempts or past their
    /// deadline, for want of a token, on a fatal failure, or because they left.
    pub gave_up: u64,
    /// How many still waited at the horizon.
    pub unfinished: u64,
    /// The attempts.
    pub requests: Requests,
    /// The largest window after the outage.
    pub peak_after_recovery: Peak,
    /// The largest window counting retries only, at any time.
    pub peak_retries: Peak,
    /// When how much of the fleet had been served.
    pub completion_s: Completion,
    /// How many of those who gave up left; `None`, and not in the JSON, if nobody can.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub left: Option<u64>,
}

/// Attempts, by what the server made of them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Requests {
    /// All of them.
    pub total: u64,
    /// Those that came during the outage.
    pub wasted: u64,
    /// Those that met a working server; with an outage that starts late, the
    /// ones before it too.
    pub after_recovery: u64,
    /// Those that met a working server with no capacity left.
    pub rejected: u64,
    /// Attempts that an open circuit breaker kept from the server, beside `total`;
    /// `None`, and not in the JSON, if there is no breaker.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub short_circuited: Option<u64>,
}

/// The most arrivals in one window.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Peak {
    /// How many.
    pub count: u64,
    /// As a rate.
    pub per_second: f64,
    /// As a multiple of the capacity; `None` if that is unlimited.
    pub over_capacity: Option<f64>,
    /// The window's beginning; `None` if there was no arrival.
    pub at_s: Option<f64>,
}

/// When how much of the whole fleet had been served; `None` is never.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Completion {
    /// Half of it.
    pub p50: Option<f64>,
    /// 90 % of it.
    pub p90: Option<f64>,
    /// 99 % of it.
    pub p99: Option<f64>,
    /// The last client to be served, whether or not others gave up.
    pub last: Option<f64>,
}
