//! The collapse model: its laws, closed forms, and the published figures.
#![cfg(feature = "models")]

mod models_support;

use models_support::Sample;
use retry_herd_core::SimDuration;
use retry_herd_core::models::{Collapse, CollapseReport, LoadShape, Model, ServerKind};

fn runs(settings: &Collapse, seeds: u64) -> Vec<CollapseReport> {
    let of = |seed| Collapse {
        seed,
        ..settings.clone()
    };
    (0..seeds).map(|seed| of(seed).run()).collect()
}

fn collapsed(runs: &[CollapseReport]) -> usize {
    let ended = |run: &&CollapseReport| run.at_the_end.collapsed == Some(true);
    runs.iter().filter(ended).count()
}

/// Asked for 40 calls a second throughout, by clients of great patience.
fn steady() -> Collapse {
    let mut settings = Collapse::default();
    settings.load.peak = 40.0;
    settings.timeout = SimDuration::from_secs(1_000);
    settings
}

#[test]
fn trying_again_at_once_some_seeds_collapse_and_the_others_recover() {
    let runs = runs(&Collapse::default(), 48);
    let share = collapsed(&runs) as f64 / 48.0;
    // Published: 12 of 24. The published code over 240 seeds: 177 of them.
    for (collapsed, of) in [(12.0, 24.0), (177.0, 240.0)] {
        let published: f64 = collapsed / of;
        let pooled = (collapsed + 48.0 * share) / (of + 48.0);
        let error = (pooled * (1.0 - pooled) * (1.0 / of + 1.0 / 48.0)).sqrt();
        assert!((share - published).abs() <= 3.0 * error, "{share}");
    }
}

#[test]
fn a_run_ends_at_all_or_at_nothing() {
    for run in runs(&Collapse::default(), 24) {
        let end = run.at_the_end;
        let share = end.goodput_per_second / end.calls_per_second;
        assert!(!(0.05..=0.85).contains(&share), "{share} is neither");
        assert_eq!(end.collapsed, Some(share < 0.5));
    }
}

#[test]
fn backing_off_with_jitter_no_seed_collapses() {
    assert_eq!(collapsed(&runs(&Collapse::backing_off(), 24)), 0);
}

#[test]
fn a_long_overload_ends_at_nothing_with_backoff_or_without() {
    for settings in [Collapse::default(), Collapse::backing_off()] {
        for run in runs(&settings.long_overload(), 4) {
            // Some were served before the peak, and none for the last 40 s.
            let (before, after) = run.intervals.split_at(40);
            assert!(before.iter().map(|interval| interval.served).sum::<u64>() > 500);
            assert_eq!(after.iter().map(|interval| interval.served).sum::<u64>(), 0);
            assert_eq!(run.at_the_end.collapsed, Some(true));
        }
    }
}

#[test]
fn a_database_that_was_gone_for_10_s_works_for_nobody() {
    for run in runs(&Collapse::database(), 2) {
        let end = run.at_the_end;
        assert!((end.requests_per_second - 560.0).abs() < 0.05 * 560.0);
        assert!(end.goodput_per_second < 1.0);
    }
}

#[test]
fn a_database_that_was_not_gone_answers_all() {
    let mut spared = Collapse::database();
    spared.server.outage.length = Some(SimDuration::ZERO);
    for run in runs(&spared, 4) {
        assert_eq!(run.timeouts, 0);
        assert!((run.at_the_end.goodput_per_second - 280.0).abs() < 0.1 * 280.0);
    }
}

#[test]
fn a_database_recovers_from_an_outage_with_room_to_spare() {
    let mut roomy = Collapse::database();
    roomy.server.capacity = 1_000.0;
    assert_eq!(collapsed(&runs(&roomy, 4)), 0);
}

#[test]
fn every_run_keeps_its_laws() {
    let published = [
        Collapse::default(),
        Collapse::backing_off(),
        Collapse::default().long_overload(),
        Collapse::backing_off().long_overload(),
        Collapse::database(),
        steady(),
    ];
    for settings in published {
        let windows = settings.horizon.as_secs_f64() / settings.window.as_secs_f64();
        for run in runs(&settings, 2) {
            laws(&run, settings.policy.max_attempts.unwrap());
            assert_eq!(run.intervals.len(), windows as usize);
        }
    }
}

fn laws(run: &CollapseReport, most: u32) {
    assert_eq!(run.calls, run.served + run.gave_up + run.unfinished);
    assert_eq!(run.attempts, run.served + run.timeouts + run.waiting);
    assert!(run.attempts <= run.calls * u64::from(most));
    assert!(run.timeouts >= run.gave_up * u64::from(most));
    assert!(run.late <= run.timeouts, "late is what nobody waits for");
    let total = |of: fn(&retry_herd_core::models::CollapseInterval) -> u64| {
        run.intervals.iter().map(of).sum::<u64>()
    };
    assert_eq!(total(|interval| interval.calls), run.calls);
    assert_eq!(total(|interval| interval.served), run.served);
    assert_eq!(total(|interval| interval.timeouts), run.timeouts);
    assert_eq!(total(|interval| interval.retries), run.attempts - run.calls);
    let most_in_flight = run
        .intervals
        .iter()
        .map(|interval| interval.in_flight)
        .max();
    assert_eq!(most_in_flight, Some(run.most_in_flight));
}

