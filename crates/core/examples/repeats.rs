//! How high the waves of those are that a recovered server has turned away, beside
//! the first wave: a table of docs/findings/server-throttling.md.

use retry_herd_core::Scenario;

#[path = "../tests/support/repeats.rs"]
mod repeats;

use repeats::{Peaks, peaks};

const SEEDS: u64 = 60;

/// Settings, as `--set` takes them.
type Settings = &'static [(&'static str, &'static str)];

const POLICIES: [(&str, Settings); 4] = [
    (
        "fixed 5 s",
        &[("growth", "fixed"), ("base", "5s"), ("jitter", "none")],
    ),
    ("exponential", &[("jitter", "none")]),
    ("full", &[("jitter", "full")]),
    ("decorrelated", &[("jitter", "decorrelated")]),
];

const OBEY: Settings = &[("shed_retry_after", "17s"), ("retry_rule", "ignore/obey")];
const SCATTER: Settings = &[
    ("shed_retry_after", "17s"),
    ("retry_rule", "ignore/scatter"),
];
const LEVERS: [(&str, Settings); 7] = [
    ("nothing", &[]),
    ("room for 200", &[("room", "200")]),
    ("room for 500", &[("room", "500")]),
    ("room for 2,000", &[("room", "2000")]),
    (
        "slow start, 10 s from 10 %",
        &[("over", "10s"), ("from", "0.1")],
    ),
    ("Retry-After 17 s, obeyed", OBEY),
    ("Retry-After 17 s, scattered", SCATTER),
];

fn main() {
    let names: Vec<&str> = POLICIES.iter().map(|(name, _)| *name).collect();
    println!("| | {} |", names.join(" | "));
    println!("|{}", "---|".repeat(names.len() + 1));
    for (name, lever) in LEVERS {
        let cells: Vec<String> = POLICIES
            .iter()
            .map(|(_, policy)| cell(policy, lever))
            .collect();
        println!("| {name} | {} |", cells.join(" | "));
    }
}

/// The mean peaks with the half-widths of their 95 % intervals.
fn cell(policy: Settings, lever: Settings) -> String {
    let mut scenario = Scenario::default();
    for (field, value) in policy.iter().chain(lever) {
        scenario.set(field, value).expect("a setting");
    }
    let runs: Vec<Peaks> = (0..SEEDS)
        .map(|seed| {
            scenario.seed = seed;
            peaks(&scenario)
        })
        .collect();
    let first = interval(runs.iter().map(|peaks| peaks.first));
    let again = interval(runs.iter().map(|peaks| peaks.again));
    format!("{first}, then {again}")
}

/// Of a mean of many runs, by the normal distribution.
fn interval(values: impl Iterator<Item = f64> + Clone) -> String {
    let count = SEEDS as f64;
    let mean = values.clone().sum::<f64>() / count;
    let squares: f64 = values.map(|value| (value - mean).powi(2)).sum();
    let error = (squares / (count - 1.0) / count).sqrt();
    format!("{mean:.0} ± {:.0}", 1.96 * error)
}
