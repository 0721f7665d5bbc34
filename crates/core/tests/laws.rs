//! What holds whatever the parameters: the laws of docs/model.md, and what follows
//! from its account of a run.

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
use proptest::sample::select;
use recorder::events;
use retry_herd_core::{
    Clock, DelayRule, Event, Jitter, Outcome, Report, Run, Scenario, Seeding, SimDuration, SimTime,
    Window,
};
use scenarios::scenarios;

fn report(scenario: &Scenario) -> Report {
    Run::new(scenario).finish().report()
}

/// Events by tick, each in the order in which capacity is given out.
fn by_tick(scenario: &Scenario) -> BTreeMap<u64, Vec<Event>> {
    let mut ticks: BTreeMap<u64, Vec<Event>> = BTreeMap::new();
    for event in events(scenario) {
        let tick = event.at.as_nanos() / scenario.server.tick.as_nanos();
        ticks.entry(tick).or_default().push(event);
    }
    for events in ticks.values_mut() {
        events.sort_unstable_by_key(|event| (event.at, event.client));
    }
    ticks
}

/// By attempt number: when it was made, and by how many.
fn waves(scenario: &Scenario) -> BTreeMap<u32, BTreeMap<SimTime, usize>> {
    let mut waves: BTreeMap<u32, BTreeMap<SimTime, usize>> = BTreeMap::new();
    for event in events(scenario) {
        let wave = waves.entry(event.attempt).or_default();
        *wave.entry(event.at).or_default() += 1;
    }
    waves
}

fn count(events: &[Event], is: impl Fn(&Event) -> bool) -> u64 {
    events.iter().filter(|event| is(event)).count() as u64
}

