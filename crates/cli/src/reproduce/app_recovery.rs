//! `app-recovery`: a mobile app's clients after an outage of 30 s.

use retry_herd_core::Trace;
use retry_herd_core::models::AnyScenario;

use super::agreement::Published::{FiveRuns, FiveRunsMore, Order, Words};
use super::case::{self, Case};
use super::claim::Claim;
use super::sample::Sample;

type Setting = (&'static str, &'static str);

const FIXED: &[Setting] = &[("jitter", "none"), ("growth", "fixed"), ("base", "5s")];
const EXPONENTIAL: &[Setting] = &[("jitter", "none")];
const TEN_PERCENT: &[Setting] = &[("jitter", "proportional"), ("width", "0.1")];
const FULL: &[Setting] = &[("jitter", "full")];
const DECORRELATED: &[Setting] = &[("jitter", "decorrelated")];
const OBEYED: &[Setting] = &[
    ("jitter", "none"),
    ("server.retry_after", "30s"),
    ("policy.retry_after", "obey"),
];
const SCATTERED: &[Setting] = &[
    ("jitter", "none"),
    ("server.retry_after", "30s"),
    ("policy.retry_after", "obey/scatter"),
];
const MILD: &[Setting] = &[
    ("server.degradation.exponent", "0.5"),
    ("server.degradation.floor", "0.35"),
];
const STEEP: &[Setting] = &[
    ("server.degradation.exponent", "1"),
    ("server.degradation.floor", "0.2"),
];

const SEEDS: u32 = 60;
const P99: &str = "completion_s.p99";
const PEAK: &str = "peak_after_recovery.per_second";
const REQUESTS: &str = "requests.after_recovery";

const TWICE: &str = "The source prints two values.";

fn run(settings: &[&[Setting]]) -> Case {
    Case::run("app-recovery", &settings.concat(), SEEDS)
}

fn p99(name: &str, case: &Case, published: f64) -> Claim {
    let ours = case.figure(P99, 1.0);
    Claim::new(name, "99 % served, s", FiveRuns(published), ours)
}

fn peak(name: &str, case: &Case, published: f64) -> Claim {
    let ours = case.figure(PEAK, 1.0);
    Claim::new(name, "peak, a second", FiveRuns(published), ours)
}

fn requests(name: &str, case: &Case, published: f64) -> Claim {
    let ours = case.figure(REQUESTS, 1.0);
    Claim::new(name, "requests after recovery", FiveRuns(published), ours)
}

fn more(name: &str, case: &Case, flat: &Case, percent: f64) -> Claim {
    let ours = case.more(P99, flat);
    Claim::new(name, "99 % served, % later", FiveRunsMore(percent), ours)
}

pub(super) fn claims() -> Vec<Claim> {
    let fixed = run(&[FIXED]);
    let full = run(&[FULL]);
    let decorrelated = run(&[DECORRELATED]);
    let mut claims = flat(&fixed, &full, &decorrelated);
    claims.extend(told());
    claims.extend(mild(&fixed, &full, &decorrelated));
    claims.extend(steep());
    claims.push(longer_caps());
    claims.push(buckets());
    claims
}

/// A server that does not slow down, and tells nothing.
fn flat(fixed: &Case, full: &Case, decorrelated: &Case) -> Vec<Claim> {
    let exponential = run(&[EXPONENTIAL]);
    let ten_percent = run(&[TEN_PERCENT]);
    let names = ["fixed 5 s", "exponential", "exponential ±10 %"];
    vec![
        p99(names[0], fixed, 73.5),
        peak(names[0], fixed, 1_168.0),
        requests(names[0], fixed, 9_423.0).noted(TWICE),
        requests(names[0], fixed, 9_433.0).noted(TWICE),
        p99(names[1], &exponential, 507.5),
        peak(names[1], &exponential, 1_174.0),
        requests(names[1], &exponential, 9_423.0),
        p99(names[2], &ten_percent, 129.4),
        peak(names[2], &ten_percent, 706.0),
        p99("full", full, 84.5),
        peak("full", full, 152.0).noted(TWICE),
        peak("full", full, 150.0).noted(TWICE),
        p99("decorrelated", decorrelated, 73.4),
        peak("decorrelated", decorrelated, 298.0),
    ]
}

