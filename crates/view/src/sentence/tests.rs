use super::*;
use proptest::prelude::*;
use retry_herd_core::{Growth, Run};

/// 60 clients that knock at 0, 1, 3, 7, 15, … s; the server is up at 2 s and
/// serves ten a second. No luck in it: the last ten are served at 127 s.
fn in_unison() -> Scenario {
    let mut scenario = Scenario::default();
    scenario.fleet.clients = 60;
    scenario.fleet.arrivals = SimDuration::ZERO;
    scenario.server.outage.length = Some(SimDuration::from_secs(2));
    scenario.server.capacity = Some(10.0);
    scenario.server.tick = SimDuration::from_secs(1);
    scenario.observe.window = SimDuration::from_secs(1);
    scenario.policy.cap = None;
    scenario.policy.jitter = Jitter::None;
    scenario
}

fn told(change: impl FnOnce(&mut Scenario)) -> String {
    let mut scenario = in_unison();
    change(&mut scenario);
    sentence(&scenario, &Run::new(&scenario).finish().report())
}

#[test]
fn a_herd_in_step_comes_in_waves() {
    assert_eq!(
        told(|_| ()),
        "All 60 clients came back in waves of up to 60/s, 6× what the server can take; \
         the last was served after 2 min 7 s."
    );
}

#[test]
fn without_an_outage_nobody_comes_back() {
    assert_eq!(
        told(|s| s.server.outage.length = Some(SimDuration::ZERO)),
        "All 60 clients came in waves of up to 60/s, 6× what the server can take; \
         the last was served after 31 s."
    );
}

#[test]
fn a_server_that_can_take_them_all_is_said_to() {
    assert_eq!(
        told(|s| s.server.capacity = Some(60.0)),
        "All 60 clients came back at up to 60/s, which the server can take; \
         the last was served after 3 s."
    );
}

#[test]
fn who_obeys_one_retry_after_keeps_step_whatever_the_jitter() {
    let obeying = |offset| {
        told(|s| {
            s.policy.jitter = Jitter::Full;
            s.server.retry_after = Some(SimDuration::from_secs(5));
            s.policy.retry_after.outage = RetryAfterRule::Obey;
            s.policy.offset = SimDuration::from_secs(offset);
        })
    };
    assert!(
        obeying(0).contains("in waves of up to 60/s"),
        "{}",
        obeying(0)
    );
    assert!(!obeying(4).contains("waves"), "{}", obeying(4));
}

#[test]
fn jitter_dissolves_the_waves() {
    let spread = told(|s| {
        s.fleet.clients = 2_000;
        s.server.capacity = Some(200.0);
        s.server.outage.length = Some(SimDuration::from_secs(30));
        s.policy.jitter = Jitter::Full;
        s.policy.cap = Some(SimDuration::from_secs(10));
    });
    assert!(spread.contains(" came back "), "{spread}");
    assert!(!spread.contains("waves"), "{spread}");
}

#[test]
fn who_gave_up_is_counted_before_who_was_served() {
    assert_eq!(
        told(|s| s.policy.max_attempts = Some(5)),
        "The clients came back in waves of up to 60/s, 6× what the server can take; \
         30 of 60 clients gave up, and the last of the others was served after 15 s."
    );
}

#[test]
fn who_still_waits_at_the_end_is_not_said_to_have_given_up() {
    assert_eq!(
        told(|s| s.horizon = SimDuration::from_secs(10)),
        "The clients came back in waves of up to 60/s, 6× what the server can take; \
         40 of 60 clients still waited when the simulation stopped at 10 s, \
         and the last of the others was served after 7 s."
    );
}

#[test]
fn a_fleet_that_gave_up_too_early_never_came_back() {
    assert_eq!(
        told(|s| s.policy.max_attempts = Some(2)),
        "No client came back after the outage: after 120 requests in vain, \
         all 60 clients gave up."
    );
}

#[test]
fn a_simulation_may_stop_before_the_server_is_back() {
    assert_eq!(
        told(|s| s.horizon = SimDuration::from_millis(1_500)),
        "The simulation stopped at 1.5 s, before the server was back: 120 requests failed."
    );
}

