//! Attempts per second: the engine, and beside it the same model on a binary
//! heap (`tests/support/reference`), which reports the same.
//!
//! `cargo bench -p retry-herd-core`; docs/benchmarks.md has figures.

#![allow(missing_docs)]

#[path = "../tests/support/app_recovery.rs"]
mod app_recovery;
#[path = "../tests/support/reference/mod.rs"]
mod reference;

use std::time::Duration;

use app_recovery::{JITTERS, scaled};
use criterion::{
    BenchmarkGroup, BenchmarkId, Criterion, SamplingMode, Throughput, criterion_group,
    criterion_main, measurement::WallTime,
};
use reference::reference;
use retry_herd_core::{Jitter, KeyedDraws, Run, Scenario};

const FLEETS: [u32; 3] = [2_000, 100_000, 1_000_000];

type Group<'a> = BenchmarkGroup<'a, WallTime>;

fn attempts_per_second(criterion: &mut Criterion) {
    for clients in FLEETS {
        let mut group = criterion.benchmark_group(format!("attempts of {clients} clients"));
        group.sampling_mode(SamplingMode::Flat);
        for jitter in JITTERS {
            compare(&mut group, jitter, &scaled(clients, jitter));
        }
        group.finish();
    }
}

fn compare(group: &mut Group, jitter: Jitter, scenario: &Scenario) {
    let report = Run::new(scenario).finish().report();
    let textbook = reference(scenario, KeyedDraws::new(scenario));
    assert_eq!(report, textbook, "both report the same");
    let patience = Duration::from_secs(if scenario.fleet.clients < 1_000_000 {
        2
    } else {
        5
    });
    group.throughput(Throughput::Elements(report.requests.total));
    group
        .sample_size(10)
        .warm_up_time(Duration::from_secs(1))
        .measurement_time(patience);
    let name = format!("{jitter:?}").to_lowercase();
    group.bench_with_input(
        BenchmarkId::new("engine", &name),
        scenario,
        |bencher, scenario| {
            bencher.iter(|| Run::new(scenario).finish().report());
        },
    );
    group.bench_with_input(
        BenchmarkId::new("heap", &name),
        scenario,
        |bencher, scenario| {
            bencher.iter(|| reference(scenario, KeyedDraws::new(scenario)));
        },
    );
}

/// What is off by default, as `--set` takes it, but for what follows.
const BEHAVIOURS: [(&str, &str); 14] = [
    ("server.degradation.exponent", "0.5"),
    ("server.degradation.floor", "0.35"),
    ("server.slow_start.over", "5s"),
    ("server.slow_start.from", "0.2"),
    ("server.retry_after", "2s"),
    ("server.shed_retry_after", "3s"),
    ("policy.retry_after", "floor"),
    ("policy.retry_after_limit", "10s"),
    ("policy.offset", "200ms"),
    ("policy.shortest", "10ms"),
    ("policy.unit", "1ms"),
    ("policy.fatal", "0.001"),
    ("policy.deadline", "10m"),
    ("fleet.leaving", "0.001"),
];

/// A budget so large, and a breaker so patient, that retries go on.
const OF_EACH_CLIENT: [(&str, &str); 4] = [
    ("policy.budget.scope", "client"),
    ("policy.budget.tokens", "1000"),
    ("policy.breaker.scope", "client"),
    ("policy.breaker.threshold", "1000"),
];

const OF_THE_FLEET: [(&str, &str); 4] = [
    ("policy.budget.scope", "fleet"),
    ("policy.budget.tokens", "1000000"),
    ("policy.breaker.scope", "fleet"),
    ("policy.breaker.threshold", "1000000"),
];

/// The engine with everything off, with everything on but budgets and breakers, and with
/// those too, of each client or of the fleet.
fn behaviours(criterion: &mut Criterion) {
    for clients in FLEETS {
        let mut group = criterion.benchmark_group(format!("behaviours of {clients} clients"));
        group
            .sampling_mode(SamplingMode::Flat)
            .sample_size(10)
            .warm_up_time(Duration::from_secs(1))
            .measurement_time(Duration::from_secs(2));
        for (name, scenario) in [
            ("off", scaled(clients, Jitter::Full)),
            ("on, no guards", with_behaviours(clients, &[])),
            (
                "on, each client's guards",
                with_behaviours(clients, &OF_EACH_CLIENT),
            ),
            (
                "on, the fleet's guards",
                with_behaviours(clients, &OF_THE_FLEET),
            ),
        ] {
            let total = Run::new(&scenario).finish().report().requests.total;
            group.throughput(Throughput::Elements(total));
            group.bench_function(name, |bencher| {
                bencher.iter(|| Run::new(&scenario).finish().report());
            });
        }
        group.finish();
    }
}

fn with_behaviours(clients: u32, guards: &[(&str, &str)]) -> Scenario {
    let mut scenario = scaled(clients, Jitter::Full);
    scenario.server.admission = scenario.server.capacity.map(|rate| 2.0 * rate);
    scenario.server.queue.room = clients / 10;
    for (field, value) in BEHAVIOURS.iter().chain(guards) {
        scenario.set(field, value).expect("a setting");
    }
    scenario.validate().expect("settings that go together");
    scenario
}

criterion_group!(benches, attempts_per_second, behaviours);
criterion_main!(benches);
