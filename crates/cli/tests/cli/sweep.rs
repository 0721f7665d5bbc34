//! Sweeps: which runs there are, in which order, and what is told of them.

use serde_json::Value;

use crate::support::{complaint, csv, json, result};
use crate::sweep_files::Out;

const SMALL: [&str; 5] = ["sweep", "--set", "clients=20", "--set", "capacity=50"];

pub(crate) fn small<'a>(more: &[&'a str]) -> Vec<&'a str> {
    [&SMALL[..], more].concat()
}

fn lines(args: &[&str]) -> Vec<Value> {
    let text = result(args);
    let lines = text.lines().map(serde_json::from_str);
    lines.map(|line| line.expect("JSON")).collect()
}

#[test]
fn fields_are_crossed_the_last_one_fastest_and_the_seeds_fastest_of_all() {
    let vary = [
        "--vary",
        "cap=1s,2s",
        "--vary",
        "jitter=none,full",
        "--seeds",
        "2",
    ];
    let (head, rows) = csv(&small(&vary));
    assert_eq!(
        head[..4],
        ["seed", "policy.cap", "policy.jitter", "clients"]
    );
    let first = rows[0][0].parse::<u64>().expect("a seed");
    let expected = [
        (0, "1s", "none"),
        (1, "1s", "none"),
        (0, "1s", "full"),
        (1, "1s", "full"),
        (0, "2s", "none"),
        (1, "2s", "none"),
        (0, "2s", "full"),
        (1, "2s", "full"),
    ];
    assert_eq!(rows.len(), expected.len());
    for (row, (ahead, cap, jitter)) in rows.iter().zip(expected) {
        let seed = (first + ahead).to_string();
        assert_eq!(row[..3], [seed.as_str(), cap, jitter]);
    }
}

#[test]
fn zipped_fields_go_together() {
    let vary = [
        "--vary",
        "cap=1s..3s:lin:3",
        "--vary",
        "factor=2,3,4",
        "--zip",
    ];
    let (_, rows) = csv(&small(&vary));
    let pairs: Vec<_> = rows
        .iter()
        .map(|row| (row[1].as_str(), row[2].as_str()))
        .collect();
    assert_eq!(pairs, [("1s", "2"), ("2s", "3"), ("3s", "4")]);
}

#[test]
fn a_row_has_the_figures_that_the_run_itself_reports() {
    let rows = lines(&small(&["--vary", "cap=1s,2s", "--format", "jsonl"]));
    let set = [
        "run",
        "--set",
        "clients=20",
        "--set",
        "capacity=50",
        "--set",
        "cap=2s",
    ];
    let run = json(&[&set[..], &["--format", "json"]].concat());
    assert_eq!(
        rows[1]["requests.total"].as_f64(),
        run["requests"]["total"].as_f64()
    );
    assert_eq!(rows[1]["completion_s.p99"], run["completion_s"]["p99"]);
    assert_eq!(rows[1]["policy.cap"], "2s");
}

#[test]
fn the_rows_are_the_same_on_one_thread_and_on_three() {
    let on = |threads: &str| {
        let vary = [
            "--vary",
            "cap=1s..60s:log:20",
            "--seeds",
            "5",
            "--threads",
            threads,
        ];
        result(&small(&vary))
    };
    assert_eq!(on("1"), on("3"));
}

#[test]
fn other_kinds_of_scenario_are_swept_too() {
    let args = [
        "sweep",
        "--preset",
        "contention",
        "--vary",
        "clients=2,4",
        "--seeds",
        "3",
    ];
    let (head, rows) = csv(&args);
    assert_eq!(head[1], "fleet.clients");
    assert_eq!(rows.len(), 6);
    let line = complaint(&["trace", "--preset", "contention"]);
    assert!(line.contains("of kind contention"), "{line}");
}

