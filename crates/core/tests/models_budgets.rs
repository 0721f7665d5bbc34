//! The budgets model: its laws, closed forms, and the published figures.
#![cfg(feature = "models")]

mod models_support;

use models_support::Sample;
use retry_herd_core::models::{Budgets, BudgetsReport, Callers, Guard, Model, Strategy};
use retry_herd_core::{Growth, Jitter, SimDuration};

const FAILURE_RATES: [f64; 6] = [0.0, 0.02, 0.1, 0.5, 0.9, 1.0];

fn budgets(strategy: Strategy, failure_rate: f64) -> Budgets {
    Budgets {
        failure_rate,
        ..Budgets::published(strategy)
    }
}

fn runs(settings: &Budgets, seeds: u64) -> Vec<BudgetsReport> {
    let of = |seed| Budgets {
        seed,
        ..settings.clone()
    };
    (0..seeds).map(|seed| of(seed).run()).collect()
}

/// Success and load, in per cent.
fn percents(settings: &Budgets, seeds: u64) -> (Sample, Sample) {
    let runs = runs(settings, seeds);
    (
        Sample::of(runs.iter().map(|run| run.success_percent)),
        Sample::of(runs.iter().map(|run| run.load_percent)),
    )
}

fn with_backoff(mut settings: Budgets) -> Budgets {
    settings.policy.growth = Growth::Exponential;
    settings.policy.base = SimDuration::from_millis(100);
    settings.policy.factor = 2.0;
    settings.policy.jitter = Jitter::Full;
    settings
}

#[test]
fn retries_without_a_guard_follow_their_closed_forms() {
    for failure_rate in FAILURE_RATES {
        for retries in [0, 1, 3, 7] {
            let mut settings = budgets(Strategy::ThreeRetries, failure_rate);
            settings.policy.max_attempts = Some(retries + 1);
            let lost = failure_rate.powi(retries as i32 + 1);
            let attempts: f64 = (0..=retries).map(|n| failure_rate.powi(n as i32)).sum();
            let (success, load) = percents(&settings, 8);
            let what = format!("{retries} retries at {failure_rate}");
            // What next to never happens may not happen in 160,000 calls.
            success.agrees(&what, 100.0 * (1.0 - lost), 0.0, 0.002);
            load.agrees(&what, 100.0 * attempts, 0.0, 0.002);
        }
    }
}

#[test]
fn the_four_strategies_at_a_tenth_of_failures_are_as_published() {
    let published = [
        (Strategy::NoRetries, 90.2, 100.0),
        (Strategy::ThreeRetries, 100.0, 111.0),
        (Strategy::TokenBucket, 98.8, 110.0),
        (Strategy::CircuitBreaker, 92.9, 103.0),
    ];
    for (strategy, success, load) in published {
        let (ours_success, ours_load) = percents(&budgets(strategy, 0.1), 16);
        // The published ones are single runs: four times the error of sixteen.
        let what = format!("{strategy:?}");
        ours_success.agrees(&what, success, 4.0 * ours_success.error, 0.05);
        ours_load.agrees(&what, load, 4.0 * ours_load.error, 0.5);
    }
}

#[test]
fn the_same_traffic_over_more_clients_weakens_a_bucket_per_client() {
    for (clients, published) in [(10, 112.0), (100, 130.0), (1_000, 182.0)] {
        let settings = Budgets {
            clients,
            rate: 100.0 / f64::from(clients),
            ..budgets(Strategy::TokenBucket, 0.5)
        };
        let (_, load) = percents(&settings, 16);
        let what = format!("{clients} clients");
        load.agrees(&what, published, 4.0 * load.error, 0.5);
    }
}

#[test]
fn every_run_keeps_its_laws() {
    for strategy in Strategy::ALL {
        for failure_rate in FAILURE_RATES {
            for callers in [Callers::Stream, Callers::Serial] {
                let settings = Budgets {
                    callers,
                    ..budgets(strategy, failure_rate)
                };
                laws(&settings, &settings.run());
            }
        }
    }
}

