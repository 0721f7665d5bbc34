//! The presets: what each one claims to teach is so.

#![cfg(not(target_family = "wasm"))]

use std::collections::BTreeMap;

use retry_herd_core::{
    Event, Growth, Jitter, Observer, Outcome, PRESETS, Preset, Report, Run, Scenario, SimDuration,
    Trace,
};

fn preset(name: &str) -> Scenario {
    Preset::named(name).expect("a preset").scenario()
}

fn with_jitter(name: &str, jitter: Jitter) -> Scenario {
    let mut scenario = preset(name);
    scenario.policy.jitter = jitter;
    scenario
}

fn fixed(name: &str) -> Scenario {
    let mut scenario = with_jitter(name, Jitter::None);
    scenario.policy.growth = Growth::Fixed;
    scenario
}

fn report(scenario: &Scenario) -> Report {
    Run::new(scenario).finish().report()
}

#[test]
fn the_presets_are_those_of_the_contract() {
    let names: Vec<_> = PRESETS.iter().map(|preset| preset.name).collect();
    assert_eq!(
        names,
        [
            "app-recovery",
            "retry-wave",
            "deploy-blip",
            "lesson",
            "glossary",
            "broadcast"
        ]
    );
    for preset in PRESETS {
        let scenario = preset.scenario();
        assert_eq!(scenario.name, preset.name);
        assert_eq!(scenario.validate(), Ok(()));
        for line in [preset.title, preset.teaches, preset.source()] {
            assert!(
                !line.is_empty() && !line.contains('\n') && !line.contains("  "),
                "{line}"
            );
        }
    }
    assert_eq!(Scenario::default(), preset("app-recovery"));
    assert!(Preset::named("nonsense").is_none());
}

#[test]
fn everybody_is_settled_before_the_horizon_with_any_jitter() {
    for preset in PRESETS {
        for &jitter in Jitter::ALL {
            let report = report(&with_jitter(preset.name, jitter));
            assert_eq!(report.unfinished, 0, "{} {}", preset.name, jitter.name());
        }
    }
}

#[test]
fn app_recovery_swamps_the_server_without_jitter_and_not_with_it() {
    let herd = report(&with_jitter("app-recovery", Jitter::None));
    let spread = report(&preset("app-recovery"));
    assert!(herd.peak_after_recovery.over_capacity > Some(8.0));
    assert!(spread.peak_after_recovery.over_capacity < Some(1.6));
    assert!(herd.completion_s.p99 > Some(5.0 * spread.completion_s.p99.unwrap()));
}

#[test]
fn in_retry_wave_every_wave_is_the_whole_fleet_without_jitter() {
    let herd = report(&with_jitter("retry-wave", Jitter::None));
    assert_eq!(herd.peak_retries.count, herd.clients);
    assert_eq!(herd.requests.wasted, 9 * herd.clients);
    let spread = report(&preset("retry-wave"));
    assert!((300..400).contains(&spread.peak_retries.count));
    assert_eq!(spread.gave_up, spread.clients);
}

#[test]
fn in_deploy_blip_a_fixed_delay_gives_up_early_and_full_jitter_serves_everyone() {
    let fixed = report(&fixed("deploy-blip"));
    assert_eq!((fixed.served, fixed.gave_up), (48, 152));
    let backoff = report(&with_jitter("deploy-blip", Jitter::None));
    assert!(backoff.gave_up > 50);
    assert!(backoff.completion_s.p50 > Some(2.0));
    let full = report(&preset("deploy-blip"));
    assert_eq!(full.served, 200);
    assert!(full.completion_s.last < Some(4.0));
    assert!(full.requests.total < backoff.requests.total);
    assert!(full.requests.total < fixed.requests.total);
}

#[test]
fn lesson_gives_the_published_digits_where_nothing_is_drawn() {
    let constant = report(&fixed("lesson"));
    assert_eq!((constant.served, constant.requests.wasted), (0, 20_000));
    let herd = report(&with_jitter("lesson", Jitter::None));
    assert_eq!((herd.served, herd.requests.wasted), (1_000, 5_000));
    assert_eq!(herd.requests.total, 6_000);
    assert_eq!(herd.peak_after_recovery.count, 1_000);
    assert_eq!(herd.peak_after_recovery.at_s, Some(3.1));
    assert_eq!(herd.completion_s.last, Some(3.1));
    let spread = report(&preset("lesson"));
    assert!((7..=13).contains(&spread.peak_after_recovery.count));
}

/// To three digits, as the glossary prints: 461 ms, 2.23 s.
fn printed(duration: SimDuration) -> String {
    let seconds = duration.as_secs_f64();
    if seconds < 1.0 {
        format!("{:.0} ms", seconds * 1e3)
    } else {
        format!("{seconds:.2} s")
    }
}

#[test]
fn the_glossarys_first_client_reads_as_printed() {
    let trace = Trace::in_herd(&preset("glossary"), 0);
    let waits: Vec<_> = trace
        .attempts
        .iter()
        .filter_map(|step| step.terms)
        .collect();
    let delays: Vec<_> = waits.iter().map(|terms| printed(terms.delay)).collect();
    assert_eq!(delays, ["461 ms", "419 ms", "2.23 s", "4.75 s"]);
    assert_eq!(waits[3].ceiling, SimDuration::from_secs(8));
    let at = |index: usize| printed(trace.attempts[index].at.since_start());
    assert_eq!(
        (at(3), trace.attempts[3].outcome),
        ("3.11 s".into(), Outcome::Wasted)
    );
    assert_eq!(
        (at(4), trace.attempts[4].outcome),
        ("7.87 s".into(), Outcome::Served)
    );
    assert_eq!(trace.attempts.len(), 5);
}

/// The retries of n = 3 (attempt 5) by second.
#[derive(Default)]
struct FifthAttempts(BTreeMap<u64, u32>);

impl Observer for FifthAttempts {
    fn attempt(&mut self, event: Event) {
        if event.attempt == 5 {
            *self
                .0
                .entry(event.at.as_nanos() / 1_000_000_000)
                .or_default() += 1;
        }
    }
}

fn most_fifth_attempts_in_a_second(jitter: Jitter) -> u32 {
    let mut scenario = with_jitter("glossary", jitter);
    // Attempt 5 is to be made by all, whoever would have been served before.
    scenario.set("outage", "forever").unwrap();
    let seen = Run::watched(&scenario, FifthAttempts::default())
        .finish()
        .into_observer();
    seen.0.into_values().max().unwrap_or(0)
}

#[test]
fn of_the_glossarys_24_clients_about_five_land_together_and_without_jitter_all() {
    assert!((4..=6).contains(&most_fifth_attempts_in_a_second(Jitter::Full)));
    assert_eq!(most_fifth_attempts_in_a_second(Jitter::None), 24);
}

#[test]
fn a_broadcast_is_never_through_before_its_floor_and_far_sooner_with_jitter_than_without() {
    for &jitter in Jitter::ALL {
        let report = report(&with_jitter("broadcast", jitter));
        assert_eq!(report.served, 6_000);
        assert!(report.completion_s.last >= Some(74.9), "{}", jitter.name());
    }
    let herd = report(&with_jitter("broadcast", Jitter::None));
    let spread = report(&preset("broadcast"));
    assert!(herd.peak_retries.over_capacity > Some(30.0));
    assert!(spread.peak_retries.count >= herd.peak_retries.count);
    assert!(herd.completion_s.last > Some(1_100.0));
    assert!(spread.completion_s.last < Some(120.0));
}