#[test]
fn aggregated_rows_have_a_median_and_a_mean_inside_their_intervals() {
    let vary = ["--vary", "cap=1s,4s", "--seeds", "15", "--aggregate"];
    let keep = ["--figure", "requests.total", "--figure", "completion_s.p50"];
    let rows = lines(&small(&[&vary[..], &keep, &["--format", "jsonl"]].concat()));
    assert_eq!(rows.len(), 4);
    for row in &rows {
        assert_eq!(
            (row["runs"].as_f64(), row["nulls"].as_f64()),
            (Some(15.0), Some(0.0))
        );
        for name in ["median", "mean"] {
            let number = |end: &str| row[format!("{name}{end}")].as_f64().expect("a number");
            assert!(
                number("_low") <= number("") && number("") <= number("_high"),
                "{row}"
            );
        }
    }
    let runs = lines(&small(&[
        "--vary", "cap=1s", "--seeds", "15", "--format", "jsonl",
    ]));
    let total = |run: &Value| run["requests.total"].as_f64().expect("a number");
    let mean = runs.iter().map(total).sum::<f64>() / 15.0;
    let aggregated = rows[0]["mean"].as_f64().expect("a number");
    assert!((aggregated - mean).abs() < 1e-9);
}

#[test]
fn what_never_happens_has_no_mean() {
    let set = [
        "--set",
        "attempts=1",
        "--seeds",
        "3",
        "--aggregate",
        "--format",
        "jsonl",
    ];
    let rows = lines(&small(
        &[&set[..], &["--figure", "completion_s.p99"]].concat(),
    ));
    assert_eq!(rows[0]["nulls"].as_f64(), Some(3.0));
    assert_eq!(
        (&rows[0]["mean"], &rows[0]["median"]),
        (&Value::Null, &Value::Null)
    );
}

/// Only runs in which clients leave tell how many left.
#[test]
fn a_figure_that_only_some_runs_have_is_empty_in_the_others() {
    let vary = ["--vary", "leaving=0,0.5", "--set", "cap=1s"];
    let (head, rows) = csv(&small(&vary));
    let left = head
        .iter()
        .position(|name| name == "left")
        .expect("a column");
    assert_eq!(rows[0][left], "");
    assert_ne!(rows[1][left], "");
    let other = ["--vary", "leaving=0.5,0"];
    let (head, rows) = csv(&small(&other));
    assert_eq!((head[left].as_str(), rows[1][left].as_str()), ("left", ""));
}

#[test]
fn what_makes_no_sense_of_a_sweep_is_told_in_one_line() {
    let told = [
        (&["--vary", "cap"][..], "varies nothing"),
        (&["--vary", "cap=1s..2s:log"], "is not a range"),
        (&["--vary", "cap=1 parsec"], "policy.cap: \"1 parsec\""),
        (&["--vary", "capp=1s"], "no such field"),
        (
            &["--vary", "cap=1s", "--vary", "policy.cap=2s"],
            "varied twice",
        ),
        (
            &["--vary", "cap=1s,2s", "--vary", "factor=2", "--zip"],
            "the same number",
        ),
        (
            &["--vary", "capacity=1,500"],
            "less than one request in a tick",
        ),
        (&["--figure", "p99"], "there is no \"p99\""),
        (&["--seeds", "0"], "allowed: 1 to 100000"),
        (&["--threads", "0"], "--threads"),
        (
            &["--out", "/nowhere/at/all/rows.csv"],
            "--out: /nowhere/at/all/rows.csv cannot be written: there is no folder /nowhere/at/all",
        ),
        (&["--out", "/dev/zero"], "--out: /dev/zero is no file"),
        (
            &[
                "--vary",
                "cap=1s..9s:lin:5000",
                "--vary",
                "width=0..1:lin:5000",
                "--seeds",
                "5",
            ],
            "that is 125,000,000 runs; allowed: 100,000,000 runs",
        ),
    ];
    for (args, part) in told {
        let line = complaint(&small(args));
        assert!(line.contains(part), "{args:?}: {line}");
    }
}

