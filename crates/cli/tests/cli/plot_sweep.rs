//! Charts of a sweep's results.

use std::path::PathBuf;

use assert_cmd::Command;
use tempfile::TempDir;

use crate::support::{complaint, complaint_with, result, result_with};

const SMALL: [&str; 5] = ["sweep", "--set", "clients=40", "--set", "capacity=50"];

/// A file of a sweep, in a folder that goes with the test.
struct Rows {
    folder: TempDir,
    name: &'static str,
}

impl Rows {
    fn of(name: &'static str, more: &[&str]) -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        let rows = Self { folder, name };
        let path = rows.path().display().to_string();
        result(&[&SMALL[..], more, &["--out", &path]].concat());
        rows
    }

    fn path(&self) -> PathBuf {
        self.folder.path().join(self.name)
    }

    fn chart(&self, more: &[&str]) -> String {
        let path = self.path().display().to_string();
        result(&[&["plot", "sweep", "--rows", &path][..], more].concat())
    }

    fn complaint(&self, more: &[&str]) -> String {
        let path = self.path().display().to_string();
        complaint(&[&["plot", "sweep", "--rows", &path][..], more].concat())
    }
}

const VARY: [&str; 6] = [
    "--vary",
    "cap=1s..60s:log:4",
    "--vary",
    "jitter=full,equal",
    "--seeds",
    "5",
];

/// The heights of the lines' points, line by line.
fn heights(svg: &str) -> Vec<Vec<i32>> {
    let points = |line: &str| {
        let points = line.split("points=\"").nth(1)?.split('"').next()?;
        let y = |point: &str| point.split(',').nth(1)?.parse().ok();
        Some(points.split_whitespace().filter_map(y).collect())
    };
    svg.lines()
        .filter(|line| line.starts_with("<polyline"))
        .filter_map(points)
        .collect()
}

#[test]
fn every_run_is_a_dot_and_every_value_of_the_second_field_a_line() {
    let svg = Rows::of("rows.csv", &VARY).chart(&[]);
    assert_eq!(svg.matches("<circle").count(), 4 * 2 * 5);
    assert_eq!(
        heights(&svg).iter().map(Vec::len).collect::<Vec<_>>(),
        [4, 4]
    );
    for words in [
        "completion_s.p99, by policy.jitter",
        "policy.cap",
        "\nfull\n",
        "\nequal\n",
        "\n1 min\n",
    ] {
        assert!(svg.contains(words), "{words}");
    }
    assert!(svg.contains("5 of each setting"));
}

#[test]
fn csv_lines_of_json_and_parquet_give_the_same_chart() {
    let csv = Rows::of("rows.csv", &VARY).chart(&[]);
    assert_eq!(Rows::of("rows.jsonl", &VARY).chart(&[]), csv);
    assert_eq!(Rows::of("rows.parquet", &VARY).chart(&[]), csv);
    let rows = result(&[&SMALL[..], &VARY].concat());
    assert_eq!(result_with(&["plot", "sweep", "--rows", "-"], &rows), csv);
}

#[test]
fn an_aggregated_sweep_has_the_same_lines_as_its_runs() {
    let aggregated = [&VARY[..], &["--aggregate"]].concat();
    for line in ["median", "mean"] {
        let more = [
            "--line",
            line,
            "--figure",
            "requests.total",
            "--y-axis",
            "log",
        ];
        let runs = Rows::of("rows.csv", &VARY).chart(&more);
        let points = Rows::of("rows.csv", &aggregated).chart(&more);
        assert_eq!(points.matches("<circle").count(), 0);
        // Without the dots the axis is shorter, so the same line is steeper.
        let order = |svg: &str| {
            let all = heights(svg).concat();
            let mut order: Vec<usize> = (0..all.len()).collect();
            order.sort_by_key(|&at| (all[at], at));
            order
        };
        assert_eq!(order(&points).len(), 8);
        assert_eq!(order(&points)[0], order(&runs)[0]);
    }
}

