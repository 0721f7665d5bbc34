//! Several seeds of one scenario.

#![cfg(not(target_family = "wasm"))]

use retry_herd_core::{FIGURES, Jitter, PRESETS, Preset, Run, Scenario, Spread, Summary, Value};

fn preset(name: &str) -> Scenario {
    Preset::named(name).expect("a preset").scenario()
}

fn as_json(summary: &Summary) -> Value {
    serde_json::from_str(&serde_json::to_string(summary).unwrap()).unwrap()
}

#[test]
fn the_runs_are_those_of_the_seed_and_the_ones_that_follow() {
    let scenario = preset("glossary");
    let summary = Summary::of(&scenario, 3).unwrap();
    for (ahead, report) in (0..).zip(&summary.runs) {
        let seed = scenario.seed + ahead;
        let alone = Run::new(&Scenario {
            seed,
            ..scenario.clone()
        });
        assert_eq!(&alone.finish().report(), report);
    }
    assert_eq!(summary.runs.len(), 3);
    assert_ne!(summary.runs[0], summary.runs[1]);
}

#[test]
fn a_spread_is_the_mean_and_the_deviation_of_one_run() {
    let spread = Spread::of(&[Some(2.0), Some(4.0), Some(9.0)]);
    assert_eq!(spread.mean, Some(5.0));
    // ((−3)² + (−1)² + 4²) / (3 − 1) = 13.
    assert_eq!(spread.sd, Some(13f64.sqrt()));
    assert_eq!(spread.nulls, 0);
}

#[test]
fn one_run_has_a_mean_and_no_deviation_and_none_has_neither() {
    let one = Spread::of(&[Some(2.0)]);
    assert_eq!((one.mean, one.sd), (Some(2.0), None));
    let none = Spread::of(&[]);
    assert_eq!((none.mean, none.sd, none.nulls), (None, None, 0));
}

#[test]
fn what_never_happens_in_one_run_has_no_mean_and_is_counted() {
    let spread = Spread::of(&[Some(2.0), None, Some(4.0)]);
    assert_eq!((spread.mean, spread.sd, spread.nulls), (None, None, 1));
}

#[test]
fn every_figure_of_the_report_stands_under_its_json_name() {
    let report = Run::new(&preset("app-recovery")).finish().report();
    let json: Value = serde_json::from_str(&serde_json::to_string(&report).unwrap()).unwrap();
    for figure in FIGURES {
        let told = json.at(figure.path).and_then(Value::as_number);
        assert_eq!(told, (figure.get)(&report), "{}", figure.path);
    }
    assert_eq!(leaves(&json), FIGURES.len());
}

#[test]
fn mean_and_deviation_have_the_reports_shape() {
    let json = as_json(&Summary::of(&preset("glossary"), 5).unwrap());
    for part in ["mean", "sd"] {
        let part = json.at(part).unwrap();
        for figure in FIGURES {
            assert!(part.at(figure.path).is_some(), "{}", figure.path);
        }
        assert_eq!(leaves(part), FIGURES.len());
    }
    assert_eq!(json.at("mean.clients"), Some(&Value::Number(24.0)));
    assert_eq!(json.at("sd.clients"), Some(&Value::Number(0.0)));
    let Some(Value::List(runs)) = json.at("runs") else {
        panic!("runs are a list")
    };
    assert_eq!(runs.len(), 5);
}

#[test]
fn nulls_count_only_what_is_null_somewhere() {
    let mut scenario = preset("deploy-blip");
    scenario.policy.jitter = Jitter::None;
    let json = as_json(&Summary::of(&scenario, 4).unwrap());
    assert_eq!(json.at("nulls.completion_s.p99"), Some(&Value::Number(4.0)));
    assert_eq!(json.at("mean.completion_s.p99"), Some(&Value::Null));
    assert_eq!(json.at("nulls.completion_s.p50"), None);
    assert_eq!(json.at("nulls.requests"), None);
}

#[test]
fn seeds_beyond_the_largest_one_are_refused() {
    let mut scenario = preset("glossary");
    scenario.seed = 9_007_199_254_740_990;
    assert!(Summary::of(&scenario, 2).is_ok());
    assert_eq!(
        Summary::of(&scenario, 3).unwrap_err().to_string(),
        "seed: 9007199254740990 has not 3 seeds from it on; \
         allowed: at most 9007199254740989, or fewer seeds"
    );
}

fn leaves(value: &Value) -> usize {
    match value {
        Value::Table(entries) => entries.iter().map(|(_, value)| leaves(value)).sum(),
        _ => 1,
    }
}

#[test]
fn a_reports_plain_data_is_its_json() {
    for preset in PRESETS {
        let report = Run::new(&preset.scenario()).finish().report();
        let json = serde_json::to_string(&report).unwrap();
        let value: Value = serde_json::from_str(&json).unwrap();
        assert_eq!(report.to_value(), value);
    }
}
