//! All policies, one a row.

use retry_herd_core::{LibraryPolicy, PolicyRow, Source};

use crate::args::PageFormat;
use crate::error::Failure;
use crate::grid::Grid;
use crate::{output, words};

/// What the page says before its table.
const PAGE: &str = "# The retry policies of real libraries

What each library does unless it is told otherwise. `n` is 0 for the first retry and `U(a, b)` is
uniform between `a` and `b`. *Attempts* count the first one. *Mean wait* and *worst wait* are all
waits together of a client that is never served; \u{201c}none\u{201d} is a policy that never ends by itself.
*Checked by* says how the row came about: `run` is by running the library and comparing its delays
with ours, `source code` and `documentation` are by reading.

This page is written by `retry-herd policies --format markdown`.

";

/// A terminal is not wide enough for all columns.
const NARROW: [&str; 8] = [
    "policy",
    "version",
    "date",
    "rule",
    "attempts",
    "mean wait",
    "worst wait",
    "checked by",
];

/// Prints the list.
pub(super) fn list(format: PageFormat) -> Result<(), Failure> {
    let rows = LibraryPolicy::table();
    let grid = grid(&rows);
    match format {
        PageFormat::Table => output::text(&grid.columns(&NARROW).table()),
        PageFormat::Markdown => output::text(&(PAGE.to_owned() + &grid.markdown())),
        PageFormat::Json | PageFormat::Csv => grid.print(format, || output::json(&rows)),
    }
}

fn grid(rows: &[PolicyRow]) -> Grid {
    Grid {
        head: vec![
            "policy",
            "library",
            "language",
            "version",
            "date",
            "rule",
            "attempts",
            "deadline",
            "mean wait",
            "worst wait",
            "Retry-After",
            "checked by",
            "remark",
        ],
        rows: rows.iter().map(row).collect(),
    }
}

fn row(row: &PolicyRow) -> Vec<String> {
    let none = || "none".to_owned();
    let seconds = |number: Option<f64>| number.map_or_else(none, words::seconds);
    vec![
        row.name.to_owned(),
        row.library.to_owned(),
        row.language.to_owned(),
        row.version.to_owned(),
        row.date.to_owned(),
        row.rule.clone(),
        row.attempts
            .map_or_else(|| "unlimited".to_owned(), |attempts| attempts.to_string()),
        seconds(row.deadline_s),
        seconds(row.mean_total_s),
        seconds(row.worst_total_s),
        row.retry_after.to_owned(),
        row.source.to_owned(),
        row.remark.to_owned(),
    ]
}

/// Whether a row was checked by running the library.
pub(super) fn checked(source: Source) -> &'static str {
    match source {
        Source::Run => "checked by running the library",
        Source::Code => "read in the library's source code, not run",
        Source::Documentation => "read in the documentation, not run",
    }
}
