//! How long a client waits in all, against hand-made sums, against closed forms of
//! other kinds, and against clients that are followed one by one.

use retry_herd_core::{
    CapFit, CapOn, Clamp, Draws, Ending, First, Growth, Jitter, LibraryPolicy, Measure, Policy,
    Scenario, SimDuration, SpreadGrowth, TotalWait, Trace, attempts_within, cap_within,
};

const fn ms(millis: u64) -> SimDuration {
    SimDuration::from_millis(millis)
}

const fn secs(seconds: u64) -> SimDuration {
    SimDuration::from_secs(seconds)
}

/// Doubling from 1 s, uncapped, four attempts.
fn plain(jitter: Jitter) -> Policy {
    Policy {
        jitter,
        cap: None,
        max_attempts: Some(4),
        ..Scenario::default().policy
    }
}

fn total(policy: &Policy) -> TotalWait {
    TotalWait::of(policy).expect("the policy ends")
}

/// Policies in which every step of the delay matters, ended after a few retries.
fn policies() -> Vec<Policy> {
    let capped = Policy {
        cap: Some(ms(2_500)),
        cap_on: CapOn::Delay,
        shortest: ms(300),
        max_attempts: Some(6),
        ..plain(Jitter::Full)
    };
    let mut policies = vec![
        capped,
        Policy {
            unit: Some(ms(700)),
            ..capped
        },
        Policy {
            unit: Some(ms(700)),
            shortest: ms(1_000),
            ..capped
        },
        Policy {
            shortest: secs(3),
            ..capped
        },
        Policy {
            jitter: Jitter::Added,
            spread_growth: SpreadGrowth::Linear,
            ..capped
        },
        Policy {
            first: First::Exact,
            growth: Growth::LessOne,
            jitter: Jitter::Equal,
            ..capped
        },
        Policy {
            offset: ms(400),
            ..capped
        },
    ];
    for clamp in [Clamp::Hard, Clamp::Range] {
        policies.push(Policy {
            jitter: Jitter::Decorrelated,
            clamp,
            ..capped
        });
    }
    policies.push(Policy {
        jitter: Jitter::MedianFirst,
        cap: None,
        ..capped
    });
    let library = LibraryPolicy::all().map(|library| library.policy);
    policies.extend(library.map(|policy| Policy {
        max_attempts: Some(policy.max_attempts.unwrap_or(8).min(8)),
        deadline: None,
        ..policy
    }));
    policies
}

/// The waits of one client that is never served, with luck from `draws` or of its own.
fn waits(policy: &Policy, client: u32, draws: Option<&mut Highest>) -> Vec<SimDuration> {
    let mut scenario = Scenario {
        policy: *policy,
        horizon: secs(30 * 24 * 3_600),
        ..Scenario::default()
    };
    scenario.seed = 7;
    scenario.server.outage.length = None;
    let ending = policy.max_attempts.map(|attempt| Ending {
        attempt,
        served: false,
    });
    let trace = match draws {
        Some(draws) => Trace::with_draws(&scenario, client, ending, draws),
        None => Trace::new(&scenario, client, ending),
    };
    trace.attempts.iter().filter_map(|step| step.wait).collect()
}

fn sum(waits: &[SimDuration]) -> f64 {
    waits.iter().map(|wait| wait.as_secs_f64()).sum()
}

/// Always the worst luck.
struct Highest;

impl Draws for Highest {
    fn arrival(&mut self, _client: u32, _spread: SimDuration) -> SimDuration {
        SimDuration::ZERO
    }

    fn delay(&mut self, _: u32, _: u32, _low: SimDuration, high: SimDuration) -> SimDuration {
        high
    }
}

#[test]
fn four_attempts_with_full_jitter_take_half_of_seven_seconds() {
    let total = total(&plain(Jitter::Full));
    assert_eq!(total.mean, ms(3_500));
    assert_eq!(total.worst, secs(7));
    assert_eq!(total.standard_error, SimDuration::ZERO);
}

