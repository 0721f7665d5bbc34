//! Retry budgets and circuit breakers: what holds however the clients behave.

#![cfg(not(target_family = "wasm"))]

#[path = "support/behaviours.rs"]
mod behaviours;
#[path = "support/recorder.rs"]
mod recorder;
#[path = "support/scenarios.rs"]
mod scenarios;

use std::collections::BTreeMap;

use behaviours::all_scenarios;
use proptest::prelude::*;
use recorder::events;
use retry_herd_core::{
    Breaker, Budget, Event, GaveUp, Growth, Jitter, Outcome, Run, Scenario, Scope, SimDuration,
    SimTime, Trace,
};

const SECOND: u64 = 1_000_000_000;
/// Of a token.
const MILLIONTH: u128 = 1_000_000;

fn seconds(seconds: u64) -> SimDuration {
    SimDuration::from_secs(seconds)
}

/// So many clients fail at once, and the server never comes back.
fn in_vain(clients: u32) -> Scenario {
    let mut scenario = Scenario::default();
    scenario.fleet.clients = clients;
    scenario.fleet.arrivals = SimDuration::ZERO;
    scenario.server.outage.length = None;
    scenario
}

fn fleet_budget(share: f64, per_second: f64, tokens: u32) -> Budget {
    Budget {
        scope: Scope::Fleet,
        share,
        per_second,
        tokens,
    }
}

fn retries(events: &[Event]) -> u128 {
    events.iter().filter(|event| event.attempt > 1).count() as u128
}

/// All tokens that there can have been, in millionths, if `spilt` first requests came to
/// a full bucket and time counts from `from` to `to`.
fn supply(budget: &Budget, firsts: u128, from: SimTime, to: SimTime) -> u128 {
    let shares = (budget.share * 1e6).round() as u128 * firsts;
    let per_second = (budget.per_second * 1e3).round() as u128;
    let time = u128::from((to - from).as_nanos()) * per_second * 1_000 / u128::from(SECOND);
    u128::from(budget.tokens) * MILLIONTH + shares + time
}

fn breaker(scope: Scope) -> Breaker {
    Breaker {
        scope,
        threshold: 5,
        open_for: seconds(30),
        probes: 1,
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(500))]

    #[test]
    fn a_fleet_never_retries_more_than_its_budget_allows(
        mut scenario in all_scenarios(),
        share in prop::sample::select(vec![0.0, 0.2, 1.0]),
        per_second in 0..20_000_u32,
        tokens in 1..20_u32,
    ) {
        let budget = fleet_budget(share, f64::from(per_second) / 1_000.0, tokens);
        scenario.policy.budget = budget;
        let events = events(&scenario);
        let firsts = events.iter().filter(|event| event.attempt == 1).count() as u128;
        let end = events.iter().map(|event| event.answered).max().unwrap_or(SimTime::ZERO);
        let supply = supply(&budget, firsts, SimTime::ZERO, end);
        prop_assert!(retries(&events) * MILLIONTH <= supply);
    }

    #[test]
    fn no_client_retries_more_than_its_own_budget_allows(
        mut scenario in all_scenarios(),
        tokens in 1..6_u32,
    ) {
        scenario.policy.budget = Budget {
            scope: Scope::Client,
            ..fleet_budget(1.0, 0.0, tokens)
        };
        prop_assert!(events(&scenario).iter().all(|event| event.attempt <= tokens + 1));
    }

    /// Whatever comes before and after: with an answer at once, a probe that fails opens
    /// the breaker again.
    #[test]
    fn a_broken_server_sees_the_threshold_and_then_one_probe_each_open_time(
        mut scenario in all_scenarios(),
        threshold in 1..10_u32,
        tenths in 1..100_u64,
        probes in 1..4_u32,
        scope in prop::sample::select(vec![Scope::Client, Scope::Fleet]),
    ) {
        scenario.server.outage.start = SimDuration::ZERO;
        scenario.server.outage.length = None;
        let open_for = SimDuration::from_nanos(tenths * SECOND / 10);
        scenario.policy.breaker = Breaker { scope, threshold, open_for, probes };
        let mut seen = BTreeMap::<u32, u64>::new();
        for event in events(&scenario) {
            let of = if scope == Scope::Fleet { 0 } else { event.client };
            *seen.entry(of).or_default() += u64::from(event.outcome == Outcome::Wasted);
        }
        let most = u64::from(threshold) + scenario.horizon.as_nanos() / open_for.as_nanos() + 1;
        prop_assert!(seen.values().all(|&seen| seen <= most), "{seen:?} > {most}");
    }

    #[test]
    fn the_laws_of_the_report_hold_with_a_breaker(mut scenario in all_scenarios()) {
        scenario.policy.breaker = breaker(Scope::Fleet);
        let report = Run::new(&scenario).finish().report();
        let requests = report.requests;
        prop_assert_eq!(requests.wasted + requests.after_recovery, requests.total);
        prop_assert_eq!(report.served + report.gave_up + report.unfinished, report.clients);
        prop_assert!(requests.short_circuited.is_some());
    }
}

/// 1,000 clients a second that try again for as long as they may: no token is left over.
#[test]
fn of_a_saturated_budget_every_token_is_used() {
    let mut scenario = in_vain(10_000);
    scenario.fleet.arrivals = seconds(10);
    scenario.policy.growth = Growth::Fixed;
    scenario.policy.base = SimDuration::from_millis(50);
    let budget = fleet_budget(0.2, 10.0, 25);
    scenario.policy.budget = budget;
    let events = events(&scenario);
    let first = events.iter().map(|event| event.at).min().expect("some");
    let last = events.iter().map(|event| event.at).max().expect("some");
    // The first request's share is spilt, and what time brought before it.
    let supply = supply(&budget, 9_999, first, last);
    assert_eq!(retries(&events), supply / MILLIONTH);
    assert!(retries(&events) > 2_100, "{}", retries(&events));
}

