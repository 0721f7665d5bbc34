//! One client's timeline is its row in the herd, and its formula is the one
//! that the herd used.

#![cfg(not(target_family = "wasm"))]

#[path = "support/behaviours.rs"]
mod behaviours;
#[path = "support/recorder.rs"]
mod recorder;
#[path = "support/scenarios.rs"]
mod scenarios;

use behaviours::all_scenarios;
use proptest::prelude::*;
use recorder::events;
use retry_herd_core::{
    Clamp, Ending, Endings, Event, Jitter, Outcome, Reply, RetryAfterRule, Run, Scenario, Scope,
    SimDuration, SimTime, Step, Terms, Trace,
};
use scenarios::scenarios;

/// All events of a whole run, client by client.
fn rows(scenario: &Scenario) -> Vec<Vec<Event>> {
    let mut rows = vec![Vec::new(); scenario.fleet.clients as usize];
    for event in events(scenario) {
        rows[event.client as usize].push(event);
    }
    rows
}

/// What the herd and the timeline have in common, attempt by attempt.
type Told = (u32, SimTime, SimTime, Outcome);

fn in_herd(row: &[Event]) -> Vec<Told> {
    let told = |event: &Event| (event.attempt, event.at, event.answered, event.outcome);
    row.iter().map(told).collect()
}

fn in_trace(steps: &[Step]) -> Vec<Told> {
    let told = |step: &Step| (step.attempt, step.at, step.answered, step.outcome);
    steps.iter().map(told).collect()
}

/// How a client ended, judged by its events alone.
fn ending(row: &[Event]) -> Option<Ending> {
    let last = row.last()?;
    let served = last.outcome == Outcome::Served;
    (served || last.gave_up).then_some(Ending {
        attempt: last.attempt,
        served,
    })
}

fn endings(scenario: &Scenario) -> Endings {
    let endings = Endings::new(scenario.fleet.clients);
    Run::watched(scenario, endings).finish().into_observer()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1_000))]

    #[test]
    fn a_timeline_in_the_herd_is_a_row_of_it(scenario in all_scenarios(), client in 0..60_u32) {
        let client = client % scenario.fleet.clients;
        let row = &rows(&scenario)[client as usize];
        let trace = Trace::in_herd(&scenario, client);
        prop_assert_eq!(in_trace(&trace.attempts), in_herd(row));
        prop_assert_eq!(trace.ending, ending(row));
    }

    #[test]
    fn every_clients_timeline_is_its_row_in_the_herd(mut scenario in all_scenarios()) {
        scenario.server.queue.room = 0;
        scenario.policy.breaker.scope = Scope::None;
        prop_assert!(!Trace::needs_herd(&scenario));
        let endings = endings(&scenario);
        for (client, row) in (0..).zip(rows(&scenario)) {
            let trace = Trace::new(&scenario, client, endings.of(client));
            prop_assert_eq!(in_trace(&trace.attempts), in_herd(&row), "client {}", client);
            prop_assert_eq!(trace.ending, ending(&row), "client {}", client);
            prop_assert_eq!(trace.client, client);
        }
    }

    #[test]
    fn a_client_makes_its_attempts_one_by_one_in_ticks_of_their_own(scenario in all_scenarios()) {
        let tick = scenario.server.tick.as_nanos();
        for row in rows(&scenario) {
            for (number, event) in (1..).zip(&row) {
                prop_assert_eq!(event.attempt, number);
            }
            for pair in row.windows(2) {
                prop_assert_ne!(pair[0].outcome, Outcome::Served);
                prop_assert!(!pair[0].gave_up);
                prop_assert!(pair[0].at <= pair[0].answered);
                prop_assert!(pair[0].answered.as_nanos() / tick < pair[1].at.as_nanos() / tick);
            }
        }
    }

    #[test]
    fn every_step_is_due_when_the_next_one_comes(scenario in all_scenarios(), client in 0..60_u32) {
        let client = client % scenario.fleet.clients;
        let trace = Trace::in_herd(&scenario, client);
        for pair in trace.attempts.windows(2) {
            prop_assert_eq!(pair[0].due, Some(pair[1].at));
        }
        let Some(last) = trace.attempts.last() else { return Ok(()) };
        prop_assert_eq!(last.due.is_none(), trace.ending.is_some());
        prop_assert_eq!(last.wait.is_none(), trace.ending.is_some());
        let horizon = SimTime::ZERO + scenario.horizon;
        let may_queue = scenario.server.queue.room > 0;
        prop_assert!(may_queue || last.due.is_none_or(|due| due >= horizon));
    }

    #[test]
    fn every_delay_is_drawn_from_the_interval_of_its_formula(
        scenario in scenarios(),
        client in 0..60_u32,
    ) {
        let client = client % scenario.fleet.clients;
        let trace = Trace::in_herd(&scenario, client);
        let mut previous = scenario.policy.base;
        for (retry, step) in (0..).zip(&trace.attempts) {
            let Some(terms) = step.terms else { break };
            prop_assert_eq!(terms.retry, retry);
            if scenario.policy.jitter == Jitter::Decorrelated {
                prop_assert_eq!(terms.previous, previous);
            }
            follows_its_rule(&scenario, &terms)?;
            previous = terms.delay;
        }
    }

    #[test]
    fn every_wait_is_what_its_parts_make(scenario in all_scenarios(), client in 0..60_u32) {
        let client = client % scenario.fleet.clients;
        for step in Trace::in_herd(&scenario, client).attempts {
            let Some(wait) = step.wait else { continue };
            adds_up(&scenario, &step, wait)?;
        }
    }

    #[test]
    fn running_the_herd_for_one_client_changes_nothing(
        mut scenario in all_scenarios(),
        client in 0..60_u32,
    ) {
        scenario.server.queue.room = 0;
        scenario.policy.breaker.scope = Scope::None;
        prop_assert!(!Trace::needs_herd(&scenario));
        let client = client % scenario.fleet.clients;
        let ending = endings(&scenario).of(client);
        prop_assert_eq!(
            Trace::in_herd(&scenario, client),
            Trace::new(&scenario, client, ending)
        );
    }
}

