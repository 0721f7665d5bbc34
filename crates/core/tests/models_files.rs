//! Scenario files of every kind: what they say, what they refuse.
#![cfg(feature = "models")]

use retry_herd_core::models::{
    AnyReport, AnyScenario, Backoff, Budgets, Collapse, Contention, MODEL_PRESETS, ModelPreset,
    Strategy,
};
use retry_herd_core::{Scenario, SimDuration, Value};

fn text(text: &str) -> Value {
    Value::Text(text.to_owned())
}

fn table(entries: &[(&str, Value)]) -> Value {
    let named = entries
        .iter()
        .map(|(key, value)| ((*key).to_owned(), value.clone()));
    Value::Table(named.collect())
}

/// The one line that a scenario file is refused with.
fn refusal(entries: &[(&str, Value)]) -> String {
    let error = AnyScenario::from_value(&table(entries)).expect_err("refused");
    let line = error.to_string();
    assert!(!line.contains('\n'), "one line: {line}");
    line
}

/// The published scenario of every kind.
fn kinds() -> Vec<AnyScenario> {
    let kinds = AnyScenario::KINDS.iter();
    kinds
        .map(|kind| AnyScenario::of_kind(kind).unwrap())
        .collect()
}

#[test]
fn a_file_that_says_no_kind_is_an_outage_herd_as_before() {
    let file = table(&[("seed", Value::Number(7.0))]);
    let herd = Scenario::from_value(&file).unwrap();
    assert_eq!(
        AnyScenario::from_value(&file).unwrap(),
        AnyScenario::Outage(herd.clone())
    );
    assert_eq!(
        AnyScenario::Outage(herd.clone()).to_value(),
        herd.to_value()
    );
    let said = table(&[("kind", text("outage")), ("seed", Value::Number(7.0))]);
    assert_eq!(
        AnyScenario::from_value(&said).unwrap(),
        AnyScenario::Outage(herd)
    );
}

#[test]
fn a_kind_alone_is_its_published_scenario() {
    for scenario in kinds().into_iter().skip(1) {
        let file = table(&[("kind", text(scenario.kind()))]);
        assert_eq!(AnyScenario::from_value(&file).unwrap(), scenario);
    }
}

#[test]
fn every_preset_reads_back_as_it_was_written() {
    for preset in MODEL_PRESETS {
        let scenario = preset.scenario();
        scenario.validate().unwrap();
        let read = AnyScenario::from_value(&scenario.to_value()).unwrap();
        assert_eq!(read, scenario, "{}", preset.name);
        assert_eq!(scenario.get("name"), Some(text(preset.name)));
        assert_eq!(ModelPreset::named(preset.name).unwrap().title, preset.title);
    }
}

#[test]
fn every_setting_that_differs_reads_back() {
    let mut contention = Contention::published(Backoff::Decorrelated);
    contention.clients = 12;
    contention.hop.sd = SimDuration::ZERO;
    contention.policy.deadline = Some(SimDuration::from_secs(3));
    let mut budgets = Budgets::published(Strategy::CircuitBreaker);
    (budgets.bucket_size, budgets.bucket_deposit) = (7.5, 0.25);
    (budgets.failure_rate, budgets.breaker_threshold) = (0.75, 0.2);
    let mut collapse = Collapse::database().long_overload();
    collapse.load.rate = 10.5;
    collapse.server.outage.length = None;
    collapse.tail = SimDuration::from_secs(3);
    let scenarios = [
        AnyScenario::Contention(contention),
        AnyScenario::Budgets(budgets),
        AnyScenario::Collapse(collapse),
    ];
    for scenario in scenarios {
        let read = AnyScenario::from_value(&scenario.to_value()).unwrap();
        assert_eq!(read, scenario);
    }
}

#[test]
fn every_field_of_a_model_is_set_and_got_by_its_path_and_by_its_last_name() {
    for scenario in kinds().into_iter().skip(1) {
        let fields = scenario.fields();
        for field in &fields {
            let last = field.path.rsplit('.').next().unwrap();
            assert_eq!(
                scenario.get(field.path),
                scenario.get(last),
                "{}",
                field.path
            );
            assert!(!field.doc.contains('\n') && !field.allowed.contains('\n'));
            let Some(Value::Text(value)) = scenario.get(field.path) else {
                continue;
            };
            let mut same = scenario.clone();
            same.set(last, &value).unwrap();
            assert_eq!(same, scenario);
        }
        let mut paths: Vec<_> = fields.iter().map(|field| field.path).collect();
        paths.sort_unstable();
        paths.dedup();
        assert_eq!(paths.len(), fields.len(), "no path twice");
    }
}

#[test]
fn a_policy_is_set_in_every_kind_with_the_same_words() {
    for mut scenario in kinds() {
        for (name, value) in [("jitter", "equal"), ("cap", "30s"), ("attempts", "5")] {
            scenario.set(name, value).unwrap();
        }
        assert_eq!(scenario.get("policy.jitter"), Some(text("equal")));
        assert_eq!(scenario.get("cap"), Some(text("30s")));
        let attempts = scenario.get("policy.max_attempts");
        assert_eq!(attempts, Some(Value::Number(5.0)));
        let error = scenario.set("cap", "10 parsecs").unwrap_err().to_string();
        assert!(error.starts_with("policy.cap: \"10 parsecs\" is not a duration; allowed: "));
    }
}

