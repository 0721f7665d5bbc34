//! The table of fields: what each one takes, and what it says of the rest.

#![cfg(not(target_family = "wasm"))]

use retry_herd_core::{FIELDS, Field, Kind, PRESETS, Problem, RetryAfterRule, Scenario};

/// The one line that `scenario.set(name, text)` fails with.
fn refusal(name: &str, text: &str) -> String {
    let mut scenario = Scenario::default();
    let line = scenario.set(name, text).expect_err(text).to_string();
    assert_eq!(
        scenario,
        Scenario::default(),
        "a refused value changes nothing"
    );
    assert!(!line.contains('\n'), "one line: {line}");
    line
}

fn accepted(name: &str, text: &str) -> Scenario {
    let mut scenario = Scenario::default();
    scenario.set(name, text).unwrap_or_else(|e| panic!("{e}"));
    scenario
}

#[test]
fn every_field_of_every_preset_takes_back_its_own_value() {
    for preset in PRESETS {
        let scenario = preset.scenario();
        let (mut by_value, mut by_text) = (Scenario::default(), Scenario::default());
        for field in FIELDS {
            let value = field.get(&scenario);
            field.set(&mut by_value, &value).unwrap();
            by_text.set(field.path, &value.plain()).unwrap();
        }
        assert_eq!(by_value, scenario);
        assert_eq!(by_text, scenario);
    }
}

#[test]
fn short_names_are_unique_and_name_their_field() {
    for field in FIELDS {
        let named = Field::named(field.short_name()).unwrap();
        assert_eq!(named.path, field.path);
    }
}

#[test]
fn the_end_of_a_path_names_its_field() {
    for field in FIELDS {
        for (dot, _) in field.path.match_indices('.') {
            let end = &field.path[dot + 1..];
            if end.contains('.') {
                assert_eq!(Field::named(end).unwrap().path, field.path);
            }
        }
    }
    for wrong in ["icy.cap", "budget.", ".cap", "tokens.budget", "."] {
        assert!(Field::named(wrong).is_none(), "{wrong}");
    }
}

#[test]
fn a_plain_retry_after_is_the_servers_and_the_clients_is_the_retry_rule() {
    let path = |name| Field::named(name).map(|field| field.path);
    assert_eq!(path("retry_after"), Some("server.retry_after"));
    assert_eq!(path("retry_rule"), Some("policy.retry_after"));
    let twice: Vec<&str> = FIELDS
        .iter()
        .filter(|field| field.short_name() != field.last_name())
        .map(|field| field.path)
        .collect();
    let renamed = [
        "policy.budget.scope",
        "policy.breaker.scope",
        "policy.retry_after",
    ];
    assert_eq!(twice, renamed);
    assert_eq!(path("budget"), Some(renamed[0]));
    assert_eq!(path("breaker"), Some(renamed[1]));
    assert_eq!(path("scope"), None);
}

#[test]
fn a_rule_for_each_phase_takes_back_its_own_value_as_text() {
    let scenario = accepted("retry_rule", "obey/scatter");
    let rule = scenario.policy.retry_after;
    assert_eq!(rule.outage, RetryAfterRule::Obey);
    assert_eq!(rule.overload, RetryAfterRule::Scatter);
    let plain = Field::named("retry_rule").unwrap().get(&scenario).plain();
    assert_eq!(plain, "obey/scatter");
    assert_eq!(accepted("retry_rule", &plain), scenario);
    for wrong in ["obey/", "obey/sometimes", "obey/scatter/add", ""] {
        refusal("retry_rule", wrong);
    }
}

#[test]
fn outage_means_its_length_and_attempts_means_how_many_at_most() {
    assert_eq!(Field::named("outage").unwrap().path, "server.outage.length");
    assert_eq!(
        Field::named("attempts").unwrap().path,
        "policy.max_attempts"
    );
}

#[test]
fn a_field_is_documented_on_one_line_and_says_what_it_allows() {
    for field in FIELDS {
        assert!(
            !field.doc.is_empty() && !field.doc.contains('\n'),
            "{}",
            field.path
        );
        assert!(!field.allowed().is_empty(), "{}", field.path);
    }
}

#[test]
fn both_ends_of_a_range_are_allowed_and_what_lies_beyond_is_not() {
    let mut ranges = 0;
    for field in FIELDS {
        let (inside, outside) = match field.kind {
            Kind::Whole { low, high, .. } => (
                vec![low.to_string(), high.to_string()],
                vec![(low as f64 - 1.0).to_string(), (high + 1).to_string()],
            ),
            Kind::Number { low, high, .. } => (
                vec![low.to_string(), high.to_string()],
                vec![(low - 0.001).to_string(), (high + 0.001).to_string()],
            ),
            Kind::Duration { low, high, .. } => (
                vec![low.to_string(), high.to_string()],
                vec![format!("{}ns", high.as_nanos() + 1)],
            ),
            _ => continue,
        };
        ranges += 1;
        for text in inside {
            accepted(field.path, &text);
        }
        for text in outside {
            let line = refusal(field.path, &text);
            assert!(line.contains("is out of range; allowed: "), "{line}");
        }
    }
    assert!(ranges > 10);
}

