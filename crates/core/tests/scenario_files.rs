//! Scenario files in TOML and JSON.

#![cfg(not(target_family = "wasm"))]

use proptest::prelude::*;
use proptest::test_runner::TestRunner;
use retry_herd_core::{FIELDS, Field, Kind, PRESETS, RetryAfterRule, Scenario, SimDuration, Value};

const EXAMPLE: &str = r#"
name = "app-recovery"
seed = 1
horizon = "2h"
clock = "continuous"

[fleet]
clients = 2000
arrivals = "2s"
seeding = "independent"

[server]
outage = { start = "0s", length = "30s" }
capacity = 120
tick = "100ms"

[policy]
growth = "exponential"
base = "1s"
factor = 2
cap = "60s"
jitter = "full"
width = 0.1
clamp = "hard"
max_attempts = "unlimited"
deadline = "none"

[observe]
window = "100ms"
"#;

fn toml_error(text: &str) -> String {
    one_line(Scenario::from_toml(text).expect_err(text).to_string())
}

fn json_error(text: &str) -> String {
    one_line(Scenario::from_json(text).expect_err(text).to_string())
}

fn one_line(line: String) -> String {
    assert!(!line.contains('\n'), "{line}");
    line
}

#[test]
fn the_documented_example_is_app_recovery() {
    let mut read = Scenario::from_toml(EXAMPLE).unwrap();
    read.seed = Scenario::default().seed;
    assert_eq!(read, Scenario::default());
}

#[test]
fn what_a_file_leaves_out_is_as_in_app_recovery_but_for_the_name() {
    let custom = Scenario {
        name: "custom".to_owned(),
        ..Scenario::default()
    };
    assert_eq!(Scenario::from_toml(""), Ok(custom.clone()));
    assert_eq!(Scenario::from_json("{}"), Ok(custom));
}

#[test]
fn numbers_may_be_texts_and_names_mean_the_same_in_both_formats() {
    let toml = "fleet.clients = '5_000'\npolicy = { factor = '1.5', cap = 'none' }";
    let json = r#"{"fleet": {"clients": 5000}, "policy": {"factor": 1.5, "cap": "none"}}"#;
    assert_eq!(Scenario::from_toml(toml), Scenario::from_json(json));
}

#[test]
fn what_is_not_toml_or_json_is_told_with_its_line() {
    let line = toml_error("seed = 1\nhorizon = \"2h\n");
    assert!(line.starts_with("line 2 is not TOML: "), "{line}");
    let line = json_error("{\n\"seed\": 1,\n}");
    assert!(line.starts_with("line 3 is not JSON: "), "{line}");
    let line = json_error("");
    assert!(line.starts_with("line 1 is not JSON: "), "{line}");
}

