//! The libraries' policies as data, and against delays worked out by hand. Those
//! that can be installed are also compared with the library itself: `libraries.rs`.

use std::collections::BTreeSet;

use retry_herd_core::{
    DelayRule, Jitter, LibraryPolicy, Policy, RetryAfterRule, Scenario, SimDuration, Source,
    TotalWait, Trace,
};

fn policy(name: &str) -> Policy {
    let library = LibraryPolicy::named(name).unwrap_or_else(|| panic!("no policy {name}"));
    library.policy
}

/// The longest luck and the shortest of one retry, in milliseconds, after the limits.
fn ends(name: &str, retry: u32) -> (f64, f64) {
    struct End(bool);
    impl retry_herd_core::Draws for End {
        fn arrival(&mut self, _: u32, _: SimDuration) -> SimDuration {
            SimDuration::ZERO
        }
        fn delay(&mut self, _: u32, _: u32, low: SimDuration, high: SimDuration) -> SimDuration {
            if self.0 { high } else { low }
        }
    }
    // Beyond the retries that are made by default, too.
    let rule = DelayRule::new(&Policy {
        max_attempts: None,
        ..policy(name)
    });
    let end = |high| {
        let mut memory = rule.first_memory();
        let mut delay = SimDuration::ZERO;
        for attempt in 1..=retry + 1 {
            let next = rule.delay(&mut End(high), 0, attempt, memory);
            (delay, memory) = (next.delay, next.memory);
        }
        delay.as_secs_f64() * 1_000.0
    };
    (end(false), end(true))
}

#[test]
fn every_row_can_be_told_apart_and_read() {
    let names: BTreeSet<_> = LibraryPolicy::all().map(|library| library.name).collect();
    assert_eq!(
        names.len(),
        LibraryPolicy::all().count(),
        "a name stands twice"
    );
    assert!(names.len() >= 60, "only {}", names.len());
    for library in LibraryPolicy::all() {
        let kebab = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
        assert!(library.name.chars().all(kebab), "{}", library.name);
        assert!(library.date.starts_with("2026"), "{}", library.name);
        for text in [library.library, library.retry_after, library.remark] {
            assert!(
                !text.is_empty() && !text.contains("  "),
                "{}: {text:?}",
                library.name
            );
        }
        assert!(library.remark.ends_with('.'), "{}", library.name);
        let ran = library.source == Source::Run;
        assert!(
            !ran || !library.version.is_empty(),
            "{}: which version?",
            library.name
        );
    }
}

#[test]
fn every_policy_fits_into_a_scenario_file() {
    for library in LibraryPolicy::all() {
        let scenario = Scenario {
            policy: library.policy,
            ..Scenario::default()
        };
        let read = Scenario::from_value(&scenario.to_value());
        assert_eq!(read.as_ref(), Ok(&scenario), "{}", library.name);
    }
}

#[test]
fn who_says_that_a_retry_after_is_not_read_ignores_it() {
    for library in LibraryPolicy::all() {
        let ignored = library.policy.retry_after.outage == RetryAfterRule::Ignore;
        let heeds = ["obeyed", "lengthens", "x-amz", "is obeyed"]
            .iter()
            .any(|word| library.retry_after.contains(word));
        assert_ne!(ignored, heeds, "{}: {}", library.name, library.retry_after);
    }
}