#[test]
fn a_duration_below_its_range_is_refused() {
    for name in ["horizon", "tick", "window", "cap", "deadline"] {
        assert!(refusal(name, "0s").contains("out of range"), "{name}");
    }
}

#[test]
fn a_word_is_allowed_where_its_field_has_it_and_nowhere_else() {
    assert_eq!(accepted("cap", "none").policy.cap, None);
    assert_eq!(accepted("capacity", "unlimited").server.capacity, None);
    assert_eq!(accepted("attempts", "unlimited").policy.max_attempts, None);
    assert_eq!(accepted("deadline", "none").policy.deadline, None);
    assert_eq!(accepted("outage", "forever").server.outage.length, None);
    refusal("cap", "unlimited");
    refusal("outage", "none");
    refusal("base", "none");
    refusal("clients", "unlimited");
}

#[test]
fn names_and_words_are_lower_case() {
    refusal("jitter", "Full");
    refusal("Jitter", "full");
    refusal("cap", "None");
    refusal("cap", "30S");
}

#[test]
fn numbers_may_come_as_text_with_underscores_or_an_exponent() {
    for text in ["5000", "5_000", " 5000 ", "5e3", "5000.0"] {
        assert_eq!(accepted("clients", text).fleet.clients, 5_000, "{text}");
    }
    for text in [
        "", "5,000", "5 000", "_5000", "5000_", "5__000", "0x10", "many", "inf", "NaN",
    ] {
        let line = refusal("clients", text);
        assert!(line.contains("is not a whole number"), "{line}");
    }
    refusal("clients", "5000.5");
    refusal("factor", "inf");
    refusal("factor", "nan");
}

#[test]
fn draws_are_a_list_of_fractions_with_or_without_brackets() {
    for text in ["0.461, 0.2095", "[0.461,0.2095]", " [ 0.461 , 0.2095 ] "] {
        assert_eq!(accepted("draws", text).draws, [0.461, 0.2095], "{text}");
    }
    for text in ["", "[]"] {
        assert!(accepted("draws", text).draws.is_empty(), "{text}");
    }
    for text in ["1", "-0.1", "0.5, 1.0"] {
        assert!(refusal("draws", text).contains("out of range"), "{text}");
    }
    for text in ["0.5,", "half", "[0.5", "0.5 0.5"] {
        assert!(
            refusal("draws", text).contains("not a list of numbers"),
            "{text}"
        );
    }
}

#[test]
fn a_scenarios_name_is_a_short_line_of_text() {
    assert_eq!(accepted("name", " our service ").name, "our service");
    refusal("name", "");
    refusal("name", "two\nlines");
    refusal("name", &"x".repeat(81));
}

#[test]
fn every_error_names_the_field_the_value_and_what_is_allowed() {
    let lines = [
        (
            ("policy.cap", "10 parsecs"),
            r#"policy.cap: "10 parsecs" is not a duration; allowed: "none" or 1ms to 24h, such as "30s""#,
        ),
        (
            ("cap", "30"),
            r#"policy.cap: "30" has no unit; allowed: "none" or 1ms to 24h, such as "30s""#,
        ),
        (
            ("clients", "0"),
            r#"fleet.clients: "0" is out of range; allowed: a whole number from 1 to 10000000"#,
        ),
        (
            ("jitter", "some"),
            r#"policy.jitter: "some" is not one of the names; allowed: none, full, equal, decorrelated, proportional, range, added, median-first"#,
        ),
        (
            ("policy.cpa", "10s"),
            r#"policy.cpa: no such field (it was given "10s"); did you mean policy.cap?"#,
        ),
        (
            ("jiter", "full"),
            r#"jiter: no such field (it was given "full"); did you mean policy.jitter?"#,
        ),
    ];
    for ((name, text), line) in lines {
        assert_eq!(refusal(name, text), line);
    }
}

#[test]
fn an_unknown_name_near_to_nothing_is_told_all_there_are() {
    let line = refusal("xylophone", "1");
    for field in FIELDS {
        assert!(line.contains(field.path), "{line}");
    }
}

#[test]
fn a_long_or_broken_value_is_shown_short_and_on_one_line() {
    let line = refusal("cap", &"very\nlong\t".repeat(50));
    assert!(line.len() < 200, "{line}");
}

#[test]
fn a_server_that_could_serve_nobody_is_refused_by_name() {
    let mut scenario = accepted("capacity", "5");
    assert_eq!(
        scenario.validate().unwrap_err().to_string(),
        "server.capacity: 5 a second is less than one request in a tick of 100ms; \
         allowed: at least 10, or a longer server.tick"
    );
    scenario.set("tick", "200ms").unwrap();
    assert_eq!(scenario.validate(), Ok(()));
}

