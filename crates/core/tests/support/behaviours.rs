//! Random scenarios with the behaviours that are off by default: what slows the
//! server down or protects it, and what clients do with its answers.

use proptest::prelude::*;
use proptest::sample::select;
use retry_herd_core::{
    Beyond, Breaker, Budget, CapOn, Degradation, First, Fleet, Growth, Jitter, Policy, Queue,
    RetryAfter, RetryAfterForm, RetryAfterRule, Scenario, Scope, Server, Shed, SimDuration,
    SlowStart, SpreadGrowth,
};

use crate::scenarios::{SECOND, durations, scenarios};

/// As [`scenarios`], with each of the other behaviours of server and clients
/// switched on in some of them.
pub(crate) fn all_scenarios() -> impl Strategy<Value = Scenario> {
    scenarios()
        .prop_flat_map(|scenario| {
            let tick = scenario.server.tick.as_nanos();
            let server = full_servers(scenario.server, tick);
            let policy = full_policies(scenario.policy, tick);
            let leaving = seldom(0.0, rates(tick));
            (Just(scenario), server, policy, leaving)
        })
        .prop_map(|(scenario, server, policy, leaving)| Scenario {
            fleet: Fleet {
                leaving,
                ..scenario.fleet
            },
            server,
            policy,
            ..scenario
        })
        .prop_filter("valid", |scenario| scenario.validate().is_ok())
}

/// `usual` mostly, otherwise something else.
fn mostly<T: Clone + std::fmt::Debug + 'static>(
    usual: T,
    other: impl Strategy<Value = T> + 'static,
) -> impl Strategy<Value = T> {
    prop_oneof![2 => Just(usual), 1 => other]
}

/// As [`mostly`], of what ends many a run early.
fn seldom<T: Clone + std::fmt::Debug + 'static>(
    usual: T,
    other: impl Strategy<Value = T> + 'static,
) -> impl Strategy<Value = T> {
    prop_oneof![6 => Just(usual), 1 => other]
}

/// Something happens once in a few ticks or a few dozen.
fn rates(tick: u64) -> impl Strategy<Value = f64> {
    (0.01..0.5_f64).prop_map(move |per_tick| (per_tick * SECOND as f64 / tick as f64).min(1_000.0))
}

fn scopes() -> impl Strategy<Value = Scope> {
    prop_oneof![8 => Just(Scope::None), 1 => Just(Scope::Client), 1 => Just(Scope::Fleet)]
}

fn budgets(tick: u64) -> impl Strategy<Value = Budget> {
    let share = select(vec![0.0, 0.2, 0.333, 1.0]);
    (scopes(), share, seldom(0.0, rates(tick)), 1..12_u32).prop_map(
        |(scope, share, per_second, tokens)| Budget {
            scope,
            share,
            per_second: (per_second * 1_000.0).round() / 1_000.0,
            tokens,
        },
    )
}

fn breakers(tick: u64) -> impl Strategy<Value = Breaker> {
    let open_for = durations(tick, 10 * tick);
    (scopes(), 1..8_u32, open_for, 1..4_u32).prop_map(|(scope, threshold, open_for, probes)| {
        Breaker {
            scope,
            threshold,
            open_for: open_for.max(SimDuration::from_millis(1)),
            probes,
        }
    })
}