/// The own delay, the Retry-After and the offset (docs/model.md, "The delay").
fn adds_up(scenario: &Scenario, step: &Step, wait: SimDuration) -> Result<(), TestCaseError> {
    let policy = &scenario.policy;
    prop_assert!(step.offset == SimDuration::ZERO || step.offset < policy.offset);
    let own = step.terms.map(|terms| terms.delay);
    let Some(Reply { after, rule, .. }) = step.reply else {
        let own = own.expect("a delay of its own");
        let sum = own + step.offset;
        let cap = policy.cap.unwrap_or(SimDuration::MAX);
        let with_offset = if policy.offset > SimDuration::ZERO {
            sum.min(cap)
        } else {
            sum
        };
        prop_assert_eq!(wait, with_offset);
        return Ok(());
    };
    prop_assert!(policy.retry_after_limit.is_none_or(|limit| after <= limit));
    let rest = wait - step.offset;
    match (rule, own) {
        (RetryAfterRule::Obey, None) => prop_assert_eq!(rest, after),
        (RetryAfterRule::Stretch, None) => {
            prop_assert!((after..=after.times(2)).contains(&rest));
        }
        (RetryAfterRule::Scatter, None) => prop_assert!(rest <= after),
        (RetryAfterRule::Floor, Some(own)) => prop_assert_eq!(rest, after.max(own)),
        (RetryAfterRule::Add, Some(own)) => prop_assert_eq!(rest, after + own),
        (RetryAfterRule::Near, Some(own)) => {
            prop_assert_eq!(rest, after.max(own).min(own + Reply::NEAR));
        }
        other => prop_assert!(false, "{:?}", other),
    }
    Ok(())
}

/// Every kind of jitter (docs/model.md, "The delay"), one draw at a time.
fn follows_its_rule(scenario: &Scenario, terms: &Terms) -> Result<(), TestCaseError> {
    let policy = &scenario.policy;
    let cap = policy.cap.unwrap_or(SimDuration::MAX);
    let v = terms.ceiling.as_nanos();
    let (low, high) = (
        terms.interval.low.as_nanos(),
        terms.interval.high.as_nanos(),
    );
    prop_assert!(terms.ceiling <= cap);
    prop_assert!((terms.interval.low..=terms.interval.high).contains(&terms.drawn));
    match policy.jitter {
        Jitter::None => prop_assert_eq!((low, high), (v, v)),
        Jitter::Full => prop_assert_eq!((low, high), (0, v)),
        Jitter::Equal => prop_assert_eq!((low, high), (v / 2, v)),
        Jitter::Proportional => {
            let middle = f64::midpoint(low as f64, high as f64);
            let spread = 2.0 * v as f64 * policy.width;
            prop_assert!((middle - v as f64).abs() <= 1.0 + v as f64 * 1e-12);
            prop_assert!(((high - low) as f64 - spread).abs() <= 1.0 + v as f64 * 1e-12);
        }
        Jitter::Decorrelated => {
            let hard = policy.clamp == Clamp::Hard;
            let limit = if hard { SimDuration::MAX } else { cap };
            prop_assert_eq!(terms.interval.low, policy.base.min(limit));
            let wide = terms.previous.times(3).max(policy.base);
            prop_assert_eq!(terms.interval.high, wide.min(limit));
            prop_assert_eq!(terms.delay, terms.drawn.min(cap));
            return Ok(());
        }
        Jitter::Range | Jitter::Added | Jitter::MedianFirst => {
            unreachable!("no scenario of these tests has it")
        }
    }
    prop_assert_eq!(terms.delay, terms.drawn);
    Ok(())
}

#[test]
fn a_client_that_is_still_waiting_has_no_ending() {
    let mut scenario = Scenario::default();
    scenario.server.outage.length = None;
    let trace = Trace::in_herd(&scenario, 7);
    assert_eq!(trace.ending, None);
    assert!(trace.attempts.last().is_some_and(|step| step.due.is_some()));
}

#[test]
fn a_client_that_does_not_exist_has_no_ending() {
    assert_eq!(endings(&Scenario::default()).of(2_000), None);
}

#[test]
fn a_timeline_of_very_many_attempts_ends_at_its_limit() {
    let mut scenario = Scenario::default();
    scenario.policy.base = SimDuration::ZERO;
    scenario.server.outage.length = None;
    let trace = Trace::in_herd(&scenario, 0);
    assert_eq!(trace.attempts.len(), Trace::LIMIT);
}
