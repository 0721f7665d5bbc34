//! The delays of every jitter kind against theory (docs/model.md, "The delay").

#![cfg(not(target_family = "wasm"))]

#[path = "support/moments.rs"]
mod moments;
#[path = "support/smirnov.rs"]
mod smirnov;

use moments::Mean;
use retry_herd_core::{
    Clamp, DelayRule, Growth, Jitter, KeyedDraws, Policy, Scenario, SimDuration,
};
use smirnov::assert_distributed;

const CLIENTS: u32 = 40_000;

/// Retries before the cap, on the way, and at the cap: 1 s, 2 s, 8 s, 20 s, 20 s.
const RETRIES: [u32; 5] = [0, 1, 3, 5, 11];

/// Base 1 s, factor 2, cap 20 s.
fn policy(jitter: Jitter) -> Policy {
    Policy {
        jitter,
        cap: Some(SimDuration::from_secs(20)),
        ..Scenario::default().policy
    }
}

fn draws() -> KeyedDraws {
    KeyedDraws::new(&Scenario::default())
}

/// `v` at retry `retry`, in seconds.
fn ceiling(retry: u32) -> f64 {
    f64::from(1 << retry).min(20.0)
}

/// Every client's delay at retry `retry`, in seconds. Not for decorrelated jitter.
fn delays(policy: &Policy, retry: u32) -> Vec<f64> {
    let rule = DelayRule::new(policy);
    let mut draws = draws();
    (0..CLIENTS)
        .map(|client| rule.delay(&mut draws, client, retry + 1, rule.first_memory()))
        .map(|next| next.delay.as_secs_f64())
        .collect()
}

/// Every client's first `count` delays with decorrelated jitter, in seconds.
fn chains(policy: &Policy, count: u32) -> Vec<Vec<f64>> {
    let rule = DelayRule::new(policy);
    let mut draws = draws();
    let chain = |client| {
        let mut memory = rule.first_memory();
        let next = |attempt| {
            let next = rule.delay(&mut draws, client, attempt, memory);
            memory = next.memory;
            next.delay.as_secs_f64()
        };
        (1..=count).map(next).collect()
    };
    (0..CLIENTS).map(chain).collect()
}

fn decorrelated(cap: Option<u64>, clamp: Clamp) -> Policy {
    Policy {
        cap: cap.map(SimDuration::from_secs),
        clamp,
        ..policy(Jitter::Decorrelated)
    }
}

/// The `nth` delays (from 1) of all chains.
fn nth(chains: &[Vec<f64>], nth: usize) -> Vec<f64> {
    chains.iter().map(|chain| chain[nth - 1]).collect()
}

/// Fails if the sample's mean is further from `expected` than chance would take it in
/// one of 16,000 cases.
#[track_caller]
fn assert_mean(sample: &[f64], expected: f64) {
    let Mean { mean, error } = Mean::of(sample);
    let off = (mean - expected).abs();
    assert!(off <= 4.0 * error, "{mean} ± {error}, expected {expected}");
}

/// The distribution of U(low, high).
fn uniform(low: f64, high: f64) -> impl Fn(f64) -> f64 {
    move |x| ((x - low) / (high - low)).clamp(0.0, 1.0)
}

#[test]
fn without_jitter_every_delay_is_the_ceiling() {
    for retry in RETRIES {
        let delays = delays(&policy(Jitter::None), retry);
        assert!(
            delays
                .iter()
                .all(|delay| delay.to_bits() == ceiling(retry).to_bits())
        );
    }
}

#[test]
fn full_jitter_is_uniform_up_to_the_ceiling() {
    for retry in RETRIES {
        let mut delays = delays(&policy(Jitter::Full), retry);
        assert_mean(&delays, ceiling(retry) / 2.0);
        assert_distributed(&mut delays, uniform(0.0, ceiling(retry)));
    }
}

#[test]
fn equal_jitter_is_uniform_from_half_the_ceiling_up_to_it() {
    for retry in RETRIES {
        let mut delays = delays(&policy(Jitter::Equal), retry);
        assert_mean(&delays, ceiling(retry) * 0.75);
        assert_distributed(&mut delays, uniform(ceiling(retry) / 2.0, ceiling(retry)));
    }
}

#[test]
fn proportional_jitter_is_uniform_around_the_ceiling_and_beyond_the_cap() {
    for width in [0.1, 0.5, 1.0] {
        let policy = Policy {
            width,
            ..policy(Jitter::Proportional)
        };
        for retry in RETRIES {
            let mut delays = delays(&policy, retry);
            let v = ceiling(retry);
            assert_mean(&delays, v);
            assert_distributed(&mut delays, uniform(v * (1.0 - width), v * (1.0 + width)));
        }
    }
}