/// Everybody fails at once and nobody is ever served.
fn all_at_once(mut scenario: Scenario) -> Scenario {
    scenario.fleet.arrivals = SimDuration::ZERO;
    scenario.server.outage.start = SimDuration::ZERO;
    scenario.server.outage.length = None;
    scenario
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(500))]

    #[test]
    fn nobody_and_no_request_is_lost(scenario in all_scenarios()) {
        let report = report(&scenario);
        let requests = report.requests;
        prop_assert_eq!(report.served + report.gave_up + report.unfinished, report.clients);
        prop_assert_eq!(requests.wasted + requests.after_recovery, requests.total);
        prop_assert_eq!(report.served + requests.rejected, requests.after_recovery);
    }

    #[test]
    fn the_report_counts_what_observers_are_told(scenario in all_scenarios()) {
        let report = report(&scenario);
        let events = events(&scenario);
        let fared = |outcome| count(&events, |event| event.outcome == outcome);
        let stopped = report.requests.short_circuited.unwrap_or(0);
        prop_assert_eq!(events.len() as u64, report.requests.total + stopped);
        prop_assert_eq!(fared(Outcome::ShortCircuited), stopped);
        prop_assert_eq!(fared(Outcome::Wasted), report.requests.wasted);
        prop_assert_eq!(fared(Outcome::Rejected), report.requests.rejected);
        prop_assert_eq!(fared(Outcome::Served), report.served);
        prop_assert_eq!(count(&events, |event| event.gave_up), report.gave_up);
    }

    #[test]
    fn the_windows_count_what_observers_are_told(scenario in all_scenarios()) {
        let run = Run::new(&scenario).finish();
        let width = scenario.observe.window.as_nanos();
        let mut counted = vec![Window::default(); run.windows().len()];
        let stopped = |event: &Event| event.outcome == Outcome::ShortCircuited;
        for event in events(&scenario).into_iter().filter(|event| !stopped(event)) {
            let window = &mut counted[(event.at.as_nanos() / width) as usize];
            match event.outcome {
                Outcome::Wasted => window.wasted += 1,
                Outcome::Rejected => window.rejected += 1,
                Outcome::Served => window.served += 1,
                Outcome::ShortCircuited => prop_assert!(false, "it never came"),
            }
            window.retries += u32::from(event.attempt > 1);
        }
        prop_assert_eq!(run.windows(), counted);
    }

    #[test]
    fn capacity_goes_to_who_comes_first_and_none_is_left_while_somebody_is_rejected(
        scenario in scenarios(),
    ) {
        let capacity = scenario.server.capacity_per_tick().unwrap_or(u64::MAX);
        for events in by_tick(&scenario).values() {
            let met_server: Vec<Outcome> = events
                .iter()
                .map(|event| event.outcome)
                .filter(|&outcome| outcome != Outcome::Wasted)
                .collect();
            let served = capacity.min(met_server.len() as u64) as usize;
            prop_assert!(met_server[..served].iter().all(|&o| o == Outcome::Served));
            prop_assert!(met_server[served..].iter().all(|&o| o == Outcome::Rejected));
        }
    }

    #[test]
    fn a_request_is_wasted_just_if_it_comes_in_the_outage(scenario in all_scenarios()) {
        let outage = scenario.server.outage.span();
        for event in events(&scenario) {
            let stopped = event.outcome == Outcome::ShortCircuited;
            let wasted = event.outcome == Outcome::Wasted;
            prop_assert!(stopped || wasted == outage.contains(&event.at));
        }
    }

    #[test]
    fn on_a_ticked_clock_every_attempt_falls_on_a_tick(mut scenario in all_scenarios()) {
        scenario.clock = Clock::Ticked;
        for event in events(&scenario) {
            prop_assert!(event.at.as_nanos().is_multiple_of(scenario.server.tick.as_nanos()));
        }
    }

    #[test]
    fn nobody_tries_more_often_or_longer_than_the_policy_allows(scenario in all_scenarios()) {
        let mut first = BTreeMap::new();
        for event in by_tick(&scenario).into_values().flatten() {
            let first = *first.entry(event.client).or_insert(event.at);
            prop_assert!(scenario.policy.all_attempts().is_none_or(|most| event.attempt <= most));
            prop_assert!(scenario.policy.deadline.is_none_or(|d| event.at <= first + d));
            prop_assert!(event.at < SimTime::ZERO + scenario.horizon);
        }
    }

    /// The bound of docs/model.md, exactly: capacity is dealt out by the tick, and
    /// the tick in which the outage ends has all of it.
    #[test]
    fn nothing_is_faster_than_the_outage_and_the_capacity(mut scenario in all_scenarios()) {
        scenario.server.outage.start = SimDuration::ZERO;
        let report = report(&scenario);
        let (Some(capacity), Some(last)) =
            (scenario.server.capacity_per_tick(), report.completion_s.last)
        else {
            return Ok(());
        };
        let tick = scenario.server.tick.as_nanos();
        let recovery = scenario.server.outage.span().end.as_nanos();
        let last_tick = recovery / tick + report.served.div_ceil(capacity) - 1;
        let bound = SimTime::from_nanos((last_tick * tick).max(recovery));
        prop_assert!(last >= bound.as_secs_f64(), "{last} < {bound:?}");
        let floor = recovery as f64 / 1e9 + report.served as f64 / scenario.server.capacity.unwrap();
        prop_assert!(last >= floor - 2.0 * tick as f64 / 1e9, "{last} < {floor} less two ticks");
    }

    #[test]
    fn without_jitter_every_wave_is_all_who_are_left_at_the_sums_of_the_ceilings(
        mut scenario in scenarios(),
    ) {
        scenario.policy.jitter = Jitter::None;
        scenario.fleet.arrivals = SimDuration::ZERO;
        scenario.clock = Clock::Continuous;
        let tick = scenario.server.tick.as_nanos();
        let rule = DelayRule::new(&scenario.policy);
        let events = events(&scenario);
        let (mut due, mut left) = (0, scenario.fleet.clients as usize);
        for (attempt, wave) in waves(&scenario) {
            let expected = BTreeMap::from([(SimTime::from_nanos(due), left)]);
            prop_assert_eq!(&wave, &expected, "attempt {}", attempt);
            let delay = rule.ceiling(attempt - 1);
            due = due.saturating_add(delay.as_nanos()).max((due / tick + 1) * tick);
            let settled = |event: &Event| {
                event.attempt == attempt && (event.gave_up || event.outcome == Outcome::Served)
            };
            left -= count(&events, settled) as usize;
        }
    }

    #[test]
    fn one_seed_for_all_is_as_synchronised_as_no_jitter(mut scenario in scenarios()) {
        scenario.fleet.seeding = Seeding::Identical;
        let scenario = all_at_once(scenario);
        for jitter in scenarios::JITTERS {
            let mut scenario = scenario.clone();
            scenario.policy.jitter = jitter;
            for wave in waves(&scenario).values() {
                let all = scenario.fleet.clients as usize;
                prop_assert_eq!(wave.values().copied().collect::<Vec<_>>(), vec![all]);
            }
        }
    }

    #[test]
    fn switching_the_jitter_moves_no_arrival(scenario in scenarios()) {
        let arrivals = |jitter| {
            let mut scenario = scenario.clone();
            scenario.policy.jitter = jitter;
            let firsts = events(&scenario).into_iter().filter(|event| event.attempt == 1);
            let mut firsts: Vec<_> = firsts.map(|event| (event.client, event.at)).collect();
            firsts.sort_unstable();
            firsts
        };
        let unjittered = arrivals(Jitter::None);
        for jitter in scenarios::JITTERS {
            prop_assert_eq!(&arrivals(jitter), &unjittered);
        }
    }

    #[test]
    fn the_name_is_of_no_consequence(scenario in all_scenarios()) {
        let mut renamed = scenario.clone();
        renamed.name = "another".to_owned();
        prop_assert_eq!(report(&renamed), report(&scenario));
    }

    /// Rates and ticks as people write them, whose product an `f64` may miss.
    #[test]
    fn capacity_per_tick_is_the_whole_part_of_the_exact_product(
        thousandths in 10..100_000_000_u64,
        millis in 1..60_000_u64,
    ) {
        let exact = thousandths * millis / 1_000_000;
        prop_assert_eq!(capacity_per_tick(thousandths, millis), exact);
    }

    #[test]
    fn a_capacity_that_is_whole_in_a_tick_is_not_missed_by_a_hair(
        whole in 1..100_000_u64,
        millis in select(vec![1, 2, 4, 5, 8, 10, 16, 20, 25, 40, 50, 64, 100, 125, 200, 250, 500]),
    ) {
        prop_assert_eq!(capacity_per_tick(whole * 1_000_000 / millis, millis), whole);
    }
}

