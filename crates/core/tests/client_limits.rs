//! What ends a client's retries, or moves them, beside its own attempts and deadline:
//! each behaviour by what would not hold without it.

#![cfg(not(target_family = "wasm"))]

#[path = "support/recorder.rs"]
mod recorder;

use std::collections::BTreeMap;

use recorder::events;
use retry_herd_core::{
    Beyond, DelayRule, GaveUp, Growth, Header, Jitter, Report, RetryAfter, RetryAfterForm,
    RetryAfterRule, Run, Scenario, SimDuration, SimTime, Trace, Value,
};

const SECOND: u64 = 1_000_000_000;

fn seconds(seconds: u64) -> SimDuration {
    SimDuration::from_secs(seconds)
}

fn report(scenario: &Scenario) -> Report {
    Run::new(scenario).finish().report()
}

/// So many clients fail at once, and the server never comes back.
fn in_vain(clients: u32) -> Scenario {
    let mut scenario = Scenario::default();
    scenario.fleet.clients = clients;
    scenario.fleet.arrivals = SimDuration::ZERO;
    scenario.server.outage.length = None;
    scenario
}

/// The same rule for the outage and for overload.
fn always(rule: RetryAfterRule) -> RetryAfter {
    RetryAfter {
        outage: rule,
        overload: rule,
    }
}

#[test]
fn if_every_failure_is_fatal_each_client_makes_one_attempt() {
    let mut scenario = in_vain(500);
    scenario.policy.fatal = 1.0;
    let report = report(&scenario);
    assert_eq!(report.requests.total, 500);
    assert_eq!(report.gave_up, 500);
    assert_eq!(Trace::in_herd(&scenario, 7).gave_up, Some(GaveUp::Fatal));
}

/// Of 100,000 clients with three attempts each 0.9 are left for the second attempt and
/// 0.81 for the third, within four standard deviations.
#[test]
fn a_tenth_of_the_failures_is_fatal_whichever_attempt_it_is() {
    let mut scenario = in_vain(100_000);
    scenario.policy.fatal = 0.1;
    scenario.policy.max_attempts = Some(3);
    let mut attempts = BTreeMap::<u32, f64>::new();
    for event in events(&scenario) {
        *attempts.entry(event.attempt).or_default() += 1.0;
    }
    for (attempt, share) in [(2, 0.9_f64), (3, 0.81)] {
        let sd = (100_000.0 * share * (1.0 - share)).sqrt();
        let expected = 100_000.0 * share;
        assert!(
            (attempts[&attempt] - expected).abs() < 4.0 * sd,
            "{attempts:?}"
        );
    }
}

/// One attempt a second each: those of second `t` are by clients whose patience is
/// longer than `t`, `N e^(−rt)` of them.
#[test]
fn the_same_share_of_those_who_wait_leaves_in_every_second() {
    let rate = 0.02;
    let mut scenario = in_vain(100_000);
    scenario.fleet.leaving = rate;
    scenario.horizon = seconds(200);
    scenario.policy.growth = Growth::Fixed;
    scenario.policy.jitter = Jitter::None;
    let mut by_second = BTreeMap::<u64, f64>::new();
    for event in events(&scenario) {
        *by_second.entry(event.at.as_nanos() / SECOND).or_default() += 1.0;
    }
    for (second, left) in by_second {
        let share = (-rate * second as f64).exp();
        let sd = (100_000.0 * share * (1.0 - share)).sqrt();
        let expected = 100_000.0 * share;
        assert!((left - expected).abs() <= 4.5 * sd, "{second} s: {left}");
    }
}

#[test]
fn who_left_gave_up_and_is_told_apart() {
    let mut scenario = in_vain(1_000);
    scenario.fleet.leaving = 0.1;
    let report = report(&scenario);
    assert_eq!((report.gave_up, report.left), (1_000, Some(1_000)));
    assert_eq!(
        report.to_value().at("left").and_then(Value::as_number),
        Some(1_000.0)
    );
    assert_eq!(Trace::in_herd(&scenario, 7).gave_up, Some(GaveUp::Left));
    let mut patient = scenario.clone();
    patient.fleet.leaving = 0.0;
    let report = self::report(&patient);
    assert_eq!(report.left, None);
    assert_eq!(report.to_value().at("left"), None);
}

#[test]
fn three_layers_of_three_attempts_make_twenty_seven_requests_of_one() {
    for (layers, attempts, requests) in [(3, 3, 27), (3, 4, 64), (5, 3, 243), (1, 7, 7), (4, 1, 1)]
    {
        let mut scenario = in_vain(1);
        scenario.policy.layers = layers;
        scenario.policy.max_attempts = Some(attempts);
        scenario.policy.growth = Growth::Fixed;
        scenario.policy.base = SimDuration::from_millis(200);
        assert_eq!(scenario.validate(), Ok(()));
        assert_eq!(report(&scenario).requests.total, requests);
        assert_eq!(report(&scenario).gave_up, 1);
        let trace = Trace::in_herd(&scenario, 0);
        assert_eq!(trace.gave_up, Some(GaveUp::Attempts));
    }
}

/// Two layers of 3 attempts from 1 s, doubling: the inner one waits 1 and 2 s each time,
/// between its turns the outer one waits 1 and 2 s.
#[test]
fn each_layer_waits_by_its_own_retries() {
    let mut scenario = in_vain(1);
    scenario.policy.layers = 2;
    scenario.policy.max_attempts = Some(3);
    scenario.policy.jitter = Jitter::None;
    let steps = Trace::in_herd(&scenario, 0).attempts;
    let waits: Vec<_> = steps.iter().filter_map(|step| step.wait).collect();
    assert_eq!(waits, [1, 2, 1, 1, 2, 2, 1, 2].map(seconds));
    let retries = steps
        .iter()
        .filter_map(|step| step.terms.map(|terms| terms.retry));
    assert_eq!(retries.collect::<Vec<_>>(), [0, 1, 0, 0, 1, 1, 0, 1]);
}