fn full_servers(server: Server, tick: u64) -> impl Strategy<Value = Server> {
    let one_per_tick = SECOND as f64 / tick as f64;
    let exponents = prop_oneof![select(vec![0.5, 1.0, 2.0]), 0.0..3.0_f64];
    let degradation = (exponents, select(vec![0.0, 0.2, 0.35, 1.0]));
    let degradation = degradation.prop_map(|(exponent, floor)| Degradation { exponent, floor });
    let from = select(vec![0.0, 0.1, 0.5, 1.0]);
    let slow_start = (durations(tick, 20 * tick), from);
    let slow_start = slow_start.prop_map(|(over, from)| SlowStart { over, from });
    let admission = (1.0..20.0_f64).prop_map(move |count| Some(count * one_per_tick));
    let queue = (select(vec![1, 2, 10, 40]), select(Shed::ALL));
    let queue = queue.prop_map(|(room, shed)| Queue { room, shed });
    let retry_after = durations(tick, 20 * tick).prop_map(Some);
    let shed_retry_after = durations(tick, 20 * tick).prop_map(Some);
    let form = select(RetryAfterForm::ALL);
    (
        mostly(server.degradation, degradation),
        mostly(server.slow_start, slow_start),
        mostly(None, admission),
        mostly(server.queue, queue),
        mostly(None, retry_after),
        mostly(None, shed_retry_after),
        mostly(RetryAfterForm::Seconds, form),
    )
        .prop_map(
            move |(degradation, slow_start, admission, queue, retry_after, shed, form)| {
                // A date has whole seconds.
                let dated = |after: Option<SimDuration>| match form {
                    RetryAfterForm::Seconds => after,
                    RetryAfterForm::Date => after.map(|after| after + SimDuration::from_secs(1)),
                };
                Server {
                    degradation,
                    slow_start,
                    admission,
                    queue,
                    retry_after: dated(retry_after),
                    shed_retry_after: dated(shed),
                    retry_after_form: form,
                    ..server
                }
            },
        )
}

fn full_policies(policy: Policy, tick: u64) -> impl Strategy<Value = Policy> {
    let rules = || select(RetryAfterRule::ALL);
    let retry_after = (rules(), rules());
    let retry_after = retry_after.prop_map(|(outage, overload)| RetryAfter { outage, overload });
    let limit = durations(tick, 10 * tick).prop_map(Some);
    let unit =
        durations(tick, 2 * tick).prop_map(|unit| Some(unit.max(SimDuration::from_nanos(1))));
    let growth = (
        mostly(policy.growth, select(Growth::ALL)),
        0..4_u32,
        mostly(SimDuration::ZERO, durations(tick, 2 * tick)),
        mostly(CapOn::Ceiling, select(CapOn::ALL)),
    );
    let jitter = (
        mostly(policy.jitter, select(Jitter::ALL)),
        (0.0..1.0_f64, 1.0..3.0_f64),
        durations(tick, 5 * tick),
        select(SpreadGrowth::ALL),
    );
    let limits = (
        mostly(First::Usual, select(First::ALL)),
        mostly(SimDuration::ZERO, durations(tick, 2 * tick)),
        mostly(None, unit),
    );
    let replies = (
        retry_after,
        mostly(None, limit),
        select(Beyond::ALL),
        mostly(SimDuration::ZERO, durations(tick, 5 * tick)),
    );
    let ends = (seldom(1, 2..4_u32), seldom(0.0, select(vec![0.05, 0.3])));
    let guards = (budgets(tick), breakers(tick));
    (growth, jitter, limits, replies, ends, guards).prop_map(
        move |(
            growth,
            (jitter, (low, high), spread, spread_growth),
            limits,
            replies,
            ends,
            guards,
        )| {
            let (growth, degree, plus, cap_on) = growth;
            let (first, shortest, unit) = limits;
            let (retry_after, retry_after_limit, retry_after_beyond, offset) = replies;
            let (layers, fatal) = ends;
            let (budget, breaker) = guards;
            // Layers need a last attempt, and no memory.
            let layered = !matches!(jitter, Jitter::Decorrelated | Jitter::MedianFirst)
                && policy.max_attempts.is_some();
            Policy {
                growth,
                degree,
                plus,
                cap_on,
                jitter,
                low,
                high,
                spread,
                spread_growth,
                first,
                shortest,
                unit,
                retry_after,
                retry_after_limit,
                retry_after_beyond,
                layers: if layered { layers } else { 1 },
                fatal,
                budget,
                breaker,
                offset,
                ..policy
            }
        },
    )
}