/// Of so many thousandths of a request a second, in a tick of so many milliseconds.
fn capacity_per_tick(thousandths: u64, millis: u64) -> u64 {
    let mut server = Scenario::default().server;
    server.capacity = Some(thousandths as f64 / 1_000.0);
    server.tick = SimDuration::from_millis(millis);
    server.capacity_per_tick().expect("a limit")
}

#[test]
fn thirty_requests_in_three_tenths_of_a_second_are_nine() {
    assert_eq!(capacity_per_tick(30_000, 300), 9);
    assert_eq!(capacity_per_tick(10_000, 300), 3);
}

/// Chance moves a count by a few times its square root, and the largest of many
/// counts upwards: that much the small fleet's peak may be off in proportion.
#[test]
fn ten_times_the_clients_and_the_capacity_give_ten_times_the_peak() {
    let peak = |jitter, clients: u32| {
        let mut scenario = Scenario::default();
        scenario.policy.jitter = jitter;
        scenario.fleet.clients = clients;
        scenario.server.capacity = Some(f64::from(clients) * 0.06);
        report(&scenario).peak_after_recovery.count as f64
    };
    for jitter in scenarios::JITTERS {
        let (small, large) = (peak(jitter, 30_000), peak(jitter, 300_000));
        let chance = 4.0 * small.sqrt();
        assert!(
            (large / 10.0 - small).abs() <= chance,
            "{jitter:?}: {small}, {large}"
        );
    }
}

#[test]
fn all_at_once_without_jitter_ten_times_the_clients_give_exactly_ten_times_the_peak() {
    let peak = |clients: u32| {
        let mut scenario = Scenario::default();
        scenario.policy.jitter = Jitter::None;
        scenario.fleet.arrivals = SimDuration::ZERO;
        scenario.fleet.clients = clients;
        scenario.server.capacity = Some(f64::from(clients) * 0.06);
        report(&scenario).peak_after_recovery.count
    };
    assert_eq!(peak(20_000), 10 * peak(2_000));
}

/// A queue that is left over at the horizon is not served in a tick that is no more.
#[test]
fn at_the_horizon_the_queue_stands_still() {
    let mut scenario = Scenario::default();
    scenario.fleet.clients = 3;
    scenario.fleet.arrivals = SimDuration::ZERO;
    scenario.server.outage.length = Some(SimDuration::ZERO);
    scenario.server.tick = SimDuration::from_secs(1);
    scenario.server.capacity = Some(1.0);
    scenario.server.queue.room = 10;
    scenario.observe.window = SimDuration::from_secs(1);
    scenario.horizon = SimDuration::from_secs(2);
    let report = report(&scenario);
    assert_eq!((report.served, report.unfinished), (2, 1));
    assert_eq!(report.completion_s.last, Some(1.0));
}

/// The tick in which the outage ends is the slow start's first, and not one in which
/// the server has all of its capacity.
#[test]
fn a_slow_start_begins_in_the_tick_in_which_the_outage_ends() {
    let mut scenario = Scenario::default();
    scenario.fleet.clients = 100;
    scenario.fleet.arrivals = SimDuration::ZERO;
    scenario.server.outage.length = Some(SimDuration::from_millis(500));
    scenario.server.tick = SimDuration::from_secs(1);
    scenario.server.capacity = Some(100.0);
    scenario.server.slow_start.over = SimDuration::from_secs(10);
    scenario.server.slow_start.from = 0.1;
    scenario.observe.window = SimDuration::from_secs(1);
    scenario.policy.max_attempts = Some(1);
    scenario.fleet.arrivals = SimDuration::from_secs(1);
    let windows = Run::new(&scenario).finish();
    assert_eq!(windows.windows()[0].served, 10);
}