#[test]
fn evenly_spaced_factors_make_a_logarithmic_axis_unless_another_is_asked_for() {
    let middle = |svg: &str| {
        let line = svg
            .lines()
            .find(|line| line.starts_with("<polyline"))
            .expect("a line");
        let points = line.split("points=\"").nth(1).expect("points");
        let xs: Vec<i32> = points
            .split_whitespace()
            .filter_map(|point| point.split(',').next()?.parse().ok())
            .collect();
        f64::from(xs[1] - xs[0]) / f64::from(xs[2] - xs[0])
    };
    let rows = Rows::of("rows.csv", &["--vary", "cap=1s,10s,100s"]);
    assert!((middle(&rows.chart(&[])) - 0.5).abs() < 0.01);
    assert!((middle(&rows.chart(&["--x-axis", "lin"])) - 0.09).abs() < 0.01);
}

#[test]
fn words_stand_beside_each_other_and_never_has_a_lane() {
    let rows = Rows::of(
        "rows.csv",
        &[
            "--vary",
            "jitter=full,none",
            "--vary",
            "attempts=2,60",
            "--seeds",
            "3",
        ],
    );
    let svg = rows.chart(&["--x", "jitter"]);
    assert!(svg.contains("\nnever\n") && svg.contains("\nnone\n"));
    assert_eq!(heights(&svg), [[0; 0]; 0]);
}

#[test]
fn fields_that_go_together_are_one() {
    let rows = Rows::of(
        "rows.csv",
        &["--vary", "cap=1s,2s", "--vary", "base=1s,2s", "--zip"],
    );
    let svg = rows.chart(&[]);
    assert!(!svg.contains(", by "), "{svg}");
}

#[test]
fn a_chart_is_a_picture_of_pixels_too() {
    let rows = Rows::of("rows.csv", &VARY);
    let path = rows.path().display().to_string();
    let mut command = Command::new(env!("CARGO_BIN_EXE_retry-herd"));
    let args = [
        "plot", "sweep", "--rows", &path, "--format", "png", "--dark",
    ];
    let output = command.args(args).output().expect("it runs");
    assert_eq!(output.status.code(), Some(0));
    assert!(output.stdout.starts_with(b"\x89PNG"));
}

#[test]
fn what_cannot_be_drawn_is_told_in_one_line() {
    let rows = Rows::of("rows.csv", &VARY);
    for (more, part) in [
        (
            &["--figure", "p99"][..],
            "the rows have no \"p99\"; allowed: clients, served",
        ),
        (
            &["--x", "base"],
            "\"base\" is not varied; allowed: policy.cap, policy.jitter",
        ),
        (
            &["--x", "jitter", "--x-axis", "log"],
            "policy.jitter has words",
        ),
    ] {
        let line = rows.complaint(more);
        assert!(line.contains(part), "{more:?}: {line}");
    }
    let three = Rows::of(
        "rows.csv",
        &[
            "--vary",
            "cap=1s,2s",
            "--vary",
            "base=1s,2s",
            "--vary",
            "factor=2,3",
        ],
    );
    let line = three.complaint(&[]);
    assert!(
        line.contains("varies policy.base and policy.factor beside policy.cap"),
        "{line}"
    );
    let many = Rows::of(
        "rows.csv",
        &["--vary", "cap=1s,2s", "--vary", "width=0.1..0.9:lin:9"],
    );
    let line = many.complaint(&["--x", "cap"]);
    assert!(
        line.contains("policy.width has 9 values; allowed: 8 lines"),
        "{line}"
    );
    let none = Rows::of("rows.csv", &["--set", "seed=1"]);
    let line = none.complaint(&[]);
    assert!(line.contains("a sweep with --vary"), "{line}");
}

#[test]
fn a_file_that_no_sweep_wrote_is_told_in_one_line() {
    for (text, part) in [
        ("", "is empty"),
        ("{\"a\": 1}\n{", "has no figures"),
        ("seed,policy.cap,completion_s.p99\n", "has no rows"),
        ("seed,policy.cap,completion_s.p99\n1,2\n", "is no CSV"),
        (
            "{\"policy.cap\": 1, \"completion_s.p99\": 1}\n{",
            "no object in line 2",
        ),
        ("PAR1 and nothing more", "cannot be read"),
    ] {
        let line = complaint_with(&["plot", "sweep", "--rows", "-"], text);
        assert!(line.contains(part), "{text}: {line}");
    }
}