#[test]
fn delays_are_those_worked_out_by_hand() {
    // (policy, retry from 0, shortest, longest), in milliseconds.
    let by_hand = [
        ("aws-before-2026", 0, 0.0, 1_000.0),
        ("aws-before-2026", 5, 0.0, 20_000.0),
        ("google-gax-go", 4, 0.0, 16_000.0),
        ("google-gax-go", 5, 0.0, 30_000.0),
        ("azure-go", 0, 640.0, 1_040.0),
        ("azure-go", 1, 1_920.0, 3_120.0),
        ("azure-go", 2, 4_480.0, 7_280.0),
        ("azure-go", 6, 60_000.0, 60_000.0),
        ("temporal", 6, 64_000.0, 64_000.0),
        ("temporal", 7, 100_000.0, 100_000.0),
        (
            "dotnet-http-resilience",
            0,
            0.0,
            2_000.0 / 1.4 * 2.0 * 2.0_f64.tanh(),
        ),
        ("go-retryablehttp", 4, 16_000.0, 16_000.0),
        ("go-retryablehttp", 5, 30_000.0, 30_000.0),
        ("envoy", 0, 0.0, 25.0),
        ("envoy", 1, 0.0, 75.0),
        ("envoy", 2, 0.0, 175.0),
        ("envoy", 3, 0.0, 250.0),
        ("grpc", 0, 80.0, 120.0),
        ("grpc", 4, 800.0, 1_200.0),
        ("grpc-connection", 0, 1_000.0, 1_000.0),
        ("grpc-connection", 1, 1_280.0, 1_920.0),
        ("grpc-connection", 11, 96_000.0, 144_000.0),
        ("kafka-reconnect", 0, 40.0, 60.0),
        ("kafka-reconnect", 5, 800.0, 1_200.0),
        ("polly", 2, 2_000.0, 2_000.0),
        (
            "polly-exponential-jitter",
            0,
            0.0,
            2_000.0 / 1.4 * 2.0 * 2.0_f64.tanh(),
        ),
        ("polly-linear-jitter", 0, 1_500.0, 2_500.0),
        ("polly-linear-jitter", 2, 4_500.0, 7_500.0),
        ("polly-contrib-decorrelated", 0, 1_000.0, 3_000.0),
        ("polly-contrib-decorrelated", 1, 1_000.0, 9_000.0),
        ("polly-contrib-decorrelated", 3, 1_000.0, 30_000.0),
        ("resilience4j", 1, 500.0, 500.0),
        ("resilience4j-random", 0, 250.0, 750.0),
        ("resilience4j-random", 1, 375.0, 1_125.0),
        ("spring-retry", 1, 1_000.0, 1_000.0),
        ("spring-retry-random", 1, 200.0, 400.0),
        ("spring-retry-random", 8, 25_600.0, 30_000.0),
        ("spring-retry-random", 9, 30_000.0, 30_000.0),
        ("spring-framework", 2, 1_000.0, 1_000.0),
        ("spring-exponential", 1, 3_000.0, 3_000.0),
        ("spring-exponential", 7, 30_000.0, 30_000.0),
        ("cenkalti-backoff", 0, 250.0, 750.0),
        ("cenkalti-backoff", 12, 30_000.0, 90_000.0),
        ("kubernetes-conflict", 3, 10.0, 11.0),
        ("kubernetes-backoff", 2, 250.0, 275.0),
        ("kubernetes-reflector", 0, 800.0, 1_600.0),
        ("kubernetes-reflector", 6, 30_000.0, 60_000.0),
        ("kubernetes-workqueue", 0, 5.0, 5.0),
        ("kubernetes-workqueue", 18, 1_000_000.0, 1_000_000.0),
        ("kubernetes-crash-loop", 0, 0.0, 0.0),
        ("kubernetes-crash-loop", 1, 10_000.0, 10_000.0),
        ("kubernetes-crash-loop", 6, 300_000.0, 300_000.0),
        ("sidekiq", 0, 15_000.0, 25_000.0),
        ("sidekiq", 1, 16_000.0, 36_000.0),
        ("sidekiq", 3, 96_000.0, 136_000.0),
        ("ethernet", 0, 0.0, 0.0512),
        ("ethernet", 2, 0.0, 7.0 * 0.0512),
        ("ethernet", 9, 0.0, 1_023.0 * 0.0512),
        ("ethernet", 12, 0.0, 1_023.0 * 0.0512),
    ];
    for (name, retry, low, high) in by_hand {
        let (shortest, longest) = ends(name, retry);
        let equal = |ours: f64, theirs: f64| (ours - theirs).abs() <= 1e-6 * theirs.max(1.0);
        assert!(
            equal(shortest, low) && equal(longest, high),
            "{name}, retry {retry}: {shortest} to {longest} ms, not {low} to {high}"
        );
    }
    let tested: BTreeSet<_> = by_hand.iter().map(|&(name, ..)| name).collect();
    let read = LibraryPolicy::all().filter(|library| library.source != Source::Run);
    let untested: Vec<_> = read
        .filter(|library| !tested.contains(library.name))
        .collect();
    assert!(untested.is_empty(), "not worked out: {untested:#?}");
}

