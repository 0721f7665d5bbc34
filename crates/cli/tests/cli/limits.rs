//! What only some scenarios report and tell: circuit breakers, clients that leave,
//! replies with a date.

use crate::support::{csv, json, result};

const BREAKER: [&str; 4] = ["--preset", "deploy-blip", "--set", "breaker=fleet"];

#[test]
fn a_breaker_is_counted_in_every_format_and_only_where_there_is_one() {
    let run = |more: &[&'static str]| {
        let args: Vec<&str> = ["run"].into_iter().chain(BREAKER).collect();
        [args, more.to_vec()].concat()
    };
    let report = json(&run(&["--format", "json"]));
    let stopped = report["requests"]["short_circuited"].as_u64();
    assert!(stopped.is_some_and(|stopped| stopped > 0), "{report}");
    let (head, rows) = csv(&run(&["--format", "csv"]));
    let at = head
        .iter()
        .position(|name| name == "requests.short_circuited");
    assert_eq!(
        Some(rows[0][at.expect("a column")].clone()),
        stopped.map(|n| n.to_string())
    );
    assert!(result(&run(&[])).contains("more short-circuited"));
    assert!(result(&run(&["--seeds", "2"])).contains("requests.short_circuited"));
    let without = json(&["run", "--preset", "deploy-blip", "--format", "json"]);
    assert!(without["requests"].get("short_circuited").is_none());
}

#[test]
fn a_sweep_over_whether_there_is_a_breaker_has_the_same_columns_throughout() {
    let vary = [
        "sweep",
        "--preset",
        "deploy-blip",
        "--vary",
        "breaker=none,client,fleet",
    ];
    let (head, rows) = csv(&vary);
    let at = head
        .iter()
        .position(|name| name == "requests.short_circuited");
    let cells: Vec<&str> = rows
        .iter()
        .map(|row| row[at.expect("a column")].as_str())
        .collect();
    assert_eq!((cells.len(), cells[0]), (3, ""));
    assert!(cells[1..].iter().all(|cell| !cell.is_empty()), "{cells:?}");
    let (head, rows) = csv(&[&vary[..], &["--seeds", "3", "--aggregate"]].concat());
    let figure = head
        .iter()
        .position(|name| name == "figure")
        .expect("a column");
    let of_each = rows
        .iter()
        .filter(|row| row[figure] == "requests.short_circuited");
    assert_eq!(of_each.count(), 3);
}

#[test]
fn a_trace_tells_what_a_breaker_stopped_and_why_a_client_gave_up() {
    let trace: Vec<&str> = ["trace", "--client", "200"]
        .into_iter()
        .chain(BREAKER)
        .collect();
    assert!(result(&trace).contains("short-circuited"));
    let gave_up = |field: &str| {
        let fields = ["--set", "outage=forever", "--set", field];
        result(&[&["trace", "--preset", "glossary"], &fields[..]].concat())
    };
    assert!(gave_up("fatal=1").contains("attempt 1 at 0 s: such a failure it does not retry."));
    assert!(gave_up("leaving=1000").contains("it leaves before the next one."));
    let budget = "trace --preset glossary --set outage=forever --set budget=client \
                  --set tokens=1 --set per_second=0";
    let budget: Vec<&str> = budget.split_whitespace().collect();
    assert!(result(&budget).contains("attempt 2 at"));
    assert!(result(&budget).contains("the retry budget has no token for another."));
}

#[test]
fn a_trace_shows_a_retry_after_as_it_was_sent() {
    let date = "trace --preset glossary --set retry_after=30s --set retry_rule=obey \
                --set retry_after_form=date";
    let date: Vec<&str> = date.split_whitespace().collect();
    assert!(result(&date).contains("Thu, 01 Jan 1970 00:00:30 GMT"));
    let json = json(&[&date[..], &["--format", "json"]].concat());
    assert_eq!(
        json["attempts"][0]["retry_after"],
        "Thu, 01 Jan 1970 00:00:30 GMT"
    );
    assert_eq!(json["attempts"][0]["retry_after_s"], 30.0);
}