#[test]
fn a_server_that_could_let_nobody_in_is_refused_by_name() {
    let scenario = accepted("admission", "5");
    assert_eq!(
        scenario.validate().unwrap_err().to_string(),
        "server.admission: 5 a second is less than one request in a tick of 100ms; \
         allowed: at least 10, or a longer server.tick"
    );
}

#[test]
fn a_horizon_of_too_many_ticks_or_windows_is_refused_by_name() {
    let mut scenario = accepted("horizon", "720h");
    assert_eq!(
        scenario.validate().unwrap_err().to_string(),
        "server.tick: 100ms is too short for a horizon of 720h; \
         allowed: at least 259200us, or a shorter horizon"
    );
    scenario.set("tick", "1s").unwrap();
    let error = scenario.validate().unwrap_err();
    assert_eq!(error.field, "observe.window");
    scenario.set("window", "259200us").unwrap();
    assert_eq!(scenario.validate(), Ok(()));
}

#[test]
fn a_factor_next_to_one_is_refused_and_one_itself_is_not() {
    for (factor, fine) in [("1", true), ("1.0005", false), ("1.001", true)] {
        let result = accepted("factor", factor).validate();
        assert_eq!(result.is_ok(), fine, "{factor}");
        let conflict = |e| {
            matches!(
                e,
                retry_herd_core::FieldError {
                    problem: Problem::Conflict(_),
                    ..
                }
            )
        };
        assert!(fine || result.is_err_and(conflict));
    }
}

/// Windows count in 32 bits: ten million clients that try in each of 3,600 ticks
/// would be 36 thousand million attempts in one of them.
#[test]
fn a_window_that_could_see_more_attempts_than_it_counts_is_refused_by_name() {
    let mut scenario = accepted("clients", "10000000");
    scenario.set("window", "42700ms").unwrap();
    assert_eq!(scenario.validate(), Ok(()));
    scenario.set("window", "1h").unwrap();
    assert_eq!(
        scenario.validate().unwrap_err().to_string(),
        "observe.window: 1h is too long to count the attempts of 10000000 clients; \
         allowed: at most 42700ms, or a longer server.tick, or fewer clients"
    );
}

/// What `scenario.validate()` says of the fields that these texts set.
fn conflict(fields: &[(&str, &str)]) -> String {
    let mut scenario = Scenario::default();
    for (name, text) in fields {
        scenario.set(name, text).unwrap();
    }
    scenario.validate().expect_err("a conflict").to_string()
}

#[test]
fn layers_that_never_end_or_would_need_a_memory_are_refused_by_name() {
    assert_eq!(
        conflict(&[("layers", "3")]),
        "policy.layers: 3 layers without a last attempt: the inner one never lets go; \
         allowed: 1, or a policy.max_attempts"
    );
    assert_eq!(
        conflict(&[
            ("layers", "2"),
            ("attempts", "3"),
            ("jitter", "decorrelated")
        ]),
        "policy.layers: 2 layers cannot share what decorrelated jitter remembers; \
         allowed: 1, or another policy.jitter"
    );
    assert_eq!(
        conflict(&[("layers", "10"), ("attempts", "4")]),
        "policy.layers: 10 layers of 4 attempts make more than 1000000; \
         allowed: fewer, or a lower policy.max_attempts"
    );
    assert_eq!(
        conflict(&[("layers", "10"), ("attempts", "1000000")]),
        "policy.layers: 10 layers of 1000000 attempts make more than 1000000; \
         allowed: fewer, or a lower policy.max_attempts"
    );
}

#[test]
fn a_date_of_less_than_a_second_is_refused_by_name() {
    let form = ("retry_after_form", "date");
    assert_eq!(
        conflict(&[("retry_after", "600ms"), form]),
        "server.retry_after: 600ms is less than a date, which has whole seconds, can say; \
         allowed: at least 1s, or a server.retry_after_form of \"seconds\""
    );
    let line = conflict(&[("retry_after", "2s"), ("shed_retry_after", "1ms"), form]);
    assert!(
        line.starts_with("server.shed_retry_after: 1ms is less"),
        "{line}"
    );
    let mut none_for_the_shed = accepted("shed_retry_after", "0s");
    none_for_the_shed.set(form.0, form.1).unwrap();
    assert_eq!(none_for_the_shed.validate(), Ok(()));
}

#[test]
fn a_budget_finer_than_it_is_counted_is_refused_by_name() {
    assert_eq!(
        conflict(&[("per_second", "0.0005")]),
        "policy.budget.per_second: 0.0005 is finer than a thousandth; \
         allowed: 0 to 1000000, in whole thousandths"
    );
    for fine in ["0", "0.001", "0.3", "999999.999", "1000000"] {
        assert_eq!(accepted("per_second", fine).validate(), Ok(()), "{fine}");
    }
}
