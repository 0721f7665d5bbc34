//! The delay rules themselves: their means, and the pile at the cap.

use rayon::prelude::*;
use retry_herd_core::models::AnyScenario;
use retry_herd_core::{Scenario, Terms, Trace};

use super::agreement::Published::{self, Mean};
use super::case;
use super::claim::Claim;
use super::sample::Sample;

/// Clients, each a draw of its own.
const CLIENTS: u32 = 20_000;

/// A closed form, rounded by at most `rounding`.
fn exactly(mean: f64, rounding: f64) -> Published {
    Mean {
        mean,
        runs: u32::MAX,
        sd: Some(0.0),
        rounding,
    }
}

pub(super) fn claims() -> Vec<Claim> {
    let mut claims: Vec<Claim> = [
        ("none", 1.0),
        ("full", 0.5),
        ("equal", 0.75),
        ("proportional", 1.0),
    ]
    .into_iter()
    .map(|(jitter, share)| mean_share(jitter, share))
    .collect();
    claims.extend(decorrelated_means());
    claims.extend(piles());
    claims
}

/// The mean of a delay, as a share of its ceiling.
fn mean_share(jitter: &str, share: f64) -> Claim {
    let scenario = endless(&[("jitter", jitter), ("horizon", "2s")]);
    let ours = sampled(&scenario, 0, |terms| {
        terms.delay.as_secs_f64() / terms.ceiling.as_secs_f64()
    });
    let case = format!("{jitter}, first retry");
    Claim::new(case, "mean delay / ceiling", exactly(share, 0.0), ours)
}

/// 2 × base × 1.5ⁿ − base, without a cap.
fn decorrelated_means() -> Vec<Claim> {
    let scenario = endless(&[
        ("jitter", "decorrelated"),
        ("cap", "none"),
        ("horizon", "1h"),
    ]);
    let mean = |number: usize| {
        let mean = 2.0 * 1.5_f64.powi(number as i32) - 1.0;
        let ours = sampled(&scenario, number - 1, |terms| terms.delay.as_secs_f64());
        let case = format!("decorrelated, delay {number}");
        Claim::new(case, "mean, s", exactly(mean, 0.0), ours)
    };
    (1..=4).map(mean).collect()
}

/// With a hard clamp some stand at exactly the cap, with a range clamp nobody does.
fn piles() -> Vec<Claim> {
    let pile = |clamp: &str, number: usize, percent: f64| {
        let settings = [("jitter", "decorrelated"), ("clamp", clamp), ("cap", "20s")];
        let scenario = endless(&[&settings[..], &[("horizon", "400s")]].concat());
        let cap = scenario.policy.cap;
        let at_cap = |terms: Terms| f64::from(u8::from(Some(terms.delay) == cap)) * 100.0;
        let ours = sampled(&scenario, number - 1, at_cap);
        let case = format!("decorrelated, cap 20 s, {clamp} clamp, delay {number}");
        Claim::new(case, "at exactly the cap, %", exactly(percent, 0.5), ours)
    };
    vec![
        pile("hard", 4, 10.0),
        pile("hard", 6, 29.0),
        pile("hard", 15, 42.0),
        pile("range", 15, 0.0),
    ]
}

fn endless(settings: &[(&str, &str)]) -> Scenario {
    let settings = [&[("outage", "forever")], settings].concat();
    match case::scenario("app-recovery", &settings) {
        Ok(AnyScenario::Outage(scenario)) => scenario,
        _ => Scenario::default(),
    }
}

/// What `of` says of the retry `n` of every client.
fn sampled(scenario: &Scenario, n: usize, of: impl Fn(Terms) -> f64 + Sync) -> Sample {
    let one = |client: u32| {
        let trace = Trace::new(scenario, client, None);
        let terms = trace.attempts.get(n).and_then(|step| step.terms);
        terms.map(&of)
    };
    Sample::of((0..CLIENTS).into_par_iter().map(one).collect())
}