#[test]
fn a_server_may_never_come_back() {
    assert_eq!(
        told(|s| {
            s.server.outage.length = None;
            s.policy.max_attempts = Some(3);
        }),
        "The server never came back: 180 requests failed, with up to 60 retries within the \
         same second, and all 60 clients gave up."
    );
}

#[test]
fn without_a_capacity_the_crowd_is_counted() {
    assert_eq!(
        told(|s| s.server.capacity = None),
        "All 60 clients came back, all within the same second; the last was served after 3 s."
    );
}

#[test]
fn a_healthy_server_is_no_story() {
    assert_eq!(
        told(|s| {
            s.server.outage.length = Some(SimDuration::ZERO);
            s.server.capacity = None;
        }),
        "All 60 clients were served on their first attempt, the last after 0 s."
    );
}

#[test]
fn one_client_is_no_herd() {
    let one = |change: fn(&mut Scenario)| {
        told(|s| {
            s.fleet.clients = 1;
            change(s);
        })
    };
    assert_eq!(
        one(|_| ()),
        "The only client was served on attempt 3, at 3 s."
    );
    assert_eq!(
        one(|s| s.policy.max_attempts = Some(2)),
        "The only client gave up after 2 attempts."
    );
    assert_eq!(
        one(|s| s.horizon = SimDuration::from_secs(1)),
        "The only client still waited when the simulation stopped at 1 s, after 1 attempt."
    );
}

#[test]
fn two_clients_are_both() {
    let both = told(|s| s.fleet.clients = 2);
    assert!(both.starts_with("Both clients came back"), "{both}");
}

#[test]
fn a_load_that_never_ebbs_is_a_flood() {
    let flood = told(|s| {
        s.policy.growth = Growth::Fixed;
        s.fleet.clients = 600;
    });
    assert!(flood.contains(" in a flood of up to 600/s, 60×"), "{flood}");
}

#[test]
fn progress_names_the_moment_and_the_clients() {
    assert_eq!(
        progress(1_000_000, 430_000, SimTime::from_nanos(75_000_000_000)),
        "Computing: up to 1 min 15 s, 430,000 of 1,000,000 clients were served or gave up."
    );
}

fn any_scenario() -> impl Strategy<Value = Scenario> {
    let fleet = (1_u32..300, 0_u64..3_000);
    let server = (
        0_u64..3_000,
        prop::option::of(0_u64..20_000),
        prop::option::of(0.5_f64..500.0),
    );
    let jitters = prop::sample::select(vec![
        Jitter::None,
        Jitter::Full,
        Jitter::Equal,
        Jitter::Decorrelated,
        Jitter::Proportional,
    ]);
    let policy = (jitters, prop::option::of(1_u32..12), 1_u64..60_000);
    (fleet, server, policy).prop_map(|(fleet, server, policy)| {
        let mut scenario = in_unison();
        scenario.fleet.clients = fleet.0;
        scenario.fleet.arrivals = SimDuration::from_millis(fleet.1);
        scenario.server.outage.start = SimDuration::from_millis(server.0);
        scenario.server.outage.length = server.1.map(SimDuration::from_millis);
        scenario.server.capacity = server.2;
        scenario.policy.jitter = policy.0;
        scenario.policy.max_attempts = policy.1;
        scenario.policy.cap = Some(SimDuration::from_secs(30));
        scenario.horizon = SimDuration::from_millis(policy.2);
        scenario
    })
}

proptest! {
    #[test]
    fn whatever_happened_can_be_told(scenario in any_scenario()) {
        let report = Run::new(&scenario).finish().report();
        let told = sentence(&scenario, &report);
        prop_assert!(told.ends_with('.') && !told.contains(".."), "{told}");
        prop_assert!(told.starts_with(char::is_uppercase), "{told}");
        for wrong in ["  ", " ,", ", and.", "; .", " 1 clients", " 0 of ", "NaN"] {
            prop_assert!(!told.contains(wrong), "{told}");
        }
        prop_assert_eq!(told.contains("gave up"), report.gave_up > 0, "{}", told);
        prop_assert!(told.len() < 400, "{told}");
    }
}
