//! Luck belongs to (seed, client, attempt): more of it never comes earlier, and
//! the jitter kind only says what is made of it.

#![cfg(not(target_family = "wasm"))]

#[path = "support/scenarios.rs"]
mod scenarios;

use proptest::prelude::*;
use retry_herd_core::{
    DelayRule, Draws, KeyedDraws, Policy, Scenario, SimDuration, SimTime, Terms, Trace,
};
use scenarios::{JITTERS, scenarios};

/// The same fraction at every draw.
struct Always(f64);

impl Draws for Always {
    fn arrival(&mut self, _: u32, spread: SimDuration) -> SimDuration {
        SimDuration::from_secs_f64(spread.as_secs_f64() * self.0)
    }

    fn delay(&mut self, _: u32, _: u32, low: SimDuration, high: SimDuration) -> SimDuration {
        low + SimDuration::from_secs_f64((high - low).as_secs_f64() * self.0)
    }
}

/// When the client's attempts fall while everybody fails.
fn times<D: Draws>(scenario: &Scenario, mut draws: D) -> Vec<SimTime> {
    let trace = Trace::with_draws(scenario, 0, None, &mut draws);
    trace.attempts.iter().map(|step| step.at).collect()
}

/// The share of the interval that was drawn, and by how much a nanosecond
/// could move it; `None` where nothing is drawn.
fn share(terms: &Terms) -> Option<(f64, f64)> {
    let width = (terms.interval.high - terms.interval.low).as_nanos();
    let drawn = (terms.drawn - terms.interval.low).as_nanos();
    (width > 0).then(|| (drawn as f64 / width as f64, 1.0 / width as f64))
}

fn terms(policy: &Policy, draws: &mut KeyedDraws, client: u32, attempt: u32) -> Terms {
    DelayRule::new(policy).terms(draws, client, attempt, policy.base)
}

proptest! {
    #[test]
    fn a_greater_draw_never_comes_earlier(
        scenario in scenarios(),
        one in 0.0..1.0_f64,
        other in 0.0..1.0_f64,
    ) {
        let early = times(&scenario, Always(one.min(other)));
        let late = times(&scenario, Always(one.max(other)));
        prop_assert!(early.iter().zip(&late).all(|(early, late)| early <= late));
    }

    #[test]
    fn a_greater_forced_draw_never_comes_earlier(
        mut scenario in scenarios(),
        one in prop::collection::vec(0.0..1.0_f64, 4),
        more in prop::collection::vec(0.0..1.0_f64, 4),
    ) {
        scenario.draws = one.iter().zip(&more).map(|(one, more)| one.max(*more)).collect();
        let late = times(&scenario, KeyedDraws::new(&scenario));
        scenario.draws = one;
        let early = times(&scenario, KeyedDraws::new(&scenario));
        let mut first = early.iter().zip(&late).take(5);
        prop_assert!(first.all(|(early, late)| early <= late));
    }

    #[test]
    fn every_jitter_kind_makes_its_delay_of_the_same_luck(
        scenario in scenarios(),
        client in 0..1_000_000_u32,
        attempt in 1..12_u32,
    ) {
        let mut draws = KeyedDraws::new(&scenario);
        let mut policy = scenario.policy;
        let shares: Vec<(f64, f64)> = JITTERS
            .into_iter()
            .filter_map(|jitter| {
                policy.jitter = jitter;
                share(&terms(&policy, &mut draws, client, attempt))
            })
            .collect();
        for ((one, error), (other, more_error)) in shares.iter().zip(shares.iter().skip(1)) {
            prop_assert!((one - other).abs() <= error + more_error + 1e-12);
        }
    }

    #[test]
    fn a_draw_does_not_depend_on_what_was_drawn_before(
        scenario in scenarios(),
        client in any::<u32>(),
        attempt in 1..1_000_u32,
        before in prop::collection::vec((any::<u32>(), 1..1_000_u32), 0..10),
    ) {
        let (low, high) = (SimDuration::ZERO, SimDuration::from_secs(3_600));
        let fresh = KeyedDraws::new(&scenario).delay(client, attempt, low, high);
        let mut used = KeyedDraws::new(&scenario);
        for (client, attempt) in before {
            used.arrival(client, high);
            used.delay(client, attempt, low, high);
        }
        prop_assert_eq!(used.delay(client, attempt, low, high), fresh);
    }

    #[test]
    fn a_draw_stays_inside_its_interval(
        scenario in scenarios(),
        client in any::<u32>(),
        attempt in 1..1_000_u32,
        low in any::<u64>(),
        width in any::<u64>(),
    ) {
        let low = SimDuration::from_nanos(low);
        let high = low + SimDuration::from_nanos(width);
        let delay = KeyedDraws::new(&scenario).delay(client, attempt, low, high);
        prop_assert!((low..=high).contains(&delay));
    }
}

#[test]
fn forced_draws_are_the_first_clients_first_and_nobody_elses() {
    let mut scenario = Scenario {
        draws: vec![0.5, 0.25],
        ..Scenario::default()
    };
    let mut forced = KeyedDraws::new(&scenario);
    scenario.draws = Vec::new();
    let mut own = KeyedDraws::new(&scenario);
    let (low, high) = (SimDuration::ZERO, SimDuration::from_secs(1));
    assert_eq!(forced.delay(0, 1, low, high), SimDuration::from_millis(500));
    assert_eq!(forced.delay(0, 2, low, high), SimDuration::from_millis(250));
    assert_eq!(forced.delay(0, 3, low, high), own.delay(0, 3, low, high));
    assert_eq!(forced.delay(1, 1, low, high), own.delay(1, 1, low, high));
    assert_eq!(forced.arrival(0, high), own.arrival(0, high));
}
