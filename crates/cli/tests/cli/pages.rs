//! The libraries' policies and the published figures, and the pages in `docs` that
//! are made from them.

use std::fs;
use std::path::Path;

use serde_json::Value;

use crate::support::{complaint, csv, json, result, result_with};

/// Whether `docs/{name}` is what `args` prints. To renew it, send it there.
fn is_current(name: &str, args: &[&str]) {
    let docs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs");
    let page = fs::read_to_string(docs.join(name)).unwrap_or_default();
    let command = args.join(" ");
    assert!(
        page.replace("\r\n", "\n") == result(args),
        "docs/{name} is stale: retry-herd {command} > docs/{name}"
    );
}

#[test]
fn the_page_of_policies_is_current() {
    is_current("policies.md", &["policies", "--format", "markdown"]);
}

/// Every published figure also agrees: else the exit code would not be 0.
#[test]
fn the_page_of_reproduced_figures_is_current() {
    is_current("reproduced.md", &["reproduce", "--format", "markdown"]);
}

#[test]
fn a_table_of_markdown_has_as_many_cells_in_every_row() {
    let page = result(&["policies", "--format", "markdown"]);
    let rows: Vec<&str> = page.lines().filter(|line| line.starts_with('|')).collect();
    let cells = |row: &str| row.replace("\\|", "").matches('|').count();
    assert!(rows.len() > 50);
    assert!(rows.iter().all(|row| cells(row) == cells(rows[0])));
}

#[test]
fn policies_are_listed_with_what_was_worked_out() {
    let listed = json(&["policies", "--format", "json"]);
    let named = |name: &str| {
        let rows = listed.as_array().expect("a list").iter();
        let mut found = rows.filter(|row| row["name"] == name);
        found.next().expect("listed").clone()
    };
    let openai = named("openai-python");
    assert_eq!(openai["attempts"], 3);
    assert_eq!(openai["worst_total_s"], 1.5);
    assert_eq!(openai["mean_total_s"], 1.3125);
    assert_eq!(openai["source"], "run");
    // Without a last attempt nothing is the worst.
    assert_eq!(named("tenacity")["worst_total_s"], Value::Null);
    let (head, rows) = csv(&["policies", "--format", "csv"]);
    assert_eq!(rows.len(), listed.as_array().expect("a list").len());
    assert!(head.iter().any(|name| name == "remark"));
}

#[test]
fn a_policy_is_shown_as_a_scenario_file_that_runs() {
    let file = result(&["policies", "aws-botocore"]);
    let args = ["run", "--scenario", "-", "--format", "json"];
    let by_file = result_with(&args, &file);
    let by_name = result(&["run", "--policy", "aws-botocore", "--format", "json"]);
    assert_eq!(by_file, by_name);
    assert_ne!(by_name, result(&["run", "--format", "json"]));
    let shown = json(&["policies", "aws-botocore", "--format", "json"]);
    assert_eq!(shown["policy"]["base"], "50ms");
}

/// Doubling from 1 s without jitter, up to 30 s: 1 + 2 + 4 + 8 = 15 s for 5 attempts.
#[test]
fn what_fits_into_a_time_is_told_for_one_policy_and_for_all() {
    let fit = |within: &str| {
        let args = [
            "policies",
            "go-retryablehttp",
            "--format",
            "json",
            "--within",
        ];
        json(&[&args[..], &[within]].concat())[0].clone()
    };
    assert_eq!(fit("15s")["attempts_that_fit"], 5);
    assert_eq!(fit("15s")["fits"], true);
    assert_eq!(fit("14s")["attempts_that_fit"], 4);
    assert_eq!(fit("14s")["fits"], false);
    assert_eq!(fit("13s")["cap_that_fits"], "up to 6s");
    let all = json(&["policies", "--within", "30s", "--format", "json"]);
    assert!(all.as_array().expect("a list").len() > 25);
}

#[test]
fn the_average_client_has_time_for_more_attempts_than_the_unluckiest() {
    let fit = |measure: &str| {
        let args = ["policies", "aws-botocore", "--within", "10s", "--measure"];
        json(&[&args[..], &[measure, "--format", "json"]].concat())[0]["attempts_that_fit"].as_u64()
    };
    assert!(fit("mean") > fit("worst"));
}

#[test]
fn a_figure_carries_its_agreement() {
    let lesson = json(&["reproduce", "--source", "lesson", "--format", "json"]);
    let rows = lesson.as_array().expect("a list");
    assert_eq!(rows.len(), 18);
    assert!(
        rows.iter()
            .all(|row| row["agrees"] == true && row["agreement"] == "exact")
    );
}

#[test]
fn what_makes_no_sense_of_a_policy_or_a_source_is_told_in_one_line() {
    let line = complaint(&["policies", "--within", "3 parsecs"]);
    assert_eq!(
        line,
        "--within: \"3 parsecs\" is not a time; allowed: 1ms to 24h, such as \"30s\""
    );
    for args in [
        &["policies", "my-own-library"][..],
        &["policies", "--measure", "mean"],
        &["reproduce", "--source", "hearsay"],
        &["run", "--policy", "my-own-library"],
    ] {
        assert!(!complaint(args).is_empty());
    }
}