#[test]
fn paired_rows_are_the_differences_of_runs_with_the_same_seed() {
    let vary = [
        "--vary",
        "cap=1s,5s",
        "--vary",
        "jitter=none,full,equal",
        "--seeds",
        "5",
    ];
    let p99 = ["--figure", "completion_s.p99"];
    let (_, runs) = csv(&small(&[&vary[..], &p99].concat()));
    let paired = [&vary[..], &p99, &["--aggregate", "--paired"]].concat();
    let (head, rows) = csv(&small(&paired));
    assert_eq!(head[..4], ["policy.cap", "policy.jitter", "figure", "runs"]);
    let names: Vec<_> = rows.iter().map(|row| [&*row[0], &*row[1]]).collect();
    assert_eq!(
        names,
        [
            ["1s", "full"],
            ["1s", "equal"],
            ["5s", "full"],
            ["5s", "equal"]
        ]
    );
    let number = |cell: &String| cell.parse::<f64>().expect("a number");
    let mean = head.iter().position(|name| name == "mean").expect("a mean");
    for (at, row) in rows.iter().enumerate() {
        let (cap, jitter) = (at / 2 * 15, (at % 2 + 1) * 5);
        let more =
            |seed: usize| number(&runs[cap + jitter + seed][3]) - number(&runs[cap + seed][3]);
        let expected = (0..5).map(more).sum::<f64>() / 5.0;
        assert!((number(&row[mean]) - expected).abs() < 1e-9, "{row:?}");
    }
}

#[test]
fn what_never_happens_is_later_than_anything_in_a_pair() {
    let never = [
        "--vary",
        "attempts=1,2,unlimited",
        "--set",
        "outage=1s",
        "--seeds",
        "3",
    ];
    let figure = [
        "--figure",
        "completion_s.p99",
        "--aggregate",
        "--paired",
        "--format",
        "jsonl",
    ];
    let rows = lines(&small(&[&never[..], &figure].concat()));
    // One attempt never gets there, nor do two; without a limit all do.
    assert_eq!(rows[0]["median"], 0.0);
    assert_eq!(
        (&rows[0]["nulls"], &rows[0]["mean"]),
        (&Value::from(3), &Value::from(0))
    );
    assert_eq!(
        (&rows[1]["median"], &rows[1]["nulls"]),
        (&Value::Null, &Value::from(3))
    );
}

#[test]
fn a_pair_needs_two_values() {
    let line = complaint(&small(&["--vary", "cap=1s", "--aggregate", "--paired"]));
    assert!(line.ends_with("allowed: two values or more"), "{line}");
    let out = Out::new();
    let vary = ["--vary", "cap=1s,2s", "--aggregate"];
    out.sweep(&vary);
    let line = out.complaint(&[&vary[..], &["--paired"]].concat());
    assert!(line.contains("paired was false"), "{line}");
}

#[test]
fn a_quiet_sweep_writes_the_same_rows_and_tells_errors_all_the_same() {
    let sweep = ["--vary", "cap=1s,2s", "--seeds", "3"];
    let quiet = [&sweep[..], &["--quiet"]].concat();
    assert_eq!(result(&small(&quiet)), result(&small(&sweep)));
    let line = complaint(&small(&["--quiet", "--vary", "cap=1 parsec"]));
    assert!(line.contains("policy.cap: \"1 parsec\""), "{line}");
}

/// A seed that is varied has one column, whichever field it comes after.
#[test]
fn the_seed_has_one_column() {
    let (head, rows) = csv(&small(&[
        "--vary", "cap=1s", "--vary", "seed=5,9", "--seeds", "2",
    ]));
    assert_eq!(head[..3], ["seed", "policy.cap", "clients"]);
    let seeds: Vec<&str> = rows.iter().map(|row| &*row[0]).collect();
    assert_eq!(seeds, ["5", "6", "9", "10"]);
}
