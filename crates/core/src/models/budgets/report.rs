//! What a run of the budgets model reports.

use serde::Serialize;

use crate::figures::Figure;

/// The report of one run. `calls = succeeded + failed`, and
/// `attempts = succeeded + failed_attempts`, hold in every one.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct BudgetsReport {
    /// How many clients there were.
    pub clients: u64,
    /// What they wanted.
    pub calls: u64,
    /// Calls that ended well.
    pub succeeded: u64,
    /// Calls that were given up.
    pub failed: u64,
    /// Requests to the server, first ones and retries.
    pub attempts: u64,
    /// Those that failed.
    pub failed_attempts: u64,
    /// Calls that ended well, of a hundred.
    pub success_percent: f64,
    /// Requests to the server for a hundred calls.
    pub load_percent: f64,
}

macro_rules! figure {
    ($name:ident) => {
        Figure {
            path: stringify!($name),
            get: |report| Some(report.$name as f64),
        }
    };
}

pub(super) static FIGURES: &[Figure<BudgetsReport>] = &[
    figure!(clients),
    figure!(calls),
    figure!(succeeded),
    figure!(failed),
    figure!(attempts),
    figure!(failed_attempts),
    Figure {
        path: "success_percent",
        get: |report| Some(report.success_percent),
    },
    Figure {
        path: "load_percent",
        get: |report| Some(report.load_percent),
    },
];