#[test]
fn outage_means_its_length_where_there_is_one() {
    let mut database = ModelPreset::named("database").unwrap().scenario();
    database.set("outage", "15s").unwrap();
    assert_eq!(database.get("server.outage.length"), Some(text("15s")));
    let mut contention = AnyScenario::Contention(Contention::default());
    let error = contention.set("outage", "15s").unwrap_err().to_string();
    assert!(error.starts_with("outage: no such field"), "{error}");
}

#[test]
fn what_a_kind_does_not_heed_it_does_not_take() {
    let policy = table(&[("retry_after", text("obey"))]);
    let line = refusal(&[("kind", text("contention")), ("policy", policy)]);
    assert!(
        line.starts_with("policy.retry_after: no such field"),
        "{line}"
    );
    let server = table(&[("capacity", Value::Number(10.0))]);
    let line = refusal(&[("kind", text("budgets")), ("server", server)]);
    assert!(line.starts_with("server.capacity: no such field"), "{line}");
}

#[test]
fn a_wrong_file_is_refused_in_one_line_with_field_value_and_what_is_allowed() {
    assert_eq!(
        refusal(&[("kind", text("cartel"))]),
        "kind: \"cartel\" is not one of the kinds; allowed: outage, contention, budgets, collapse"
    );
    assert_eq!(
        refusal(&[("kind", text("budgets")), ("kind", text("collapse"))]),
        "kind: given twice, the second time as \"collapse\"; allowed: once"
    );
    let fleet = table(&[("clients", Value::Number(0.0))]);
    assert_eq!(
        refusal(&[("kind", text("contention")), ("fleet", fleet)]),
        "fleet.clients: 0 is out of range; allowed: a whole number from 1 to 10000"
    );
    assert_eq!(
        refusal(&[("kind", text("collapse")), ("timeout", Value::Number(3.0))]),
        "timeout: 3 has no unit; allowed: 1ms to 24h, such as \"30s\""
    );
    assert!(
        refusal(&[("kind", text("collapse")), ("hop", text("1s"))]).contains("a table of mean")
    );
}

#[test]
fn what_would_never_end_or_not_fit_is_refused() {
    let refused = |kind: &str, settings: &[(&str, &str)]| {
        let mut scenario = AnyScenario::of_kind(kind).unwrap();
        for (name, value) in settings {
            scenario.set(name, value).unwrap();
        }
        scenario.validate().unwrap_err().field
    };
    let endless = [("failure_rate", "1"), ("attempts", "unlimited")];
    assert_eq!(refused("budgets", &endless), "policy.max_attempts");
    let many = [("rate", "10000"), ("clients", "1000000")];
    assert_eq!(refused("budgets", &many), "fleet.rate");
    let long = [("horizon", "24h"), ("peak", "100000")];
    assert_eq!(refused("collapse", &long), "horizon");
    assert_eq!(refused("collapse", &[("tail", "2m")]), "observe.tail");
    let flat = [("shape", "ramp"), ("peak", "40")];
    assert_eq!(refused("collapse", &flat), "load.shape");
    assert_eq!(
        refused("collapse", &[("shape", "ramp"), ("peak_at", "0s")]),
        "load.shape"
    );
    let fine = [
        ("window", "1ms"),
        ("horizon", "2h"),
        ("rate", "1"),
        ("peak", "1"),
    ];
    assert_eq!(refused("collapse", &fine), "observe.window");
    for kind in ["contention", "budgets", "collapse"] {
        assert_eq!(refused(kind, &[("factor", "1.0001")]), "policy.factor");
    }
}

#[test]
fn every_kind_runs_and_its_figures_have_names_of_their_own() {
    for mut scenario in kinds() {
        scenario.set_seed(3);
        let report = scenario.run();
        assert_eq!(report, scenario.run(), "the same bits");
        let mut names: Vec<_> = report.figures().iter().map(|(name, _)| *name).collect();
        assert!(names.len() >= 6);
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), report.figures().len());
    }
}

#[test]
fn another_seed_is_another_run() {
    for mut scenario in kinds() {
        let first = scenario.run();
        scenario.set_seed(2);
        assert_ne!(first, scenario.run(), "{}", scenario.kind());
    }
}

#[test]
fn an_outage_herd_run_as_any_kind_is_the_same_run() {
    let herd = Scenario::default();
    let report = retry_herd_core::Run::new(&herd).finish().report();
    assert_eq!(AnyScenario::Outage(herd).run(), AnyReport::Outage(report));
}

#[cfg(feature = "toml")]
#[test]
fn a_file_in_toml_says_its_kind_at_its_top() {
    let file = "kind = \"contention\"\n[fleet]\nclients = 10\n[policy]\njitter = \"none\"\n";
    let scenario = AnyScenario::from_toml(file).unwrap();
    assert_eq!(scenario.kind(), "contention");
    assert_eq!(scenario.get("fleet.clients"), Some(Value::Number(10.0)));
    let error = AnyScenario::from_toml("kind = \"contention\nseed = 1").unwrap_err();
    assert!(error.to_string().starts_with("line 1 is not TOML"));
}

#[cfg(feature = "json")]
#[test]
fn a_file_in_json_says_its_kind_too() {
    let scenario = AnyScenario::from_json("{\"kind\": \"budgets\", \"seed\": 4}").unwrap();
    assert_eq!(scenario.kind(), "budgets");
    assert_eq!(scenario.get("seed"), Some(Value::Number(4.0)));
}
