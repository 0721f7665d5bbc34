//! Results: what a run, a trace and the presets print in every format.

use crate::support::{csv, json, result, result_with};
use serde_json::Value;

/// The dotted names of all leaves.
fn leaves(prefix: &str, value: &Value, into: &mut Vec<(String, Value)>) {
    match value {
        Value::Object(entries) => {
            for (key, value) in entries {
                let dot = if prefix.is_empty() { "" } else { "." };
                leaves(&format!("{prefix}{dot}{key}"), value, into);
            }
        }
        leaf => into.push((prefix.to_owned(), leaf.clone())),
    }
}

fn names(value: &Value) -> Vec<String> {
    let mut all = Vec::new();
    leaves("", value, &mut all);
    all.into_iter().map(|(name, _)| name).collect()
}

const REPORT: [&str; 20] = [
    "clients",
    "served",
    "gave_up",
    "unfinished",
    "requests.total",
    "requests.wasted",
    "requests.after_recovery",
    "requests.rejected",
    "peak_after_recovery.count",
    "peak_after_recovery.per_second",
    "peak_after_recovery.over_capacity",
    "peak_after_recovery.at_s",
    "peak_retries.count",
    "peak_retries.per_second",
    "peak_retries.over_capacity",
    "peak_retries.at_s",
    "completion_s.p50",
    "completion_s.p90",
    "completion_s.p99",
    "completion_s.last",
];

fn sorted(mut names: Vec<String>) -> Vec<String> {
    names.sort();
    names
}

fn report_names() -> Vec<String> {
    sorted(REPORT.map(str::to_owned).to_vec())
}

#[test]
fn a_run_as_json_is_the_report_and_nothing_else() {
    let report = json(&["run", "--format", "json"]);
    assert_eq!(sorted(names(&report)), report_names());
    assert_eq!(report["clients"], 2_000);
    assert_eq!(report["served"], 2_000);
}

#[test]
fn without_a_scenario_it_is_app_recovery() {
    let preset = ["run", "--format", "json", "--preset", "app-recovery"];
    assert_eq!(json(&["run", "--format", "json"]), json(&preset));
}

#[test]
fn a_run_as_csv_has_the_same_figures_under_dotted_names() {
    let args = [
        "run",
        "--preset",
        "deploy-blip",
        "--set",
        "jitter=none",
        "--format",
    ];
    let report = json(&[&args[..], &["json"]].concat());
    let (head, rows) = csv(&[&args[..], &["csv"]].concat());
    assert_eq!(head[..2], ["name", "seed"]);
    assert_eq!(head[2..], REPORT);
    assert_eq!(rows.len(), 1);
    assert_eq!(rows[0][0], "deploy-blip");
    let mut told = Vec::new();
    leaves("", &report, &mut told);
    for (name, value) in told {
        let at = head
            .iter()
            .position(|column| *column == name)
            .expect("a column");
        match value.as_f64() {
            Some(number) => assert_eq!(rows[0][at].parse(), Ok(number), "{name}"),
            None => assert_eq!(rows[0][at], "", "{name}"),
        }
    }
}

#[test]
fn the_table_always_shows_the_tick_the_seed_and_the_physical_floor() {
    for preset in ["app-recovery", "lesson", "broadcast"] {
        let table = result(&["run", "--preset", preset, "--seed", "77"]);
        let has = |label: &str, value: &str| {
            let mut lines = table
                .lines()
                .map(|line| line.split_whitespace().collect::<Vec<_>>().join(" "));
            lines.any(|line| line.starts_with(&format!("{label} {value}")))
        };
        assert!(
            has(
                "Tick",
                if preset == "lesson" {
                    "10 ms"
                } else {
                    "100 ms"
                }
            ),
            "{table}"
        );
        assert!(has("Seed", "77"), "{table}");
        let floor = match preset {
            "app-recovery" => "46.7 s",
            "lesson" => "2 s",
            _ => "1 min 15 s",
        };
        assert!(has("Physical floor", floor), "{table}");
    }
    let several = result(&["run", "--seeds", "2"]);
    assert!(
        several.contains("tick 100 ms; physical floor 46.7 s"),
        "{several}"
    );
}

