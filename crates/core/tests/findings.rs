//! What docs/findings says is what the model gives: a few cells of its tables, made
//! again. `cargo xtask findings` makes them all.

#![cfg(not(target_family = "wasm"))]

use std::fs;
use std::path::Path;

use retry_herd_core::{Preset, Report, Run, Scenario};

/// Seeds of every cell.
const SEEDS: u64 = 60;

const FIXED: [(&str, &str); 3] = [("growth", "fixed"), ("base", "5s"), ("jitter", "none")];
const FULL: [(&str, &str); 1] = [("jitter", "full")];
const STEEP: [(&str, &str); 2] = [("exponent", "1"), ("floor", "0.2")];

fn text(name: &str) -> String {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/findings");
    fs::read_to_string(folder.join(name)).unwrap()
}

/// Every run of `app-recovery` with these settings, from its own seed on.
fn runs(settings: &[(&str, &str)]) -> Vec<Report> {
    runs_of(Scenario::default(), settings)
}

fn runs_of(mut scenario: Scenario, settings: &[(&str, &str)]) -> Vec<Report> {
    for (field, value) in settings {
        scenario.set(field, value).unwrap();
    }
    let first = scenario.seed;
    let report = |seed| {
        let mut scenario = scenario.clone();
        scenario.seed = first + seed;
        Run::new(&scenario).finish().report()
    };
    (0..SEEDS).map(report).collect()
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_unstable_by(f64::total_cmp);
    let middle = values.len() / 2;
    f64::midpoint(values[middle - 1], values[middle])
}

fn p99(reports: &[Report]) -> String {
    let times = reports.iter().map(|report| report.completion_s.p99);
    format!("{:.1}", median(times.map(Option::unwrap).collect()))
}

fn requests(reports: &[Report]) -> String {
    let counts = reports.iter().map(|report| report.requests.after_recovery);
    format!("{:.0}", median(counts.map(|count| count as f64).collect()))
}

/// The cell in a row and a column of the `table`-th table whose marker names `figure`.
fn cell(text: &str, figure: &str, table: usize, row: &str, column: &str) -> String {
    let marker = format!("<!-- table: {figure} ");
    let table = text.split(&marker).nth(table + 1).expect("a table");
    let rows = table.lines().filter_map(|line| line.strip_prefix("| "));
    let mut rows = rows.map(|line| line.split(" | ").collect::<Vec<_>>());
    let heads = rows.next().expect("heads");
    let at = heads
        .iter()
        .position(|head| head.trim_end_matches(" |") == column);
    let row = rows.find(|cells| cells[0] == row).expect("a row");
    let cell = row[at.expect("a column")];
    cell.split([' ', '[']).next().unwrap_or_default().to_owned()
}

#[test]
fn what_throttling_does_is_what_the_page_says() {
    const P99: &str = "completion_s.p99";
    const REQUESTS: &str = "requests.after_recovery";
    let page = text("server-throttling.md");
    let nothing = runs(&FIXED);
    assert_eq!(cell(&page, P99, 0, "nothing", "fixed 5 s"), p99(&nothing));
    assert_eq!(
        cell(&page, REQUESTS, 0, "nothing", "fixed 5 s"),
        requests(&nothing)
    );
    let room = runs(&[&FIXED[..], &[("room", "200")]].concat());
    assert_eq!(cell(&page, P99, 0, "room for 200", "fixed 5 s"), p99(&room));
    assert_eq!(
        cell(&page, REQUESTS, 0, "room for 200", "fixed 5 s"),
        requests(&room)
    );
    let full = runs(&FULL);
    assert_eq!(cell(&page, P99, 0, "nothing", "full"), p99(&full));
    let steep = runs(&[&FIXED[..], &STEEP[..]].concat());
    let shown = page.matches("<!-- table: completion_s.p99").count() - 1;
    assert_eq!(cell(&page, P99, shown, "nothing", "fixed 5 s"), p99(&steep));
    assert_eq!(
        cell(&page, REQUESTS, shown, "nothing", "fixed 5 s"),
        requests(&steep)
    );
}

#[test]
fn which_jitter_is_ahead_in_a_collapse_is_what_the_page_says() {
    let page = text("steep-collapse.md");
    let times = |settings: &[(&str, &str)]| {
        let reports = runs(settings).into_iter();
        reports.map(|report| report.completion_s.p99.unwrap())
    };
    for (exponent, capacity) in [("4", "120"), ("3", "130"), ("0", "60")] {
        let server = [("exponent", exponent), ("capacity", capacity)];
        let full = times(&[&server[..], &[("jitter", "full")]].concat());
        let decorrelated = times(&[&server[..], &[("jitter", "decorrelated")]].concat());
        let more = full.zip(decorrelated).map(|(full, other)| full - other);
        let expected = format!("{:.1}", median(more.collect()));
        let column = format!("{capacity}/s");
        let shown = cell(&page, "completion_s.p99", 0, exponent, &column);
        assert_eq!(shown, expected, "exponent {exponent}, {capacity}/s");
    }
}

#[test]
fn the_wave_of_a_low_cap_is_what_the_page_says() {
    let page = text("three-more.md");
    let wave = Preset::named("retry-wave").unwrap().scenario();
    let fleet = [("clients", "10000"), ("jitter", "decorrelated")];
    let reports = runs_of(
        wave,
        &[&fleet[..], &[("cap", "2s"), ("clamp", "hard")]].concat(),
    );
    let counts = reports
        .iter()
        .map(|report| report.peak_retries.count as f64);
    let expected = format!("{:.0}", median(counts.collect()));
    assert_eq!(
        cell(&page, "peak_retries.count", 0, "hard", "2 s"),
        expected
    );
}
