//! Small scenarios of every kind for property tests, with a liking for what
//! breaks things: nothing, one, exactly on the edge, just beside it.

use proptest::prelude::*;
use proptest::sample::select;
use retry_herd_core::{
    Clamp, Clock, Fleet, Growth, Jitter, Observe, Outage, Policy, Scenario, Seeding, Server,
    SimDuration,
};

/// Every jitter kind of the small model.
pub(crate) const JITTERS: [Jitter; 5] = [
    Jitter::None,
    Jitter::Full,
    Jitter::Equal,
    Jitter::Decorrelated,
    Jitter::Proportional,
];

pub(crate) const SECOND: u64 = 1_000_000_000;

/// Any valid scenario of up to 60 clients and some hundred ticks.
pub(crate) fn scenarios() -> impl Strategy<Value = Scenario> {
    (ticks(), 1..400_u64)
        .prop_flat_map(|(tick, ticks)| {
            let horizon = nasty(tick, tick * ticks).prop_map(move |h| h.clamp(tick, tick * 400));
            (Just(tick), horizon)
        })
        .prop_flat_map(|(tick, horizon)| {
            (
                (seeds(), forced_draws(), select(&CLOCKS[..])),
                Just(SimDuration::from_nanos(horizon)),
                fleets(tick),
                servers(tick),
                policies(tick),
                windows(tick),
            )
        })
        .prop_map(
            |((seed, draws, clock), horizon, fleet, server, policy, window)| Scenario {
                name: "random".to_owned(),
                seed,
                draws,
                horizon,
                clock,
                fleet,
                server,
                policy,
                observe: Observe { window },
            },
        )
        .prop_filter("valid", |scenario| scenario.validate().is_ok())
}

const CLOCKS: [Clock; 2] = [Clock::Continuous, Clock::Ticked];

fn seeds() -> impl Strategy<Value = u64> {
    prop_oneof![0..4_u64, 0..(1_u64 << 53)]
}

fn forced_draws() -> impl Strategy<Value = Vec<f64>> {
    let fraction = prop_oneof![Just(0.0), Just(1.0 - f64::EPSILON), 0.0..1.0];
    prop_oneof![3 => Just(Vec::new()), 1 => prop::collection::vec(fraction, 1..5)]
}

/// Nothing, `unit` and its neighbours and fractions, or anything to twice `about`.
fn nasty(unit: u64, about: u64) -> impl Strategy<Value = u64> {
    let near = [
        0,
        1,
        unit / 2,
        unit - 1,
        unit,
        unit + 1,
        2 * unit,
        5 * unit / 2,
    ];
    prop_oneof![2 => select(near.to_vec()), 3 => 0..=2 * about]
}

pub(crate) fn durations(unit: u64, about: u64) -> impl Strategy<Value = SimDuration> {
    nasty(unit, about).prop_map(SimDuration::from_nanos)
}

fn ticks() -> impl Strategy<Value = u64> {
    let usual = [SECOND / 100, SECOND / 10, SECOND, 37_000_000, SECOND / 3];
    prop_oneof![4 => select(usual.to_vec()), 1 => 100_000..2 * SECOND]
}

/// Of the tick's size, larger, smaller, or no multiple of it.
fn windows(tick: u64) -> impl Strategy<Value = SimDuration> {
    durations(tick, 4 * tick).prop_map(|window| window.max(SimDuration::from_nanos(100_000)))
}

fn fleets(tick: u64) -> impl Strategy<Value = Fleet> {
    let clients = prop_oneof![1 => 1..4_u32, 3 => 1..60_u32];
    let arrivals = prop_oneof![1 => Just(SimDuration::ZERO), 2 => durations(tick, 8 * tick)];
    let seedings = select(vec![Seeding::Independent, Seeding::Identical]);
    (clients, arrivals, seedings).prop_map(|(clients, arrivals, seeding)| Fleet {
        clients,
        arrivals,
        seeding,
        leaving: 0.0,
    })
}

fn servers(tick: u64) -> impl Strategy<Value = Server> {
    let start = prop_oneof![3 => Just(SimDuration::ZERO), 1 => durations(tick, 5 * tick)];
    let length = prop_oneof![
        1 => Just(None),
        6 => durations(tick, 40 * tick).prop_map(Some)
    ];
    let one_per_tick = SECOND as f64 / tick as f64;
    let per_tick = prop_oneof![Just(1.0), Just(2.0), 1.0..2.0_f64, 1.0..20.0_f64];
    let capacity = prop_oneof![
        1 => Just(None),
        4 => per_tick.prop_map(move |count| Some(count * one_per_tick))
    ];
    (start, length, capacity).prop_map(move |(start, length, capacity)| Server {
        outage: Outage { start, length },
        capacity,
        tick: SimDuration::from_nanos(tick),
        ..Scenario::default().server
    })
}

fn policies(tick: u64) -> impl Strategy<Value = Policy> {
    let growth = select(vec![
        Growth::Exponential,
        Growth::Exponential,
        Growth::Fixed,
    ]);
    let factor = prop_oneof![
        select(vec![1.0, 1.001, 1.5, 2.0, 3.0, 10.0, 100.0]),
        1.001..4.0_f64
    ];
    let cap = prop_oneof![
        1 => Just(None),
        3 => durations(tick, 20 * tick).prop_map(|cap| Some(cap.max(SimDuration::from_millis(1))))
    ];
    let width = prop_oneof![Just(0.0), Just(0.1), Just(1.0), 0.0..1.0_f64];
    let clamp = select(vec![Clamp::Hard, Clamp::Range]);
    let max_attempts = prop_oneof![2 => Just(None), 3 => (1..12_u32).prop_map(Some)];
    let deadline = prop_oneof![
        2 => Just(None),
        1 => durations(tick, 50 * tick).prop_map(|d| Some(d.max(SimDuration::from_millis(1))))
    ];
    (
        (growth, durations(tick, 6 * tick), factor, cap),
        (select(&JITTERS[..]), width, clamp),
        (max_attempts, deadline),
    )
        .prop_map(
            |((growth, base, factor, cap), (jitter, width, clamp), (max_attempts, deadline))| {
                Policy {
                    growth,
                    base,
                    factor,
                    cap,
                    jitter,
                    width,
                    clamp,
                    max_attempts,
                    deadline,
                    ..Scenario::default().policy
                }
            },
        )
}
