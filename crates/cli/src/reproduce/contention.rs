//! `contention`: writers of one row, the simulation of 2015.

use rayon::prelude::*;
use retry_herd_core::models::{Backoff, Contention, Model};

use super::agreement::Published::{Mean, Order};
use super::claim::Claim;
use super::sample::Sample;

/// The means of 100 runs: time in milliseconds, and writes.
struct Published {
    backoff: Backoff,
    name: &'static str,
    ten: [f64; 2],
    hundred: [f64; 2],
    /// One run's deviations for a hundred clients.
    sd: [f64; 2],
}

static PUBLISHED: [Published; 5] = [
    Published {
        backoff: Backoff::AtOnce,
        name: "none",
        ten: [379.0, 50.7],
        hundred: [2_026.0, 2_421.0],
        sd: [44.0, 32.0],
    },
    Published {
        backoff: Backoff::Exponential,
        name: "exponential",
        ten: [3_445.0, 50.8],
        hundred: [63_383.0, 1_856.0],
        sd: [3_615.0, 58.0],
    },
    Published {
        backoff: Backoff::Decorrelated,
        name: "decorrelated",
        ten: [436.0, 37.7],
        hundred: [4_603.0, 1_002.0],
        sd: [667.0, 28.0],
    },
    Published {
        backoff: Backoff::Equal,
        name: "equal",
        ten: [737.0, 42.5],
        hundred: [6_636.0, 812.0],
        sd: [675.0, 8.0],
    },
    Published {
        backoff: Backoff::Full,
        name: "full",
        ten: [472.0, 39.1],
        hundred: [4_927.0, 796.0],
        sd: [529.0, 7.0],
    },
];

/// Runs of one backoff.
struct Case {
    time_ms: Sample,
    calls: Sample,
}

const RUNS: u32 = 100;
const REMADE: &str = "Measured by running the source's own code, which prints only pictures.";

fn run(clients: u32, backoff: Backoff, seeds: u32) -> Case {
    let report = |seed| {
        let settings = Contention {
            clients,
            seed: u64::from(seed),
            ..Contention::published(backoff)
        };
        settings.run()
    };
    let reports: Vec<_> = (0..seeds).into_par_iter().map(report).collect();
    let millis = reports.iter().map(|run| run.time_s.map(|time| time * 1e3));
    let calls = reports.iter().map(|run| Some(run.calls as f64));
    Case {
        time_ms: Sample::of(millis.collect()),
        calls: Sample::of(calls.collect()),
    }
}

pub(super) fn claims() -> Vec<Claim> {
    let mut claims = Vec::new();
    let mut hundred = Vec::new();
    let mut growths = Vec::new();
    for published in &PUBLISHED {
        let ten = run(10, published.backoff, RUNS);
        let case = run(100, published.backoff, RUNS);
        growths.push(case.calls.mean() / ten.calls.mean());
        claims.extend(means(10, published.name, published.ten, [None; 2], ten));
        let of = |case: &Case| (case.time_ms.mean(), case.calls.mean());
        hundred.push(of(&case));
        let sd = published.sd.map(Some);
        claims.extend(means(100, published.name, published.hundred, sd, case));
    }
    claims.extend(orders(&hundred));
    claims.push(order(
        "10 and 100 clients",
        "writes",
        "whatever the jitter, they grow faster than the clients",
        growths.iter().all(|&growth| growth > 10.0),
    ));
    claims.push(overtaking());
    claims
}

fn means(
    clients: u32,
    name: &str,
    [ms, calls]: [f64; 2],
    sd: [Option<f64>; 2],
    ours: Case,
) -> [Claim; 2] {
    let case = format!("{clients} clients, {name}");
    let mean = |mean: f64, sd: Option<f64>| Mean {
        mean,
        runs: RUNS,
        sd,
        rounding: if mean < 100.0 { 0.05 } else { 0.5 },
    };
    [
        Claim::new(&case, "time, ms", mean(ms, sd[0]), ours.time_ms).noted(REMADE),
        Claim::new(&case, "writes", mean(calls, sd[1]), ours.calls).noted(REMADE),
    ]
}

fn order(case: &'static str, figure: &'static str, text: &'static str, holds: bool) -> Claim {
    let ours = Sample::one(f64::from(u8::from(holds)));
    Claim::new(case, figure, Order(text), ours)
}

/// The published orders of a hundred clients; `means` as in [`PUBLISHED`].
fn orders(means: &[(f64, f64)]) -> Vec<Claim> {
    let &[none, exponential, decorrelated, equal, full] = means else {
        return Vec::new();
    };
    let alike = (full.1 - equal.1).abs() < 0.05 * equal.1;
    let jittered = equal.1.max(full.1) < decorrelated.1;
    let plain = decorrelated.1 < exponential.1.min(none.1);
    let case = "100 clients";
    vec![
        order(
            case,
            "writes",
            "full about as equal < decorrelated < without jitter",
            alike && jittered && plain,
        ),
        order(
            case,
            "writes",
            "jitter cuts them by more than half",
            2.0 * decorrelated.1 < none.1,
        ),
        order(
            case,
            "time",
            "decorrelated < full < equal < exponential",
            decorrelated.0 < full.0 && full.0 < equal.0 && equal.0 < exponential.0,
        ),
        order(
            case,
            "time",
            "trying again at once finishes first",
            none.0 < decorrelated.0,
        )
        .noted("Not said by the source: the server is free here."),
    ]
}

fn overtaking() -> Claim {
    let time = |clients, backoff| run(clients, backoff, RUNS).time_ms.mean();
    let later = time(100, Backoff::Full) > time(100, Backoff::Decorrelated);
    let earlier = time(160, Backoff::Full) < time(160, Backoff::Decorrelated);
    order(
        "100 and 160 clients",
        "time",
        "full is later for 100 clients and earlier for 160",
        later && earlier,
    )
    .noted("Not said by the source: full overtakes decorrelated at about 130 clients.")
}