/// 10 tokens and 99 shares of a fifth, the first one being spilt, are 29.8.
#[test]
fn of_a_hundred_clients_a_budget_of_ten_and_a_fifth_lets_twenty_nine_retry() {
    let mut scenario = in_vain(100);
    scenario.policy.budget = fleet_budget(0.2, 0.0, 10);
    let report = Run::new(&scenario).finish().report();
    assert_eq!(report.requests.total, 129);
    assert_eq!(report.gave_up, 100);
    // Who comes first takes first, then every fifth client.
    let retried: Vec<u32> = events(&scenario)
        .iter()
        .filter(|event| event.attempt == 2)
        .map(|event| event.client)
        .collect();
    let mut expected: Vec<u32> = (0..12).chain((15..100).step_by(5)).collect();
    expected.sort_unstable();
    let mut sorted = retried;
    sorted.sort_unstable();
    assert_eq!(sorted, expected);
    assert_eq!(Trace::in_herd(&scenario, 12).gave_up, Some(GaveUp::Budget));
}

/// One token every 10 s lets a client that tries every second retry every 10 s; it gives
/// up at once where there is none.
#[test]
fn time_fills_a_clients_own_budget() {
    let mut scenario = in_vain(3);
    scenario.policy.growth = Growth::Fixed;
    scenario.policy.base = seconds(10);
    scenario.policy.jitter = Jitter::None;
    scenario.policy.budget = Budget {
        scope: Scope::Client,
        share: 0.0,
        per_second: 0.1,
        tokens: 1,
    };
    scenario.horizon = seconds(100);
    let attempts = |scenario: &Scenario| Run::new(scenario).finish().report().requests.total;
    assert_eq!(attempts(&scenario), 30);
    scenario.policy.base = SimDuration::from_millis(9_900);
    assert_eq!(attempts(&scenario), 6);
}

/// Five failures open it; then one attempt gets through at 30 s, one at 60 s, …
#[test]
fn a_shared_breaker_keeps_a_whole_fleet_from_a_broken_server() {
    let mut scenario = in_vain(1_000);
    scenario.policy.growth = Growth::Fixed;
    scenario.policy.base = seconds(1);
    scenario.policy.jitter = Jitter::None;
    scenario.policy.max_attempts = Some(120);
    scenario.policy.breaker = breaker(Scope::Fleet);
    let report = Run::new(&scenario).finish().report();
    // At 0, 30, 60 and 90 s.
    assert_eq!(report.requests.total, 5 + 3);
    assert_eq!(report.requests.short_circuited, Some(120_000 - 8));
    assert_eq!(
        report.gave_up, 1_000,
        "what is stopped counts as an attempt"
    );
    let stopped = Trace::in_herd(&scenario, 500);
    assert_eq!(stopped.attempts[0].outcome, Outcome::ShortCircuited);
    assert_eq!(stopped.attempts[0].wait, Some(seconds(1)));
}

#[test]
fn breakers_of_their_own_let_every_client_find_out_by_itself() {
    let mut scenario = in_vain(1_000);
    scenario.policy.growth = Growth::Fixed;
    scenario.policy.base = seconds(1);
    scenario.policy.jitter = Jitter::None;
    scenario.policy.max_attempts = Some(30);
    scenario.policy.breaker = breaker(Scope::Client);
    let report = Run::new(&scenario).finish().report();
    assert_eq!(report.requests.total, 5_000);
    assert_eq!(report.requests.short_circuited, Some(25_000));
}

#[test]
fn once_the_server_is_back_a_breaker_closes_and_all_are_served() {
    for probes in [1, 3] {
        let mut scenario = Scenario::default();
        scenario.policy.breaker = Breaker {
            probes,
            ..breaker(Scope::Fleet)
        };
        let report = Run::new(&scenario).finish().report();
        assert_eq!(report.served, 2_000);
        assert!(report.requests.wasted <= 6, "{:?}", report.requests);
    }
}

/// A breaker's failure is the client's own: no Retry-After comes with it, and it is
/// never fatal.
#[test]
fn what_a_breaker_stops_is_retried_by_the_clients_own_delay() {
    let mut scenario = in_vain(1);
    scenario.server.retry_after = Some(seconds(100));
    scenario.policy.retry_after.outage = retry_herd_core::RetryAfterRule::Obey;
    scenario.policy.jitter = Jitter::None;
    scenario.policy.breaker = Breaker {
        threshold: 1,
        open_for: seconds(1_000),
        ..breaker(Scope::Fleet)
    };
    let steps = Trace::in_herd(&scenario, 0).attempts;
    assert_eq!(steps[0].wait, Some(seconds(100)));
    assert_eq!(steps[1].outcome, Outcome::ShortCircuited);
    assert_eq!((steps[1].reply, steps[1].wait), (None, Some(seconds(2))));
}

#[test]
fn with_none_of_them_the_report_does_not_speak_of_them() {
    let report = Run::new(&Scenario::default()).finish().report();
    assert_eq!(report.requests.short_circuited, None);
    assert_eq!(report.to_value().at("requests.short_circuited"), None);
}