/// Clients fail all through 10 s, and are told to come back in 30 s.
fn dated() -> Scenario {
    let mut scenario = in_vain(5_000);
    scenario.fleet.arrivals = seconds(10);
    scenario.server.retry_after = Some(seconds(30));
    scenario.server.retry_after_form = RetryAfterForm::Date;
    scenario.policy.retry_after = always(RetryAfterRule::Obey);
    scenario.policy.max_attempts = Some(2);
    scenario
}

#[test]
fn all_who_are_sent_the_same_date_come_back_at_the_same_moment() {
    let mut scenario = dated();
    let moments = |scenario: &Scenario| {
        let mut moments = BTreeMap::<SimTime, u32>::new();
        for event in events(scenario).iter().filter(|event| event.attempt == 2) {
            *moments.entry(event.at).or_default() += 1;
        }
        moments
    };
    let dated = moments(&scenario);
    let whole: Vec<u64> = dated.keys().map(|at| at.as_nanos() / SECOND).collect();
    assert_eq!(whole, (30..40).collect::<Vec<_>>());
    assert!(dated.keys().all(|at| at.as_nanos().is_multiple_of(SECOND)));
    assert!(dated.values().all(|&count| count > 400), "{dated:?}");
    scenario.server.retry_after_form = RetryAfterForm::Seconds;
    assert_eq!(moments(&scenario).len(), 5_000);
}

#[test]
fn a_trace_keeps_the_header_as_it_was_sent() {
    let mut scenario = dated();
    let first = |scenario: &Scenario| Trace::in_herd(scenario, 3).attempts[0].clone();
    let step = first(&scenario);
    let reply = step.reply.expect("a reply");
    let come = (step.at.as_nanos() + 30 * SECOND) / SECOND;
    assert_eq!(
        reply.header.to_string(),
        format!("Thu, 01 Jan 1970 00:00:{come} GMT")
    );
    assert_eq!(step.at + reply.after, SimTime::from_nanos(come * SECOND));
    scenario.server.retry_after_form = RetryAfterForm::Seconds;
    let reply = first(&scenario).reply.expect("a reply");
    assert_eq!(reply.header, Header::Seconds(seconds(30)));
    assert_eq!(reply.header.to_string(), "30");
}

#[test]
fn a_retry_after_above_the_limit_is_ignored_or_cut_or_the_end() {
    let mut scenario = in_vain(1);
    scenario.server.retry_after = Some(seconds(300));
    scenario.policy.retry_after = always(RetryAfterRule::Obey);
    scenario.policy.retry_after_limit = Some(seconds(120));
    scenario.policy.jitter = Jitter::None;
    scenario.policy.max_attempts = Some(2);
    let waited = |beyond: Beyond| {
        let mut scenario = scenario.clone();
        scenario.policy.retry_after_beyond = beyond;
        let trace = Trace::in_herd(&scenario, 0);
        (trace.attempts[0].wait, trace.gave_up)
    };
    let out = Some(GaveUp::Attempts);
    assert_eq!(waited(Beyond::Ignore), (Some(seconds(1)), out));
    assert_eq!(waited(Beyond::Cut), (Some(seconds(120)), out));
    assert_eq!(waited(Beyond::GiveUp), (None, Some(GaveUp::RetryAfter)));
    scenario.server.retry_after = Some(seconds(120));
    for &beyond in Beyond::ALL {
        assert_eq!(scenario.clone().server.retry_after, Some(seconds(120)));
        let mut scenario = scenario.clone();
        scenario.policy.retry_after_beyond = beyond;
        let trace = Trace::in_herd(&scenario, 0);
        assert_eq!(trace.attempts[0].wait, Some(seconds(120)), "{beyond:?}");
    }
}

/// From 4 s without jitter: what the server says counts between 4 and 9 s.
#[test]
fn near_takes_the_servers_word_within_five_seconds_of_the_own_delay() {
    let mut scenario = in_vain(1);
    scenario.policy.base = seconds(4);
    scenario.policy.jitter = Jitter::None;
    scenario.policy.retry_after = always(RetryAfterRule::Near);
    for (said, waited) in [(1, 4), (4, 4), (6, 6), (9, 9), (10, 9), (300, 9)] {
        scenario.server.retry_after = Some(seconds(said));
        let step = Trace::in_herd(&scenario, 0).attempts[0].clone();
        assert_eq!(step.wait, Some(seconds(waited)), "{said} s");
    }
}

/// The layers' delays are the policy's: one layer's first ones are those of a flat one.
#[test]
fn a_layer_by_itself_is_a_flat_policy() {
    let mut scenario = in_vain(20);
    scenario.policy.max_attempts = Some(5);
    let flat = Trace::in_herd(&scenario, 9);
    let rule = DelayRule::new(&scenario.policy);
    scenario.policy.layers = 2;
    let layered = Trace::in_herd(&scenario, 9);
    assert_eq!(flat.attempts[..4], layered.attempts[..4]);
    let fifth = layered.attempts[4].terms.expect("a delay");
    assert_eq!(fifth.ceiling, rule.ceiling(0));
    assert_eq!(flat.attempts.len(), 5);
}
