//! `lesson`: 1,000 clients, an outage of 2 s, to the digit.

use retry_herd_core::models::{AnyReport, AnyScenario};
use retry_herd_core::{Report, Run};

use super::agreement::Published::{self, Exact, Never};
use super::case;
use super::claim::Claim;
use super::cpython::CPython;
use super::sample::Sample;

/// A row of the published table: constant, exponential, full.
struct Row {
    figure: &'static str,
    published: [Option<f64>; 3],
    ours: fn(&Report) -> Option<f64>,
}

static ROWS: [Row; 6] = [
    Row {
        figure: "peak in one step after recovery",
        published: [Some(0.0), Some(1_000.0), Some(10.0)],
        ours: |report| Some(report.peak_after_recovery.count as f64),
    },
    Row {
        figure: "peak at, ms",
        published: [None, Some(3_100.0), Some(2_000.0)],
        ours: |report| millis(report.peak_after_recovery.at_s),
    },
    Row {
        figure: "requests into the outage",
        published: [Some(20_000.0), Some(5_000.0), Some(5_906.0)],
        ours: |report| Some(report.requests.wasted as f64),
    },
    Row {
        figure: "requests in all",
        published: [Some(20_000.0), Some(6_000.0), Some(6_906.0)],
        ours: |report| Some(report.requests.total as f64),
    },
    Row {
        figure: "served",
        published: [Some(0.0), Some(1_000.0), Some(1_000.0)],
        ours: |report| Some(report.served as f64),
    },
    Row {
        figure: "all served by, ms",
        published: [None, Some(3_100.0), Some(13_290.0)],
        ours: |report| millis(report.completion_s.last),
    },
];

const STREAM: &str = "With the source's stream of draws: CPython's random.Random(20260905).";

fn millis(seconds: Option<f64>) -> Option<f64> {
    seconds.map(|seconds| (seconds * 1e3).round())
}

pub(super) fn claims() -> Vec<Claim> {
    let constant = report(&[("jitter", "none"), ("growth", "fixed")]);
    let exponential = report(&[("jitter", "none")]);
    let columns = [
        ("constant", constant, ""),
        ("exponential", exponential, ""),
        ("full", full(), STREAM),
    ];
    let mut claims = Vec::new();
    for (at, (name, report, note)) in columns.iter().enumerate() {
        let Some(report) = report else { continue };
        claims.extend(ROWS.iter().map(|row| {
            let published = row.published[at].map_or(Never, Exact);
            let ours = Sample::of(vec![(row.ours)(report)]);
            claim(name, row.figure, published, ours).noted(note)
        }));
    }
    claims
}

fn claim(name: &str, figure: &'static str, published: Published, ours: Sample) -> Claim {
    Claim::new(name, figure, published, ours)
}

fn report(settings: &[(&str, &str)]) -> Option<Report> {
    match case::scenario("lesson", settings).ok()?.run() {
        AnyReport::Outage(report) => Some(report),
        _ => None,
    }
}

/// The engine with the source's own stream of draws.
fn full() -> Option<Report> {
    let scenario = case::scenario("lesson", &[("jitter", "full")]).ok()?;
    let AnyScenario::Outage(scenario) = scenario else {
        return None;
    };
    let run = Run::with_draws(&scenario, CPython::seeded(20_260_905), ());
    Some(run.finish().report())
}
