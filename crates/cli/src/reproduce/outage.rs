//! `deploy-blip`, `glossary` and `broadcast`: told in words, or by one client.

use retry_herd_core::models::AnyScenario;
use retry_herd_core::{DelayRule, Run, Scenario, SimDuration, Trace};

use super::agreement::Published::{Exact, Order, Words};
use super::case::{self, Case};
use super::claim::Claim;
use super::sample::Sample;

const LAST: &str = "completion_s.last";
const CALLS: &str = "requests.total";

fn words(text: &'static str, low: f64, high: f64) -> super::agreement::Published {
    Words { text, low, high }
}

fn one(holds: bool) -> Sample {
    Sample::one(f64::from(u8::from(holds)))
}

/// 200 clients, an outage of 600 ms, eight attempts.
pub(super) fn deploy_blip() -> Vec<Claim> {
    let run = |settings: &[(&str, &str)]| Case::run("deploy-blip", settings, 60);
    let fixed = run(&[("jitter", "none"), ("growth", "fixed")]);
    let exponential = run(&[("jitter", "none")]);
    let full = run(&[("jitter", "full")]);
    let calls = |case: &Case| case.figure(CALLS, 1.0);
    let fewer = calls(&full).sorted().last() < calls(&exponential).sorted().first()
        && calls(&exponential).mean() < calls(&fixed).mean();
    let cap = "The cap of 3.2 s is inferred.";
    vec![
        Claim::new(
            "fixed 100 ms",
            "served of 200",
            words("barely a quarter", 40.0, 50.0),
            fixed.figure("served", 1.0),
        ),
        Claim::new(
            "exponential",
            "last one served, s",
            words("almost ten seconds", 9.0, 10.0),
            exponential.figure(LAST, 1.0),
        )
        .noted(cap),
        Claim::new(
            "exponential",
            "gave up",
            words("some", 1.0, 199.0),
            exponential.figure("gave_up", 1.0),
        )
        .noted(cap),
        Claim::new(
            "full",
            "served of 200",
            words("everyone", 200.0, 200.0),
            full.figure("served", 1.0),
        )
        .noted("A median: in a few runs in a hundred one client or two give up."),
        Claim::new(
            "full",
            "last one served, s",
            words("a few seconds", 2.0, 5.0),
            full.figure(LAST, 1.0),
        ),
        Claim::new(
            "full, exponential, fixed",
            "calls",
            Order("full makes fewer than either"),
            one(fewer),
        ),
    ]
}

fn herd(name: &str, settings: &[(&str, &str)]) -> Scenario {
    match case::scenario(name, settings) {
        Ok(AnyScenario::Outage(scenario)) => scenario,
        _ => Scenario::default(),
    }
}

/// 24 clients, and the timeline of one.
pub(super) fn glossary() -> Vec<Claim> {
    let scenario = herd("glossary", &[]);
    let mut claims = ceilings(&scenario);
    claims.extend(waits(&scenario));
    let none = Case::run("glossary", &[("jitter", "none")], 5);
    claims.push(Claim::new(
        "24 clients, none",
        "retries together",
        Exact(24.0),
        none.figure("peak_retries.count", 1.0),
    ));
    claims.push(
        Claim::new(
            "24 clients, full",
            "retries of n = 3 in one bin",
            words("about five at most", 4.0, 6.0),
            fourth_retries(),
        )
        .noted("Bins of a second, each run's fullest."),
    );
    claims
}

fn ceilings(scenario: &Scenario) -> Vec<Claim> {
    let rule = DelayRule::new(&scenario.policy);
    let ceilings = [1.0, 2.0, 4.0, 8.0, 16.0, 30.0];
    let claim = |(retry, seconds): (u32, f64)| {
        let ours = rule.ceiling(retry).as_secs_f64();
        let case = format!("retry n = {retry}");
        Claim::new(case, "ceiling, s", Exact(seconds), Sample::one(ours))
    };
    (0..).zip(ceilings).map(claim).collect()
}