fn laws(settings: &Budgets, run: &BudgetsReport) {
    assert_eq!(run.calls, run.succeeded + run.failed);
    assert_eq!(run.attempts, run.succeeded + run.failed_attempts);
    assert!(run.attempts >= run.calls && run.failed_attempts >= run.failed);
    let retries = (run.attempts - run.calls) as f64;
    let most = settings.policy.max_attempts.map(|most| most - 1);
    assert!(most.is_none_or(|most| retries <= f64::from(most) * run.calls as f64));
    if settings.guard == Guard::Bucket {
        let first = settings.bucket_size * run.clients as f64;
        let later = settings.bucket_deposit * run.calls as f64;
        assert!(retries <= first + later + 1e-6, "a retry takes a token");
    }
}

#[test]
fn a_bucket_in_the_long_run_lets_a_tenth_through_however_much_fails() {
    for failure_rate in [0.3, 0.5, 0.9] {
        let mut long = budgets(Strategy::TokenBucket, failure_rate);
        long.horizon = SimDuration::from_secs(2_000);
        long.clients = 10;
        let load = long.run().load_percent;
        // 4 of 20,000 calls of each client come from the full bucket.
        assert!((load - 110.0).abs() < 0.1, "{load} at {failure_rate}");
    }
}

#[test]
fn a_breaker_is_open_at_the_first_failure_and_closed_without_any() {
    let all_fail = budgets(Strategy::CircuitBreaker, 1.0).run();
    assert_eq!(all_fail.attempts, all_fail.calls);
    let none_fail = budgets(Strategy::CircuitBreaker, 0.0).run();
    assert_eq!(none_fail.succeeded, none_fail.calls);
    // Half as many failures as it takes: it opens at bad luck only.
    let few_fail = budgets(Strategy::CircuitBreaker, 0.02).run();
    assert!(few_fail.success_percent > 99.5);
}

#[test]
fn a_guard_that_never_says_no_is_none() {
    let plain = budgets(Strategy::ThreeRetries, 0.5);
    let bucket = Budgets {
        guard: Guard::Bucket,
        bucket_size: 1e6,
        ..plain.clone()
    };
    let breaker = Budgets {
        guard: Guard::Breaker,
        breaker_threshold: 1e3,
        ..plain.clone()
    };
    assert_eq!(plain.run(), bucket.run());
    assert_eq!(plain.run(), breaker.run());
}

#[test]
fn a_bucket_of_one_token_never_gives_it() {
    let mut empty = budgets(Strategy::TokenBucket, 0.5);
    empty.bucket_size = 1.0;
    let run = empty.run();
    assert_eq!(run.attempts, run.calls);
}

#[test]
fn backoff_changes_nothing_for_a_stream_of_callers() {
    // Not in the mean: whether an attempt fails belongs to the attempt, so every
    // call ends as it did, only later.
    let at_once = budgets(Strategy::ThreeRetries, 0.5);
    assert_eq!(at_once.run(), with_backoff(at_once.clone()).run());
}

#[test]
fn backoff_cuts_the_work_of_callers_that_wait_for_themselves() {
    let serial = Budgets {
        callers: Callers::Serial,
        ..budgets(Strategy::ThreeRetries, 0.5)
    };
    let at_once = serial.run();
    let backed_off = with_backoff(serial).run();
    assert!(
        (backed_off.attempts as f64) < 0.9 * at_once.attempts as f64,
        "{} of {}",
        backed_off.attempts,
        at_once.attempts
    );
}

#[test]
fn a_serial_caller_makes_no_more_calls_than_fit_one_after_the_other() {
    let busy = Budgets {
        callers: Callers::Serial,
        clients: 20,
        rate: 10_000.0,
        ..budgets(Strategy::NoRetries, 0.0)
    };
    // Two hops of 10 ms a call: 1,000 calls in 20 s, with a deviation of √500.
    let calls = runs(&busy, 8)
        .into_iter()
        .map(|run| run.calls as f64 / 20.0);
    Sample::of(calls).agrees("calls of a client", 1_000.0, 0.0, 1.0);
}

#[test]
fn calls_come_at_the_rate_that_was_asked_for() {
    let settings = budgets(Strategy::NoRetries, 0.0);
    let calls = runs(&settings, 16).into_iter().map(|run| run.calls as f64);
    // 100 clients: the first call, and 200 more.
    Sample::of(calls).agrees("calls", 20_100.0, 0.0, 2.0);
}

#[test]
fn four_strategies_meet_the_same_calls() {
    let calls = Strategy::ALL.map(|strategy| budgets(strategy, 0.3).run().calls);
    assert!(calls.iter().all(|&count| count == calls[0]));
}
