//! The models beside the outage herd, by the same commands.

use crate::support::{complaint, csv, json, result, result_with};

const PRESETS: [&str; 7] = [
    "contention",
    "retry-budget",
    "circuit-breaker",
    "collapse",
    "collapse-backoff",
    "long-overload",
    "database",
];

#[test]
fn every_models_preset_is_shown_as_a_file_that_runs_the_same() {
    for preset in PRESETS {
        let by_name = result(&["run", "--preset", preset, "--format", "json"]);
        for format in ["table", "json"] {
            let file = result(&["presets", "--show", preset, "--format", format]);
            let args = ["run", "--scenario", "-", "--format", "json"];
            assert_eq!(result_with(&args, &file), by_name, "{preset}, {format}");
        }
    }
    let listed = result(&["presets"]);
    assert!(PRESETS.iter().all(|preset| listed.contains(preset)));
}

#[test]
fn a_models_figures_are_the_same_in_every_format() {
    let args = [
        "run",
        "--preset",
        "contention",
        "--set",
        "clients=5",
        "--format",
    ];
    let of = |format| [&args[..], &[format]].concat();
    let report = json(&of("json"));
    let (head, rows) = csv(&of("csv"));
    let at = head.iter().position(|name| name == "calls").expect("calls");
    assert_eq!(rows[0][at], report["calls"].to_string());
    assert!(result(&of("table")).starts_with("contention, of kind contention\n"));
}

#[test]
fn several_seeds_of_a_model_have_a_mean_and_every_run() {
    let args = [
        "run",
        "--preset",
        "contention",
        "--set",
        "clients=5",
        "--seeds",
        "4",
    ];
    let summary = json(&[&args[..], &["--format", "json"]].concat());
    let runs = summary["runs"].as_array().expect("runs");
    let calls = |run: &serde_json::Value| run["calls"].as_f64().expect("calls");
    let mean = runs.iter().map(calls).sum::<f64>() / 4.0;
    assert_eq!(runs.len(), 4);
    assert_eq!(summary["mean"]["calls"].as_f64(), Some(mean));
    assert!(result(&args).contains("4 seeds"));
}

#[test]
fn a_model_is_set_by_its_own_fields_only() {
    let line = complaint(&["run", "--preset", "contention", "--set", "capacity=5"]);
    assert!(line.starts_with("capacity: no such field"), "{line}");
    let line = complaint(&["trace", "--preset", "collapse"]);
    assert!(
        line.contains("allowed: with the commands run and sweep"),
        "{line}"
    );
}