/// The waits rounded as they are printed.
fn waits(scenario: &Scenario) -> Vec<Claim> {
    let trace = Trace::in_herd(scenario, 0);
    let terms: Vec<_> = trace
        .attempts
        .iter()
        .filter_map(|step| step.terms)
        .collect();
    let rounded = |delay: SimDuration, step: f64| {
        let seconds = delay.as_secs_f64();
        ((seconds / step).round() * (step * 1e3)).round() / 1e3
    };
    let printed = [(0.461, 0.001), (0.419, 0.001), (2.23, 0.01), (4.75, 0.01)];
    let drawn = "The draws' further digits are ours.";
    let mut claims: Vec<Claim> = terms
        .iter()
        .zip(printed)
        .map(|(terms, (seconds, step))| {
            let ours = Sample::one(rounded(terms.delay, step));
            let case = format!("client 1, retry n = {}", terms.retry);
            Claim::new(case, "wait, s", Exact(seconds), ours).noted(drawn)
        })
        .collect();
    let last = trace.attempts.last();
    let fired = last.map_or(f64::NAN, |step| {
        (step.at.as_secs_f64() * 100.0).round() / 100.0
    });
    let attempt = last.map_or(f64::NAN, |step| f64::from(step.attempt));
    claims.push(Claim::new(
        "client 1",
        "attempt that succeeds",
        Exact(5.0),
        Sample::one(attempt),
    ));
    claims.push(
        Claim::new(
            "client 1",
            "attempt 5 fires at, s",
            Exact(7.87),
            Sample::one(fired),
        )
        .noted("The printed waits sum to 7.86 s: their rounding hides the rest."),
    );
    claims
}

/// The fullest second of the fourth waits, from 0 to 8 s, of 24 clients.
fn fourth_retries() -> Sample {
    let fullest = |seed: u32| {
        let seed = seed.to_string();
        let scenario = herd("glossary", &[("outage", "forever"), ("seed", &seed)]);
        let mut bins = [0_u32; 9];
        for client in 0..24 {
            let trace = Trace::new(&scenario, client, None);
            let terms = trace.attempts.iter().filter_map(|step| step.terms);
            for terms in terms.filter(|terms| terms.retry == 3) {
                bins[terms.delay.as_secs_f64() as usize] += 1;
            }
        }
        bins.iter().max().copied().map(f64::from)
    };
    Sample::of((0..101).map(fullest).collect())
}

/// 6,000 sends into a limit of 80 a second.
pub(super) fn broadcast() -> Vec<Claim> {
    let mut claims: Vec<Claim> = ["none", "full"].into_iter().map(floor).collect();
    claims.extend(waves());
    claims
}

fn floor(jitter: &str) -> Claim {
    let last = Case::run("broadcast", &[("jitter", jitter)], 11).figure(LAST, 1.0);
    let holds = last.sorted().first().is_some_and(|&first| first >= 74.9);
    Claim::new(
        format!("6,000 sends, {jitter}"),
        "last one served",
        Order("not before 6,000 / 80 = 75 s"),
        one(holds),
    )
    .noted("The last tick begins 0.1 s before it ends.")
}

/// Without jitter a wave begins at 1, 3 and 7 s, and before each there is quiet.
fn waves() -> Vec<Claim> {
    let run = Run::new(&herd("broadcast", &[("jitter", "none")])).finish();
    let tried = |from: usize, to: usize| {
        let windows = run.windows().get(from..to).unwrap_or_default();
        windows.iter().map(|window| window.retries).sum::<u32>()
    };
    // Windows of 100 ms: the quiet before, and the half second of the wave's front.
    let begins = |at: usize, quiet: usize| {
        tried(at - quiet, at) * 10 < tried(at, at + 5) && tried(at, at + 5) > 1_000
    };
    [(1, 10), (3, 0), (7, 15)]
        .into_iter()
        .map(|(second, quiet)| {
            Claim::new(
                "none",
                "waves",
                Order(match second {
                    1 => "a wave at 1 s",
                    3 => "a wave at 3 s",
                    _ => "a wave at 7 s",
                }),
                one(begins(second * 10, quiet)),
            )
        })
        .collect()
}
