//! Runs of one scenario side by side, in numbers: the best of each column is marked.
//!
//! Which run is best depends on what is to be protected: the server from the highest
//! peak, the clients from a long wait, or whoever pays from many requests.

use retry_herd_core::{Peak, Report, Scenario};

use crate::figures::never;
use crate::text;

/// A run, and what it is called.
#[derive(Clone, Copy, Debug)]
pub struct Compared<'a> {
    /// As it stands in the first column.
    pub name: &'a str,
    /// What was run.
    pub scenario: &'a Scenario,
    /// What came of it.
    pub report: &'a Report,
}

/// A column of figures.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FigureColumn {
    /// What it is of.
    pub head: &'static str,
    /// What the best is called: "lowest".
    pub praise: &'static str,
    /// One for each run.
    pub cells: Vec<Cell>,
}

/// A figure of a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cell {
    /// The figure in words.
    pub words: String,
    /// Whether no other run has a better one, and some run a worse one.
    pub best: bool,
}

/// How many columns of figures there are.
pub const COLUMNS: usize = 3;

/// The peak, the time until 99 % are served, and the requests of each run. Where the
/// server does not come back, the peak is that of the retries, and all requests count.
pub fn columns(runs: &[Compared<'_>]) -> [FigureColumn; COLUMNS] {
    let recovers = runs
        .iter()
        .all(|run| run.scenario.server.outage.length.is_some());
    let peaks = |run: &Compared<'_>| peak(run.report, recovers).per_second;
    let requests = |run: &Compared<'_>| requests(run.report, recovers);
    [
        FigureColumn {
            head: if recovers {
                "Highest peak"
            } else {
                "Highest peak of retries"
            },
            praise: "lowest",
            cells: cells(runs, peaks, |run| peak_words(peak(run.report, recovers))),
        },
        FigureColumn {
            head: "99 % served after",
            praise: "fastest",
            cells: cells(
                runs,
                |run| run.report.completion_s.p99.unwrap_or(f64::INFINITY),
                |run| match run.report.completion_s.p99 {
                    Some(p99) => text::seconds(p99),
                    None => never(run.scenario, run.report),
                },
            ),
        },
        FigureColumn {
            head: if recovers {
                "Requests after recovery"
            } else {
                "Requests"
            },
            praise: "fewest",
            cells: cells(
                runs,
                |run| requests(run) as f64,
                |run| text::count(requests(run)),
            ),
        },
    ]
}

fn cells(
    runs: &[Compared<'_>],
    figure: impl Fn(&Compared<'_>) -> f64,
    words: impl Fn(&Compared<'_>) -> String,
) -> Vec<Cell> {
    let values: Vec<f64> = runs.iter().map(figure).collect();
    let least = values.iter().copied().fold(f64::INFINITY, f64::min);
    let most = values.iter().copied().fold(0.0, f64::max);
    let cell = |(run, value): (&Compared<'_>, &f64)| Cell {
        words: words(run),
        best: *value <= least && least < most,
    };
    runs.iter().zip(&values).map(cell).collect()
}

fn peak(report: &Report, recovers: bool) -> Peak {
    if recovers {
        report.peak_after_recovery
    } else {
        report.peak_retries
    }
}

fn peak_words(peak: Peak) -> String {
    let rate = text::rate(peak.per_second);
    match peak.over_capacity {
        Some(multiple) => format!("{rate}, {} capacity", text::multiple(multiple)),
        None => rate,
    }
}

fn requests(report: &Report, recovers: bool) -> u64 {
    if recovers {
        report.requests.after_recovery
    } else {
        report.requests.total
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use retry_herd_core::{Jitter, Run, SimDuration};

    fn scenario(jitter: Jitter) -> Scenario {
        let mut scenario = Scenario::default();
        scenario.policy.jitter = jitter;
        scenario
    }

    fn best(jitters: &[Jitter], change: fn(&mut Scenario)) -> Vec<Vec<usize>> {
        let scenarios: Vec<Scenario> = jitters
            .iter()
            .map(|&jitter| {
                let mut scenario = scenario(jitter);
                change(&mut scenario);
                scenario
            })
            .collect();
        let reports: Vec<Report> = scenarios
            .iter()
            .map(|one| Run::new(one).finish().report())
            .collect();
        let runs: Vec<Compared<'_>> = scenarios
            .iter()
            .zip(&reports)
            .map(|(scenario, report)| Compared {
                name: "",
                scenario,
                report,
            })
            .collect();
        let marked = |column: &FigureColumn| {
            let best = column
                .cells
                .iter()
                .enumerate()
                .filter(|(_, cell)| cell.best);
            best.map(|(at, _)| at).collect()
        };
        columns(&runs).iter().map(marked).collect()
    }

    #[test]
    fn each_column_has_a_best_of_its_own() {
        let kinds = [Jitter::None, Jitter::Full, Jitter::Decorrelated];
        // The published lesson: full has the lowest peak and the fewest requests,
        // decorrelated the fastest 99 %.
        assert_eq!(best(&kinds, |_| {}), [[1], [2], [1]]);
    }

    #[test]
    fn equals_are_best_together_unless_all_are_equal() {
        let kinds = [Jitter::None, Jitter::Full, Jitter::Full];
        assert_eq!(best(&kinds, |_| {}), [[1, 2], [1, 2], [1, 2]]);
        let same = [Jitter::Full, Jitter::Full];
        let nobody: [[usize; 0]; 3] = [[]; 3];
        assert_eq!(best(&same, |_| {}), nobody);
    }

    #[test]
    fn never_is_not_the_fastest() {
        let kinds = [Jitter::None, Jitter::Full];
        let change = |scenario: &mut Scenario| {
            if scenario.policy.jitter == Jitter::None {
                scenario.policy.max_attempts = Some(2);
            }
        };
        assert_eq!(best(&kinds, change)[1], [1]);
    }

    #[test]
    fn without_a_recovery_the_retries_are_compared() {
        let kinds = [Jitter::None, Jitter::Full];
        let forever = |scenario: &mut Scenario| {
            scenario.server.outage.length = None;
            scenario.fleet.arrivals = SimDuration::ZERO;
            scenario.policy.max_attempts = Some(4);
        };
        assert_eq!(best(&kinds, forever)[0], [1]);
    }
}
