//! What a run of the contention model reports.

use serde::Serialize;

use crate::figures::Figure;

/// The report of one run. `clients = served + gave_up` and
/// `calls = served + conflicts` hold in every one.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ContentionReport {
    /// How many clients there were.
    pub clients: u64,
    /// How many wrote the row.
    pub served: u64,
    /// How many ran out of attempts or past their deadline.
    pub gave_up: u64,
    /// Writes that arrived; reads are not counted.
    pub calls: u64,
    /// Writes that found another version.
    pub conflicts: u64,
    /// When the last client heard of its success, in seconds.
    pub time_s: Option<f64>,
    /// When each client did; `None` for one that gave up.
    pub finish_s: Vec<Option<f64>>,
}

pub(super) static FIGURES: &[Figure<ContentionReport>] = &[
    Figure {
        path: "clients",
        get: |report| Some(report.clients as f64),
    },
    Figure {
        path: "served",
        get: |report| Some(report.served as f64),
    },
    Figure {
        path: "gave_up",
        get: |report| Some(report.gave_up as f64),
    },
    Figure {
        path: "calls",
        get: |report| Some(report.calls as f64),
    },
    Figure {
        path: "conflicts",
        get: |report| Some(report.conflicts as f64),
    },
    Figure {
        path: "time_s",
        get: |report| report.time_s,
    },
];