#[test]
fn several_seeds_have_a_mean_a_deviation_and_every_run() {
    let args = [
        "run", "--preset", "glossary", "--seed", "5", "--format", "json",
    ];
    let several = json(&[&args[..], &["--seeds", "3"]].concat());
    assert_eq!(sorted(names(&several["mean"])), report_names());
    assert_eq!(sorted(names(&several["sd"])), report_names());
    let runs = several["runs"].as_array().expect("a list");
    assert_eq!(runs.len(), 3);
    assert_eq!(runs[0], json(&args));
    let totals: Vec<f64> = runs
        .iter()
        .map(|run| run["requests"]["total"].as_f64().unwrap())
        .collect();
    let mean = several["mean"]["requests"]["total"].as_f64().unwrap();
    assert!((mean - totals.iter().sum::<f64>() / 3.0).abs() < 1e-9);
    assert!(several["sd"]["requests"]["total"].as_f64() > Some(0.0));
    assert_eq!(several["nulls"]["peak_retries"]["over_capacity"], 3);
}

#[test]
fn several_seeds_as_csv_are_one_row_each() {
    let (_, rows) = csv(&[
        "run", "--preset", "glossary", "--seed", "5", "--seeds", "3", "--format", "csv",
    ]);
    let seeds: Vec<_> = rows.iter().map(|row| row[1].as_str()).collect();
    assert_eq!(seeds, ["5", "6", "7"]);
}

#[test]
fn what_never_happens_in_some_runs_is_said_in_the_table() {
    let table = result(&[
        "run",
        "--preset",
        "deploy-blip",
        "--set",
        "jitter=none",
        "--seeds",
        "3",
    ]);
    assert!(table.contains("never in 3 of 3"), "{table}");
}

#[test]
fn settings_reach_the_run_and_the_scenario_can_go_with_the_report() {
    let args = [
        "--set",
        "clients=50",
        "--set",
        "policy.cap=10s",
        "--set",
        "outage=5s",
        "--seed",
        "9",
    ];
    let with = [&["run", "--format", "json", "--with-scenario"], &args[..]].concat();
    let report = json(&with);
    assert_eq!(report["clients"], 50);
    let scenario = &report["scenario"];
    assert_eq!(scenario["policy"]["cap"], "10s");
    assert_eq!(scenario["server"]["outage"]["length"], "5s");
    assert_eq!(scenario["seed"], 9);
    let several = json(&[&with[..], &["--seeds", "2"]].concat());
    assert_eq!(several["scenario"], *scenario);
}

#[test]
fn a_preset_is_shown_as_a_file_that_runs_the_same() {
    for preset in [
        "app-recovery",
        "retry-wave",
        "deploy-blip",
        "lesson",
        "glossary",
        "broadcast",
    ] {
        let expected = result(&[
            "run",
            "--preset",
            preset,
            "--format",
            "json",
            "--with-scenario",
        ]);
        let read = [
            "run",
            "--scenario",
            "-",
            "--format",
            "json",
            "--with-scenario",
        ];
        let toml = result(&["presets", "--show", preset]);
        assert_eq!(result_with(&read, &toml), expected, "{toml}");
        let json = result(&["presets", "--show", preset, "--format", "json"]);
        assert_eq!(result_with(&read, &json), expected, "{json}");
        let (head, fields) = csv(&["presets", "--show", preset, "--format", "csv"]);
        assert_eq!(head, ["field", "value"]);
        let settings = fields
            .iter()
            .map(|row| format!("--set={}={}", row[0], row[1]));
        let settings: Vec<_> = settings.collect();
        let mut args = vec!["run", "--format", "json", "--with-scenario"];
        args.extend(settings.iter().map(String::as_str));
        assert_eq!(result(&args), expected);
    }
}

#[test]
fn the_list_of_presets_says_what_each_one_teaches() {
    let table = result(&["presets"]);
    let list = json(&["presets", "--format", "json"]);
    let (head, rows) = csv(&["presets", "--format", "csv"]);
    assert_eq!(head, ["name", "title", "teaches", "source"]);
    let list = list.as_array().expect("a list");
    assert_eq!((list.len(), rows.len()), (13, 13));
    for (listed, row) in list.iter().zip(&rows) {
        assert_eq!(listed["name"], row[0].as_str());
        assert_eq!(listed["teaches"], row[2].as_str());
        assert_eq!(listed["scenario"]["name"], listed["name"]);
        assert!(
            table.contains(&row[0]) && table.contains(&row[2]),
            "{table}"
        );
    }
}