/// A server that sends Retry-After: 30 s with every failure.
fn told() -> Vec<Claim> {
    let scattered = run(&[SCATTERED]);
    let name = "Retry-After obeyed in the outage, scattered after it";
    let inferred = "That the rule differs by phase is inferred.";
    vec![
        p99("exponential, Retry-After obeyed", &run(&[OBEYED]), 283.5),
        p99(name, &scattered, 60.9).noted(inferred),
        peak(name, &scattered, 1_208.0).noted(inferred),
    ]
}

/// Degradation with exponent 0.5 and floor 0.35.
fn mild(fixed: &Case, full: &Case, decorrelated: &Case) -> Vec<Claim> {
    let degraded = run(&[FIXED, MILD]);
    let names = [
        "fixed 5 s, degradation 0.5 / 0.35",
        "full, degradation 0.5 / 0.35",
        "decorrelated, degradation 0.5 / 0.35",
    ];
    vec![
        p99(names[0], &degraded, 134.3),
        more(names[0], &degraded, fixed, 82.7),
        requests(names[0], &degraded, 22_827.0),
        more(names[1], &run(&[FULL, MILD]), full, 0.4),
        more(names[2], &run(&[DECORRELATED, MILD]), decorrelated, 4.0),
    ]
}

/// Degradation with exponent 1 and floor 0.2.
fn steep() -> Vec<Claim> {
    let fixed = run(&[FIXED, STEEP]);
    let name = "fixed 5 s, degradation 1 / 0.2";
    vec![
        p99(name, &fixed, 241.6),
        requests(name, &fixed, 45_961.0),
        p99("full, degradation 1 / 0.2", &run(&[FULL, STEEP]), 85.0),
        p99(
            "decorrelated, degradation 1 / 0.2",
            &run(&[DECORRELATED, STEEP]),
            80.8,
        ),
    ]
}

fn longer_caps() -> Claim {
    let mean = |cap| run(&[EXPONENTIAL, &[("cap", cap)]]).figure(P99, 1.0).mean();
    let means = ["10s", "30s", "60s", "120s"].map(mean);
    let holds = f64::from(u8::from(means.is_sorted()));
    Claim::new(
        "exponential, caps of 10, 30, 60 and 120 s",
        "99 % served",
        Order("a longer cap is worse"),
        Sample::one(holds),
    )
}

/// 2,000 clients' constant offsets, from the hash of their identities, in ten
/// buckets: how far the worst bucket is from its share, in per cent.
fn buckets() -> Claim {
    let offsets = [("outage", "forever"), ("offset", "10s"), ("cap", "none")];
    let settings = [FIXED, &offsets].concat();
    let mut buckets = [0_u32; 10];
    if let Ok(AnyScenario::Outage(scenario)) = case::scenario("app-recovery", &settings) {
        for client in 0..2_000 {
            let trace = Trace::new(&scenario, client, None);
            if let [first, second, ..] = trace.attempts.as_slice() {
                let wait = second.at.as_secs_f64() - first.at.as_secs_f64();
                let offset = wait - scenario.policy.base.as_secs_f64();
                buckets[(offset.max(0.0) as usize).min(9)] += 1;
            }
        }
    }
    let off = buckets.map(|count| (f64::from(count) / 200.0 - 1.0).abs() * 100.0);
    Claim::new(
        "2,000 identities hashed by FNV-1a into ten buckets",
        "the worst bucket is off by, %",
        Words {
            text: "even to within about 20 %",
            low: 0.0,
            high: 20.0,
        },
        Sample::one(off.into_iter().fold(0.0, f64::max)),
    )
}