#[test]
fn a_key_that_stands_there_twice_is_an_error_in_both() {
    let line = toml_error("[policy]\ncap = '1s'\ncap = '2s'");
    assert!(
        line.starts_with("line 3 is not TOML: duplicate key"),
        "{line}"
    );
    assert_eq!(
        json_error(r#"{"policy": {"cap": "1s", "cap": "2s"}}"#),
        r#"policy.cap: given twice, the second time as "2s"; allowed: once"#
    );
    assert_eq!(
        json_error(r#"{"policy": {"cap": "1s"}, "policy": {"base": "2s"}}"#),
        "policy: given twice, the second time as a table; allowed: once"
    );
}

#[test]
fn an_unknown_key_is_an_error_at_every_depth() {
    assert_eq!(
        toml_error("sede = 1"),
        "sede: no such field (it was given 1); did you mean seed?"
    );
    assert_eq!(
        toml_error("[server.outage]\nlenght = '1s'"),
        "server.outage.lenght: no such field (it was given \"1s\"); did you mean server.outage.length?"
    );
    assert!(toml_error("[sever]\ntick = '1s'").starts_with("sever: no such field"));
    assert!(toml_error("\"policy.cap\" = '1s'").starts_with("policy.cap: no such field"));
    assert!(toml_error("cap = '1s'").ends_with("did you mean policy.cap?"));
    assert!(toml_error("[policy.cap]\nlength = '1s'").contains("a table is not a duration"));
}

/// Found by fuzzing: a name was shown as it was written, with its line breaks, and
/// however long.
#[test]
fn a_name_that_is_no_line_is_told_in_one() {
    assert!(toml_error("\"a\\nb\" = 1").starts_with("a?b: no such field"));
    assert!(json_error(r#"{"a\u001bb": 1}"#).starts_with("a?b: no such field"));
    assert!(json_error(r#"{"": 1}"#).starts_with("\"\": no such field"));
    let long = "k".repeat(10_000);
    let line = toml_error(&format!("{long} = 1"));
    assert!(line.starts_with(&format!("{}…: no such field", &long[..60])));
    let line = toml_error(&format!("{long} = 1\n{long} = 2"));
    assert!(line.len() < 300, "{line}");
}

#[test]
fn a_server_may_send_a_retry_after_and_collapse_and_a_client_may_heed_it() {
    let scenario = Scenario::from_toml(
        "[server]\nretry_after = '30s'\ndegradation = { exponent = 0.5, floor = 0.35 }\n\
         [policy]\nretry_after = 'obey'\noffset = '1s'",
    )
    .unwrap();
    assert_eq!(
        scenario.server.retry_after,
        Some(SimDuration::from_secs(30))
    );
    let degradation = scenario.server.degradation;
    assert_eq!((degradation.exponent, degradation.floor), (0.5, 0.35));
    assert_eq!(scenario.policy.retry_after.outage, RetryAfterRule::Obey);
    assert_eq!(scenario.policy.retry_after.overload, RetryAfterRule::Obey);
    assert_eq!(scenario.policy.offset, SimDuration::from_secs(1));
}

#[test]
fn a_retry_after_may_have_a_rule_for_each_phase() {
    let read = |rule: &str| {
        let scenario = Scenario::from_toml(&format!("policy.retry_after = {rule}"));
        scenario.map(|scenario| scenario.policy.retry_after)
    };
    let both = read("{ outage = 'obey', overload = 'scatter' }").unwrap();
    assert_eq!(both.outage, RetryAfterRule::Obey);
    assert_eq!(both.overload, RetryAfterRule::Scatter);
    assert_eq!(read("'obey/scatter'"), Ok(both));
    for wrong in [
        "{ outage = 'obey' }",
        "{ outage = 'obey', overload = 'scatter', never = 'add' }",
        "{ outage = 'obey', after = 'scatter' }",
        "{ outage = 'obey', overload = 'sometimes' }",
        "3",
    ] {
        let line = toml_error(&format!("policy.retry_after = {wrong}"));
        assert!(line.starts_with("policy.retry_after: "), "{line}");
    }
}

#[test]
fn a_value_of_the_wrong_kind_is_an_error() {
    assert_eq!(
        toml_error("policy = 3"),
        "policy: 3 is not a table; allowed: a table of growth, base, factor, degree, plus, cap, \
         cap_on, jitter, width, low, high, spread, spread_growth, clamp, first, shortest, unit, \
         max_attempts, layers, fatal, budget.scope, budget.share, budget.per_second, \
         budget.tokens, breaker.scope, breaker.threshold, breaker.open_for, breaker.probes, \
         deadline, retry_after, \
         retry_after_limit, retry_after_beyond, offset"
    );
    assert_eq!(
        toml_error("server.outage = '30s'"),
        "server.outage: \"30s\" is not a table; allowed: a table of start, length"
    );
    assert_eq!(
        json_error(r#"{"policy": {"cap": null}}"#),
        r#"policy.cap: null is not a duration; allowed: "none" or 1ms to 24h, such as "30s""#
    );
    assert_eq!(
        json_error(r#"{"policy": {"cap": 30}}"#),
        r#"policy.cap: 30 has no unit; allowed: "none" or 1ms to 24h, such as "30s""#
    );
    assert!(json_error(r#"{"seed": true}"#).contains("true is not a whole number"));
    assert!(json_error(r#"{"seed": [1]}"#).contains("a list is not a whole number"));
    assert!(json_error(r#"{"clock": 1}"#).contains("1 is not one of the names"));
    assert!(json_error("[]").contains("a list is not a table"));
    assert!(toml_error("seed = 2026-09-05").starts_with("seed: "));
    assert!(toml_error("[policy]\nfactor = nan").starts_with("policy.factor: NaN"));
}

#[test]
fn the_largest_seed_survives_and_a_larger_one_is_refused() {
    let largest = 9_007_199_254_740_991u64;
    let read = Scenario::from_json(&format!(r#"{{"seed": {largest}}}"#)).unwrap();
    assert_eq!(read.seed, largest);
    assert!(json_error(&format!(r#"{{"seed": {}}}"#, largest + 1)).contains("out of range"));
    assert!(json_error(r#"{"seed": 18446744073709551615}"#).contains("out of range"));
    assert!(json_error(r#"{"seed": -1}"#).contains("out of range"));
}

#[test]
fn fields_that_do_not_go_with_each_other_are_an_error_of_the_file() {
    assert!(toml_error("server.capacity = 5").contains("less than one request in a tick"));
}

fn assert_round_trip(scenario: &Scenario) {
    let value = scenario.to_value();
    assert_eq!(Scenario::from_value(&value).as_ref(), Ok(scenario));
    let json = serde_json::to_string(&value).unwrap();
    assert_eq!(Scenario::from_json(&json).as_ref(), Ok(scenario), "{json}");
    let toml = toml::to_string(&value).unwrap();
    assert_eq!(Scenario::from_toml(&toml).as_ref(), Ok(scenario), "{toml}");
}

#[test]
fn presets_read_back_as_they_are_written() {
    for preset in PRESETS {
        assert_round_trip(&preset.scenario());
    }
}

#[test]
fn whole_numbers_are_written_without_a_point() {
    let json = serde_json::to_string(&Scenario::default().to_value()).unwrap();
    assert!(json.contains(r#""clients":2000,"#), "{json}");
    assert!(json.contains(r#""factor":2,"#), "{json}");
}

#[test]
fn any_scenario_reads_back_as_it_is_written() {
    let read = std::cell::Cell::new(0);
    TestRunner::default()
        .run(&any_scenario(), |scenario| {
            // What a file may not say need not be written either.
            if scenario.validate().is_ok() {
                assert_round_trip(&scenario);
                read.set(read.get() + 1);
            }
            Ok(())
        })
        .unwrap();
    assert!(
        read.get() > 50,
        "only {} scenarios were any good",
        read.get()
    );
}

/// Every field at random within its range.
fn any_scenario() -> impl Strategy<Value = Scenario> {
    let values: Vec<BoxedStrategy<Value>> = FIELDS.iter().map(any_value).collect();
    values.prop_map(|values| {
        let mut scenario = Scenario::default();
        for (field, value) in FIELDS.iter().zip(&values) {
            field.set(&mut scenario, value).unwrap();
        }
        scenario
    })
}

fn any_value(field: &'static Field) -> BoxedStrategy<Value> {
    let duration = |nanos: u64| Value::Text(SimDuration::from_nanos(nanos).to_string());
    let ordinary = match field.kind {
        // With more of them, hardly any other limit goes.
        Kind::Whole { .. } if field.path == "policy.layers" => {
            prop::sample::select(vec![1.0, 1.0, 1.0, 2.0])
                .prop_map(Value::Number)
                .boxed()
        }
        // Counted in thousandths.
        Kind::Number { high, .. } if field.path == "policy.budget.per_second" => (0..high as u64
            * 1_000)
            .prop_map(|thousandths| Value::Number(thousandths as f64 / 1_000.0))
            .boxed(),
        Kind::Text { .. } => r#"[a-zß"'\\#=]{1,80}"#.prop_map(Value::Text).boxed(),
        Kind::Whole { low, high, .. } => (low..=high).prop_map(|n| Value::Number(n as f64)).boxed(),
        Kind::Number { low, high, .. } => (low..=high).prop_map(Value::Number).boxed(),
        Kind::Duration { low, high, .. } => (low.as_nanos()..=high.as_nanos())
            .prop_map(duration)
            .boxed(),
        Kind::Choice(names) => prop::sample::select(names)
            .prop_map(|name| Value::Text(name.to_owned()))
            .boxed(),
        Kind::PerPhase(names) => (prop::sample::select(names), prop::sample::select(names))
            .prop_map(|(outage, overload)| Value::Text(format!("{outage}/{overload}")))
            .boxed(),
        Kind::Fractions { .. } => prop::collection::vec(0.0..1.0, 0..5)
            .prop_map(|list| Value::List(list.into_iter().map(Value::Number).collect()))
            .boxed(),
    };
    match field.kind.word() {
        Some(word) => prop_oneof![3 => ordinary, 1 => Just(Value::Text(word.to_owned()))].boxed(),
        None => ordinary,
    }
}
