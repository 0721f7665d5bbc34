//! The libraries' policies as rows, for a table or a file.

use serde::Serialize;

use super::LibraryPolicy;
use crate::time::SimDuration;
use crate::total_wait::TotalWait;

/// One library's policy, everything worked out. Durations are in seconds; `None` is
/// no limit, or what never ends.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PolicyRow {
    /// See [`LibraryPolicy::name`].
    pub name: &'static str,
    /// See [`LibraryPolicy::library`].
    pub library: &'static str,
    /// See [`LibraryPolicy::language`].
    pub language: &'static str,
    /// See [`LibraryPolicy::version`].
    pub version: &'static str,
    /// See [`LibraryPolicy::date`].
    pub date: &'static str,
    /// Where the values are from: `run`, `source code` or `documentation`.
    pub source: &'static str,
    /// The delay, in one line.
    pub rule: String,
    /// How many attempts, the first one counted.
    pub attempts: Option<u32>,
    /// How long after its first attempt a client still tries.
    pub deadline_s: Option<f64>,
    /// All waits together of a client that gives up, on average.
    pub mean_total_s: Option<f64>,
    /// The standard error of that; 0 if it is a closed form.
    pub mean_total_error_s: Option<f64>,
    /// All waits together, at the very most.
    pub worst_total_s: Option<f64>,
    /// See [`LibraryPolicy::retry_after`].
    pub retry_after: &'static str,
    /// See [`LibraryPolicy::remark`].
    pub remark: &'static str,
}

impl From<&LibraryPolicy> for PolicyRow {
    fn from(library: &LibraryPolicy) -> Self {
        let total = TotalWait::of(&library.policy);
        Self {
            name: library.name,
            library: library.library,
            language: library.language,
            version: library.version,
            date: library.date,
            source: library.source.name(),
            rule: library.policy.rule(),
            attempts: library.policy.max_attempts,
            deadline_s: library.policy.deadline.map(SimDuration::as_secs_f64),
            mean_total_s: total.map(|total| total.mean.as_secs_f64()),
            mean_total_error_s: total.map(|total| total.standard_error.as_secs_f64()),
            worst_total_s: total.map(|total| total.worst.as_secs_f64()),
            retry_after: library.retry_after,
            remark: library.remark,
        }
    }
}