#[test]
fn a_trace_evaluates_the_formula_at_every_retry() {
    let table = result(&["trace", "--preset", "glossary"]);
    for line in [
        "glossary: client 1 of 24, seed ",
        "delay = random(0, min(cap, base × factorⁿ))",
        "min(30 s, 1 s × 2³) = 8 s   random(0, 8 s) = 4.75 s",
        "Served by attempt 5 at 7.87 s.",
    ] {
        assert!(table.contains(line), "{line}\n{table}");
    }
}

#[test]
fn a_trace_has_the_same_numbers_in_every_format() {
    let args = ["trace", "--preset", "glossary", "--client", "2", "--format"];
    let trace = json(&[&args[..], &["json"]].concat());
    let (head, rows) = csv(&[&args[..], &["csv"]].concat());
    assert_eq!(trace["client"], 2);
    let attempts = trace["attempts"].as_array().expect("a list");
    assert_eq!(attempts.len(), rows.len());
    for (attempt, row) in attempts.iter().zip(&rows) {
        let cell =
            |name: &str| row[head.iter().position(|column| column == name).unwrap()].as_str();
        assert_eq!(cell("attempt"), attempt["attempt"].to_string());
        assert_eq!(cell("outcome"), attempt["outcome"].as_str().unwrap());
        assert_eq!(cell("at_s").parse(), Ok(attempt["at_s"].as_f64().unwrap()));
        let delay = attempt["formula"]["delay_s"].as_f64();
        assert_eq!(cell("delay_s").parse().ok(), delay);
        assert_eq!(
            cell("result"),
            attempt["formula"]["result"].as_str().unwrap_or_default()
        );
    }
    let last = attempts.last().expect("an attempt");
    assert_eq!(last["formula"], Value::Null);
    assert_eq!(trace["ending"]["attempt"], last["attempt"]);
}

#[test]
fn a_trace_says_of_the_ceiling_and_the_previous_delay_only_what_the_jitter_looks_at() {
    let first = |jitter: &str| {
        let trace = json(&["trace", "--format", "json", "--set", jitter]);
        trace["attempts"][0]["formula"].clone()
    };
    let full = first("jitter=full");
    assert_eq!(
        (&full["ceiling_s"], &full["previous_s"]),
        (&Value::from(1.0), &Value::Null)
    );
    let decorrelated = first("jitter=decorrelated");
    assert_eq!(decorrelated["ceiling_s"], Value::Null);
    assert_eq!(decorrelated["previous_s"], 1.0);
}

#[test]
fn a_trace_tells_of_a_retry_after_and_of_a_wait_in_the_queue() {
    let obeys = [
        "trace",
        "--set",
        "retry_after=30s",
        "--set",
        "retry_rule=obey",
    ];
    let table = result(&obeys);
    assert!(
        table.contains("Retry-After = 30 s   delay = 30 s"),
        "{table}"
    );
    let trace = json(&[&obeys[..], &["--format", "json"]].concat());
    let first = &trace["attempts"][0];
    assert_eq!(first["formula"], Value::Null);
    assert_eq!(
        (&first["retry_after_s"], &first["wait_s"]),
        (&30.0.into(), &30.0.into())
    );
    let queue = [
        "trace",
        "--set",
        "outage=0s",
        "--set",
        "room=2000",
        "--format",
        "json",
    ];
    let trace = json(&queue);
    let first = &trace["attempts"][0];
    assert_eq!(first["outcome"], "served");
    assert!(first["answered_s"].as_f64() > first["at_s"].as_f64());
}

#[test]
fn a_trace_tells_who_gave_up_and_who_still_waits() {
    let gave_up = ["trace", "--preset", "retry-wave", "--set", "clients=10"];
    assert!(result(&gave_up).contains("Gave up after attempt 9 at "));
    let waits = ["trace", "--set", "horizon=10s"];
    assert!(result(&waits).ends_with("Still waiting at the horizon, 10 s.\n"));
    let waits = json(&[&waits[..], &["--format", "json"]].concat());
    assert_eq!(waits["ending"], Value::Null);
}