#[test]
fn one_attempt_takes_no_time() {
    let policy = Policy {
        max_attempts: Some(1),
        ..plain(Jitter::Full)
    };
    assert_eq!(total(&policy).worst, SimDuration::ZERO);
}

#[test]
fn what_never_gives_up_has_no_total() {
    let endless = Policy {
        max_attempts: None,
        ..plain(Jitter::Full)
    };
    assert_eq!(TotalWait::of(&endless), None);
}

#[test]
fn the_mean_is_that_of_clients_followed_one_by_one() {
    const CLIENTS: u32 = 4_000;
    for policy in policies() {
        let total = total(&policy);
        let totals: Vec<f64> = (0..CLIENTS)
            .map(|client| sum(&waits(&policy, client, None)))
            .collect();
        let count = f64::from(CLIENTS);
        let mean = totals.iter().sum::<f64>() / count;
        let squares: f64 = totals.iter().map(|one| (one - mean) * (one - mean)).sum();
        let error = (squares / count / count).sqrt() + total.standard_error.as_secs_f64();
        let off = (mean - total.mean.as_secs_f64()).abs();
        assert!(
            off <= 4.5 * error + 1e-6,
            "{mean} is {off} off {total:?} of {policy:#?}"
        );
    }
}

#[test]
fn nobody_waits_longer_than_the_worst_and_somebody_could() {
    for policy in policies() {
        let worst = total(&policy).worst.as_secs_f64();
        for client in 0..500 {
            let waited = sum(&waits(&policy, client, None));
            assert!(waited <= worst + 1e-6, "{waited} > {worst}: {policy:#?}");
        }
        // A client's own offset is below its limit; and where median-first delays are
        // raised or rounded, the worst is a bound.
        let luck = policy.jitter != Jitter::MedianFirst || policy.shortest == SimDuration::ZERO;
        if luck && policy.offset == SimDuration::ZERO {
            let unlucky = sum(&waits(&policy, 0, Some(&mut Highest)));
            assert!(
                (unlucky - worst).abs() < 1e-6,
                "{unlucky} != {worst}: {policy:#?}"
            );
        }
    }
}

#[test]
fn decorrelated_means_follow_their_recursion() {
    // Uncapped, the mean of U(base, 3 × previous) is (base + 3 × its mean) / 2.
    let mut mean = 1.0;
    let mut sum = 0.0;
    for _ in 1..6 {
        mean = f64::midpoint(1.0, 3.0 * mean);
        sum += mean;
    }
    let policy = Policy {
        max_attempts: Some(6),
        ..plain(Jitter::Decorrelated)
    };
    let total = total(&policy);
    let off = (total.mean.as_secs_f64() - sum).abs();
    assert!(
        off < 4.0 * total.standard_error.as_secs_f64(),
        "{total:?} is not {sum}"
    );
    assert_eq!(total.worst, secs(3 + 9 + 27 + 81 + 243));
}

fn curve(t: f64) -> f64 {
    t.exp2() * (4.0 * t).sqrt().tanh() / 1.4
}

#[test]
fn median_first_means_are_the_integral_of_the_curve() {
    let steps = 100_000;
    let places = (0..steps).map(|step| 2.0 + (f64::from(step) + 0.5) / f64::from(steps));
    let mean = places.map(curve).sum::<f64>() / f64::from(steps);
    let total = total(&plain(Jitter::MedianFirst));
    let off = (total.mean.as_secs_f64() - mean).abs();
    assert!(
        off < 4.0 * total.standard_error.as_secs_f64(),
        "{total:?} is not {mean}"
    );
    assert!((total.worst.as_secs_f64() - curve(3.0)).abs() < 1e-6);
}