#[test]
fn calls_come_as_the_load_says() {
    let expected = [
        (Collapse::default(), 40.0 * 75.0 + 80.0 * 5.0),
        (
            Collapse::default().long_overload(),
            60.0 * 25.0 + 40.0 * 50.0,
        ),
    ];
    for (settings, calls) in expected {
        let runs = runs(&settings, 24);
        let ours = Sample::of(runs.iter().map(|run| run.calls as f64));
        ours.agrees("calls", calls, 0.0, 0.0);
    }
    // From 25 to 30 s the ramp falls from 80 to 72 a second: 380 calls.
    let ramp = runs(&Collapse::default().long_overload(), 24);
    let early = ramp.iter().map(|run| &run.intervals[25..30]);
    let early = early.map(|five| five.iter().map(|i| i.calls as f64).sum::<f64>());
    Sample::of(early).agrees("calls after the peak", 380.0, 0.0, 0.0);
}

#[test]
fn a_ramp_may_stay_at_its_peak() {
    let mut ramp = Collapse::default().long_overload();
    ramp.load.peak_length = SimDuration::from_secs(10);
    let at_the_peak = runs(&ramp, 24).into_iter().map(|run| {
        let ten = &run.intervals[25..35];
        ten.iter()
            .map(|interval| interval.calls as f64)
            .sum::<f64>()
    });
    Sample::of(at_the_peak).agrees("calls at the peak", 800.0, 0.0, 0.0);
}

#[test]
fn a_higher_peak_adds_calls_and_takes_none_away() {
    for seed in 0..20 {
        let calls = |peak| {
            let mut settings = steady();
            settings.seed = seed;
            settings.load.peak = peak;
            settings.run().calls
        };
        assert!(calls(80.0) > calls(60.0) && calls(60.0) > calls(40.0));
    }
}

#[test]
fn a_server_that_never_slows_has_as_many_in_flight_as_come_while_it_works() {
    let mut constant = steady();
    constant.server.per_request = SimDuration::ZERO;
    constant.horizon = SimDuration::from_secs(5);
    constant.tail = constant.horizon;
    // Poisson of mean 40/s × 1 s, whatever the hops (M/D/∞).
    let in_flight = runs(&constant, 1_000);
    let in_flight = in_flight.iter().map(|run| run.at_the_end.in_flight as f64);
    Sample::of(in_flight).agrees("in flight", 40.0, 0.0, 0.0);
}

#[test]
fn a_server_that_slows_settles_where_it_keeps_up() {
    // In flight n = 40 (1 + 0.01 n): 66.7, were it not for chance, which adds a
    // little: the service a request meets counts itself, and n varies.
    let runs = runs(&steady(), 60);
    let ours = Sample::of(runs.iter().map(|run| run.at_the_end.in_flight as f64));
    assert!((66.0..69.5).contains(&ours.mean), "{}", ours.mean);
}

#[test]
fn a_client_that_has_left_still_occupies_the_server() {
    let mut settings = steady();
    settings.policy.max_attempts = Some(1);
    let patient = settings.run();
    settings.timeout = SimDuration::from_millis(500);
    let hurried = settings.run();
    assert_eq!(hurried.most_in_flight, patient.most_in_flight);
    assert_eq!(hurried.served, 0);
    assert_eq!(hurried.late, patient.served);
}

#[test]
fn the_answer_to_an_earlier_attempt_serves_nobody() {
    // Every answer takes a second, and every client has tried again by then: it
    // comes during the next attempt, or after the last one.
    let mut hurried = steady();
    hurried.server.per_request = SimDuration::ZERO;
    hurried.hop_mean = SimDuration::from_millis(1);
    hurried.timeout = SimDuration::from_millis(700);
    let run = hurried.run();
    assert_eq!(run.served, 0);
    assert!(run.gave_up > 3_000 && run.late > 9_000);
}

#[test]
fn a_queue_answers_no_more_than_its_capacity_and_nothing_in_its_outage() {
    let mut settings = Collapse::database();
    settings.server.outage.length = None;
    let run = settings.run();
    assert!(run.served + run.late <= 20 * 300 + 1);
    let down = &run.intervals[21..];
    assert!(down.iter().all(|interval| interval.served == 0));

    let whole = Collapse::database().run();
    assert!(whole.served + whole.late <= 70 * 300 + 2);
}

#[test]
fn a_load_of_nothing_is_no_collapse() {
    let mut idle = Collapse::default();
    (idle.load.rate, idle.load.peak) = (0.0, 0.0);
    let run = idle.run();
    assert_eq!(run.calls, 0);
    assert_eq!(run.at_the_end.collapsed, None);
}

#[test]
fn an_outage_holds_up_a_slowing_server_too() {
    let mut held = steady();
    assert_eq!(held.server.kind, ServerKind::Slowing);
    assert_eq!(held.load.shape, LoadShape::Spike);
    held.server.outage.start = SimDuration::from_secs(10);
    held.server.outage.length = Some(SimDuration::from_secs(5));
    let run = held.run();
    // What arrived before is answered; what arrives in it is, from 16 s on.
    let held_up = &run.intervals[13..16];
    assert!(held_up.iter().all(|interval| interval.served <= 1));
    assert!(run.intervals[17].served > 40);
}
