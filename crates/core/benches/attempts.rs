//! Attempts per second: the engine, and beside it the same model on a binary
//! heap (`tests/support/reference.rs`), which reports the same.
//!
//! `cargo bench -p retry-herd-core`; docs/benchmarks.md has figures.

#![allow(missing_docs)]

#[path = "../tests/support/app_recovery.rs"]
mod app_recovery;
#[path = "../tests/support/reference.rs"]
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

criterion_group!(benches, attempts_per_second);
criterion_main!(benches);
