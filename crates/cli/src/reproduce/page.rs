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

const WITHOUT: &str = "
## Said without a figure

What the sources say beside that cannot be put into a row:

- app-recovery advises six attempts, with decorrelated jitter, Retry-After as a floor and a cap of 60 s.
  Held to that, the sixth attempt is the first that comes after the outage on average
  (crates/core/tests/published.rs).
- retry-wave: that the wave is the clients times the window over the base, times 2 for equal jitter
  and 1.56 for full, is a limit for many clients; the counts above are what it comes to.
- budgets: success and load of N retries have a closed form; the model is held to it, not to a print of
  it (crates/core/tests/models_budgets.rs). That backoff changes nothing for an endless stream of
  callers and much for a few that wait for each call is said in words, and tested there.
";

/// The whole page.
pub(super) fn page(verdicts: &[Verdict]) -> String {
    let agree = verdicts.iter().filter(|verdict| verdict.agrees).count();
    let count = format!("{agree} of {} figures agree.\n\n", verdicts.len());
    PAGE.to_owned() + &count + &grid(verdicts).markdown() + WITHOUT
}

/// What fits a narrow terminal.
pub(super) fn narrow(verdicts: &[Verdict]) -> String {
    let columns = ["case", "figure", "published", "ours", "agrees"];
    let table = grid(verdicts).columns(&columns).table();
    format!(
        "{table}\nWhat agreeing means differs from row to row: a wider terminal, or \
         --format markdown, json or csv, has it with the interval and the runs of each.\n"
    )
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
