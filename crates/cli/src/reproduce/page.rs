//! The verdicts as a table and as a page of the documentation.

use super::claim::Verdict;
use crate::grid::Grid;

const PAGE: &str = "# The published figures, given back

Every figure that the sources print, with ours beside it. *Ours* is over *runs* seeds, counted from
0, and *interval* is where it lies with 95 % confidence; without an interval, every run gives the
same. Means are compared with means and medians with medians; what *agrees* means is stated for each
row.

This page is written by `retry-herd reproduce --format markdown`, which ends with exit code 1 if a
figure does not agree.

";

/// The whole page.
pub(super) fn page(verdicts: &[Verdict]) -> String {
    let agree = verdicts.iter().filter(|verdict| verdict.agrees).count();
    let count = format!("{agree} of {} figures agree.\n\n", verdicts.len());
    PAGE.to_owned() + &count + &grid(verdicts).markdown()
}

/// One verdict a row.
pub(super) fn grid(verdicts: &[Verdict]) -> Grid {
    Grid {
        head: vec![
            "source",
            "case",
            "figure",
            "published",
            "ours",
            "interval",
            "runs",
            "agrees",
            "agreement",
            "note",
        ],
        rows: verdicts.iter().map(row).collect(),
    }
}

fn row(verdict: &Verdict) -> Vec<String> {
    vec![
        verdict.source.to_owned(),
        verdict.case.clone(),
        verdict.figure.to_owned(),
        verdict.published.clone(),
        verdict.ours.clone(),
        verdict.interval.clone(),
        verdict.runs.to_string(),
        if verdict.agrees { "yes" } else { "no" }.to_owned(),
        verdict.agreement.to_owned(),
        verdict.note.to_owned(),
    ]
}