#[test]
fn capped_median_first_is_worst_with_every_draw_late() {
    const STEPS: u32 = 120;
    let cap = 1.9;
    let at = |retry: u32, step: u32| curve(f64::from(retry) + f64::from(step) / f64::from(STEPS));
    let mut longest: f64 = 0.0;
    for first in 0..=STEPS {
        for second in 0..=STEPS {
            for third in 0..=STEPS {
                let places = [at(0, first), at(1, second), at(2, third)];
                let waited = places[0].min(cap)
                    + (places[1] - places[0]).min(cap)
                    + (places[2] - places[1]).min(cap);
                longest = longest.max(waited);
            }
        }
    }
    let policy = Policy {
        cap: Some(ms(1_900)),
        ..plain(Jitter::MedianFirst)
    };
    let worst = total(&policy).worst.as_secs_f64();
    assert!((worst - longest).abs() < 1e-6, "{worst}, not {longest}");
}

#[test]
fn a_deadline_cuts_what_would_come_too_late() {
    let policy = Policy {
        deadline: Some(secs(10)),
        max_attempts: None,
        ..plain(Jitter::None)
    };
    // 1 + 2 + 4 s; the next 8 s would end at 15 s.
    assert_eq!(total(&policy).worst, secs(7));
    assert_eq!(total(&policy).mean, secs(7));
    let jittered = Policy {
        jitter: Jitter::Full,
        ..policy
    };
    assert_eq!(total(&jittered).worst, secs(10));
    assert!(total(&jittered).mean < secs(10));
}

#[test]
fn four_attempts_without_jitter_fit_into_ten_seconds() {
    let policy = plain(Jitter::None);
    assert_eq!(attempts_within(&policy, secs(10), Measure::Worst), Some(4));
    assert_eq!(attempts_within(&policy, secs(15), Measure::Worst), Some(5));
    assert_eq!(attempts_within(&policy, ms(999), Measure::Worst), Some(1));
    let jittered = plain(Jitter::Full);
    assert_eq!(attempts_within(&jittered, secs(10), Measure::Mean), Some(5));
}

#[test]
fn retries_at_once_fit_any_number_of_times() {
    let policy = Policy {
        base: SimDuration::ZERO,
        ..plain(Jitter::None)
    };
    assert_eq!(attempts_within(&policy, secs(1), Measure::Worst), None);
}

#[test]
fn a_cap_of_four_seconds_fits_six_attempts_into_fifteen() {
    let policy = Policy {
        max_attempts: Some(6),
        ..plain(Jitter::None)
    };
    let cap = |time| cap_within(&policy, time, Measure::Worst);
    assert_eq!(cap(secs(15)), Some(CapFit::UpTo(secs(4))));
    assert_eq!(cap(secs(31)), Some(CapFit::Any));
    assert_eq!(cap(ms(4)), Some(CapFit::Never));
    let endless = Policy {
        max_attempts: None,
        ..policy
    };
    assert_eq!(cap_within(&endless, secs(15), Measure::Worst), None);
}

#[test]
fn the_attempts_and_the_cap_that_fit_are_the_last_that_do() {
    let time = secs(9);
    for policy in policies() {
        let policy = Policy {
            max_attempts: Some(6),
            ..policy
        };
        for measure in [Measure::Mean, Measure::Worst] {
            let of = |policy: &Policy| {
                let total = total(policy);
                match measure {
                    Measure::Mean => total.mean,
                    Measure::Worst => total.worst,
                }
            };
            let attempts = |attempts| Policy {
                max_attempts: Some(attempts),
                ..policy
            };
            if let Some(most) = attempts_within(&policy, time, measure) {
                assert!(of(&attempts(most)) <= time, "{most}: {policy:#?}");
                assert!(of(&attempts(most + 1)) > time, "{most}: {policy:#?}");
            }
            let capped = |cap| Policy {
                cap: Some(cap),
                ..policy
            };
            if let Some(CapFit::UpTo(cap)) = cap_within(&policy, time, measure) {
                assert!(of(&capped(cap)) <= time, "{cap}: {policy:#?}");
                assert!(of(&capped(cap + ms(1))) > time, "{cap}: {policy:#?}");
            }
        }
    }
}