#[test]
fn total_waits_are_those_worked_out_by_hand() {
    // (policy, mean, worst), in seconds.
    let by_hand = [
        ("aws-botocore", 0.075, 0.15),
        ("stripe-node", 1.0, 1.0),
        ("openai-python", 1.3125, 1.5),
        ("azure-core-python", 4.8, 4.8),
        ("celery", 540.0, 540.0),
        ("p-retry", 1_023.0, 1_023.0),
        ("async-retry", 1_534.5, 2_046.0),
        ("kubernetes-conflict", 0.042, 0.044),
    ];
    for (name, mean, worst) in by_hand {
        let total = TotalWait::of(&policy(name)).expect("it ends");
        assert!(
            (total.mean.as_secs_f64() - mean).abs() < 1e-6,
            "{name}: {total:?}"
        );
        assert!(
            (total.worst.as_secs_f64() - worst).abs() < 1e-6,
            "{name}: {total:?}"
        );
    }
}

/// Two retries of a client without luck: how long it waits when told so many seconds,
/// and nothing if that ends its retries.
#[test]
fn a_retry_after_is_taken_as_the_library_takes_it() {
    let told = |name: &str, seconds: u64| {
        let mut scenario = Scenario {
            policy: policy(name),
            ..Scenario::default()
        };
        scenario.policy.jitter = Jitter::None;
        scenario.server.outage.length = None;
        scenario.server.retry_after = Some(SimDuration::from_secs(seconds));
        let trace = Trace::in_herd(&scenario, 0);
        trace.attempts[0].wait.map(SimDuration::as_secs_f64)
    };
    assert_eq!(told("aws-botocore", 4), Some(4.0));
    assert_eq!(told("aws-botocore", 60), Some(5.05));
    assert_eq!(told("aws-smithy-js", 60), Some(5.05));
    assert_eq!(told("openai-python", 120), Some(120.0));
    assert_eq!(told("openai-python", 121), None);
    assert_eq!(told("openai-node", 121), Some(121.0));
    assert_eq!(told("anthropic-python", 3_600), Some(3_600.0));
    assert_eq!(told("urllib3", 6 * 3_600 + 1), Some(21_600.0));
    assert_eq!(told("azure-go", 60), Some(60.0));
    assert_eq!(told("azure-go", 61), None);
    assert_eq!(told("stripe-python", 60), Some(0.5));
}

#[test]
fn rules_read_as_the_model_writes_them() {
    let rules = [
        ("aws-botocore", "U(0, min(20s, 50ms × 2ⁿ))"),
        (
            "stripe-python",
            "max(500ms, min(5s, 500ms × 2ⁿ) × U(0.5, 1))",
        ),
        ("azure-js", "min(64s, 1s × 2ⁿ) × U(0.5, 1), in whole 1ms"),
        ("azure-go", "min(1m, 800ms × (2ⁿ⁺¹ − 1) × U(0.8, 1.3))"),
        ("celery", "3m"),
        (
            "grpc-connection",
            "min(2m, 1s × 1.6ⁿ) × U(0.8, 1.2); the first without jitter",
        ),
        (
            "urllib3-jitter",
            "min(2m, min(2m, 1s × 2ⁿ) + U(0, 1s)); the first at once",
        ),
        ("polly-linear-jitter", "2s × (n + 1) × U(0.75, 1.25)"),
        (
            "polly-contrib-decorrelated",
            "U(1s, min(30s, 3 × previous))",
        ),
        (
            "cockatiel",
            "min(30s, 128ms / 1.4 × (g(tₙ) − g(tₙ₋₁))); g(t) = 2ᵗ × tanh √(4t), tₙ = n + U(0, 1)",
        ),
        ("redis-py", "min(1s, U(0, 20ms × 2ⁿ))"),
        (
            "sidekiq",
            "1s × n⁴ + 15s + U(0, 10s × (n + 1)), in whole 1s",
        ),
    ];
    for (name, rule) in rules {
        assert_eq!(policy(name).rule(), rule, "{name}");
    }
}

#[test]
fn the_table_has_every_policy_and_totals_for_those_that_end() {
    let table = LibraryPolicy::table();
    assert_eq!(table.len(), LibraryPolicy::all().count());
    for row in table {
        let ends = row.attempts.is_some() || row.deadline_s.is_some();
        assert_eq!(row.mean_total_s.is_some(), ends, "{}", row.name);
        assert!(row.mean_total_s <= row.worst_total_s, "{}", row.name);
    }
}
