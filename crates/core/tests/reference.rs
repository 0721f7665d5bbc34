//! The engine gives exactly what the textbook's version of the model gives.

#![cfg(not(target_family = "wasm"))]

#[path = "support/behaviours.rs"]
mod behaviours;
#[path = "support/reference/mod.rs"]
mod reference;
#[path = "support/scenarios.rs"]
mod scenarios;

use behaviours::all_scenarios;
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::TestRunner;
use reference::reference;
use retry_herd_core::{Jitter, KeyedDraws, PRESETS, Report, Run, Scenario};
use scenarios::JITTERS;

/// Gives one behaviour of a scenario what it has in another.
type Reset = fn(&mut Scenario, Scenario);

fn engine(scenario: &Scenario) -> Report {
    Run::new(scenario).finish().report()
}

fn textbook(scenario: &Scenario) -> Report {
    reference(scenario, KeyedDraws::new(scenario))
}

fn with_jitter(scenario: &Scenario, jitter: Jitter) -> Scenario {
    let mut scenario = scenario.clone();
    scenario.policy.jitter = jitter;
    scenario
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2_000))]

    #[test]
    fn a_random_scenario_reports_what_the_textbook_does(scenario in all_scenarios()) {
        prop_assert_eq!(engine(&scenario), textbook(&scenario));
    }
}

#[test]
fn every_preset_reports_what_the_textbook_does_with_every_jitter() {
    for preset in PRESETS {
        for &jitter in Jitter::ALL {
            let scenario = with_jitter(&preset.scenario(), jitter);
            assert_eq!(
                engine(&scenario),
                textbook(&scenario),
                "{} {jitter:?}",
                preset.name
            );
        }
    }
}

#[test]
fn a_large_fleet_reports_what_the_textbook_does_with_every_jitter() {
    for jitter in JITTERS {
        let mut scenario = with_jitter(&Scenario::default(), jitter);
        scenario.fleet.clients = 50_000;
        scenario.server.capacity = Some(3_000.0);
        assert_eq!(engine(&scenario), textbook(&scenario), "{jitter:?}");
    }
}

/// Proves that the property above is not empty: the random scenarios meet every
/// fate, alone and mixed, often enough.
#[test]
fn random_scenarios_meet_every_fate() {
    let mut runner = TestRunner::deterministic();
    let mut random = || {
        let tree = all_scenarios().new_tree(&mut runner).expect("a scenario");
        engine(&tree.current())
    };
    let reports: Vec<Report> = (0..1_500).map(|_| random()).collect();
    let often = |what: &str, is: fn(&Report) -> bool| {
        let count = reports.iter().filter(|report| is(report)).count();
        assert!(count >= 100, "{what}: only {count} of 1,500");
    };
    often("all served", |report| report.served == report.clients);
    often("some served", |report| {
        report.served > 0 && report.served < report.clients
    });
    often("nobody served", |report| report.served == 0);
    often("some gave up", |report| report.gave_up > 0);
    often("some unfinished", |report| report.unfinished > 0);
    often("wasted and rejected", |report| {
        report.requests.wasted > 0 && report.requests.rejected > 0
    });
    often("five attempts a client", |report| {
        report.requests.total > 5 * report.clients
    });
    often("more than one client", |report| report.clients > 10);
}

/// Proves the same of what the random scenarios switch on: without it, many a run
/// reports something else.
#[test]
fn random_scenarios_have_every_behaviour() {
    let usual = Scenario::default;
    let off: [(&str, Reset); 22] = [
        ("degradation", |s, d| {
            s.server.degradation = d.server.degradation;
        }),
        ("slow start", |s, d| {
            s.server.slow_start = d.server.slow_start;
        }),
        ("admission", |s, d| s.server.admission = d.server.admission),
        ("queue", |s, d| s.server.queue = d.server.queue),
        ("shed oldest", |s, d| {
            s.server.queue.shed = d.server.queue.shed;
        }),
        ("Retry-After", |s, d| {
            s.policy.retry_after = d.policy.retry_after;
        }),
        ("limit", |s, d| {
            s.policy.retry_after_limit = d.policy.retry_after_limit;
        }),
        ("shed Retry-After", |s, d| {
            s.server.shed_retry_after = d.server.shed_retry_after;
        }),
        ("offset", |s, d| s.policy.offset = d.policy.offset),
        ("cap on", |s, d| s.policy.cap_on = d.policy.cap_on),
        ("first", |s, d| s.policy.first = d.policy.first),
        ("shortest", |s, d| s.policy.shortest = d.policy.shortest),
        ("unit", |s, d| s.policy.unit = d.policy.unit),
        ("date", |s, d| {
            s.server.retry_after_form = d.server.retry_after_form;
        }),
        ("beyond the limit", |s, d| {
            s.policy.retry_after_beyond = d.policy.retry_after_beyond;
        }),
        ("layers", |s, d| s.policy.layers = d.policy.layers),
        ("budget", |s, d| s.policy.budget = d.policy.budget),
        ("shares", |s, _| s.policy.budget.share = 0.0),
        ("breaker", |s, d| s.policy.breaker = d.policy.breaker),
        ("probes", |s, _| s.policy.breaker.probes = 1),
        ("fatal", |s, d| s.policy.fatal = d.policy.fatal),
        ("leaving", |s, d| s.fleet.leaving = d.fleet.leaving),
    ];
    let mut runner = TestRunner::deterministic();
    let mut count = [0; 22];
    for _ in 0..3_000 {
        let tree = all_scenarios().new_tree(&mut runner).expect("a scenario");
        let scenario = tree.current();
        let with = engine(&scenario);
        for (count, (_, off)) in count.iter_mut().zip(off) {
            let mut without = scenario.clone();
            off(&mut without, usual());
            *count += u32::from(without != scenario && engine(&without) != with);
        }
    }
    for (count, (what, _)) in count.into_iter().zip(off) {
        assert!(count >= 10, "{what}: only {count} of 3,000");
    }
}