#[test]
fn fixed_growth_has_the_same_ceiling_at_every_retry() {
    let policy = Policy {
        growth: Growth::Fixed,
        ..policy(Jitter::Full)
    };
    for retry in RETRIES {
        assert_distributed(&mut delays(&policy, retry), uniform(0.0, 1.0));
    }
}

#[test]
fn the_first_decorrelated_delay_is_uniform_from_the_base_to_three_times_it() {
    let chains = chains(&decorrelated(None, Clamp::Hard), 1);
    assert_distributed(&mut nth(&chains, 1), uniform(1.0, 3.0));
}

/// With base 1, the second delay is U(1, 3 t) with t from U(1, 3): its distribution is
/// the integral over t of min(1, (x − 1) / (3 t − 1)) / 2.
#[test]
fn the_second_decorrelated_delay_has_the_distribution_of_a_mixture() {
    let cdf = |x: f64| {
        let certain = (x / 3.0).clamp(1.0, 3.0);
        (certain - 1.0) / 2.0 + (x - 1.0) / 6.0 * (8.0 / (3.0 * certain - 1.0)).ln()
    };
    let chains = chains(&decorrelated(None, Clamp::Hard), 2);
    assert_distributed(&mut nth(&chains, 2), cdf);
}

#[test]
fn every_decorrelated_delay_is_uniform_given_the_one_before() {
    let chains = chains(&decorrelated(None, Clamp::Hard), 8);
    for step in 2..=8 {
        let place = |chain: &Vec<f64>| {
            let (previous, delay) = (chain[step - 2], chain[step - 1]);
            (delay - 1.0) / (3.0 * previous - 1.0)
        };
        let mut places: Vec<f64> = chains.iter().map(place).collect();
        assert_distributed(&mut places, uniform(0.0, 1.0));
    }
}

#[test]
fn decorrelated_delays_grow_by_a_factor_of_one_and_a_half() {
    let chains = chains(&decorrelated(None, Clamp::Hard), 7);
    let mut power = 1.0;
    for step in 1..=7 {
        power *= 1.5;
        assert_mean(&nth(&chains, step), 2.0 * power - 1.0);
    }
}

#[test]
fn the_hard_clamp_piles_clients_up_at_exactly_the_cap() {
    let chains = chains(&decorrelated(Some(20), Clamp::Hard), 15);
    for (step, published) in [(4, 0.10), (6, 0.29), (15, 0.42)] {
        let delays = nth(&chains, step);
        let at_cap = delays.iter().filter(|&&delay| delay >= 20.0).count();
        let share = at_cap as f64 / f64::from(CLIENTS);
        let chance = 4.0 * (published * (1.0 - published) / f64::from(CLIENTS)).sqrt();
        let off = (share - published).abs();
        assert!(off <= 0.005 + chance, "delay {step}: {share}");
        assert!(delays.iter().all(|&delay| delay <= 20.0));
    }
}

#[test]
fn the_range_clamp_piles_nobody_up() {
    let chains = chains(&decorrelated(Some(20), Clamp::Range), 15);
    for step in 1..=15 {
        let mut delays = nth(&chains, step);
        delays.sort_unstable_by(f64::total_cmp);
        let alike = delays.windows(2).filter(|pair| pair[1] - pair[0] < 1e-9);
        assert!(alike.count() < 5, "delay {step}");
    }
    let place = |chain: &Vec<f64>| (chain[14] - 1.0) / ((3.0 * chain[13]).min(20.0) - 1.0);
    let mut places: Vec<f64> = chains.iter().map(place).collect();
    assert_distributed(&mut places, uniform(0.0, 1.0));
}

#[test]
fn a_cap_below_the_base_is_all_that_decorrelated_jitter_waits() {
    for clamp in [Clamp::Hard, Clamp::Range] {
        let policy = Policy {
            base: SimDuration::from_secs(30),
            ..decorrelated(Some(20), clamp)
        };
        let chains = chains(&policy, 3);
        assert!(
            chains
                .iter()
                .flatten()
                .all(|&delay| (delay - 20.0).abs() < 1e-9)
        );
    }
}

#[test]
#[should_panic(expected = "D = ")]
fn the_distribution_test_can_fail() {
    let mut delays = delays(&policy(Jitter::Full), 0);
    assert_distributed(&mut delays, uniform(0.0, 1.03));
}

#[test]
#[should_panic(expected = "expected 0.51")]
fn the_mean_test_can_fail() {
    assert_mean(&delays(&policy(Jitter::Full), 0), 0.51);
}
